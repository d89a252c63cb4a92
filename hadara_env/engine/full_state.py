"""The perfect-information vector: what seat 0 observes, and everything hidden besides."""

from typing import Final

import numpy as np

from hadara_env.engine.constants import (
    MAX_PLAYERS,
    NONE,
    NUM_CARDS,
    NUM_COLONIES,
    NUM_COLOURS,
    NUM_EPOCHS,
    NUM_TRACKS,
    UNSEEN,
)
from hadara_env.engine.jit import kernel
from hadara_env.engine.observation import OBS
from hadara_env.engine.observe import encode

_PLACES = OBS.size  # (162) where each card lies, /17
_ORDER = _PLACES + NUM_CARDS  # (162) cards still in a pile: 1 for the next one drawn, 0.1 less for each before it
_COLONIES = _ORDER + NUM_CARDS  # (5, 5, 5) the tile in each position of each colony stack, one-hot
_SIDES = _COLONIES + NUM_COLONIES * MAX_PLAYERS * 5  # (5, 2) side committed, one-hot
_DRAFTS = _SIDES + MAX_PLAYERS * 2  # (5, 4) draft committed, one-hot
_TOKENS = _DRAFTS + MAX_PLAYERS * 4  # (5, 4) token committed, one-hot
_ACTOR = _TOKENS + MAX_PLAYERS * NUM_TRACKS  # (5) who is asked, one-hot
STATE_SIZE: Final = _ACTOR + MAX_PLAYERS


@kernel
def encode_state(g, t, out):
    """Write the whole state to `out` (float32, STATE_SIZE)."""
    out[:] = 0.0
    encode(g, 0, t, out[:_PLACES])
    for card in range(NUM_CARDS):
        out[_PLACES + card] = g.place[card] / 17.0
    for epoch in range(NUM_EPOCHS):
        for colour in range(NUM_COLOURS):
            ahead = 0
            for i in range(2 * g.num_players):
                card = np.int64(g.pile[epoch, colour, i])
                if g.place[card] == UNSEEN:
                    out[_ORDER + card] = 1.0 - 0.1 * ahead
                    ahead += 1
    for colony in range(NUM_COLONIES):
        for position in range(g.num_players):
            at = (colony * MAX_PLAYERS + position) * 5
            out[_COLONIES + at + np.int64(g.colony_stack[colony, position])] = 1.0
    for seat in range(g.num_players):
        if g.pending_side[seat] != NONE:
            out[_SIDES + 2 * seat + np.int64(g.pending_side[seat])] = 1.0
        if g.pending[seat] != NONE:
            out[_DRAFTS + 4 * seat + np.int64(g.pending[seat])] = 1.0
        if g.pending_token[seat] != NONE:
            out[_TOKENS + NUM_TRACKS * seat + np.int64(g.pending_token[seat])] = 1.0
    if g.actor >= 0:
        out[_ACTOR + g.actor] = 1.0
