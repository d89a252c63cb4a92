"""The four files of a card set: what may stand in them, and reading them with a fault for every cell that does not.

What a file may hold is a table (`SCHEMA`): a column has either a whole number of a range or one of some words. What
ties cells of different columns and rows together is the business of `card_checks`.
"""

import csv
import difflib
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hadara_env.errors import HadaraError

COLOURS: Final = ("yellow", "red", "blue", "green", "purple")
TRACKS: Final = ("income", "military", "culture", "food")
PROVENANCE: Final = ("printed", "transcribed", "inferred", "reconstructed")

# Every ability with the epoch its cards belong to and whether they carry a star (chapter X).
ABILITY_TABLE: Final = (
    ("", 0, False),
    ("sell_bonus", 1, False),  # X1
    ("bonus_token", 1, False),  # X2
    ("colony_coins", 2, False),  # X3
    ("seal_discount", 2, False),  # X4
    ("yellow_step", 1, True),  # X0
    ("red_step", 1, True),
    ("blue_step", 1, True),
    ("green_step", 1, True),
    ("pay_to_feed", 2, True),  # X5
    ("surplus_food", 2, True),  # X6
    ("balanced_income", 2, True),  # X7
    ("bust_steps", 2, True),  # X8
    ("full_silver", 3, False),  # X9
    ("set_points", 3, False),  # X10
    ("set_joker", 3, True),  # X11
    ("double_step", 3, True),  # X12
    ("lower_requirement", 3, True),  # X13
    ("buy_requirement", 3, True),  # X14
)
ABILITIES: Final = tuple(name for name, _, _ in ABILITY_TABLE)
ABILITY_EPOCH: Final = {name: epoch for name, epoch, _ in ABILITY_TABLE}
STARRED: Final = frozenset(name for name, _, star in ABILITY_TABLE if star)

BUSTS, COLONIES, EPOCH_CARDS, START_CARDS = "busts.csv", "colonies.csv", "epoch_cards.csv", "start_cards.csv"
FILES: Final = (BUSTS, COLONIES, EPOCH_CARDS, START_CARDS)  # in the order of the digest

IDS: Final = tuple(  # S4: ten cards a colour and epoch, fourteen purple ones
    f"{epoch}{colour[0].upper()}{number:02}"
    for epoch in (1, 2, 3)
    for colour in COLOURS
    for number in range(1, 15 if colour == "purple" else 11)
)

BUST_REQUIREMENTS: Final = ("6", "12", "20", "30")
COLONY_REQUIREMENTS: Final = ("3", "9", "15", "21", "30")

# The upper bounds leave room for any box and keep every sum of a whole game far inside int16.
_VALUES: Final = dict.fromkeys(TRACKS, range(10))
SCHEMA: Final[dict[str, dict[str, range | tuple[str, ...]]]] = {
    BUSTS: {"requirement": BUST_REQUIREMENTS, "points": range(51), "bonus": range(21), "provenance": PROVENANCE},
    COLONIES: {
        "requirement": COLONY_REQUIREMENTS,
        "front_points": range(51),
        "plunder": range(31),
        "ally_cost": range(31),
        **_VALUES,
        "back_points": range(51),
        "provenance": PROVENANCE,
    },
    EPOCH_CARDS: {
        "id": IDS,
        "epoch": ("1", "2", "3"),
        "colour": COLOURS,
        "star": ("0", "1"),
        "cost": range(21),
        **_VALUES,
        "points": range(31),
        "ability": ABILITIES,
        "provenance": PROVENANCE,
    },
    START_CARDS: {
        "initiative": ("1", "2", "3", "4", "5"),
        "side": ("A", "B"),
        "coins": range(31),
        **_VALUES,
        "provenance": PROVENANCE,
    },
}
# The columns that say which row is which, and the rows a file must have, in this order.
KEYS: Final[dict[str, tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]]] = {
    BUSTS: (("requirement",), tuple((r,) for r in BUST_REQUIREMENTS)),
    COLONIES: (("requirement",), tuple((r,) for r in COLONY_REQUIREMENTS for _ in range(5))),  # S6
    EPOCH_CARDS: (("id",), tuple((card,) for card in IDS)),
    START_CARDS: (("initiative", "side"), tuple((i, side) for i in "12345" for side in "AB")),  # S7
}
MAX_BYTES: Final = 200_000  # the largest shipped file has 7,000


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a card set: the file, the line of that file (the header is row 1), the column."""

    file: str
    row: int | None
    column: str | None
    message: str

    def __str__(self) -> str:
        where = [self.file]
        if self.row is not None:
            where.append(f"row {self.row}")
        if self.column is not None:
            where.append(f"column {self.column}")
        return f"{', '.join(where)}: {self.message}"


class CardSetError(HadaraError):
    """A card set that cannot be played with; `faults` holds everything that is wrong with it."""

    def __init__(self, faults: Sequence[Fault], source: str = "") -> None:
        super().__init__(faults, source)
        self.faults: list[Fault] = list(faults)
        self.source = source

    def __str__(self) -> str:
        count = f"{len(self.faults)} fault{'' if len(self.faults) == 1 else 's'}"
        where = f" in {self.source}" if self.source else ""
        return "\n".join([f"The card set{where} has {count}:", *map(str, self.faults)])


@dataclass
class Row:
    """One line of a file: the cells that may stand where they are, by column."""

    line: int
    cells: dict[str, str] = field(default_factory=dict)


def quoted(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def suggestion(word: str, words: Sequence[str]) -> str:
    """What may have been meant: the nearest words, or all of them where they are few."""
    if len(words) <= 5:
        return f"expected {', '.join(words)}"
    named = [w for w in words if w]
    close = difflib.get_close_matches(word, named, n=3)
    return f"did you mean {' or '.join(close)}?" if close else f"known are {named[0]}, {named[1]}, ..., {named[-1]}"


def read_folder(folder: Path) -> tuple[dict[str, bytes], list[Fault]]:
    """The bytes of the four files, as far as they can be read, and a fault for each that cannot."""
    if not folder.exists():
        return {}, [Fault(str(folder), None, None, "the folder does not exist")]
    if not folder.is_dir():
        return {}, [Fault(str(folder), None, None, f"not a folder; name the one that holds {', '.join(FILES)}")]
    contents: dict[str, bytes] = {}
    faults: list[Fault] = []
    for name in FILES:
        path = folder / name
        if not path.is_file():
            faults.append(Fault(name, None, None, f"the file is missing from {folder}"))
            continue
        try:
            with path.open("rb") as handle:
                contents[name] = handle.read(MAX_BYTES + 1)
        except OSError as error:
            faults.append(Fault(name, None, None, f"the file cannot be read ({error.strerror})"))
    return contents, faults


def read_rows(name: str, data: bytes) -> tuple[list[Row], list[Fault]]:
    """The rows of one file with the cells that hold what the schema allows, and the faults of the others."""
    lines, faults = _read_lines(name, data)
    if not lines:
        return [], faults or [Fault(name, None, None, "the file is empty")]
    header = lines[0][1]
    faults += _check_header(name, header)
    if not set(header) & set(SCHEMA[name]):
        return [], faults
    rows: list[Row] = []
    for line, cells in lines[1:]:
        if not any(cells):
            faults.append(Fault(name, line, None, "the row is blank"))
            continue
        row = Row(line)
        rows.append(row)
        if len(cells) == len(header):
            faults += _fill_row(name, row, header, cells)
            continue
        faults.append(Fault(name, line, None, f"the row has {len(cells)} cells instead of {len(header)}"))
        # Which row it is may still be told, so that it is not called missing as well.
        known = {column: SCHEMA[name][column] for column in KEYS[name][0]}
        row.cells = {c: v for c, v in zip(header, cells, strict=False) if v in known.get(c, ())}
    if not rows and not faults:
        faults.append(Fault(name, None, None, "the file has no rows below its header"))
    return rows, faults


def _read_lines(name: str, data: bytes) -> tuple[list[tuple[int, list[str]]], list[Fault]]:
    """The cells of every row with the line it begins on, as far as the file is UTF-8 and CSV."""
    if len(data) > MAX_BYTES:
        return [], [Fault(name, None, None, f"the file is larger than {MAX_BYTES} bytes")]
    try:
        text = data.decode("utf-8-sig")  # spreadsheets like to write a byte order mark
    except UnicodeDecodeError as error:
        return [], [Fault(name, data.count(b"\n", 0, error.start) + 1, None, "the file is not UTF-8 text")]
    lines: list[tuple[int, list[str]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    start = 1
    try:
        for cells in reader:
            lines.append((start, cells))
            start = reader.line_num + 1
    except csv.Error as error:
        return lines, [Fault(name, start, None, f"this is not CSV ({error})")]
    return lines, []


def _fill_row(name: str, row: Row, header: list[str], cells: list[str]) -> list[Fault]:
    faults: list[Fault] = []
    for column, value in zip(header, cells, strict=True):
        allowed = SCHEMA[name].get(column)
        if allowed is None or header.count(column) > 1:  # the header has its fault; which cell counts is anyone's guess
            continue
        message = _cell_message(column, value, allowed)
        if message:
            faults.append(Fault(name, row.line, column, message))
        else:
            row.cells[column] = value
    return faults


def _check_header(name: str, header: list[str]) -> list[Fault]:
    columns = list(SCHEMA[name])
    if not set(header) & set(columns):
        separator = next((s for s in (";", "\t") if s in header[0]), None)
        hint = f"cells are separated by {separator!r}, not by commas" if separator else "the first row is no header"
        return [Fault(name, 1, None, f"{hint}; expected {','.join(columns)}")]
    faults = [Fault(name, 1, c, "the column is missing") for c in columns if c not in header]
    for column, count in Counter(header).items():
        if column not in columns:
            message = f"unknown column {quoted(column)}; known are {', '.join(columns)}"
            faults.append(Fault(name, 1, column or None, message))
        elif count > 1:
            faults.append(Fault(name, 1, column, f"the column appears {count} times"))
    if not faults and header != columns:
        first = next(h for h, c in zip(header, columns, strict=True) if h != c)
        faults.append(Fault(name, 1, first, f"the columns stand in another order; expected {','.join(columns)}"))
    return faults


def _cell_message(column: str, value: str, allowed: range | tuple[str, ...]) -> str | None:
    """What is wrong with one cell, or None."""
    if isinstance(allowed, tuple):
        if value in allowed:
            return None
        return f"{quoted(value)} is no {column}; {suggestion(value, allowed)}"
    if not re.fullmatch(r"0|[1-9][0-9]*", value):
        return f"{quoted(value)} is not a whole number of 0 or more"
    if len(value) > 6 or int(value) not in allowed:
        return f"{quoted(value)} is outside {allowed.start} to {allowed.stop - 1}"
    return None
