"""X12, X13, X14: what colonies and busts demand, and how often."""

from hadara_env.engine.constants import BUY_REQUIREMENT, DOUBLE_STEP, LOWER_REQUIREMENT
from hadara_env.engine.jit import kernel

_X13_DISCOUNT = 4
_X14_PRICE = 3
_X14_LIMIT = 30


@kernel
def takings_allowed(g, seat):
    """C1, U1, X12."""
    return 2 if g.ability[seat, DOUBLE_STEP] > 0 else 1


@kernel
def missing(g, seat, requirement, track):
    """How much of a requirement the seat lacks. X13"""
    if g.ability[seat, LOWER_REQUIREMENT] > 0:
        requirement = requirement - _X13_DISCOUNT
    return max(0, requirement - g.tracks[seat, track])


@kernel
def entry_price(g, seat, requirement, track):
    """X14: coins due for what is missing (0: nothing is), -1 if it cannot be met; `g.paid` counts the step."""
    lack = missing(g, seat, requirement, track)
    if lack == 0:
        return 0
    coins = _X14_PRICE * lack
    if g.ability[seat, BUY_REQUIREMENT] == 0 or g.paid + coins > _X14_LIMIT or coins > g.coins[seat]:
        return -1
    return coins
