"""The search of `kernels.guided` for many positions at once, so that a network can be asked about all of them together.

Each position has a tree and a walk, which is where its iteration stands. `advance` moves the walks on until each needs
the network or has made all its iterations; the caller asks; `answer` takes what the network said.
"""

import numpy as np

from hadara_agents.kernels.guided import DEPTH, EXPLORATION, SOFTNESS, draw, final_worth, worth
from hadara_agents.kernels.jit import kernel
from hadara_agents.kernels.network import probabilities
from hadara_agents.kernels.search import add_child, child_of, imagine, pick
from hadara_env.engine import batch, hidden, observe
from hadara_env.engine.legal import legal_actions

# `node` is -1 between two iterations; `known`: the network was asked about the root, which looks the same in all.
WALK = np.dtype(
    [("seat", "i4"), ("node", "i4"), ("depth", "i4"), ("fresh", "i4"), ("left", "i4"), ("known", "i4")], align=True
)


@kernel
def plant(positions, iterations, walks, trees, used):
    """Positions become what their actors see, and nothing has been searched yet."""
    for i in range(len(positions)):
        g = positions[i]
        walks[i].seat, walks[i].node, walks[i].left, walks[i].known = g.actor, -1, iterations, 0
        hidden.redact(g, g.actor)
        tree = trees[i]
        tree[0].action = tree[0].first = tree[0].next = -1
        tree[0].visits, tree[0].offered, tree[0].total = 0, 0, 0.0
        used[i] = 1


@kernel
def _end(walk, tree, path, result):
    """One iteration is over."""
    for k in range(walk.depth):
        tree[path[k]].visits += 1
        tree[path[k]].total += result
    walk.node = -1
    walk.left -= 1


@kernel
def _step(g, walk, tree, used, path, logits, t, settings, legal, n, room):
    """The searching seat's own decision, inside the tree."""
    probabilities(logits, legal, n, settings[SOFTNESS], room)
    i = pick(tree, walk.node, legal, n, room, 1.0, settings[EXPLORATION])
    child = child_of(tree, walk.node, legal[i])
    if child < 0:
        walk.fresh = 1
        child = add_child(tree, used, walk.node, legal[i])
    path[walk.depth] = child
    walk.depth += 1
    walk.node = child
    batch.play(g, legal[i], t, legal)


@kernel
def advance(positions, games, walks, trees, used, paths, roots, tables, settings, rng, asked, observations):
    """Move every walk on to where it needs the network; returns how many do, listed in `asked`."""
    t = tables[0]
    legal, room = np.empty(236, np.int16), np.empty(236, np.float64)
    cards, scores = np.zeros(14, np.int64), np.zeros((5, 7), np.int64)
    count = 0
    for i in range(len(positions)):
        walk, tree, path = walks[i], trees[i], paths[i]
        while walk.left > 0:
            if walk.node < 0:
                imagine(positions[i : i + 1], games[i : i + 1], walk.seat, rng, t, cards)
                walk.node, walk.depth, walk.fresh = 0, 1, 0
                path[0] = 0
                if walk.known == 1:
                    n = legal_actions(games[i], t, legal)
                    _step(games[i], walk, tree, used[i : i + 1], path, roots[i], t, settings, legal, n, room)
            g = games[i]
            if g.actor < 0:
                _end(walk, tree, path, final_worth(g, walk.seat, t, settings, scores))
                continue
            observe.encode(g, g.actor, t, observations[count])
            asked[count] = i
            count += 1
            break
    return count


@kernel
def answer(asked, games, walks, trees, used, paths, roots, logits, values, tables, settings, rng):
    """Go on where the network was asked, with what it said."""
    t = tables[0]
    legal, room = np.empty(236, np.int16), np.empty(236, np.float64)
    for k in range(len(asked)):
        i = asked[k]
        walk, g = walks[i], games[i]
        n = legal_actions(g, t, legal)
        if g.actor != walk.seat:
            batch.play(g, legal[draw(logits[k], legal, n, rng, room)], t, legal)
        elif walk.fresh == 1 or walk.depth > settings[DEPTH]:
            share = (values[k, 0] * (g.num_players - 1) + 1.0) / g.num_players
            _end(walk, trees[i], paths[i], worth(min(1.0, max(0.0, share)), 50.0 * values[k, 1], settings))
        else:
            if walk.known == 0:
                roots[i] = logits[k]
                walk.known = 1
            _step(g, walk, trees[i], used[i : i + 1], paths[i], logits[k], t, settings, legal, n, room)


@kernel
def tried(trees, visits, totals):
    """How often each action was tried, and what it was worth in all."""
    for i in range(len(trees)):
        visits[i], totals[i] = 0.0, 0.0
        child = trees[i][0].first
        while child >= 0:
            action = trees[i][child].action
            visits[i, action], totals[i, action] = trees[i][child].visits, trees[i][child].total
            child = trees[i][child].next
