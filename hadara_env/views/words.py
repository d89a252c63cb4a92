"""Words that the text views share: cards, steps on tracks, abilities and score tables in plain language."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, Final

from hadara_env.cards import ABILITIES, COLOURS, TRACKS, CardSet
from hadara_env.engine.constants import SOURCES

WIDTH: Final = 100
EPOCHS: Final = ("I", "II", "III")
PHASES: Final = ("A", "B")

# What a card with the ability does for its owner, short enough for one line. Numbers in comments are clauses.
ABILITY_WORDS: Final = {
    "": "",
    "sell_bonus": "cards sold pay 1 more",  # X1
    "bonus_token": "a bonus token on it gives 2 steps",  # X2
    "colony_coins": "4 coins with each colony",  # X3
    "seal_discount": "cheaper seals",  # X4
    "yellow_step": "income +1 for each yellow card",  # X0
    "red_step": "military +1 for each red card",
    "blue_step": "culture +1 for each blue card",
    "green_step": "food +1 for each green card",
    "pay_to_feed": "pay 2 coins instead of a discard",  # X5
    "surplus_food": "3 coins for each food too many",  # X6
    "balanced_income": "2 coins for each track above income",  # X7
    "bust_steps": "2 more steps or points with each bust",  # X8
    "full_silver": "one silver seal counts its whole track",  # X9
    "set_points": "4 points for each set",  # X10
    "set_joker": "gold seals may complete one set",  # X11
    "double_step": "two colonies and two busts a step",  # X12
    "lower_requirement": "requirements are 4 lower",  # X13
    "buy_requirement": "missing requirements cost 3 coins a point",  # X14
}


def round_of(g: Any) -> int:
    """The draw or round, from 0."""
    return int(g.lap)


def plural(count: int, word: str) -> str:
    """`1 coin`, `2 coins`."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else ""


def wrapped(text: str, indent: int = 0, hanging: int = 2) -> list[str]:
    """The text in lines of at most 100 columns."""
    pad = " " * indent
    return textwrap.wrap(
        text, WIDTH, initial_indent=pad, subsequent_indent=pad + " " * hanging, break_on_hyphens=False
    ) or [""]


def steps(values: Iterable[int]) -> str:
    """What moves on the tracks: `income +2, military -1`; empty where nothing does."""
    return ", ".join(f"{track} {value:+d}" for track, value in zip(TRACKS, values, strict=True) if value)


def gives(cards: CardSet, card: int) -> str:
    """What a card gives: steps, points, ability."""
    parts = (
        steps(cards.values[card].tolist()),
        plural(int(cards.points[card]), "point") if cards.points[card] else "",
        ABILITY_WORDS[ABILITIES[cards.ability[card]]],
    )
    return ", ".join(filter(None, parts)) or "nothing"


def describe_card(cards: CardSet, card: str | int) -> str:
    """A card, by id or index, in one line; a star marks those only the full game uses.

    >>> from hadara_env import cards
    >>> describe_card(cards.load(), "1Y08")
    '1Y08 yellow, epoch I, cost 3: income +2, military +1, 1 point'
    """
    index = cards.index(card) if isinstance(card, str) else int(card)
    star = "*" if cards.star[index] else ""
    epoch = EPOCHS[int(cards.epoch[index]) - 1]
    colour = COLOURS[cards.colour[index]]
    return f"{cards.ids[index]} {colour}{star}, epoch {epoch}, cost {cards.cost[index]}: {gives(cards, index)}"


def seat_names(seats: Sequence[int]) -> str:
    """`seat 0`, `seats 0 and 2`."""
    return f"seat{'' if len(seats) == 1 else 's'} {listed([str(seat) for seat in seats])}"


def score_lines(scores: Sequence[dict[str, int]], title: str) -> list[str]:
    """A table of points by source, one line a seat."""
    head = f"{title:<18}" + "".join(f"{source:>10}" for source in SOURCES)
    rows = [
        f"{f'  Seat {k}':<18}" + "".join(f"{row[source]:>10}" for source in SOURCES) for k, row in enumerate(scores)
    ]
    return [head, *rows]


def verdict(winners: Sequence[int], scores: Sequence[dict[str, int]]) -> str:
    """Who won, and how where it was close. Z7"""
    best = scores[winners[0]]["total"]
    who = seat_names(winners).capitalize()
    if len(winners) > 1:
        return f"{who} share the victory with {best} points."
    tied = sum(row["total"] == best for row in scores) > 1
    return f"{who} wins with {best} points{', by the coins left over' if tied else ''}."
