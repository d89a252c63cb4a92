"""The card set: the box in numbers as read-only numpy columns, with the digest that names it.

>>> from hadara_env import cards
>>> box = cards.load()
>>> box.cost[box.index("1Y03")]
np.int16(2)

`load(folder)` reads a corrected set of the same four files instead; `check(folder)` lists all that is wrong with one.
A card's index is its position in the shipped epoch_cards.csv, in every card set.
"""

import hashlib
import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hadara_env.card_checks import check_contents
from hadara_env.card_files import (
    ABILITIES,
    BUSTS,
    COLONIES,
    COLOURS,
    EPOCH_CARDS,
    FILES,
    IDS,
    PROVENANCE,
    STARRED,
    START_CARDS,
    TRACKS,
    CardSetError,
    Fault,
    Row,
    quoted,
    read_folder,
    suggestion,
)

__all__ = [
    "ABILITIES",
    "COLOURS",
    "FILES",
    "PROVENANCE",
    "SHIPPED",
    "STARRED",
    "TRACKS",
    "CardSet",
    "CardSetError",
    "Fault",
    "check",
    "load",
]

SHIPPED = Path(__file__).parent / "data"
_INDEX = {card: index for index, card in enumerate(IDS)}
Column = NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class CardSet:
    """One checked card set. Arrays are int16 and read-only; two sets are equal when their digests are."""

    source: str  # "shipped", or the folder it came from
    digest: str  # sha256 over the four files, as replays name the set
    contents: tuple[bytes, ...] = field(repr=False)  # the files themselves, in the order of FILES

    ids: tuple[str, ...] = field(repr=False)  # (162,)
    provenance: tuple[str, ...] = field(repr=False)  # (162,) words of PROVENANCE
    epoch: Column = field(repr=False)  # (162,) 1 to 3
    colour: Column = field(repr=False)  # (162,) index into COLOURS
    star: Column = field(repr=False)  # (162,) 1 for the cards only the full game uses (S5)
    cost: Column = field(repr=False)  # (162,)
    points: Column = field(repr=False)  # (162,)
    ability: Column = field(repr=False)  # (162,) index into ABILITIES
    values: Column = field(repr=False)  # (162, 4) by track

    start_initiative: Column = field(repr=False)  # (5,)
    start_coins: Column = field(repr=False)  # (5, 2) by side A, B
    start_values: Column = field(repr=False)  # (5, 2, 4)

    colony_requirement: Column = field(repr=False)  # (5,)
    colony_front_points: Column = field(repr=False)  # (5,)
    colony_plunder: Column = field(repr=False)  # (5,)
    colony_ally_cost: Column = field(repr=False)  # (5,)
    colony_values: Column = field(repr=False)  # (5, 5, 4) by requirement, tile, track
    colony_back_points: Column = field(repr=False)  # (5, 5)

    bust_requirement: Column = field(repr=False)  # (4,)
    bust_points: Column = field(repr=False)  # (4,)
    bust_bonus: Column = field(repr=False)  # (4,)

    def index(self, card_id: str) -> int:
        """The card's index; a ValueError that names the nearest ids where there is no such card."""
        index = _INDEX.get(card_id) if isinstance(card_id, str) else None
        if index is None:
            raise ValueError(f"Unknown card {quoted(str(card_id))}: {suggestion(str(card_id), IDS)}")
        return index

    @property
    def file_digests(self) -> dict[str, str]:
        """The sha256 of each file on its own, by file name."""
        return {name: hashlib.sha256(data).hexdigest() for name, data in zip(FILES, self.contents, strict=True)}

    @property
    def is_shipped(self) -> bool:
        """Whether these are the shipped files, byte for byte, wherever they were read from."""
        return self.digest == load().digest

    @property
    def reconstructed(self) -> int:
        """How many of the 162 cards have figures nobody could look up."""
        return self.provenance.count("reconstructed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        # numpy forgets on unpickling and deepcopy that an array is read-only; building anew does not.
        return _build, (self.source, self.contents)


def load(folder: str | os.PathLike[str] | None = None) -> CardSet:
    """The card set of a folder, or the shipped one; a CardSetError with every fault if it cannot be played with."""
    path = SHIPPED if folder is None else Path(folder).expanduser()
    source = "shipped" if folder is None else str(path)
    contents, faults = read_folder(path)
    if faults:
        raise CardSetError(faults + check_contents(contents)[1], source)
    return _build(source, tuple(contents[name] for name in FILES))


def check(folder: str | os.PathLike[str]) -> list[Fault]:
    """Everything that is wrong with the four files of a folder; an empty list for a set that `load` accepts."""
    contents, faults = read_folder(Path(folder).expanduser())
    return faults + check_contents(contents)[1]


@lru_cache(maxsize=16)
def _build(source: str, contents: tuple[bytes, ...]) -> CardSet:
    tables, faults = check_contents(dict(zip(FILES, contents, strict=True)))
    if faults:
        raise CardSetError(faults, source)
    cards, start, colonies, busts = (tables[name] for name in (EPOCH_CARDS, START_CARDS, COLONIES, BUSTS))
    stacks = colonies[::5]  # the checks made sure that the five fronts of a requirement are alike
    return CardSet(
        source=source,
        digest=hashlib.sha256(b"".join(contents)).hexdigest(),
        contents=contents,
        ids=IDS,
        provenance=tuple(row.cells["provenance"] for row in cards),
        epoch=_numbers(cards, "epoch"),
        colour=_frozen([COLOURS.index(row.cells["colour"]) for row in cards]),
        star=_numbers(cards, "star"),
        cost=_numbers(cards, "cost"),
        points=_numbers(cards, "points"),
        ability=_frozen([ABILITIES.index(row.cells["ability"]) for row in cards]),
        values=_numbers(cards, *TRACKS, shape=(-1, 4)),
        start_initiative=_numbers(start[::2], "initiative"),
        start_coins=_numbers(start, "coins", shape=(5, 2)),
        start_values=_numbers(start, *TRACKS, shape=(5, 2, 4)),
        colony_requirement=_numbers(stacks, "requirement"),
        colony_front_points=_numbers(stacks, "front_points"),
        colony_plunder=_numbers(stacks, "plunder"),
        colony_ally_cost=_numbers(stacks, "ally_cost"),
        colony_values=_numbers(colonies, *TRACKS, shape=(5, 5, 4)),
        colony_back_points=_numbers(colonies, "back_points", shape=(5, 5)),
        bust_requirement=_numbers(busts, "requirement"),
        bust_points=_numbers(busts, "points"),
        bust_bonus=_numbers(busts, "bonus"),
    )


def _numbers(rows: list[Row], *columns: str, shape: tuple[int, ...] = (-1,)) -> Column:
    return _frozen([int(row.cells[column]) for row in rows for column in columns], shape)


def _frozen(numbers: list[int], shape: tuple[int, ...] = (-1,)) -> Column:
    array = np.array(numbers, dtype=np.int16).reshape(shape).copy()  # a reshaped view's base could still be written to
    array.flags.writeable = False
    return array
