"""The box: epoch cards, start cards, colonies and busts, read from the CSV files."""

import csv
import hashlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

TRACKS = ("income", "military", "culture", "food")
# The first four colours stand in the order of their tracks, so a colour's index is also its track's.
COLOURS = ("yellow", "red", "blue", "green", "purple")
EPOCHS = (1, 2, 3)

# X0, by track
STEP_ABILITIES = ("yellow_step", "red_step", "blue_step", "green_step")
PLAIN_ABILITIES = frozenset(("sell_bonus", "bonus_token", "colony_coins", "seal_discount", "full_silver", "set_points"))
STARRED_ABILITIES = frozenset(
    (
        *STEP_ABILITIES,
        *("pay_to_feed", "surplus_food", "balanced_income", "bust_steps"),
        *("set_joker", "double_step", "lower_requirement", "buy_requirement"),
    )
)

# The digest of a replay runs over the files in this order.
FILES = ("busts.csv", "colonies.csv", "epoch_cards.csv", "start_cards.csv")


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    id: str
    epoch: int
    colour: int
    star: bool
    cost: int
    steps: tuple[tuple[int, int], ...]  # (track, steps), only the tracks it moves
    points: int
    ability: str


@dataclass(frozen=True, slots=True, eq=False)
class StartSide:
    coins: int
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Colony:
    requirement: int
    front_points: int
    plunder: int
    ally_cost: int
    steps: tuple[int, ...]
    back_points: int


@dataclass(frozen=True, slots=True, eq=False)
class Bust:
    requirement: int
    points: int
    bonus: int


@dataclass(slots=True)
class ReferenceCards:
    digest: str
    by_id: dict[str, Card] = field(default_factory=dict)
    start_sides: dict[int, dict[str, StartSide]] = field(default_factory=dict)  # initiative -> side -> values
    colonies: dict[int, list[Colony]] = field(default_factory=dict)  # requirement -> tiles, in the file's order
    busts: dict[int, Bust] = field(default_factory=dict)

    def dealable(self, epoch: int, colour: int, rules: str) -> list[Card]:
        """The cards that may lie on one pile: starred ones only in the full game (S5)."""
        return [
            card
            for card in self.by_id.values()
            if card.epoch == epoch and card.colour == colour and (rules == "full" or not card.star)
        ]


def load_cards(folder: str | Path | None = None) -> ReferenceCards:
    """Read a card set; without a folder, the one that ships with the package."""
    folder = Path(folder) if folder is not None else Path(__file__).resolve().parents[2] / "hadara_env" / "data"
    digest = hashlib.sha256(b"".join((folder / name).read_bytes() for name in FILES)).hexdigest()
    cards = ReferenceCards(digest)
    for row in _rows(folder / "epoch_cards.csv"):
        cards.by_id[row["id"]] = _card(row)
    for row in _rows(folder / "start_cards.csv"):
        side = StartSide(int(row["coins"]), _steps(row))
        cards.start_sides.setdefault(int(row["initiative"]), {})[row["side"]] = side
    for row in _rows(folder / "colonies.csv"):
        tile = Colony(
            int(row["requirement"]),
            int(row["front_points"]),
            int(row["plunder"]),
            int(row["ally_cost"]),
            _steps(row),
            int(row["back_points"]),
        )
        cards.colonies.setdefault(tile.requirement, []).append(tile)
    for row in _rows(folder / "busts.csv"):
        bust = Bust(int(row["requirement"]), int(row["points"]), int(row["bonus"]))
        cards.busts[bust.requirement] = bust
    _refuse_copies_of_starred(cards)
    return cards


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _steps(row: dict[str, str]) -> tuple[int, ...]:
    return tuple(int(row[track]) for track in TRACKS)


def _card(row: dict[str, str]) -> Card:
    ability = row["ability"]
    if ability and ability not in PLAIN_ABILITIES | STARRED_ABILITIES:
        raise ValueError(f"epoch_cards.csv: card {row['id']} has the unknown ability {ability!r}")
    return Card(
        id=row["id"],
        epoch=int(row["epoch"]),
        colour=COLOURS.index(row["colour"]),
        star=row["star"] == "1",
        cost=int(row["cost"]),
        steps=tuple((track, step) for track, step in enumerate(_steps(row)) if step),
        points=int(row["points"]),
        ability=ability,
    )


def _refuse_copies_of_starred(cards: ReferenceCards) -> None:
    # P5
    copies = Counter(card.ability for card in cards.by_id.values() if card.ability in STARRED_ABILITIES)
    several = sorted(ability for ability, count in copies.items() if count > 1)
    if several:
        raise ValueError(f"epoch_cards.csv: more than one card with the starred ability {', '.join(several)}")
