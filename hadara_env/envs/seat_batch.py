"""SeatBatch: one learner's seat in each of B games, with batched opponents in the others.

The part that the vector adapters share. Opponents are functions `(obs, mask) -> actions` over a batch of rows, or the
word "random"; every new game draws one of them and a seat for the learner.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hadara_env.engine import vector
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.random import new_rng
from hadara_env.envs.vector import HadaraVec
from hadara_env.errors import HadaraError, IllegalActionError

BatchPolicy = Callable[[np.ndarray, np.ndarray], np.ndarray]
Opponents = BatchPolicy | str | Sequence[BatchPolicy | str]


class RandomPolicy:
    """Uniformly random legal actions."""

    def __init__(self, seed: int) -> None:
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Start the stream of a seed."""
        self._rng = new_rng(seed)

    def __call__(self, obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        out = np.empty(len(mask), np.int64)
        vector.random_actions(self._rng, np.ascontiguousarray(mask), out)
        return out


class SeatBatch:
    """`obs`, `mask` of the learner's decision; `reward`, `done` and `final_obs` of games that ended in this step."""

    def __init__(
        self,
        num_envs: int,
        num_players: int | Sequence[int] = 2,
        rules: str = "full",
        reward: str = "win",
        opponents: Opponents = "random",
        seed: int = 0,
        cards: Any = None,
    ) -> None:
        self.vec: HadaraVec = HadaraVec(num_envs, num_players, rules, reward, seed, cards)
        self._generator = np.random.default_rng(seed)
        self.set_opponents(opponents)
        self.seat: np.ndarray = np.zeros(num_envs, np.int16)
        self.reward: np.ndarray = np.zeros(num_envs, np.float32)
        self.done: np.ndarray = np.zeros(num_envs, np.bool_)
        self.final_obs: np.ndarray = np.zeros_like(self.vec.obs)
        self._opponent = np.zeros(num_envs, np.int64)
        self.reset(seed)

    @property
    def obs(self) -> np.ndarray:
        return self.vec.obs

    @property
    def mask(self) -> np.ndarray:
        return self.vec.mask

    @property
    def opponents(self) -> tuple[BatchPolicy, ...]:
        """The pool."""
        return tuple(self._pool)

    def set_opponents(self, opponents: Opponents) -> None:
        """Replace the pool; games under way keep their opponent's place in it where there is one."""
        given: Any = opponents if isinstance(opponents, (list, tuple)) else [opponents]
        fit = [policy == "random" if isinstance(policy, str) else callable(policy) for policy in given]
        if not fit or not all(fit):
            raise HadaraError('opponents must be functions (obs, mask) -> actions or "random", at least one.')
        self._pool: list[BatchPolicy] = [
            RandomPolicy(self._seed()) if isinstance(policy, str) else policy for policy in given
        ]

    def add_opponent(self, policy: BatchPolicy | str) -> None:
        """One more in the pool, for games to come."""
        self.set_opponents([*self._pool, policy])

    def reset(self, seed: int | None = None) -> None:
        """Deal every game and play on to the learner's first decision; without a seed, new games."""
        self.vec.reset(seed)
        if seed is not None:
            self._generator = np.random.default_rng(seed)
            for policy in self._pool:
                if isinstance(policy, RandomPolicy):
                    policy.seed(self._seed())
        self.done[:] = False
        self.reward[:] = 0.0
        self._sit_down(np.arange(self.vec.num_envs))
        self._play_others()

    def step(self, actions: Any) -> None:
        """The learner's action in every game, then the others' up to its next decision."""
        if self._broken:
            raise HadaraError("An opponent's error broke the last step off; call reset().")
        chosen = self.vec.checked(actions, leave=False)
        self.done[:] = False
        self.reward[:] = 0.0
        self._step(chosen)
        self._play_others()

    def _step(self, actions: np.ndarray) -> None:
        self.vec.step(actions)
        for b in np.flatnonzero(self.vec.done):
            self.done[b] = True
            self.reward[b] = self.vec.reward[b, self.seat[b]]
            self.vec.observe(int(b), int(self.seat[b]), self.final_obs[b], final=True)
            self._sit_down(np.array([b]))

    def _seed(self) -> int:
        return int(self._generator.integers(2**53))

    def _sit_down(self, rows: np.ndarray) -> None:
        self.seat[rows] = self._generator.integers(self.vec.num_players[rows])
        self._opponent[rows] = self._generator.integers(len(self._pool), size=len(rows))

    def _play_others(self) -> None:
        self._broken = True  # until every game has come to the learner's decision
        while (waiting := self.vec.actor != self.seat).any():
            actions = np.full(self.vec.num_envs, vector.LEAVE, np.int64)
            for k in np.unique(self._opponent[waiting]):
                rows = np.flatnonzero(waiting & (self._opponent == k))
                policy = self._pool[min(int(k), len(self._pool) - 1)]
                actions[rows] = _answer(policy, self.vec.obs[rows], self.vec.mask[rows])
            self._step(actions)
        self._broken = False


def _answer(policy: BatchPolicy, obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """What an opponent chose; an error that names it where that is not one legal action for each row."""
    actions = np.asarray(policy(obs, mask))
    if actions.shape != (len(mask),) or actions.dtype.kind not in "iu":
        raise HadaraError(
            f"The opponent {policy!r} must return {len(mask)} whole numbers, not {actions.dtype} of {actions.shape}."
        )
    actions = np.clip(actions, -1, NUM_ACTIONS).astype(np.int64)
    wrong = int(np.argmin(actions)) if actions.min() < 0 else int(vector.first_illegal(actions, mask))
    if wrong >= 0:
        legal = ", ".join(map(str, np.flatnonzero(mask[wrong])))
        raise IllegalActionError(f"The opponent {policy!r} chose {actions[wrong]}; legal are: {legal}.")
    return actions
