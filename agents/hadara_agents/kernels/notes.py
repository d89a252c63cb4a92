"""Notes on a game for study: the records they are written to, and writing them as the game goes on."""

from typing import Final

import numpy as np

from hadara_agents.kernels import choices
from hadara_agents.kernels.jit import kernel
from hadara_env.engine.actions import BUST_0, COLONY_0, DISCARD_0, GOLD_ACTION, PASS, SILVER_0
from hadara_env.engine.constants import (
    BUST,
    COLONY,
    FEED,
    MAX_PLAYERS,
    NONE,
    NUM_BUSTS,
    NUM_CARDS,
    NUM_COLONIES,
    NUM_SOURCES,
    NUM_TRACKS,
    SEAL,
)
from hadara_env.engine.rules.display import price
from hadara_env.engine.rules.seals import gold_price, silver_price
from hadara_env.engine.scoring import gold_sets, score_all, standing

_SEATS = (MAX_PLAYERS,)
_CARDS = (NUM_CARDS,)
# One game. 255 where something did not happen; stages are halves of an epoch, 0 to 5.
GAME_NOTES: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seed", "i8"),
                ("share", "f8", _SEATS),  # of the victory
                ("points", "i2", (MAX_PLAYERS, NUM_SOURCES)),
                ("tracks", "i2", (MAX_PLAYERS, NUM_TRACKS)),  # at the end
                ("sets", "i2", _SEATS),  # as gold seals count them
                ("moves", "i2"),
                ("player", "u1", _SEATS),  # which of the players that were to choose from
                ("start_card", "u1", _SEATS),
                ("side", "u1", _SEATS),
                ("dealt", "u1", _CARDS),  # 1: the card was in the game
                ("buyer", "u1", _CARDS),
                ("lap", "u1", _CARDS),  # 0 to 4: the draw of phase A in which it was bought, 5 to 9: the round of B
                ("price", "u1", _CARDS),
                ("discarded", "u1", _CARDS),  # epoch of the feeding it was lost in
                ("colony", "u1", (MAX_PLAYERS, NUM_COLONIES)),  # stage
                ("allied", "u1", (MAX_PLAYERS, NUM_COLONIES)),
                ("bust", "u1", (MAX_PLAYERS, NUM_BUSTS)),  # stage
                ("back", "u1", (MAX_PLAYERS, NUM_BUSTS)),
                ("silver", "u1", (MAX_PLAYERS, 2)),  # epoch
                ("silver_track", "u1", (MAX_PLAYERS, 2)),
                ("silver_price", "u1", (MAX_PLAYERS, 2)),
                ("gold", "u1", (MAX_PLAYERS, 2)),  # epoch
                ("gold_price", "u1", (MAX_PLAYERS, 2)),
            ],
            align=True,
        ),
    )
)
# One choice with what came of it (0) and of refusing it (1): share of the victory, points, points ahead of the best.
REFUSAL: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("share", "f8", (2,)),
                ("total", "i2", (2,)),
                ("margin", "i2", (2,)),
                ("game", "i4"),
                ("move", "i2"),
                ("instead", "i2"),  # the opposite that was played, -1 where the seat chose for itself
                ("seat", "i2"),
                ("kind", "i2"),
                ("what", "i2"),
                ("action", "i2"),
                ("stage", "i2"),
            ],
            align=True,
        ),
    )
)


@kernel
def note(g, action, t, notes):
    """Write down what an action is about to do."""
    seat = g.actor
    card = choices.bought_card(g, action)
    if card >= 0:
        notes.buyer[card] = seat
        notes.lap[card] = 5 * g.phase + g.lap
        notes.price[card] = price(g, seat, card, t)
    elif action == PASS:
        return
    elif g.step == COLONY:
        notes.colony[seat, (action - COLONY_0) // 2] = choices.stage(g)
        notes.allied[seat, (action - COLONY_0) // 2] = (action - COLONY_0) % 2
    elif g.step == BUST:
        bust = (action - BUST_0) // (2 * NUM_TRACKS)
        notes.bust[seat, bust] = choices.stage(g)
        notes.back[seat, bust] = (action - BUST_0) % 2
    elif g.step == SEAL and action == GOLD_ACTION:
        notes.gold[seat, g.gold[seat]] = g.epoch
        notes.gold_price[seat, g.gold[seat]] = gold_price(g, seat)
    elif g.step == SEAL:
        count = g.silver_count[seat]
        notes.silver[seat, count] = g.epoch
        notes.silver_track[seat, count] = action - SILVER_0
        notes.silver_price[seat, count] = silver_price(g, seat)
    elif g.step == FEED and DISCARD_0 <= action < DISCARD_0 + NUM_CARDS:
        notes.discarded[action - DISCARD_0] = g.epoch


@kernel
def begin_notes(g, notes):
    """The deal."""
    notes.seed = g.seed
    for epoch in range(g.pile.shape[0]):
        for colour in range(g.pile.shape[1]):
            for i in range(2 * g.num_players):
                notes.dealt[g.pile[epoch, colour, i]] = 1


@kernel
def end_notes(g, t, scores, moves, notes):
    """The result."""
    score_all(g, t, scores)
    notes.moves = moves
    for seat in range(g.num_players):
        ahead, level = standing(g, scores, seat)
        notes.share[seat] = 1.0 / level if ahead == 0 else 0.0
        notes.points[seat] = scores[seat]
        notes.tracks[seat] = g.tracks[seat]
        notes.sets[seat] = gold_sets(g, seat)
        notes.start_card[seat], notes.side[seat] = g.start_card[seat], g.side[seat]


def blank(games: int) -> np.ndarray:
    """Notes on games that have not been played."""
    notes = np.zeros(games, GAME_NOTES)
    for name, (kind, *_) in (GAME_NOTES.fields or {}).items():
        if kind.base == np.uint8 and name != "dealt":
            notes[name] = NONE
    return notes
