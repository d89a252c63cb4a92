"""A short sign and a sentence for each ability, the same on cards, in displays and in the legend."""

from typing import NamedTuple

from hadara_env.engine import constants as c
from hadara_env.views.svg_parts import DEEP, FULL_COLOUR, GOLD, INK, SYMBOL, Piece


class Sign(NamedTuple):
    """What stands on the card, and what it means; `law` is the clause."""

    pieces: list[Piece]
    meaning: str
    law: str


_COIN: Piece = ("coin", DEEP[0])
_COLONY: Piece = ("colony", INK)
_BUST: Piece = ("bust", INK)
_SEAL: Piece = ("seal", INK)


def track_piece(track: int) -> Piece:
    """The symbol of a track in its colour."""
    return SYMBOL[track], FULL_COLOUR[track] if track else "#C48A00"  # plain yellow is too pale for a small symbol


SIGNS: dict[int, Sign] = {
    c.SELL_BONUS: Sign(["sell+1", _COIN], "1 coin more for each card sold", "X1"),
    c.BONUS_TOKEN: Sign([("token", INK), "+2"], "a bonus token on the card: 2 steps", "X2"),
    c.COLONY_COINS: Sign([_COLONY, "+4", _COIN], "4 coins with each colony taken", "X3"),
    c.SEAL_DISCOUNT: Sign([_SEAL, "−", _COIN], "seals cost less: 4/6 in II, 15/22 in III", "X4"),
    **{
        c.YELLOW_STEP + track: Sign(
            [track_piece(track), "+1/", ("card", FULL_COLOUR[track])],
            "1 step for each card of the colour",
            "X0",
        )
        for track in range(c.NUM_TRACKS)
    },
    c.PAY_TO_FEED: Sign(["2", _COIN, "→", track_piece(c.FOOD)], "feeding: 2 coins instead of a discard", "X5"),
    c.SURPLUS_FOOD: Sign([track_piece(c.FOOD), "→3", _COIN], "feeding: 3 coins per food left over", "X6"),
    c.BALANCED_INCOME: Sign(
        [track_piece(c.MILITARY), track_piece(c.CULTURE), track_piece(c.FOOD), "+2", _COIN],
        "income: 2 coins per track above it",
        "X7",
    ),
    c.BUST_STEPS: Sign([_BUST, "+2"], "each bust gives 2 more", "X8"),
    c.FULL_SILVER: Sign([_SEAL, "½→1"], "one silver seal scores its whole track", "X9"),
    c.SET_POINTS: Sign([("set", INK), "+4", ("points", INK)], "4 points per set of five colours", "X10"),
    c.SET_JOKER: Sign([("set", INK), "+1", ("card", GOLD)], "gold seals: one missing card counts", "X11"),
    c.DOUBLE_STEP: Sign([_COLONY, _BUST, "×2"], "two colonies and two busts a step", "X12"),
    c.LOWER_REQUIREMENT: Sign([_COLONY, _BUST, "−4"], "colonies and busts demand 4 less", "X13"),
    c.BUY_REQUIREMENT: Sign([_COLONY, _BUST, "3", _COIN], "missing demand: 3 coins a point", "X14"),
}
