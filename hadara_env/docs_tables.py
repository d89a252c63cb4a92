"""docs/observation.md and docs/actions.md, written from the code: `python -m hadara_env.docs_tables [folder]`.

A test fails where the pages and the code disagree; running this puts them right.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from hadara_env.cards import load
from hadara_env.engine.actions import NUM_ACTIONS, action_names
from hadara_env.engine.observation import OBS, Piece
from hadara_env.errors import HadaraError
from hadara_env.files import write_atomically

NOTE = "<!-- Written by `python -m hadara_env.docs_tables`; changes made here by hand are lost. -->"

_KINDS = {
    "side": "the side of the start card (full game)",
    "wheel": "the position to turn the wheel to",
    "draft": "phase A: buy or sell one of the two cards in hand; the other goes on the outer stack. `low` is the card "
    "with the lower index; replays name the card instead",
    "token": "the track of the bonus token to place on an X2 card",
    "colony": "take a colony by its requirement: plunder it, or ally with it",
    "bust": "carve a bust by its requirement, with a token of this track, this side up",
    "take": "phase B: buy or sell the top card of an outer stack",
    "discard": "feeding: a card of the own display that cannot be fed",
    "feed": "feeding: pay coins instead of discarding (X5)",
    "seal": "buy a silver seal on a track, or a gold seal",
    "pass": "take no colony, carve no bust, or buy no seal",
}


_ABOUT_OBSERVATION = """\
Every seat observes {size} numbers (`float32`), the same ones for 2 to 5 players and both rule sets. Most lie between 0
and 1; the scale is in the meaning (`/30` says: divided by 30). Seats are relative to the observer: `me`, then `next1`
to `next4` clockwise; absent seats are zero. A number is here only if the seat may know it: encoding the game, what the
seat may see of it, or any deal that fits that gives the same vector.

```python
from hadara_env.engine.observation import OBS

OBS.slice("me.tracks")  # the place of a piece
OBS.slice("next1")  # or of a whole block
```

The layout is known by the hash `{hash}`: checkpoints made for another one do not fit. Clauses such as X13
are those of [the rules](rules.md); cards come in the order of `hadara_env/data/epoch_cards.csv`."""

_ABOUT_ACTIONS = """\
There is one space of {size} actions for 2 to 5 players and both rule sets, and every index has one meaning for ever.
The mask of a decision is exactly what the engine accepts. A seat with nothing to decide is not asked, and a move
without an alternative is made by itself."""


def observation_page() -> str:
    """The pieces of the observation in order, then what the blocks that repeat are made of."""
    blocks = _blocks()
    families = _families(blocks)
    about = _ABOUT_OBSERVATION.format(size=OBS.size, hash=OBS.hash)
    order = _table(("from", "to", "piece", "size", "meaning"), _rows(blocks, families))
    lines = ["# The observation", NOTE, about, "## In order", order]
    for names, pieces in families:
        lines += [f"## {_listed(names)}", _table(("offset", "piece", "size", "meaning"), _parts(pieces))]
    return "\n\n".join(lines) + "\n"


def _blocks() -> list[tuple[str, list[Piece]]]:
    """The pieces by what stands before the last dot of their names."""
    by_block = groupby(OBS.pieces, key=lambda piece: piece.name.rpartition(".")[0])
    return [(name, list(pieces)) for name, pieces in by_block]


def _shape(pieces: Sequence[Piece]) -> list[tuple[str, int, str]]:
    return [(piece.name.rpartition(".")[2], piece.size, piece.meaning) for piece in pieces]


def _families(blocks: list[tuple[str, list[Piece]]]) -> list[tuple[list[str], list[Piece]]]:
    """Blocks that are made of the same pieces."""
    shapes = [(_shape(pieces), pieces) for _, pieces in blocks]
    found: list[tuple[list[str], list[Piece]]] = []
    for shape, pieces in shapes:
        names = [name for name, others in blocks if _shape(others) == shape]
        if len(names) > 1 and names not in [known for known, _ in found]:
            found.append((names, pieces))
    return found


def _rows(blocks: list[tuple[str, list[Piece]]], families: list[tuple[list[str], list[Piece]]]) -> Iterator[tuple]:
    kin = {name: names for names, _ in families for name in names}
    for block, pieces in blocks:
        if block in kin:
            place = OBS.slice(block)
            where = f"a block of {len(pieces)} pieces, see [below](#{_anchor(kin[block])})"
            yield place.start, place.stop - 1, f"`{block}`", place.stop - place.start, where
        else:
            for piece in pieces:
                place = OBS.slice(piece.name)
                yield place.start, place.stop - 1, f"`{piece.name}`", piece.size, piece.meaning


def _parts(pieces: list[Piece]) -> Iterator[tuple]:
    start = OBS.slice(pieces[0].name).start
    for piece in pieces:
        name = piece.name.rpartition(".")[2]
        yield OBS.slice(piece.name).start - start, f"`{name}`", piece.size, piece.meaning


def actions_page() -> str:
    """The kinds of actions with their ranges, then every index with its name."""
    names = action_names(load().ids)
    kinds = _table(("from", "to", "count", "kind", "meaning"), _kinds(names))
    every = _table(("index", "name"), ((index, f"`{name}`") for index, name in enumerate(names)))
    about = _ABOUT_ACTIONS.format(size=NUM_ACTIONS)
    return "\n\n".join(["# The actions", NOTE, about, "## Kinds", kinds, "## Every index", every]) + "\n"


def _kinds(names: Sequence[str]) -> Iterator[tuple]:
    for kind, members in groupby(enumerate(names), key=lambda pair: pair[1].partition(":")[0]):
        indices = [index for index, _ in members]
        yield indices[0], indices[-1], len(indices), f"`{kind}`", _KINDS[kind]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _anchor(names: Sequence[str]) -> str:
    """The address a heading gets on the pages of code hosts: lower case, dots and commas gone, blanks as hyphens."""
    return "-".join(name.replace(".", "") for name in names)


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


PAGES = {"observation.md": observation_page, "actions.md": actions_page}


def main(arguments: Sequence[str] | None = None) -> None:
    """Write both pages."""
    about = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m hadara_env.docs_tables", description=about)
    parser.add_argument("folder", nargs="?", default="docs", type=Path, help="where the pages lie (default: docs)")
    folder: Path = parser.parse_args(arguments).folder
    if not folder.is_dir():
        parser.error(f"there is no folder {folder}; run this in the checkout, or name the folder.")
    for name, page in PAGES.items():
        try:
            write_atomically(folder / name, page())
        except HadaraError as error:
            parser.error(str(error))
        sys.stdout.write(f"{folder / name}\n")


if __name__ == "__main__":
    main()
