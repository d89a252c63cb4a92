"""A person plays in the browser."""

import random

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.table import (
    click,
    offered,
    session_of,
    shown_totals,
    sit_down,
    true_totals,
    wait_for_decision,
)
from tests.play_server import PERSON, Server, agent


def legal(server: Server, session: str, seat: int = 0) -> list[str]:
    return sorted(action["name"] for action in server.turn(session, seat)["actions"])


def test_game_cannot_be_played_to_its_end_by_clicking(page: Page, server: Server):
    """Set up by hand, then every decision: what can be clicked is what is legal, no more and no less."""
    chance = random.Random(4)
    page.goto("/")
    page.get_by_label("Seat 1: name").fill("Ann")
    for seat in (1, 2):
        page.locator(f"#who-{seat}").select_option("random")
    page.get_by_text("Full rules", exact=True).click()
    page.get_by_label("Seed of the cards").fill("11")
    page.get_by_role("button", name="Begin the game").click()
    decisions = 0
    while wait_for_decision(page):
        names = offered(page)
        if decisions == 0:
            assert page.locator(".rival").count() == 2
        assert sorted(names) == legal(server, session_of(page))
        click(page, chance.choice(names))
        decisions += 1
    assert decisions > 20
    totals = shown_totals(page)
    assert totals == true_totals(server, session_of(page))
    best = max(totals, key=lambda name: totals[name])
    expect(page.locator(".scoring h2")).to_contain_text(f"{best} wins with {totals[best]} points")


def test_piece_on_the_table_does_not_lead_to_its_actions(page: Page, server: Server):
    session = server.begin(PERSON, agent("random"), rules="basic", seed=2)
    while server.turn(session)["step"] != "take":
        server.move(session, server.turn(session), random.Random(1))
    sit_down(page, session)
    stack = page.locator(".board .card.can").first
    stack.click()
    focused = page.evaluate("document.activeElement.dataset.action")
    assert focused.startswith("take:")
    assert page.locator(".option.picked").count() == 1


def test_price_or_changes_are_missing_on_a_button(page: Page, server: Server):
    session = server.begin(PERSON, agent("random"), rules="basic", seed=5)
    table = server.turn(session)
    while not any(action["changes"].get("tracks") for action in table["actions"]):
        server.move(session, table, random.Random(1))
        table = server.turn(session)
    sit_down(page, session)
    for action in table["actions"]:
        label = page.locator(f'.act[data-action="{action["name"]}"]').get_attribute("aria-label") or ""
        assert action["label"] in label
        for track, steps in action["changes"].get("tracks", {}).items():
            assert f"{track} {'+' if steps > 0 else '−'}{abs(steps)}" in label


def test_hint_does_not_show_the_favourite(page: Page, server: Server):
    session = server.begin(PERSON, agent("random"), rules="basic", seed=3)
    while len(server.turn(session)["actions"]) < 3:
        server.move(session, server.turn(session), random.Random(1))
    answer = server.client.post(f"/api/sessions/{session}/hint", json={"seat": 0}).json()
    best = next(each for each in answer["alternatives"] if each["index"] == answer["favourite"])
    sit_down(page, session)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hint .favourite")).to_be_visible()
    assert page.locator(".act.advised").get_attribute("data-action") == best["name"]
    assert page.locator(".hint li").count() == min(6, len(answer["alternatives"]))


def test_reload_in_the_middle_loses_the_game(page: Page, server: Server):
    session = server.begin(PERSON, agent("random"), agent("buyer"), rules="basic", seed=6)
    sit_down(page, session)
    for _ in range(3):
        assert wait_for_decision(page)
        click(page, offered(page)[0])
    assert wait_for_decision(page)
    before, said = sorted(offered(page)), page.locator(".log-line").count()
    page.reload()
    assert wait_for_decision(page)
    assert sorted(offered(page)) == before
    assert page.locator(".log-line").count() == said
    click(page, before[0])
    assert wait_for_decision(page)


def test_two_games_at_once_mix(context: BrowserContext, server: Server):
    pages, sessions = [context.new_page(), context.new_page()], []
    for page, players in zip(pages, (2, 3), strict=True):
        session = server.begin(PERSON, *[agent("random")] * (players - 1), rules="basic", seed=players)
        sit_down(page, session)
        sessions.append(session)
    for _ in range(4):
        for page, session in zip(pages, sessions, strict=True):
            assert wait_for_decision(page)
            assert sorted(offered(page)) == legal(server, session)
            click(page, offered(page)[-1])
    for page, players in zip(pages, (2, 3), strict=True):
        assert page.locator(".rival").count() == players - 1


def test_decision_cannot_be_made_from_the_keyboard(page: Page, server: Server):
    session = server.begin(PERSON, agent("random"), rules="basic", seed=8)
    sit_down(page, session)
    for _ in range(3):
        assert wait_for_decision(page)
        before = page.locator(".table").get_attribute("data-version")
        page.keyboard.press("1")
        assert page.evaluate("document.activeElement.matches('.act')")
        page.keyboard.press("Enter")
        page.wait_for_function("before => document.querySelector('.table').dataset.version !== before", arg=before)
    assert wait_for_decision(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="The rules")).to_be_visible()
    expect(page.locator(".rules-now .clause").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_hand_of_another_person_shows(page: Page, server: Server):
    """Pass and play: the first chooses, the curtain falls, and nothing of either hand is on the page."""
    people = [{"kind": "person", "name": name} for name in ("Ann", "Ben")]
    session = server.begin(*people, rules="basic", seed=9)
    while server.table(session, None)["step"] == "wheel":
        first = server.table(session, None)["turn"]
        server.move(session, server.turn(session, first), random.Random(1))
    page.goto(f"/#/game/{session}")
    for name in ("Ann", "Ben"):
        uncover = page.get_by_role("button", name=f"I am {name}: show my hand")
        expect(uncover).to_be_visible()
        assert page.locator(".card").count() == 0
        uncover.click()
        assert wait_for_decision(page)
        expect(page.locator(".own .name")).to_have_text(name)
        assert page.locator(".hand .card").count() == 2
        page.locator(".dock.yours .act.sell").first.click()
    expect(page.get_by_role("button", name="I am Ann: show my hand")).to_be_visible()


def test_name_becomes_more_than_text(page: Page, server: Server):
    name = "<img src=x onerror=a>"
    session = server.begin({"kind": "person", "name": name}, agent("random"), rules="basic", seed=1)
    sit_down(page, session)
    expect(page.locator(".own .name")).to_have_text(name)
    assert page.locator("img").count() == 0
