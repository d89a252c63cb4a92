"""What a person does at the table, in the words of a test."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.play_server import Server

DECISION = ".dock.yours .act"


def sit_down(page: Page, session: str) -> None:
    page.goto(f"/#/game/{session}")
    page.wait_for_selector(".board .stack")


def wait_for_decision(page: Page) -> bool:
    """True when the person is asked, false when the game is over."""
    page.wait_for_selector(f"{DECISION}, .scoring")
    return page.locator(".scoring").count() == 0


def offered(page: Page) -> list[str]:
    """The actions that can be clicked."""
    return page.eval_on_selector_all(DECISION, "buttons => buttons.map(button => button.dataset.action)")


def click(page: Page, action: str) -> None:
    """Choose, and wait until the page has taken note."""
    headline = page.locator(".table").get_attribute("data-version")
    page.locator(f'{DECISION}[data-action="{action}"]').click()
    page.wait_for_function(
        "before => document.querySelector('.scoring') || document.querySelector('.table')?.dataset.version !== before",
        arg=headline,
    )


def session_of(page: Page) -> str:
    found = re.search(r"#/game/([\w-]+)", page.url)
    assert found, page.url
    return found[1]


def shown_totals(page: Page) -> dict[str, int]:
    """The final scores by name, as they stand beside the bars."""
    rows = page.locator(".score-bar")
    expect(rows.first).to_be_visible()
    names, totals = rows.locator(".score-name").all_inner_texts(), rows.locator("[data-total]").all_inner_texts()
    return {name.strip(): int(total) for name, total in zip(names, totals, strict=True)}


def true_totals(server: Server, session: str) -> dict[str, int]:
    names = [player["name"] for player in server.client.get(f"/api/sessions/{session}").json()["players"]]
    scoring: dict[str, Any] = server.table(session)["scoring"]
    return {name: row["total"] for name, row in zip(names, scoring["scores"], strict=True)}


def sideways(page: Page) -> int:
    """How many pixels the page is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
