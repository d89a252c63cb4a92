"""A short sign for each ability, the same on cards, in displays and in the key."""

from hadara_env.engine import constants as c
from hadara_env.views.svg_parts import COIN_SIGN, FULL_COLOUR, GOLD, INK, SYMBOL, Piece


def track_piece(track: int) -> tuple[str, str]:
    """The symbol of a track in its colour."""
    return SYMBOL[track], FULL_COLOUR[track] if track else "#C48A00"  # plain yellow is too pale for a small symbol


_COIN: Piece = ("coin", COIN_SIGN)
_COLONY: Piece = ("colony", INK)
_BUST: Piece = ("bust", INK)
_SEAL: Piece = ("seal", INK)
_RISING = [track_piece(track) for track in (c.MILITARY, c.CULTURE, c.FOOD)]

SIGNS: dict[int, list[Piece]] = {
    c.SELL_BONUS: ["sell+1", _COIN],  # X1
    c.BONUS_TOKEN: [("token", INK), "+2"],  # X2
    c.COLONY_COINS: [_COLONY, "+4", _COIN],  # X3
    c.SEAL_DISCOUNT: [_SEAL, "−", _COIN],  # X4
    **{
        c.YELLOW_STEP + track: [track_piece(track), "+1/", ("card", FULL_COLOUR[track])]  # X0
        for track in range(c.NUM_TRACKS)
    },
    c.PAY_TO_FEED: ["2", _COIN, "→", track_piece(c.FOOD)],  # X5
    c.SURPLUS_FOOD: [track_piece(c.FOOD), "→3", _COIN],  # X6
    c.BALANCED_INCOME: [*_RISING, "+2", _COIN],  # X7
    c.BUST_STEPS: [_BUST, "+2"],  # X8
    c.FULL_SILVER: [_SEAL, "½→1"],  # X9
    c.SET_POINTS: [("set", INK), "+4", ("points", INK)],  # X10
    c.SET_JOKER: [("set", INK), "+1", ("card", GOLD)],  # X11
    c.DOUBLE_STEP: [_COLONY, _BUST, "×2"],  # X12
    c.LOWER_REQUIREMENT: [_COLONY, _BUST, "−4"],  # X13
    c.BUY_REQUIREMENT: [_COLONY, _BUST, "3", _COIN],  # X14
}
