"""How much better a decision turned out than was expected: what policies learn from."""

import numba
import numpy as np

from hadara_env.engine.constants import MAX_PLAYERS


@numba.njit(cache=True)
def advantages(value, reward, actor, mine, done, last_value, last_actor, lam, out, known):
    """Generalised advantages of every seat's own chain of decisions, for each value, without discount.

    A decision whose seat does not decide again within the batch has nothing to be compared with: not `known`.
    """
    steps, rows = actor.shape
    kinds = value.shape[2]
    ahead, after = np.zeros((5, kinds)), np.zeros((5, kinds))  # the value, and the advantage, of the seat's next
    gained = np.zeros((5, kinds))
    seen = np.zeros(5, np.bool_)
    for b in range(rows):
        ahead[:], after[:], gained[:], seen[:] = 0, 0, 0, False
        if last_actor[b] >= 0:
            ahead[last_actor[b]] = last_value[b]
            seen[last_actor[b]] = True
        for t in range(steps - 1, -1, -1):
            if done[t, b]:
                ahead[:], after[:], seen[:] = 0, 0, True
                gained[:] = reward[t, b]
            if not mine[t, b]:
                continue
            seat = actor[t, b]
            known[t, b] = seen[seat]
            for k in range(kinds):
                step = gained[seat, k] + ahead[seat, k] - value[t, b, k] if seen[seat] else 0.0
                after[seat, k] = step + lam * after[seat, k]
                out[t, b, k] = after[seat, k]
                ahead[seat, k] = value[t, b, k]
                gained[seat, k] = 0.0
            seen[seat] = True


def beside_siblings(gain: np.ndarray, moment: np.ndarray, actor: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Advantages less the mean of the siblings': games from the same position, the same seat at the same turn.

    What the value misjudges there it misjudges in all of them, and it has nothing to do with what was chosen.
    """
    found = np.flatnonzero(known & (moment >= 0))
    _, group = np.unique(moment.reshape(-1)[found] * MAX_PLAYERS + actor.reshape(-1)[found], return_inverse=True)
    own = gain.reshape(-1)[found]
    left = gain.copy().reshape(-1)
    left[found] -= ((np.bincount(group, own)[group] - own) / np.bincount(group)[group]).astype(gain.dtype)
    return left.reshape(gain.shape)
