"""SeatBatch: one learner's seat in each of B games, with batched opponents in the others.

The part that the vector adapters share. Opponents are functions `(obs, mask) -> actions` over a batch of rows, or the
word "random"; every new game draws one of them and a seat for the learner.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hadara_env.engine import vector
from hadara_env.engine.random import new_rng
from hadara_env.envs.vector import HadaraVec
from hadara_env.errors import HadaraError

BatchPolicy = Callable[[np.ndarray, np.ndarray], np.ndarray]


def random_policy(seed: int) -> BatchPolicy:
    """Uniformly random legal actions."""
    rng = new_rng(seed)

    def choose(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        out = np.empty(len(mask), np.int64)
        vector.random_actions(rng, np.ascontiguousarray(mask), out)
        return out

    return choose


class SeatBatch:
    """`obs`, `mask` of the learner's decision; `reward`, `done` and `final_obs` of games that ended in this step."""

    def __init__(
        self,
        num_envs: int,
        num_players: int | tuple[int, int] = 2,
        rules: str = "full",
        reward: str = "win",
        opponents: Sequence[BatchPolicy | str] = ("random",),
        seed: int = 0,
        cards: Any = None,
    ) -> None:
        self.vec = HadaraVec(num_envs, num_players, rules, reward, seed, cards)
        self.set_opponents(opponents)
        self.seat = np.zeros(num_envs, np.int16)
        self.reward = np.zeros(num_envs, np.float32)
        self.done = np.zeros(num_envs, np.bool_)
        self.final_obs = np.zeros_like(self.vec.obs)
        self._opponent = np.zeros(num_envs, np.int64)
        self._generator = np.random.default_rng(seed)
        self.reset(seed)

    @property
    def obs(self) -> np.ndarray:
        return self.vec.obs

    @property
    def mask(self) -> np.ndarray:
        return self.vec.mask

    def set_opponents(self, opponents: Sequence[BatchPolicy | str]) -> None:
        """Replace the pool; games under way keep their opponent's place in it where there is one."""
        pool = [random_policy(i) if policy == "random" else policy for i, policy in enumerate(opponents)]
        if not pool or not all(callable(policy) for policy in pool):
            raise HadaraError('opponents must be functions (obs, mask) -> actions or "random", at least one.')
        self._pool: list[BatchPolicy] = pool  # type: ignore[assignment]

    def add_opponent(self, policy: BatchPolicy) -> None:
        """One more in the pool, for games to come."""
        self.set_opponents([*self._pool, policy])

    def reset(self, seed: int | None = None) -> None:
        """Deal every game and play on to the learner's first decision."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self.vec.reset(seed)
        self.done[:] = False
        self.reward[:] = 0.0
        self._sit_down(np.arange(self.vec.num_envs))
        self._play_others()

    def step(self, actions: Any) -> None:
        """The learner's action in every game, then the others' up to its next decision."""
        self.vec._checked(actions)
        self.done[:] = False
        self.reward[:] = 0.0
        self._step(np.asarray(actions, np.int64))
        self._play_others()

    def _step(self, actions: np.ndarray) -> None:
        self.vec.step(actions)
        for b in np.flatnonzero(self.vec.done & (actions != vector.LEAVE)):
            self.done[b] = True
            self.reward[b] = self.vec.reward[b, self.seat[b]]
            self.vec.observe(int(b), int(self.seat[b]), self.final_obs[b], final=True)
            self._sit_down(np.array([b]))

    def _sit_down(self, rows: np.ndarray) -> None:
        self.seat[rows] = self._generator.integers(self.vec.num_players[rows])
        self._opponent[rows] = self._generator.integers(len(self._pool), size=len(rows))

    def _play_others(self) -> None:
        while (waiting := self.vec.actor != self.seat).any():
            actions = np.full(self.vec.num_envs, vector.LEAVE, np.int64)
            for k in np.unique(self._opponent[waiting]):
                rows = np.flatnonzero(waiting & (self._opponent == k))
                policy = self._pool[min(int(k), len(self._pool) - 1)]
                actions[rows] = policy(self.vec.obs[rows], self.vec.mask[rows])
            self._step(actions)
