"""S. Setup: deal a whole game from a seed, or lay out one that is given."""

from hadara_env.engine.constants import (
    MAX_PLAYERS,
    NONE,
    NUM_COLONIES,
    NUM_COLOURS,
    NUM_EPOCHS,
    NUM_TRACKS,
)
from hadara_env.engine.jit import kernel
from hadara_env.engine.random import below, shuffle


@kernel
def clear(g, num_players, rules, ask_forced):
    """An empty table: nothing dealt, nothing chosen. S8"""
    g.seed = -1
    g.rules, g.num_players, g.ask_forced = rules, num_players, ask_forced
    g.epoch = g.phase = g.step = g.actor = g.lap = g.turn = g.taken = g.paid = 0
    g.first[:] = 0
    g.board[:] = 0
    g.crest[:] = -1
    g.wheel[:] = -1
    g.start_card[:] = NONE
    g.side[:] = NONE
    g.pending_side[:] = NONE
    g.coins[:] = 0
    g.tracks[:] = 0
    g.display[:] = NONE
    g.display_size[:] = 0
    g.colours[:] = 0
    g.card_points[:] = 0
    g.ability[:] = 0
    g.card_token[:] = NONE
    g.tokens[:] = 0
    for seat in range(num_players):
        for track in range(NUM_TRACKS):
            g.tokens[seat, track] = 2
    g.colony[:] = 0
    g.colony_tile[:] = NONE
    g.bust_token[:] = NONE
    g.bust_back[:] = 0
    g.silver[:] = NONE
    g.silver_count[:] = 0
    g.gold[:] = 0
    g.colony_left[:] = num_players
    g.colony_stack[:] = NONE
    g.pile[:] = NONE
    g.visits[:] = 0
    g.hand[:] = NONE
    g.pending[:] = NONE
    g.pending_token[:] = NONE
    g.placed[:] = NONE
    g.kept[:] = NONE
    g.outer_size[:] = 0
    g.place[:] = 0
    g.filler[:] = 0


@kernel
def deal(g, rng, t, scratch):
    """S2 to S7: every shuffle of the whole game. `scratch` is an int64 array of at least 14."""
    for i in range(NUM_COLOURS):
        scratch[i] = i
    shuffle(rng, scratch, NUM_COLOURS)
    for i in range(NUM_COLOURS):
        g.board[i] = scratch[i]
    shuffle(rng, scratch, MAX_PLAYERS)
    for seat in range(g.num_players):
        g.crest[seat] = scratch[seat]
    shuffle(rng, scratch, MAX_PLAYERS)
    for seat in range(g.num_players):
        g.start_card[seat] = scratch[seat]
    for epoch in range(NUM_EPOCHS):
        for colour in range(NUM_COLOURS):
            _deal_pile(g, epoch, colour, rng, t, scratch)
    for colony in range(NUM_COLONIES):
        for i in range(5):
            scratch[i] = i
        shuffle(rng, scratch, 5)
        for i in range(g.num_players):
            g.colony_stack[colony, i] = scratch[i]


@kernel
def _deal_pile(g, epoch, colour, rng, t, scratch):
    """S4, S5: draw 2N cards without putting any back."""
    size = t.deck_size[g.rules, epoch, colour]
    for i in range(size):
        scratch[i] = t.deck[g.rules, epoch, colour, i]
    for i in range(2 * g.num_players):
        j = i + below(rng, size - i)
        scratch[i], scratch[j] = scratch[j], scratch[i]
        g.pile[epoch, colour, i] = scratch[i]
