"""Pictures of the page that `hadara play` serves.

    python -m experiments.screenshots
    python -m experiments.screenshots --all --out pictures

Games with fixed seeds are played to the moments worth showing, a headless browser looks at them, and the two pictures
of the README are written to docs/pictures; with --all, every screen. It needs the extras web, dev and render, and a
chromium.
"""

import io
import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright
from rich.console import Console

from experiments.chromium import ARGUMENTS, NAMES, executable

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "docs" / "pictures"
NAMES_AT_TABLE = ("Ada", "Bela", "Caro", "Dario", "Elin")
STYLES = ("heuristic", "heuristic:style=culture", "heuristic:style=military", "heuristic:style=sets")
README = ("table", "replay")
COLOURS = 256  # of the written pictures; the eye misses nothing, the files are a sixth


class Table:
    """A server of our own, and games on it played as its adviser would."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as found:
            port = found.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "hadara_agents.cli", "play", "--no-browser"]
        self.process = subprocess.Popen([*command, "--port", str(port), "--data", str(folder)], cwd=ROOT)
        end = time.monotonic() + 180  # the first start on a machine compiles
        while not self._answers():
            if time.monotonic() > end or self.process.poll() is not None:
                raise SystemExit("The server did not start.")
            time.sleep(0.2)

    def _answers(self) -> bool:
        try:
            self.ask("/api/options")
        except urllib.error.URLError:
            return False
        return True

    def ask(self, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def begin(self, players: int, seed: int) -> str:
        people = [{"kind": "person", "name": NAMES_AT_TABLE[0]}]
        agents = zip(NAMES_AT_TABLE[1:players], STYLES, strict=False)
        people += [{"kind": "agent", "agent": spec, "name": name} for name, spec in agents]
        return self.ask("/api/sessions", {"players": people, "rules": "full", "seed": seed})["id"]

    def play(self, session: str, until: Callable[[dict[str, Any]], bool]) -> str:
        """Go on until a decision of the person that is wanted, or the end."""
        while True:
            table = self.ask(f"/api/sessions/{session}/table?seat=0")
            if table["over"] or (table["your_turn"] and until(table)):
                return session
            if table["your_turn"]:
                best = self.ask(f"/api/sessions/{session}/hint", {"seat": 0})["favourite"]
                self.ask(f"/api/sessions/{session}/moves", {"seat": 0, "action": best})
            else:
                time.sleep(0.02)


def at(epoch: int, step: str, lap: int) -> Callable[[dict[str, Any]], bool]:
    return lambda table: (table["epoch"], table["step"], table["round"]) == (epoch, step, lap)


def size(height: int, width: int = 1440) -> ViewportSize:
    return {"width": width, "height": height}


def scenes(table: Table) -> dict[str, tuple[ViewportSize, Callable[[], str], str]]:
    """Name, size, what makes the address, and what has to be there before the picture is taken."""
    never = at(0, "", 0)
    draft = at(1, "draft", 4)
    finished: list[str] = []

    def over() -> str:
        finished[:] = finished or [table.play(table.begin(4, 12), never)]
        return finished[0]

    def drawing() -> str:
        """The moment of a replay in which all hold cards."""
        frames = table.ask(f"/api/replays/{over()}/frames?from=40&to=90")["frames"]
        wanted = at(2, "draft", 4)
        return f"#/replay/{over()}/move/{next(frame['index'] for frame in frames if wanted(frame['table']))}"

    # With an agent that has a sense of value the chart is a choice of two, and the second is worth waiting for.
    whole = ".replay-chart:has(select)" if table.ask("/api/options")["values"] else ".replay-chart"
    asked, late = ".dock.yours .act", at(3, "take", 2)
    return {
        "table": (size(1000), lambda: f"#/game/{table.play(table.begin(5, 8), late)}", asked),
        "replay": (size(1245), drawing, f"{whole} .chart-epoch"),
        "setup": (size(940), lambda: "#/", ".seat-row"),
        "early": (size(930), lambda: f"#/game/{table.play(table.begin(3, 5), draft)}", asked),
        "scoring": (size(880), lambda: f"#/game/{over()}", ".scoring"),
        "phone": (size(1500, 390), lambda: f"#/game/{table.play(table.begin(3, 5), draft)}", asked),
    }


def picture(page: Page, path: Path) -> None:
    """What the page shows, with a palette of its own."""
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    path.parent.mkdir(parents=True, exist_ok=True)
    shot.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2).save(path, optimize=True)


def main(
    out: Annotated[Path, typer.Option(help="The folder for the pictures.", show_default="docs/pictures")] = OUT,
    everything: Annotated[bool, typer.Option("--all", help="Every screen, not only those of the README.")] = False,
) -> None:
    """Make the pictures of the page."""
    path = executable()
    if path is None:
        Console(stderr=True).print(f"No browser was found; one of {', '.join(NAMES)} has to be on the path.")
        raise typer.Exit(1)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = Table(Path(folder) / "games")
        try:
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            for name, (size, address, ready) in scenes(table).items():
                if not everything and name not in README:
                    continue
                page = browser.new_page(viewport=size, reduced_motion="reduce")
                page.goto(f"{table.address}/{address()}")
                page.wait_for_selector(ready, timeout=60_000)
                page.wait_for_timeout(1000)
                picture(page, out / f"play-{name}.png")
                Console().print(str(out / f"play-{name}.png"))
                page.close()
            browser.close()
        finally:
            table.process.terminate()
            table.process.wait()


if __name__ == "__main__":
    typer.run(main)
