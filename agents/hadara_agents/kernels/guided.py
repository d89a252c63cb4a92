"""Tree search guided by a policy network: its probabilities say where to look, its values what a position is worth.

As in `kernels.search`, every iteration fills in the hidden cards anew and the tree holds the searching seat's own
decisions. No game is played to its end: an iteration stops at the first of its own decisions it has not seen before.
"""

import math

import numpy as np

from hadara_agents.kernels import heuristic, network
from hadara_agents.kernels.jit import kernel
from hadara_agents.kernels.search import MAX_DEPTH, add_child, child_of, imagine, pick
from hadara_env.engine import batch, observe
from hadara_env.engine.constants import TOTAL
from hadara_env.engine.layout import GAME
from hadara_env.engine.legal import legal_actions
from hadara_env.engine.observation import OBS
from hadara_env.engine.random import below
from hadara_env.engine.scoring import score_all, standing

GAME_TYPE = GAME
_OBSERVATION = OBS.size

# Numbers of a search, in the order of the settings array.
EXPLORATION, SOFTNESS, WIN_PART, MARGIN_SCALE, OTHERS_BY_NETWORK, DEPTH = range(6)
NUM_SETTINGS = 6


@kernel
def worth(share, margin, settings):
    """From 0 to 1: part the share of the victory, part the points ahead of the others' mean."""
    ahead = 0.5 + 0.5 * math.tanh(margin / settings[MARGIN_SCALE])
    return settings[WIN_PART] * share + (1.0 - settings[WIN_PART]) * ahead


@kernel
def final_worth(g, seat, t, settings, scores):
    """Of a game that is over."""
    score_all(g, t, scores)
    before, level = standing(g, scores, seat)
    others = 0
    for other in range(g.num_players):
        if other != seat:
            others += scores[other, TOTAL]
    share = 1.0 / level if before == 0 else 0.0
    return worth(share, scores[seat, TOTAL] - others / (g.num_players - 1), settings)


@kernel
def draw(logits, legal, n, rng, room):
    """A position in `legal`, by the network's probabilities."""
    network.probabilities(logits, legal, n, 1.0, room)
    rest = (below(rng, 1 << 30) + 0.5) / (1 << 30)
    for i in range(n - 1):
        rest -= room[i]
        if rest <= 0.0:
            return i
    return n - 1


@kernel
def search(view, seat, tables, w, numbers, sizes, settings, rng, tree, used, iterations):
    """Run iterations from a redacted view into the tree; returns how often the network was asked."""
    t = tables[0]
    game = np.zeros(1, GAME_TYPE)
    legal, values = np.empty(236, np.int16), np.empty(236, np.float64)
    scratch, cards = np.empty(heuristic.SCRATCH, np.float64), np.zeros(14, np.int64)
    scores, path = np.zeros((5, 7), np.int64), np.zeros(MAX_DEPTH + 1, np.int64)
    observation, logits = np.empty(_OBSERVATION, np.float32), np.empty(236, np.float32)
    hopes, more = np.empty(2, np.float32), np.empty(network.SCRATCH, np.float32)
    first = np.empty(236, np.float32)  # what the network says of the decision itself, which looks the same in all deals
    asked = 0
    for _ in range(iterations):
        imagine(view, game, seat, rng, t, cards)
        g = game[0]
        n = legal_actions(g, t, legal)
        node, depth, fresh, result = 0, 1, False, 0.0
        path[0] = 0
        while True:
            if n == 0:
                result = final_worth(g, seat, t, settings, scores)
                break
            if g.actor != seat and settings[OTHERS_BY_NETWORK] == 0.0:
                i = heuristic.choose_lightly(g, legal, n, t, w, values, scratch)
                n = batch.play(g, legal[i], t, legal)
                continue
            if node == 0 and g.actor == seat and asked > 0:
                logits[:] = first
            else:
                observe.encode(g, g.actor, t, observation)
                network.evaluate(observation, numbers, sizes, logits, hopes, more)
                asked += 1
                if asked == 1:
                    first[:] = logits
            if g.actor != seat:
                i = draw(logits, legal, n, rng, values)
            else:
                if fresh or depth > settings[DEPTH] or used[0] >= len(tree):
                    share = (hopes[0] * (g.num_players - 1) + 1.0) / g.num_players
                    result = worth(min(1.0, max(0.0, share)), 50.0 * hopes[1], settings)
                    break
                network.probabilities(logits, legal, n, settings[SOFTNESS], values)
                i = pick(tree, node, legal, n, values, 1.0, settings[EXPLORATION])
                child = child_of(tree, node, legal[i])
                if child < 0:
                    fresh = True
                    child = add_child(tree, used, node, legal[i])
                path[depth] = child
                depth += 1
                node = child
            n = batch.play(g, legal[i], t, legal)
        for k in range(depth):
            tree[path[k]].visits += 1
            tree[path[k]].total += result
    return asked


@kernel
def prospects(view, seat, tables, numbers, sizes, rng, actions, samples, margins):
    """Add to `margins`, for each action, the points ahead that the network expects at the seat's next decision.

    Every deal is shared by all actions, and the others are taken to play by the network.
    """
    t = tables[0]
    imagined, game = np.zeros(1, GAME_TYPE), np.zeros(1, GAME_TYPE)
    legal, room = np.empty(236, np.int16), np.empty(236, np.float64)
    cards, scores = np.zeros(14, np.int64), np.zeros((5, 7), np.int64)
    observation, logits = np.empty(_OBSERVATION, np.float32), np.empty(236, np.float32)
    hopes, more = np.empty(2, np.float32), np.empty(network.SCRATCH, np.float32)
    for _ in range(samples):
        imagine(view, imagined, seat, rng, t, cards)
        for i in range(len(actions)):
            game[0] = imagined[0]
            g = game[0]
            n = batch.play(g, actions[i], t, legal)
            while True:
                if n == 0:
                    score_all(g, t, scores)
                    others = 0
                    for other in range(g.num_players):
                        if other != seat:
                            others += scores[other, TOTAL]
                    margins[i] += scores[seat, TOTAL] - others / (g.num_players - 1)
                    break
                observe.encode(g, g.actor, t, observation)
                network.evaluate(observation, numbers, sizes, logits, hopes, more)
                if g.actor == seat:
                    margins[i] += 50.0 * hopes[1]
                    break
                n = batch.play(g, legal[draw(logits, legal, n, rng, room)], t, legal)
