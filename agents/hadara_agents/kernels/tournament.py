"""Whole sets of games between compiled players: what tuning and large tournaments run on."""

import numpy as np

from hadara_agents.kernels import greedy, heuristic
from hadara_agents.kernels.jit import kernel
from hadara_env.engine import batch
from hadara_env.engine.constants import INCOME, NUM_SOURCES
from hadara_env.engine.layout import GAME
from hadara_env.engine.random import below, game_seed
from hadara_env.engine.scoring import score_all, standing

RANDOM, GREEDY = -2, -1  # players by number; from 0 on: the heuristic with that row of weights


@kernel
def act(g, player, legal, n, t, weights, values, scratch, copy, rng):
    """The action a compiled player takes."""
    if player == RANDOM:
        return legal[below(rng, n)]
    if player == GREEDY:
        return legal[greedy.choose(g, legal, n, t, copy)]
    return legal[heuristic.choose(g, legal, n, t, weights[player], values, scratch)]


@kernel
def play_sets(seeds, line_up, rules, tables, weights, shares, ranks, points):
    """One deal a seed, every rotation of the line-up; written by player.

    Shares (S, R, N) of the victory, ranks (S, R, N) from 0, points (S, R, N, 8) by source with the income track last.

    `line_up` is (N,): the player of each seat in rotation 0; in rotation r player i sits at seat (i + r) mod N.
    """
    t = tables[0]
    players = len(line_up)
    games, copy = np.zeros(1, GAME_TYPE), np.zeros(1, GAME_TYPE)
    legal, values = np.empty(236, np.int16), np.empty(236, np.float64)
    scratch, rng = np.empty(heuristic.SCRATCH, np.float64), np.zeros(2, np.int64)
    scores = np.zeros((5, 7), np.int64)
    for s in range(len(seeds)):
        for r in range(players):
            batch.deal(games, 0, seeds[s], players, rules, 0, tables)
            g = games[0]
            rng[0], rng[1] = game_seed(seeds[s], r + 1), 0
            n = batch.legal_actions(games, 0, tables, legal)
            while n > 0:
                player = line_up[(g.actor - r) % players]
                action = act(g, player, legal, n, t, weights, values, scratch, copy, rng)
                n = batch.play(g, action, t, legal)
            score_all(g, t, scores)
            for i in range(players):
                seat = (i + r) % players
                ahead, level = standing(g, scores, seat)
                shares[s, r, i] = 1.0 / level if ahead == 0 else 0.0
                ranks[s, r, i] = ahead + 0.5 * (level - 1)
                for source in range(NUM_SOURCES):
                    points[s, r, i, source] = scores[seat, source]
                points[s, r, i, NUM_SOURCES] = g.tracks[seat, INCOME]


GAME_TYPE = GAME  # numba reads the dtype under this name


def compiled_sets(
    seeds: np.ndarray, line_up: list[int], rules: int, tables: np.ndarray, weights: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Shares, ranks and points of `play_sets`, in arrays of their own."""
    sets, players = len(seeds), len(line_up)
    shares, ranks = np.zeros((sets, players, players)), np.zeros((sets, players, players))
    points = np.zeros((sets, players, players, NUM_SOURCES + 1))
    play_sets(seeds.astype(np.int64), np.array(line_up, np.int64), rules, tables, weights, shares, ranks, points)
    return shares, ranks, points
