"""Whole sets of games between compiled players: what tuning and large tournaments run on."""

import numpy as np

from hadara_agents.kernels import greedy, heuristic, network
from hadara_agents.kernels.jit import kernel
from hadara_env.engine import batch, observe
from hadara_env.engine.constants import INCOME, NUM_SOURCES
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.random import below, game_seed
from hadara_env.engine.scoring import score_all, standing

# Players by number; from 0 on: the heuristic with that row of weights, from NETWORK on: the policy with that network.
RANDOM, GREEDY, NETWORK = -2, -1, 1000
_OBSERVATION = OBS.size
NO_NETWORKS = (np.zeros((1, 1), np.float32), np.zeros((1, network.NUM_SIZES), np.int64))
GAME_TYPE = GAME  # numba reads the dtype under this name


@kernel
def room():
    """What players need to think: values and scratch of the heuristic, a spare game, and a network's buffers."""
    return (
        np.empty(236, np.float64),
        np.empty(heuristic.SCRATCH, np.float64),
        np.zeros(1, GAME_TYPE),
        np.empty(_OBSERVATION, np.float32),
        np.empty(236, np.float32),
        np.empty(2, np.float32),
        np.empty(network.SCRATCH, np.float32),
    )


@kernel
def act(g, player, legal, n, t, weights, networks, place, rng):
    """The action a compiled player takes; `place` is a `room`."""
    values, scratch, copy, observation, logits, hopes, more = place
    if player == RANDOM:
        return legal[below(rng, n)]
    if player == GREEDY:
        return legal[greedy.choose(g, legal, n, t, copy)]
    if player >= NETWORK:
        numbers, sizes = networks
        observe.encode(g, g.actor, t, observation)
        network.evaluate(observation, numbers[player - NETWORK], sizes[player - NETWORK], logits, hopes, more)
        return legal[network.best_of(logits, legal, n)]
    return legal[heuristic.choose(g, legal, n, t, weights[player], values, scratch)]


@kernel
def play_sets(seeds, line_up, rules, tables, weights, networks, shares, ranks, points):
    """One deal a seed, every rotation of the line-up; written by player.

    Shares (S, R, N) of the victory, ranks (S, R, N) from 0, points (S, R, N, 8) by source with the income track last.

    `line_up` is (N,): the player of each seat in rotation 0; in rotation r player i sits at seat (i + r) mod N.
    """
    t = tables[0]
    players = len(line_up)
    games, place = np.zeros(1, GAME_TYPE), room()
    legal, rng = np.empty(236, np.int16), np.zeros(2, np.int64)
    scores = np.zeros((5, 7), np.int64)
    for s in range(len(seeds)):
        for r in range(players):
            batch.deal(games, 0, seeds[s], players, rules, 0, tables)
            g = games[0]
            rng[0], rng[1] = game_seed(seeds[s], r + 1), 0
            n = batch.legal_actions(games, 0, tables, legal)
            while n > 0:
                player = line_up[(g.actor - r) % players]
                action = act(g, player, legal, n, t, weights, networks, place, rng)
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


def compiled_sets(
    seeds: np.ndarray,
    line_up: list[int],
    rules: int,
    tables: np.ndarray,
    weights: np.ndarray,
    networks: tuple[np.ndarray, np.ndarray] = NO_NETWORKS,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Shares, ranks and points of `play_sets`, in arrays of their own."""
    sets, players = len(seeds), len(line_up)
    shares, ranks = np.zeros((sets, players, players)), np.zeros((sets, players, players))
    points = np.zeros((sets, players, players, NUM_SOURCES + 1))
    numbers = np.array(line_up, np.int64)
    play_sets(seeds.astype(np.int64), numbers, rules, tables, weights, networks, shares, ranks, points)
    return shares, ranks, points
