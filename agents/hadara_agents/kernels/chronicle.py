"""Games between compiled players written down for study: who bought what when, and how the game would have gone on
if a choice had been refused.

A refusal is a paired comparison: the same deal and the same moves up to a choice, then once what was chosen and once
something else, both played to the end by the same players. Which choices are looked at is drawn when they are made,
so that nothing of the outcome enters into it.
"""

from typing import Final

import numpy as np

from hadara_agents.kernels import choices, network
from hadara_agents.kernels.jit import kernel
from hadara_agents.kernels.tournament import GAME_TYPE, NETWORK, act, room
from hadara_env.engine import batch, flow, observe
from hadara_env.engine.actions import BUST_0, COLONY_0, DISCARD_0, GOLD_ACTION, NUM_ACTIONS, PASS, SILVER_0
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
    TOTAL,
)
from hadara_env.engine.legal import legal_actions
from hadara_env.engine.random import below, game_seed, hash32
from hadara_env.engine.rules.display import price
from hadara_env.engine.rules.seals import gold_price, silver_price
from hadara_env.engine.scoring import gold_sets, score_all, standing

MAX_MOVES: Final = 1000  # far above what five players can make
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
def _decide(g, player, legal, n, t, brains, place, rng):
    """As `tournament.act`, but a network with a temperature draws its action."""
    weights, networks, temperatures = brains
    if player < NETWORK or temperatures[player - NETWORK] == 0.0:
        return act(g, player, legal, n, t, weights, networks, place, rng)
    values, _, _, observation, logits, hopes, more = place
    numbers, sizes = networks
    row = player - NETWORK
    observe.encode(g, g.actor, t, observation)
    network.evaluate(observation, numbers[row], sizes[row], logits, hopes, more)
    network.probabilities(logits, legal, n, temperatures[row], values)
    rest = (hash32(rng[0], rng[1]) + 0.5) / 4294967296.0
    rng[1] += 1
    for i in range(n - 1):
        rest -= values[i]
        if rest <= 0.0:
            return legal[i]
    return legal[n - 1]


@kernel
def _is_legal(action, legal, n):
    for i in range(n):
        if legal[i] == action:
            return True
    return False


@kernel
def _note(g, action, t, notes):
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
def _begin_notes(g, notes):
    notes.seed = g.seed
    for epoch in range(g.pile.shape[0]):
        for colour in range(g.pile.shape[1]):
            for i in range(2 * g.num_players):
                notes.dealt[g.pile[epoch, colour, i]] = 1


@kernel
def _end_notes(g, t, scores, moves, notes):
    score_all(g, t, scores)
    notes.moves = moves
    for seat in range(g.num_players):
        ahead, level = standing(g, scores, seat)
        notes.share[seat] = 1.0 / level if ahead == 0 else 0.0
        notes.points[seat] = scores[seat]
        notes.tracks[seat] = g.tracks[seat]
        notes.sets[seat] = gold_sets(g, seat)
        notes.start_card[seat], notes.side[seat] = g.start_card[seat], g.side[seat]


@kernel
def _margin(scores, seat, players):
    best = -10000
    for other in range(players):
        if other != seat:
            best = max(best, scores[other, TOTAL])
    return scores[seat, TOTAL] - best


@kernel
def _note_choices(g, action, legal, n, move, again, rng, pending, count):
    """Draw whether the choices an action means are looked at again; returns how many there are now."""
    kind, what = choices.kind_of(g, action)
    opposite, instead = choices.opposite_of(g, action)
    for look in range(2):
        if look == 1:
            kind = opposite
        if kind < 0 or (look == 0) == (kind >= choices.OPPOSITES):
            continue
        if look == 1 and not _is_legal(instead, legal, n):  # an alliance that cannot be paid
            continue
        drawn = (hash32(rng[0], rng[1]) + 0.5) / 4294967296.0
        rng[1] += 1
        if drawn < again and count < len(pending):
            row = pending[count]
            row.move, row.seat, row.kind, row.what = move, g.actor, kind, what
            row.action, row.stage = action, choices.stage(g)
            row.instead = instead if look == 1 else -1
            count += 1
    return count


@kernel
def _refuse(games, moves, row, players, tables, brains, place, legal, rng):
    """Play a game again up to a choice, without it from there on, to the end."""
    g, t = games[0], tables[0]
    batch.deal(games, 0, g.seed, g.num_players, g.rules, 0, tables)
    for k in range(row.move):
        flow.apply(g, moves[k], t)
    if row.instead >= 0:
        flow.apply(g, row.instead, t)
    n = legal_actions(g, t, legal)
    while n > 0:
        if row.instead < 0 and g.actor == row.seat:
            n = choices.drop_refused(g, legal, n, row.kind, row.what, row.stage)
        action = legal[0] if n == 1 else _decide(g, players[g.actor], legal, n, t, brains, place, rng)
        flow.apply(g, action, t)
        n = legal_actions(g, t, legal)


@kernel
def play_games(seeds, first, num_players, rules, lots, tables, brains, again, notes, refusals, moves):
    """Play a game a seed; returns how many `refusals` were written.

    `lots` are the numbers of the players (as in `tournament`), drawn anew for every seat of every game. `brains` are
    weights, networks, and a temperature for each network. `again` is the chance of a choice to be looked at again.
    `moves` is (G, MAX_MOVES), or (1, MAX_MOVES) where nobody wants to keep them.
    """
    t, games, place = tables[0], np.zeros(1, GAME_TYPE), room()
    g, legal, scores = games[0], np.empty(NUM_ACTIONS, np.int16), np.zeros((MAX_PLAYERS, NUM_SOURCES), np.int64)
    rng, fate, players = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(MAX_PLAYERS, np.int64)
    written = 0
    for k in range(len(seeds)):
        played = moves[k if len(moves) > 1 else 0]
        rng[0], rng[1], fate[0], fate[1] = game_seed(seeds[k], 1), 0, game_seed(seeds[k], 2), 0
        batch.deal(games, 0, seeds[k], num_players, rules, 0, tables)
        _begin_notes(g, notes[k])
        for seat in range(num_players):
            notes[k].player[seat] = below(fate, len(lots))
            players[seat] = lots[notes[k].player[seat]]
        count, before = 0, written
        n = legal_actions(g, t, legal)
        while n > 0:
            action = legal[0] if n == 1 else _decide(g, players[g.actor], legal, n, t, brains, place, rng)
            if n > 1 and again > 0.0:
                written = _note_choices(g, action, legal, n, count, again, fate, refusals, written)
            _note(g, action, t, notes[k])
            played[count] = action
            count += 1
            flow.apply(g, action, t)
            n = legal_actions(g, t, legal)
        _end_notes(g, t, scores, count, notes[k])
        for r in range(before, written):
            row = refusals[r]
            row.game = first + k
            row.share[0], row.total[0] = notes[k].share[row.seat], scores[row.seat, TOTAL]
            row.margin[0] = _margin(scores, row.seat, num_players)
        for r in range(before, written):
            row = refusals[r]
            rng[0], rng[1] = game_seed(seeds[k], 3 + r - before), 0
            _refuse(games, played, row, players, tables, brains, place, legal, rng)
            score_all(g, t, scores)
            ahead, level = standing(g, scores, row.seat)
            row.share[1] = 1.0 / level if ahead == 0 else 0.0
            row.total[1], row.margin[1] = scores[row.seat, TOTAL], _margin(scores, row.seat, num_players)
    return written


def blank(games: int) -> np.ndarray:
    """Notes on games that have not been played."""
    notes = np.zeros(games, GAME_NOTES)
    for name, (kind, *_) in (GAME_NOTES.fields or {}).items():
        if kind.base == np.uint8 and name != "dealt":
            notes[name] = NONE
    return notes
