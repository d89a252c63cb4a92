"""C. Colony."""

from hadara_env.engine.constants import ALLIED, COLONY_COINS, MILITARY, NOT_TAKEN, NUM_TRACKS, PLUNDERED
from hadara_env.engine.jit import kernel
from hadara_env.engine.rules.requirements import entry_price

_X3_COINS = 4


@kernel
def colony_price(g, seat, colony, t):
    """C1, C2: coins due for X14 when taking this colony, -1 if it may not be taken."""
    if g.colony[seat, colony] != NOT_TAKEN or g.colony_left[colony] == 0:
        return -1
    return entry_price(g, seat, t.colony_requirement[colony], MILITARY)


@kernel
def can_ally(g, seat, colony, entry, t):
    """C3, C6: X3's coins come before the alliance is paid."""
    return g.coins[seat] - entry + _X3_COINS * g.ability[seat, COLONY_COINS] >= t.colony_ally_cost[colony]


@kernel
def take_colony(g, seat, colony, allying, t):
    """C3, C6: pay for X14, take the tile, X3's coins, then plunder or ally."""
    entry = colony_price(g, seat, colony, t)
    g.paid += entry
    g.coins[seat] += _X3_COINS * g.ability[seat, COLONY_COINS] - entry
    position = g.num_players - g.colony_left[colony]
    g.colony_left[colony] -= 1
    g.colony_tile[seat, colony] = position
    if allying:
        tile = g.colony_stack[colony, position]
        g.colony[seat, colony] = ALLIED
        g.coins[seat] -= t.colony_ally_cost[colony]
        for track in range(NUM_TRACKS):
            g.tracks[seat, track] += t.colony_values[colony, tile, track]
    else:
        g.colony[seat, colony] = PLUNDERED
        g.coins[seat] += t.colony_plunder[colony]
