"""Every legal action of many decisions, tried over deals that fit what the actor sees: for learning from a look ahead.

The caller moves all trials on together: `expand` lays them out one action further, then whoever is to act in a trial
is asked (by a network, in one batch) until it is the first actor's turn again or the game is over.
"""

import numpy as np

from hadara_agents.kernels.jit import kernel
from hadara_agents.kernels.search import sit_down
from hadara_env.engine import batch, hidden, observe
from hadara_env.engine.layout import GAME
from hadara_env.engine.legal import legal_actions
from hadara_env.engine.rewards import MARGIN, WIN, write_rewards
from hadara_env.engine.scoring import score_all

GAME_TYPE = GAME


@kernel
def expand(games, rows, deals, tables, rng, trials, owner, action, seat):
    """One trial for each deal and legal action of the rows' decisions, already played; returns how many."""
    t = tables[0]
    imagined = np.zeros(1, GAME_TYPE)
    legal, after = np.empty(236, np.int16), np.empty(236, np.int16)
    cards = np.zeros(14, np.int64)
    count = 0
    for i in range(len(rows)):
        actor = games[rows[i]].actor
        for _ in range(deals):
            imagined[0] = games[rows[i]]
            g = imagined[0]
            hidden.redact(g, actor)
            hidden.determinize(g, actor, rng, t, cards)
            sit_down(g, actor)
            n = legal_actions(g, t, legal)
            for k in range(n):
                trials[count] = imagined[0]
                batch.play(trials[count], legal[k], t, after)
                owner[count], action[count], seat[count] = i, legal[k], actor
                count += 1
    return count


@kernel
def look(trials, waiting, seat, tables, observations, masks, back):
    """For every trial in `waiting`: what its actor sees and may do; `back` is 1 at the first actor, 2 after the end."""
    t = tables[0]
    legal = np.empty(236, np.int16)
    for i in range(len(waiting)):
        g = trials[waiting[i]]
        if g.actor < 0:
            back[i] = 2
            continue
        back[i] = 1 if g.actor == seat[waiting[i]] else 0
        observe.encode(g, g.actor, t, observations[i])
        if back[i] == 0:
            batch.write_mask(legal, legal_actions(g, t, legal), masks[i])


@kernel
def go_on(trials, waiting, actions, tables):
    """Play an action in each of these trials."""
    out = np.empty(236, np.int16)
    for i in range(len(waiting)):
        batch.play(trials[waiting[i]], actions[i], tables[0], out)


@kernel
def results(trials, waiting, seat, tables, values):
    """The rewards `win` and `margin` of the first actor in trials that are over."""
    scores, rewards = np.zeros((5, 7), np.int64), np.zeros(5, np.float32)
    for i in range(len(waiting)):
        g = trials[waiting[i]]
        score_all(g, tables[0], scores)
        write_rewards(g, scores, WIN, rewards)
        values[i, 0] = rewards[seat[waiting[i]]]
        write_rewards(g, scores, MARGIN, rewards)
        values[i, 1] = rewards[seat[waiting[i]]]
