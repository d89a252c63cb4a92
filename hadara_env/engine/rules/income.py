"""I. Income."""

from hadara_env.engine.constants import BALANCED_INCOME, INCOME, NUM_TRACKS
from hadara_env.engine.jit import kernel


@kernel
def income_of(g, seat):
    """I1, X7: what the seat takes in an income step."""
    own = g.tracks[seat, INCOME]
    coins = own + 0
    if g.ability[seat, BALANCED_INCOME] > 0:
        for track in range(INCOME + 1, NUM_TRACKS):
            if g.tracks[seat, track] > own:
                coins += 2
    return coins


@kernel
def pay_income(g):
    for seat in range(g.num_players):
        g.coins[seat] += income_of(g, seat)
