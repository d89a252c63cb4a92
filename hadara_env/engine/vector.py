"""The kernels of `HadaraVec`: one action in each of B games, buffers filled, finished games dealt anew."""

import numba
import numpy as np

from hadara_env.engine import batch, legal, observe
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.constants import MAX_PLAYERS, NUM_SOURCES, TOTAL
from hadara_env.engine.jit import kernel, parallel_kernel
from hadara_env.engine.random import game_seed, hash32
from hadara_env.engine.rewards import write_rewards
from hadara_env.engine.scoring import score_all

LEAVE = -1  # the action that leaves a game as it is
BOTH = 2  # the rule set that means: one of the two, by the game's seed


@kernel
def first_illegal(actions, mask):
    """The first row whose action is not legal there, -1 if all are."""
    for b in range(len(actions)):
        action = actions[b]
        if action != LEAVE and not (0 <= action < NUM_ACTIONS and mask[b, action] == 1):
            return b
    return -1


@kernel
def deal_row(games, b, episode, master, fewest, most, rules, tables):
    """The episode-th game of a row: its seed, and by that its number of players and rule set."""
    seed = game_seed(master, b + len(games) * episode)
    players = fewest + ((hash32(seed, 1 << 20) * (most - fewest + 1)) >> 32)
    chosen = rules if rules != BOTH else hash32(seed, (1 << 20) + 1) & 1
    batch.deal(games, b, seed, players, chosen, 0, tables)


@kernel
def end_row(games, b, settings, episodes, tables, buffers, scores):
    """A finished game is kept in `final`, scored, and replaced by the row's next deal."""
    _, _, _, num_players, reward, done, final_scores, final = buffers
    master, fewest, most, rules, kind, _ = settings
    final[b] = games[b]
    score_all(games[b], tables[0], scores)
    write_rewards(games[b], scores, kind, reward[b])
    for seat in range(reward.shape[1]):
        final_scores[b, seat] = scores[seat, TOTAL]
    done[b] = True
    episodes[b] += 1
    deal_row(games, b, episodes[b], master, fewest, most, rules, tables)
    num_players[b] = games[b].num_players


@kernel
def step_range(games, first, end, actions, settings, episodes, tables, buffers):
    """Play in some of the rows, and write what the next actor of each sees and may do.

    One loop that unpacks the buffers once: a call for each row would count the references of them all every time.
    """
    observation, mask, actor, _, reward, done, final_scores, _ = buffers
    observing, t = settings[5], tables[0]
    out = np.empty(NUM_ACTIONS, np.int16)
    scores = np.empty((MAX_PLAYERS, NUM_SOURCES), np.int64)
    for b in range(first, end):
        if done[b]:  # also in a row that is left alone: a reward stands for one step, so that nobody counts it twice
            reward[b, :] = 0.0
            final_scores[b, :] = 0
            done[b] = False
        if actions[b] == LEAVE:
            continue
        g = games[b]
        n = batch.play(g, actions[b], t, out)
        if n == 0:
            end_row(games, b, settings, episodes, tables, buffers, scores)
            n = legal.legal_actions(g, t, out)
        actor[b] = g.actor
        batch.write_mask(out, n, mask[b])
        if observing:
            observe.encode(g, g.actor, t, observation[b])


@kernel
def reset_rows(games, settings, episodes, tables, buffers):
    """Deal every row."""
    observation, mask, actor, num_players, reward, done, final_scores, _ = buffers
    master, fewest, most, rules, _, observing = settings
    t = tables[0]
    out = np.empty(NUM_ACTIONS, np.int16)
    reward[:] = 0.0
    done[:] = False
    final_scores[:] = 0
    for b in range(len(games)):
        deal_row(games, b, episodes[b], master, fewest, most, rules, tables)
        g = games[b]
        num_players[b], actor[b] = g.num_players, g.actor
        batch.write_mask(out, legal.legal_actions(g, t, out), mask[b])
        if observing:
            observe.encode(g, g.actor, t, observation[b])


@kernel
def step_rows(games, actions, settings, episodes, tables, buffers):
    """One action in every row."""
    step_range(games, 0, len(games), actions, settings, episodes, tables, buffers)


def step_rows_in_threads(games, actions, settings, episodes, tables, buffers):
    """The same with the rows shared out over numba's threads."""
    # Asked for inside the kernel, the number would keep it out of the cache.
    _step_chunks(games, actions, settings, episodes, tables, buffers, numba.get_num_threads())


@parallel_kernel
def _step_chunks(games, actions, settings, episodes, tables, buffers, chunks):
    size = (len(games) + chunks - 1) // chunks
    for chunk in numba.prange(chunks):
        end = min(len(games), (chunk + 1) * size)
        step_range(games, chunk * size, end, actions, settings, episodes, tables, buffers)


@kernel
def random_actions(rng, mask, out):
    """A uniformly random legal action for every row."""
    for b in range(len(out)):
        count = 0
        for action in range(NUM_ACTIONS):
            count += mask[b, action]
        chosen = batch.below(rng, count)
        for action in range(NUM_ACTIONS):
            if mask[b, action] == 1:
                if chosen == 0:
                    out[b] = action
                    break
                chosen -= 1
