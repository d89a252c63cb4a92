"""U. Bust."""

from hadara_env.engine.constants import BUST_STEPS, CULTURE, NONE
from hadara_env.engine.jit import kernel
from hadara_env.engine.rules.requirements import entry_price


@kernel
def bust_price(g, seat, bust, t):
    """U1: coins due for X14 when carving this bust, -1 if it may not be carved."""
    if g.bust_token[seat, bust] != NONE:
        return -1
    return entry_price(g, seat, t.bust_requirement[bust], CULTURE)


@kernel
def bust_bonus(g, seat, bust, t):
    """U2, X8: steps of a token lying front up, or points of one lying back up."""
    return t.bust_bonus[bust] + (2 if g.ability[seat, BUST_STEPS] > 0 else 0)


@kernel
def carve(g, seat, bust, track, back, t):
    """U2: the token is used up either way."""
    entry = bust_price(g, seat, bust, t)
    g.paid += entry
    g.coins[seat] -= entry
    g.tokens[seat, track] -= 1
    g.bust_token[seat, bust] = track
    g.bust_back[seat, bust] = back
    if not back:
        g.tracks[seat, track] += bust_bonus(g, seat, bust, t)
