"""A. Phase A: the simultaneous draw, committed seat by seat and revealed together."""

import numpy as np

from hadara_env.engine.constants import HAND, NONE, NUM_COLOURS, OUTER, SOLD
from hadara_env.engine.jit import kernel
from hadara_env.engine.rules.display import buy, needs_token, place_token, sell


@kernel
def crest_colour(g, seat, draw):
    """The colour a seat's crest points at in a draw of this epoch. E2"""
    return np.int64(g.board[(g.crest[seat] + g.wheel[g.epoch] + draw) % NUM_COLOURS])


@kernel
def draw_hands(g):
    """A1: everybody draws the top two cards of the pile at their crest."""
    for seat in range(g.num_players):
        colour = crest_colour(g, seat, g.lap)
        top = 2 * g.visits[colour]
        a, b = g.pile[g.epoch, colour, top], g.pile[g.epoch, colour, top + 1]
        g.hand[seat, 0], g.hand[seat, 1] = min(a, b), max(a, b)
        g.place[a] = HAND + seat
        g.place[b] = HAND + seat


@kernel
def owes_token(g, seat, t):
    """X2: the seat has committed to buying a bonus_token card and not yet named the token."""
    choice = g.pending[seat]
    if choice == NONE or choice % 2 == 1 or g.pending_token[seat] != NONE:
        return False
    return needs_token(g, seat, g.hand[seat, choice // 2], t)


@kernel
def first_uncommitted(g, t):
    """The first seat in turn order whose choice of this draw is not complete; -1 when all are. A3"""
    for turn in range(g.num_players):
        seat = (g.first[g.epoch] + turn) % g.num_players
        if g.pending[seat] == NONE or owes_token(g, seat, t):
            return seat
    return -1


@kernel
def reveal(g, t):
    """A2, A3, A4: apply all choices together."""
    for turn in range(g.num_players):
        seat = (g.first[g.epoch] + turn) % g.num_players
        choice = g.pending[seat]
        card, other = g.hand[seat, choice // 2], g.hand[seat, 1 - choice // 2]
        colour = t.colour[card]
        visit = g.visits[colour]
        g.placed[g.epoch, colour, visit] = other
        g.kept[g.epoch, colour, visit] = card
        g.visits[colour] = visit + 1
        g.outer_size[colour] += 1
        g.place[other] = OUTER
        if choice % 2 == 0:
            token = g.pending_token[seat]
            buy(g, seat, card, t)
            if token != NONE:
                place_token(g, seat, card, token)
        else:
            sell(g, seat, card, t)
            g.place[card] = SOLD + seat
        g.hand[seat, 0] = g.hand[seat, 1] = NONE
        g.pending[seat] = g.pending_token[seat] = NONE


@kernel
def clear_outer(g):
    """E1: the new epoch's piles are full and its outer stacks empty."""
    for colour in range(NUM_COLOURS):
        g.visits[colour] = 0
        g.outer_size[colour] = 0
