"""Phones, and those who hear the page or use it without a mouse."""

import random
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.table import sideways, sit_down
from tests.play_server import PERSON, Server, agent

Arrange = Callable[[Page, Server, str], None]


def game_at(server: Server, step: str, players: int = 5) -> str:
    """A game of five whose person is asked for this step, late enough to be full."""
    session = server.begin(PERSON, *[agent("heuristic")] * (players - 1), rules="full", seed=21)
    chance = random.Random(2)
    table = server.turn(session)
    while table["step"] != step or (step != "side" and table["epoch"] < 2):
        assert not table["over"], f"no {step} in this game"
        server.move(session, table, chance)
        table = server.turn(session)
    return session


def set_up(page: Page, server: Server, finished: str) -> None:
    page.goto("/")
    page.wait_for_selector(".seat-row")


def step(name: str) -> Arrange:
    def arrange(page: Page, server: Server, finished: str) -> None:
        sit_down(page, game_at(server, name))
        page.wait_for_selector(".dock.yours .act")

    return arrange


def hint(page: Page, server: Server, finished: str) -> None:
    step("take")(page, server, finished)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector(".hint")


def rules(page: Page, server: Server, finished: str) -> None:
    step("draft")(page, server, finished)
    page.get_by_role("button", name="Rules").click()
    page.wait_for_selector(".rules-now")


def scoring(page: Page, server: Server, finished: str) -> None:
    sit_down(page, finished)
    page.get_by_role("button", name="Review my game").click()
    page.wait_for_selector(".review-move")


def replay(page: Page, server: Server, finished: str) -> None:
    page.goto(f"/#/replay/{finished}/move/30")
    page.wait_for_selector(".chart-epoch")


def curtain(page: Page, server: Server, finished: str) -> None:
    people = [{"kind": "person", "name": name} for name in ("Ann", "Ben")]
    page.goto(f"/#/game/{server.begin(*people, rules='full', seed=9)}")
    page.wait_for_selector(".curtain")


SCREENS: dict[str, Arrange] = {
    "set-up": set_up,
    "side": step("side"),
    "draft": step("draft"),
    "colony": step("colony"),
    "hint": hint,
    "rules": rules,
    "scoring": scoring,
    "replay": replay,
    "curtain": curtain,
}


@pytest.mark.parametrize("screen", SCREENS)
def test_screen_shuts_somebody_out(page: Page, server: Server, finished: str, screen: str):
    """No serious fault by axe, and nothing beside the edge of a phone."""
    SCREENS[screen](page, server, finished)
    faults = []
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        assert sideways(page) <= 0, f"{screen} scrolls sideways at {size['width']} pixels"
        found = Axe().run(page).response["violations"]
        faults += [
            f"{size['width']}: {fault['id']} {node['html'][:160]}"
            for fault in found
            if fault["impact"] in ("serious", "critical")
            for node in fault["nodes"]
        ]
    assert faults == []


def test_phone_cannot_play(page: Page, server: Server):
    page.set_viewport_size(PHONE)
    session = server.begin(PERSON, agent("random"), rules="basic", seed=4)
    sit_down(page, session)
    for _ in range(6):
        button = page.locator(".dock.yours .act").first
        before = page.locator(".table").get_attribute("data-version")
        button.click()
        page.wait_for_function("before => document.querySelector('.table').dataset.version !== before", arg=before)
        assert sideways(page) <= 0
    expect(page.locator(".log-line").first).to_be_attached()


def test_log_is_not_spoken(page: Page, server: Server):
    session = server.begin(PERSON, agent("random"), rules="basic", seed=4)
    sit_down(page, session)
    log = page.get_by_role("log")
    expect(log).to_have_attribute("aria-live", "polite")
    lines = log.locator("li").count()
    page.locator(".dock.yours .act").first.click()
    expect(log.locator("li")).not_to_have_count(lines)
