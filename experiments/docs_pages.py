"""docs/cards.md, docs/clauses.md and docs/table.svg, made from card files, tests and a game.

    python -m experiments.docs_pages

A test fails where the pages and what they are made from disagree; running this puts them right.
"""

import ast
import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from hadara_agents.match import begin, play_turn
from hadara_agents.registry import make
from hadara_env import GameConfig
from hadara_env.card_files import ABILITIES, COLOURS, PROVENANCE, TRACKS
from hadara_env.cards import SHIPPED
from hadara_env.errors import HadaraError
from hadara_env.files import write_atomically
from hadara_env.views.svg import svg

ROOT = Path(__file__).resolve().parent.parent
NOTE = "<!-- Written by `python -m experiments.docs_pages`; changes made here by hand are lost. -->"
CLAUSE = re.compile(r"^- \*\*([A-Z]\d+)\*\* ", re.MULTILINE)
EXAMPLE = re.compile(r"test_example_(\d+)_")
ROMAN = {"1": "I", "2": "II", "3": "III"}

HOW_KNOWN = {
    "printed": "a rulebook shows the component or states its figures in an example",
    "transcribed": "players of the game copied the figures from the components",
    "inferred": "one figure of the transcription was plainly wrong and was put right by the regularity below",
    "reconstructed": "made up here to fit what is known: not the figures of the box",
}

ABOUT_CARDS = """\
Every figure that differs from card to card stands in four files, `hadara_env/data/*.csv`, and the last column of each
row, `provenance`, says how the row is known. This page is those files, with nothing added.

{counts}

{meanings}

**The {purple} purple cards are reconstructed.** The rulebooks tell which abilities exist, in which epoch, and which of
them carry a star; also known are the range of prices in each epoch (1 to 4, 4 to 7, 7 to 9) and that some purple card
is worth 12 points. What each purple card costs, its points and its steps, and how many copies there are of an ability
without a star, is this project's own. A game follows the rules exactly, but how strong purple cards are in it
says nothing about the printed game, and neither does any result that depends on them.

The other colours obey one regularity: steps plus half the points, rounded down, equal the cost plus a constant. The
constant is 0 for yellow and 1 for red, blue and green in epoch I, -1 in epoch II and -2 in epoch III. A test holds
every card to it, and the one slip of the transcription was put right by it.

Whoever owns the box can put this right: [correct the card set](howto/own-cards.md)."""

ABOUT_CLAUSES = """\
The other side of [the rules](rules.md): for each clause the tests that fail when it is broken. A test says by its name
which clauses it holds. Where no test names a clause, a test of its own (`test_no_clause_is_without_a_test`) fails, and
another where a name cites a clause that does not exist. All of them lie in `tests/laws/`; besides these, every decision
of many thousands of whole games is compared with a second, independent implementation (`tests/reference/`)."""


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], align: str = "") -> str:
    """A table in Markdown; `align` has an r for each column to be set flush right."""
    marks = ["---:" if align[i : i + 1] == "r" else "---" for i in range(len(heads))]
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in [heads, marks, *rows])


def rows_of(name: str) -> list[dict[str, str]]:
    with (SHIPPED / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def cards_page() -> str:
    """How every row of the card files is known."""
    cards, start = rows_of("epoch_cards.csv"), rows_of("start_cards.csv")
    colonies, busts = rows_of("colonies.csv"), rows_of("busts.csv")
    purple = [row for row in cards if row["provenance"] == "reconstructed"]
    if {row["colour"] for row in purple} != {"purple"} or len(purple) != sum(r["colour"] == "purple" for r in cards):
        raise HadaraError("docs/cards.md says that all purple cards are reconstructed and no others; that has changed.")
    files = {
        "coloured cards": [row for row in cards if row["colour"] != "purple"],
        "purple cards": [row for row in cards if row["colour"] == "purple"],
        "sides of start cards": start,
        "colonies": colonies,
        "busts": busts,
    }
    counts = [
        (what, len(rows), *(sum(row["provenance"] == word for row in rows) or "" for word in PROVENANCE))
        for what, rows in files.items()
    ]
    about = ABOUT_CARDS.format(
        counts=table(("what", "rows", *PROVENANCE), counts, "-rrrrr"),
        meanings=table(("word", "how the row is known"), [(f"`{word}`", HOW_KNOWN[word]) for word in PROVENANCE]),
        purple=len(purple),
    )
    parts = ["# The cards and how each is known", NOTE, about, *_epochs(cards)]
    heads = ("initiative", "side", "coins", *TRACKS)
    parts += ["## Start cards", _listed(start, heads, "--rrrrr")]
    heads = ("requirement", "front_points", "plunder", "ally_cost", *TRACKS, "back_points")
    parts += ["## Colonies", _listed(colonies, heads, "rrrrrrrrr")]
    parts += ["## Busts", _listed(busts, ("requirement", "points", "bonus"), "rrr")]
    return "\n\n".join(parts) + "\n"


def _epochs(cards: list[dict[str, str]]) -> Iterator[str]:
    for epoch, roman in ROMAN.items():
        yield f"## Epoch {roman}"
        for colour in COLOURS:
            rows = [row for row in cards if (row["epoch"], row["colour"]) == (epoch, colour)]
            yield f"### Epoch {roman}, {colour}"
            if colour == "purple":
                rows = [row | {"ability": _ability(row), "star": "star" if row["star"] == "1" else ""} for row in rows]
                yield _listed(rows, ("id", "ability", "star", "cost", *TRACKS, "points"), "---rrrrrr")
            else:
                yield _listed(rows, ("id", "cost", *TRACKS, "points"), "-rrrrrr")


def _ability(row: dict[str, str]) -> str:
    if row["ability"] not in ABILITIES:
        raise HadaraError(f"epoch_cards.csv: {row['id']} has the unknown ability {row['ability']!r}.")
    return f"`{row['ability']}`" if row["ability"] else ""


def _listed(rows: list[dict[str, str]], columns: Sequence[str], align: str) -> str:
    """Figures, then how they are known; what nobody could look up stands out."""
    heads = [column.replace("_", " ") for column in columns]
    cells = [[row[column] for column in columns] + [_known(row["provenance"])] for row in rows]
    return table((*heads, "known as"), cells, align)


def _known(word: str) -> str:
    return f"**{word}**" if word in ("reconstructed", "inferred") else word


def clauses_page() -> str:
    """Every clause of docs/rules.md with the tests that name it."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    tests = list(law_tests(ROOT / "tests" / "laws"))
    parts = ["# Clauses and their tests", NOTE, ABOUT_CLAUSES]
    for title, body in re.findall(r"^## ([A-Z]\. [^\n]*)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL):
        parts.append(f"## {title}")
        for clause in CLAUSE.findall(body):
            held = [(f"`{name}`", f"`{file}`") for name, file in tests if clause in cited(name)]
            parts += [f"### {clause}", f"[What it says](rules.md#{clause.lower()})", table(("test", "in"), held)]
    examples = sorted((int(found[1]), name) for name, _ in tests if (found := EXAMPLE.match(name)))
    parts += ["## Printed examples", table(("example", "test"), [(number, f"`{name}`") for number, name in examples])]
    return "\n\n".join(parts) + "\n"


def law_tests(folder: Path) -> Iterator[tuple[str, str]]:
    """Name and file of every test that holds a clause."""
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and cited(node.name):
                yield node.name, path.name


def cited(name: str) -> set[str]:
    """The clauses a test names: words of its name such as p1 or x12."""
    return {word.upper() for word in name.split("_") if re.fullmatch(r"[a-z]\d+", word)}


def picture() -> str:
    """The table late in a game of three whose players never change, unlike those that are tuned."""
    agents = [make("buyer") for _ in range(3)]
    game = begin(agents, GameConfig(3), seed=7)
    while (game.epoch, game.step) != (3, "take"):
        play_turn(game, agents)
    return svg(game) + "\n"


PAGES: dict[str, Callable[[], str]] = {"cards.md": cards_page, "clauses.md": clauses_page, "table.svg": picture}


def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="Where the pages lie.")] = ROOT / "docs",
) -> None:
    """Write all of them.

    Example: python -m experiments.docs_pages
    """
    for name, page in PAGES.items():
        try:
            write_atomically(folder / name, page())
        except HadaraError as error:
            typer.echo(f"docs_pages: {error}", err=True)
            raise typer.Exit(1) from error
        typer.echo(f"{name} written")


if __name__ == "__main__":
    typer.run(main)
