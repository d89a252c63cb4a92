"""Information-set tree search over the engine, and the flat Monte Carlo search it grew from.

Every iteration fills in the hidden cards anew (`hidden.determinize`), so nothing the seat does not know is ever
used. The tree holds the searching seat's own decisions, one node for each sequence of its own actions; the others play
the heuristic, now and then a random move. Below the tree everybody does.
"""

import math

import numpy as np

from hadara_agents.kernels import heuristic
from hadara_agents.kernels.jit import kernel
from hadara_env.engine import batch, hidden
from hadara_env.engine.constants import DRAFT, NONE, SIDE, TOKEN, TOTAL
from hadara_env.engine.layout import GAME
from hadara_env.engine.legal import legal_actions
from hadara_env.engine.random import below
from hadara_env.engine.scoring import score_all, standing

MAX_DEPTH = 120  # own decisions in a game, with room to spare

# A tree is a structured array; node 0 is the root.
NODE = np.dtype(
    [("action", "i4"), ("first", "i4"), ("next", "i4"), ("visits", "i4"), ("offered", "i4"), ("total", "f8")],
    align=True,
)
GAME_TYPE = GAME

# Numbers of a search, in the order of the settings array.
EXPLORATION, TEMPERATURE, NOISE, WIN_PART, MARGIN_SCALE = range(5)


@kernel
def sit_down(g, seat):
    """Choices of one draw are made at the same time, so the searching seat may as well commit first."""
    if g.step == SIDE:
        g.actor = seat
    elif hidden.in_draw(g):
        g.actor = seat
        g.step = TOKEN if g.pending[seat] != NONE else DRAFT


@kernel
def imagine(view, game, seat, rng, t, scratch):
    """A full game that fits the view, at the seat's decision."""
    game[0] = view[0]
    g = game[0]
    hidden.determinize(g, seat, rng, t, scratch)
    sit_down(g, seat)


@kernel
def finish(g, n, t, w, settings, rng, legal, values, scratch):
    """Everybody plays the heuristic to the end, with a random move now and then; returns the decisions made."""
    noise = int(settings[NOISE] * 65536)
    decisions = 0
    while n > 0:
        if noise > 0 and below(rng, 65536) < noise:
            i = below(rng, n)
        else:
            i = heuristic.choose_lightly(g, legal, n, t, w, values, scratch)
        n = batch.play(g, legal[i], t, legal)
        decisions += 1
    return decisions


@kernel
def outcome(g, seat, t, settings, scores):
    """From 0 to 1: part the share of the victory, part how far ahead of the best other seat."""
    score_all(g, t, scores)
    ahead, level = standing(g, scores, seat)
    share = 1.0 / level if ahead == 0 else 0.0
    best = -1000
    for other in range(g.num_players):
        if other != seat:
            best = max(best, scores[other, TOTAL])
    margin = 0.5 + 0.5 * math.tanh((scores[seat, TOTAL] - best) / settings[MARGIN_SCALE])
    return settings[WIN_PART] * share + (1.0 - settings[WIN_PART]) * margin


@kernel
def child_of(tree, node, action):
    child = tree[node].first
    while child >= 0 and tree[child].action != action:
        child = tree[child].next
    return child


@kernel
def _select(tree, node, legal, n, values, settings):
    """The position in `legal` with the best value plus curiosity; the prior is a softmax of the heuristic's values."""
    most = values[0]
    for i in range(1, n):
        most = max(most, values[i])
    norm = 0.0
    for i in range(n):
        values[i] = math.exp((values[i] - most) / settings[TEMPERATURE])
        norm += values[i]
    return pick(tree, node, legal, n, values, norm, settings[EXPLORATION])


@kernel
def pick(tree, node, legal, n, priors, norm, exploration):
    """The position in `legal` with the best mean plus curiosity; `priors` add up to `norm`."""
    parent = tree[node]
    default = parent.total / parent.visits if parent.visits > 0 else 0.5
    best, top = 0, -1e9
    for i in range(n):
        child = child_of(tree, node, legal[i])
        visits, offered, mean = 0, parent.visits, default
        if child >= 0:
            tree[child].offered += 1
            visits, offered = tree[child].visits, tree[child].offered
            if visits > 0:
                mean = tree[child].total / visits
        curiosity = exploration * (priors[i] / norm) * math.sqrt(offered + 1.0) / (1.0 + visits)
        if mean + curiosity > top:
            best, top = i, mean + curiosity
    return best


@kernel
def add_child(tree, used, node, action):
    child = used[0]
    used[0] += 1
    tree[child].action = action
    tree[child].first = -1
    tree[child].next = tree[node].first
    tree[child].visits = 0
    tree[child].offered = 1
    tree[child].total = 0.0
    tree[node].first = child
    return child


@kernel
def search(view, seat, tables, w, settings, rng, tree, used, root, iterations):
    """Run iterations from a redacted view into the tree; returns the decisions simulated below it."""
    t = tables[0]
    game = np.zeros(1, GAME_TYPE)
    legal, values = np.empty(236, np.int16), np.empty(236, np.float64)
    scratch, cards = np.empty(heuristic.SCRATCH, np.float64), np.zeros(14, np.int64)
    scores, path = np.zeros((5, 7), np.int64), np.zeros(MAX_DEPTH, np.int64)
    noise = int(settings[NOISE] * 65536)
    decisions = 0
    for _ in range(iterations):
        imagine(view, game, seat, rng, t, cards)
        g = game[0]
        n = legal_actions(g, t, legal)
        node, depth = root, 1
        path[0] = root
        while n > 0:
            if g.actor != seat:
                if noise > 0 and below(rng, 65536) < noise:
                    i = below(rng, n)
                else:
                    i = heuristic.choose_lightly(g, legal, n, t, w, values, scratch)
                n = batch.play(g, legal[i], t, legal)
                decisions += 1
                continue
            heuristic.value_actions(g, legal, n, t, w, values, scratch)
            i = _select(tree, node, legal, n, values, settings)
            child = child_of(tree, node, legal[i])
            fresh = child < 0
            if fresh:
                if used[0] >= len(tree) or depth >= MAX_DEPTH:
                    break
                child = add_child(tree, used, node, legal[i])
            path[depth] = child
            depth += 1
            node = child
            n = batch.play(g, legal[i], t, legal)
            if fresh:
                break
        decisions += finish(g, n, t, w, settings, rng, legal, values, scratch)
        result = outcome(g, seat, t, settings, scores)
        for k in range(depth):
            tree[path[k]].visits += 1
            tree[path[k]].total += result
    return decisions


@kernel
def flat(view, seat, tables, w, settings, rng, actions, count, rollouts, totals):
    """Rollouts after each action in turn, each deal shared by all of them; returns the decisions simulated."""
    t = tables[0]
    imagined, game = np.zeros(1, GAME_TYPE), np.zeros(1, GAME_TYPE)
    legal, values = np.empty(236, np.int16), np.empty(236, np.float64)
    scratch, cards = np.empty(heuristic.SCRATCH, np.float64), np.zeros(14, np.int64)
    scores = np.zeros((5, 7), np.int64)
    decisions = 0
    for _ in range(rollouts):
        imagine(view, imagined, seat, rng, t, cards)
        for i in range(count):
            game[0] = imagined[0]
            g = game[0]
            n = batch.play(g, actions[i], t, legal)
            decisions += finish(g, n, t, w, settings, rng, legal, values, scratch)
            totals[i] += outcome(g, seat, t, settings, scores)
    return decisions
