"""Players over many games at once: compiled ones decide from the game, networks from their logits."""

import math

import numpy as np

from hadara_agents.kernels.jit import kernel
from hadara_agents.kernels.tournament import act, room
from hadara_env.engine.legal import legal_actions
from hadara_env.engine.random import hash32

ELSE = -9  # the row is somebody else's to decide


@kernel
def act_rows(games, players, tables, weights, networks, rng, actions):
    """Write the action of every row whose actor is a compiled player (`kernels.tournament.act`)."""
    t = tables[0]
    legal, place = np.empty(236, np.int16), room()
    for b in range(len(games)):
        if players[b] != ELSE:
            g = games[b]
            n = legal_actions(g, t, legal)
            actions[b] = act(g, players[b], legal, n, t, weights, networks, place, rng)


@kernel
def sample_rows(logits, mask, rng, actions, logps):
    """Draw a legal action for every row with the probabilities its logits name; their logarithms go to `logps`.

    Returns how sure each row is: the greatest of its probabilities.
    """
    sure = np.empty(len(logits), np.float32)
    for i in range(len(logits)):
        most = -np.inf
        for a in range(logits.shape[1]):
            if mask[i, a] == 1 and logits[i, a] > most:
                most = logits[i, a]
        total = 0.0
        for a in range(logits.shape[1]):
            if mask[i, a] == 1:
                total += math.exp(logits[i, a] - most)
        rest = (hash32(rng[0], rng[1]) + 0.5) / 4294967296.0 * total
        rng[1] += 1
        chosen = -1
        for a in range(logits.shape[1]):
            if mask[i, a] == 1:
                chosen = a
                rest -= math.exp(logits[i, a] - most)
                if rest <= 0.0:
                    break
        actions[i] = chosen
        logps[i] = logits[i, chosen] - most - math.log(total)
        sure[i] = 1.0 / total
    return sure
