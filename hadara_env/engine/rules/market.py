"""B. Phase B: open cards."""

from hadara_env.engine.constants import GONE, NONE
from hadara_env.engine.jit import kernel
from hadara_env.engine.rules.display import buy, sell


@kernel
def top_card(g, colour):
    """B2: the card on top of an outer stack, 255 if the stack is empty."""
    size = g.outer_size[colour]
    if size == 0:
        return NONE
    return g.placed[g.epoch, colour, size - 1]


@kernel
def take(g, seat, colour, selling, t):
    """B1: take the top card and buy or sell it; a sale of phase B is public (A4)."""
    card = top_card(g, colour)
    g.outer_size[colour] -= 1
    if selling:
        sell(g, seat, card, t)
        g.place[card] = GONE
    else:
        buy(g, seat, card, t)
