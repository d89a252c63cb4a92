"""F. Feeding."""

from hadara_env.engine.constants import FOOD, PAY_TO_FEED, SURPLUS_FOOD
from hadara_env.engine.jit import kernel

_X5_PRICE = 2
_X5_LIMIT = 12
_X6_COINS = 3
_X6_LIMIT = 12


@kernel
def is_hungry(g, seat):
    """F1, F2: cards not fed by food nor by X5's coins."""
    return g.display_size[seat] - g.paid // _X5_PRICE > g.tracks[seat, FOOD]


@kernel
def can_pay(g, seat):
    """X5."""
    return g.ability[seat, PAY_TO_FEED] > 0 and g.coins[seat] >= _X5_PRICE and g.paid < _X5_LIMIT


@kernel
def pay(g, seat):
    """X5: feeds one card for this step."""
    g.coins[seat] -= _X5_PRICE
    g.paid += _X5_PRICE


@kernel
def take_surplus(g, seat):
    """X6: coins for food too many."""
    if g.ability[seat, SURPLUS_FOOD] > 0:
        surplus = g.tracks[seat, FOOD] - g.display_size[seat]
        g.coins[seat] += min(_X6_LIMIT, max(0, _X6_COINS * surplus))
