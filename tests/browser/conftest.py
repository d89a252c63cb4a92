"""A real browser on a real server. Whatever the page complains about fails the test that made it complain."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, ViewportSize, expect, sync_playwright

from experiments.chromium import ARGUMENTS, NAMES, executable
from tests.play_server import Server, serving

PATIENCE = 30_000  # milliseconds; other tests may be keeping the machine busy
WIDE: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


# Playwright keeps an event loop running, in which tests of other modules could not start their own: so by module.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = executable()
    if path is None:
        missing = f"No browser was found; one of {', '.join(NAMES)} has to be on the path."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Only where there is a browser to look at it."""
    folder = tmp_path_factory.mktemp("play")
    with serving(folder / "data") as started:
        yield started
    shutil.rmtree(folder, ignore_errors=True)


class Complaints(list[str]):
    """What pages said on their consoles, and what they asked for in vain."""

    def listen(self, page: Page) -> None:
        page.on("console", lambda line: self.append(line.text) if line.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.append(str(error)))


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def context(browser: Browser, server: Server, complaints: Complaints) -> Iterator[BrowserContext]:
    """As a person has it who wants no motion and no waiting."""
    state: StorageState = {
        "cookies": [],
        "origins": [{"origin": server.address, "localStorage": [{"name": "hadara.pace", "value": "instant"}]}],
    }
    opened = browser.new_context(viewport=WIDE, reduced_motion="reduce", base_url=server.address, storage_state=state)
    opened.on("page", complaints.listen)
    opened.set_default_timeout(PATIENCE)
    yield opened
    opened.close()
    assert complaints == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    """A game of three that is over: its session."""
    return finished_game(server, 3)


def finished_game(server: Server, players: int) -> str:
    person = {"kind": "person", "name": "Ann"}
    others = [{"kind": "agent", "agent": "random", "name": f"Agent {k}"} for k in range(1, players)]
    session = server.begin(person, *others, rules="full", seed=players)
    assert server.finish(session)["over"]
    return session


@pytest.fixture(scope="module")
def replay_file(server: Server, finished: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("files") / "game.json"
    path.write_text(server.client.get(f"/api/sessions/{finished}/replay").text, encoding="utf-8")
    return path
