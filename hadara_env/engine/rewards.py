"""What each seat gets at the end, zero-sum over the seats of a game: win, rank or margin."""

from typing import Final

from hadara_env.engine.constants import TOTAL
from hadara_env.engine.jit import kernel
from hadara_env.engine.scoring import standing

WIN, RANK, MARGIN = range(3)
REWARDS: Final = ("win", "rank", "margin")
_MARGIN_SCALE = 50.0


@kernel
def write_rewards(g, scores, kind, out):
    """Write every seat's reward of a finished game to `out` (5); absent seats get 0."""
    n = g.num_players
    total, winners = 0.0, 0
    for seat in range(n):
        total += scores[seat, TOTAL]
        if standing(g, scores, seat)[0] == 0:
            winners += 1
    out[:] = 0.0
    for seat in range(n):
        ahead, level = standing(g, scores, seat)
        if kind == WIN:
            share = 1.0 / winners if ahead == 0 else 0.0
            out[seat] = (n * share - 1.0) / (n - 1.0)
        elif kind == RANK:
            rank = ahead + 0.5 * (level + 1)  # tied seats share the mean of their ranks
            out[seat] = (n + 1.0 - 2.0 * rank) / (n - 1.0)
        else:
            own = scores[seat, TOTAL]
            out[seat] = (own - (total - own) / (n - 1.0)) / _MARGIN_SCALE


@kernel
def write_forfeit(n, offender, out):
    """A game ended by an illegal move: the offender loses everything to the others."""
    out[:] = 0.0
    for seat in range(n):
        out[seat] = -1.0 if seat == offender else 1.0 / (n - 1.0)
