"""A native Stable-Baselines3 VecEnv on the batched engine, for sb3-contrib's MaskablePPO: no subprocess, no copies.

>>> from sb3_contrib import MaskablePPO  # doctest: +SKIP
>>> from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv  # doctest: +SKIP
>>> MaskablePPO("MlpPolicy", HadaraSB3VecEnv(64, num_players=2)).learn(100_000)  # doctest: +SKIP
"""

import io
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from hadara_env.envs.adapters import not_installed
from hadara_env.envs.seat_batch import BatchPolicy, SeatBatch
from hadara_env.envs.spaces import action_space, observation_space
from hadara_env.errors import HadaraError

try:
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as _missing:
    raise ImportError(not_installed("Stable-Baselines3", "train")) from _missing


class HadaraSB3VecEnv(VecEnv):
    """One learner's seat in each of `num_envs` games; opponents come from a pool inside (`add_opponent`)."""

    def __init__(self, num_envs: int, **arguments: Any) -> None:
        """Arguments as for `SeatBatch`: num_players, rules, reward, opponents, seed, cards."""
        self.batch: SeatBatch = SeatBatch(num_envs, **arguments)
        self.render_mode = None
        super().__init__(num_envs, observation_space(), action_space())
        self._episode_length = np.zeros(num_envs, np.int64)
        self._actions = np.zeros(num_envs, np.int64)
        self._start = time.monotonic()

    def reset(self) -> np.ndarray:
        self.batch.reset(self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        self._episode_length[:] = 0
        return self.batch.obs.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        self.batch.step(self._actions)
        self._episode_length += 1
        now = round(time.monotonic() - self._start, 6)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for b in np.flatnonzero(self.batch.done):
            infos[b] = {
                "terminal_observation": self.batch.final_obs[b].copy(),
                "TimeLimit.truncated": False,
                "episode": {"r": float(self.batch.reward[b]), "l": int(self._episode_length[b]), "t": now},
            }
            self._episode_length[b] = 0
        return self.batch.obs.copy(), self.batch.reward.copy(), self.batch.done.copy(), infos

    def action_masks(self) -> np.ndarray:
        """The legal actions of every game, as booleans."""
        return self.batch.mask.astype(bool)

    def add_opponent(self, policy: BatchPolicy) -> None:
        """One more opponent for games to come; `frozen(model)` makes one of a model."""
        self.batch.add_opponent(policy)

    def close(self) -> None:
        """Nothing is held open."""

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[b] for b in self._get_indices(indices)]
        raise AttributeError(f"a batched game has no method {method_name!r} of its own")

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks" or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"the games of a batch share their attributes: {attr_name!r} cannot be set for some")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]


def frozen(model: Any) -> BatchPolicy:
    """A copy of a MaskablePPO model's policy as it is now, as an opponent."""
    stored = io.BytesIO()  # a deepcopy fails between two updates, when tensors of the last one are still about
    model.policy.save(stored)
    stored.seek(0)
    policy = type(model.policy).load(stored, device=model.device)
    policy.optimizer = None  # a copy that never learns need not keep twice its own size for it
    policy.set_training_mode(False)

    def choose(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return policy.predict(obs, action_masks=mask.astype(bool), deterministic=False)[0]

    return choose


class SelfPlay(BaseCallback):
    """Puts a frozen copy of the learner into the pool every so many steps, and keeps the latest of them.

    `others` stay in the pool besides; without it, the opponents the environment had when training began.
    """

    def __init__(self, every: int = 50_000, keep: int = 5, others: Sequence[BatchPolicy | str] | None = None) -> None:
        super().__init__()
        if every < 1 or keep < 1:
            raise HadaraError(f"every and keep must be at least 1, not {every} and {keep}.")
        self._every, self._keep, self._others = every, keep, others
        self._copies: list[BatchPolicy] = []
        self._next = every

    def _on_training_start(self) -> None:
        self._next = self.num_timesteps + self._every
        if self._others is None:
            env: Any = self.training_env
            self._others = env.batch.opponents

    def _on_step(self) -> bool:
        if self.num_timesteps >= self._next:
            self._next += self._every
            self._copies = [*self._copies, frozen(self.model)][-self._keep :]
            env: Any = self.training_env
            env.batch.set_opponents([*(self._others or ()), *self._copies])
        return True
