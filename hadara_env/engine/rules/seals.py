"""M. Seals."""

from hadara_env.engine.constants import SEAL_DISCOUNT
from hadara_env.engine.jit import kernel

MAX_SEALS = 2  # of each metal, in the whole game; M2

_SILVER = (4, 9, 20)  # M1, by epoch
_GOLD = (6, 12, 30)
_SILVER_X4 = (4, 4, 15)
_GOLD_X4 = (6, 6, 22)


@kernel
def silver_price(g, seat):
    """M1, X4."""
    return _SILVER_X4[g.epoch] if g.ability[seat, SEAL_DISCOUNT] > 0 else _SILVER[g.epoch]


@kernel
def gold_price(g, seat):
    """M1, X4."""
    return _GOLD_X4[g.epoch] if g.ability[seat, SEAL_DISCOUNT] > 0 else _GOLD[g.epoch]


@kernel
def can_buy_silver(g, seat):
    """M2; M3's token is looked at for each track."""
    return g.silver_count[seat] < MAX_SEALS and g.coins[seat] >= silver_price(g, seat)


@kernel
def can_buy_gold(g, seat):
    return g.gold[seat] < MAX_SEALS and g.coins[seat] >= gold_price(g, seat)


@kernel
def buy_silver(g, seat, track):
    """M3."""
    g.coins[seat] -= silver_price(g, seat)
    g.tokens[seat, track] -= 1
    g.silver[seat, g.silver_count[seat]] = track
    g.silver_count[seat] += 1


@kernel
def buy_gold(g, seat):
    g.coins[seat] -= gold_price(g, seat)
    g.gold[seat] += 1
