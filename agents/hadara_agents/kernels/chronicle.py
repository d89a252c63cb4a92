"""Games between compiled players for study: what happened, and what would have if a choice had been refused.

A refusal is a paired comparison: the same deal and the same moves up to a choice, then once what was chosen and once
something else, both played to the end by the same players. Which choices are looked at is drawn when they are made,
so that nothing of the outcome enters into it.
"""

from typing import Final

import numpy as np

from hadara_agents.kernels import choices, network
from hadara_agents.kernels.jit import kernel
from hadara_agents.kernels.notes import begin_notes, end_notes, note
from hadara_agents.kernels.tournament import GAME_TYPE, NETWORK, act, room
from hadara_env.engine import batch, flow, observe
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.constants import MAX_PLAYERS, NUM_SOURCES, TOTAL
from hadara_env.engine.legal import legal_actions
from hadara_env.engine.random import below, game_seed, hash32
from hadara_env.engine.scoring import score_all, standing

MAX_MOVES: Final = 1000  # far above what five players can make


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
def _margin(scores, seat, players):
    best = -10000
    for other in range(players):
        if other != seat:
            best = max(best, scores[other, TOTAL])
    return scores[seat, TOTAL] - best


@kernel
def _note_choices(g, action, legal, n, move, again, rng, pending, count):
    """Draw whether the choices an action means are looked at again; returns how many there are now."""
    found, what = choices.kind_of(g, action)
    for look in range(3):
        kind, instead = found, -1
        if look > 0:
            kind, instead = choices.opposite_of(g, action, legal, n, look == 2)
        if kind < 0 or (look == 0 and kind >= choices.OPPOSITES):
            continue
        drawn = (hash32(rng[0], rng[1]) + 0.5) / 4294967296.0
        rng[1] += 1
        if drawn < again and count < len(pending):
            row = pending[count]
            row.move, row.seat, row.kind, row.what = move, g.actor, kind, what
            row.action, row.stage = action, choices.stage(g)
            row.instead = instead
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
        begin_notes(g, notes[k])
        for seat in range(num_players):
            notes[k].player[seat] = below(fate, len(lots))
            players[seat] = lots[notes[k].player[seat]]
        count, before = 0, written
        n = legal_actions(g, t, legal)
        while n > 0:
            action = legal[0] if n == 1 else _decide(g, players[g.actor], legal, n, t, brains, place, rng)
            if n > 1 and again > 0.0:
                written = _note_choices(g, action, legal, n, count, again, fate, refusals, written)
            note(g, action, t, notes[k])
            played[count] = action
            count += 1
            flow.apply(g, action, t)
            n = legal_actions(g, t, legal)
        end_notes(g, t, scores, count, notes[k])
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
