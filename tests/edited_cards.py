"""Card sets for situations the shipped one never or hardly ever leads to; each passes the checks of `cards.load`.

engine_cards, reference_cards = card_set("famine")
"""

import csv
import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from hadara_env import cards
from hadara_env.card_files import ABILITY_EPOCH, STARRED
from hadara_env.cards import CardSet
from tests.reference import ReferenceCards, load_cards

TRACKS = ("income", "military", "culture", "food")
PLAIN = {
    epoch: [name for name, its in ABILITY_EPOCH.items() if its == epoch and name not in STARRED] for epoch in (1, 2, 3)
}
Row = dict[str, str]
Box = dict[str, list[Row]]  # file name -> rows


@cache
def card_set(name: str) -> tuple[CardSet, ReferenceCards]:
    """The set of that name for the engine and for the reference, each read with its own reader."""
    if name == "shipped":
        return cards.load(), load_cards()
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), EDITS[name])
        return cards.load(folder), load_cards(folder)


def write(folder: Path, edit: Callable[[Box], None]) -> None:
    """The shipped files with an edit, as a folder of their own."""
    box = {file: _rows(cards.SHIPPED / file) for file in cards.FILES}
    edit(box)
    for file, rows in box.items():
        with (folder / file).open("w", newline="", encoding="utf-8") as out:
            writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def _rows(path: Path) -> list[Row]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _purple(box: Box, star: str) -> list[Row]:
    return [row for row in box["epoch_cards.csv"] if row["colour"] == "purple" and row["star"] == star]


def _tokens(box: Box) -> None:
    """Ten X2 cards for nothing, and culture for a first bust: one player can use up the tokens of three tracks."""
    for row in _purple(box, "0"):
        if row["epoch"] == "1":
            row["ability"], row["cost"] = "bonus_token", "0"
    for row in box["start_cards.csv"]:
        row["culture"] = "6"


def _famine(box: Box) -> None:
    """No food but that of one green card an epoch: displays are eaten up to the last card."""
    for row in box["start_cards.csv"]:
        row["food"] = "0"
    for row in box["epoch_cards.csv"]:
        row["food"] = "1" if row["id"].endswith("G10") else "0"


def _copies(box: Box) -> None:
    """Five cards of every plain ability, cheap enough to own several. P5"""
    for place, row in enumerate(_purple(box, "0")):
        row["ability"], row["cost"] = PLAIN[int(row["epoch"])][place % 2], row["epoch"]


def _rich(box: Box) -> None:
    """Coins without end, starred cards for one each, military and culture only in epoch III: X12 to X14 at work."""
    for row in box["start_cards.csv"]:
        row.update(coins="30", income="9", military="0", culture="0")
    for row in box["epoch_cards.csv"]:
        row["military"] = row["culture"] = "2" if row["epoch"] == "3" else "0"
        row["food"] = min(row["food"], "1")
    for row in _purple(box, "1"):
        row["cost"] = "1"


def _perturbed(seed: int) -> Callable[[Box], None]:
    """Other figures everywhere, and the abilities on other cards."""

    def edit(box: Box) -> None:
        rng = random.Random(seed)
        for row in box["epoch_cards.csv"]:
            row["cost"] = str(rng.randint(0, 2 + 3 * int(row["epoch"])))
            row["points"] = str(rng.randint(0, 9))
            row.update({track: str(max(0, rng.randint(-4, 4))) for track in TRACKS})
        for epoch in ("1", "2", "3"):
            rows = [row for row in box["epoch_cards.csv"] if row["colour"] == "purple" and row["epoch"] == epoch]
            starred = [row["ability"] for row in rows if row["star"] == "1"]
            plain = [rng.choice(["", *PLAIN[int(epoch)]]) for _ in range(len(rows) - len(starred))]
            for row, ability in zip(rng.sample(rows, len(rows)), starred + plain, strict=True):
                row["ability"], row["star"] = ability, str(int(ability in STARRED))
        for row in box["start_cards.csv"]:
            row["coins"] = str(rng.randint(0, 15))
            row.update({track: str(rng.randint(0, 6)) for track in TRACKS})
        fronts = {
            row["requirement"]: [str(rng.randint(0, high)) for high in (15, 12, 6)] for row in box["colonies.csv"]
        }
        for row in box["colonies.csv"]:
            row["front_points"], row["plunder"], row["ally_cost"] = fronts[row["requirement"]]
            row["back_points"] = str(int(row["front_points"]) + rng.randint(0, 9))
            row.update({track: str(rng.randint(0, 3)) for track in TRACKS})
        for row in box["busts.csv"]:
            row["points"], row["bonus"] = str(rng.randint(0, 20)), str(rng.randint(0, 6))

    return edit


EDITS: dict[str, Callable[[Box], None]] = {
    "tokens": _tokens,
    "famine": _famine,
    "copies": _copies,
    "rich": _rich,
    "perturbed-1": _perturbed(1),
    "perturbed-2": _perturbed(2),
    "perturbed-3": _perturbed(3),
}
