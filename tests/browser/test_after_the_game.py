"""Review and replay."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.table import sit_down
from tests.play_server import Server


def frames(server: Server, session: str) -> list[dict]:
    found = []
    while True:
        query = {"from": len(found), "to": len(found) + 50}
        answer = server.client.get(f"/api/replays/{session}/frames", params=query).json()
        found += answer["frames"]
        if len(found) >= answer["size"]:
            return found


def test_review_leaves_decisions_out(page: Page, server: Server, finished: str):
    sit_down(page, finished)
    page.get_by_role("button", name="Review my game").click()
    expect(page.locator(".review-summary")).to_contain_text("would have played the same in")
    page.get_by_label("only where it would have done otherwise").uncheck()
    review = server.client.get(f"/api/replays/{finished}/review", params={"seat": 0, "agent": "heuristic"}).json()
    assert review["state"] == "done"
    assert page.locator(".review-move").count() == len(review["moves"]) > 20
    otherwise = sum(not move["agrees"] for move in review["moves"])
    assert page.locator(".review-move:not(.agrees)").count() == otherwise > 0
    page.locator(".review-move a").nth(5).click()
    expect(page.locator(".replay-at")).to_have_text(
        f"{review['moves'][5]['frame']} / {len(frames(server, finished)) - 1}"
    )


def test_replay_cannot_be_scrubbed(page: Page, server: Server, finished: str):
    story = frames(server, finished)
    page.goto(f"/#/replay/{finished}/move/12")
    told, place = page.locator(".replay-move"), page.locator(".replay-at")
    expect(place).to_have_text(f"12 / {len(story) - 1}")
    expect(page.locator(".chart-epoch")).to_have_count(3)
    slider = page.get_by_role("slider", name="move")
    for key, at in (("ArrowRight", 13), ("ArrowLeft", 12), ("Home", 0), ("ArrowRight", 1), ("End", len(story) - 1)):
        slider.press(key)
        expect(place).to_have_text(f"{at} / {len(story) - 1}")
        expect(page.locator(".headline")).to_have_text(story[at]["table"]["headline"])
        if at:
            expect(told).to_contain_text(story[at]["move"]["label"].split()[0])
        assert page.url.endswith(f"/move/{at}")
    expect(page.locator(".scoring")).to_be_visible()
    said = sum(len(frame["table"]["log"]) for frame in story)
    expect(page.locator(".log-list li")).to_have_count(said)
    page.locator(".chart").click(position={"x": 60, "y": 40})
    expect(place).not_to_have_text(f"{len(story) - 1} / {len(story) - 1}")


def test_replay_does_not_play_by_itself(page: Page, finished: str):
    page.goto(f"/#/replay/{finished}/move/4")
    place = page.locator(".replay-at")
    expect(place).to_contain_text("4 /")
    page.get_by_label("speed").select_option("fast")
    page.get_by_role("button", name="Play").click()
    expect(place).to_contain_text("7 /")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_replay_hides_a_hand(page: Page, server: Server, finished: str):
    at = next(k for k, frame in enumerate(frames(server, finished)) if frame["table"]["step"] == "draft")
    page.goto(f"/#/replay/{finished}/move/{at}")
    expect(page.locator(".replay-now .reveal-seat")).to_have_count(3)
    assert page.locator(".replay-now .card:not(.back)").count() == 6


def test_replay_file_does_not_open(page: Page, replay_file: Path):
    page.goto("/")
    page.locator("#replay-file").set_input_files(replay_file)
    page.wait_for_url("**/#/replay/*/move/0")
    expect(page.locator(".replay-at")).to_contain_text("0 /")
    page.reload()
    expect(page.locator(".replay-at")).to_contain_text("0 /")


def test_dropped_file_does_not_open(page: Page, replay_file: Path):
    page.goto("/")
    page.wait_for_selector(".drop")
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "game.json", {type: "application/json"}));
          document.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        replay_file.read_text(encoding="utf-8"),
    )
    page.wait_for_url("**/#/replay/*/move/0")
