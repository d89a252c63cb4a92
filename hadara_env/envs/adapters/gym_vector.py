"""`gymnasium.vector.VectorEnv` on the batched engine: one learner's seat in each game.

>>> from hadara_env.envs.adapters.gym_vector import HadaraVectorEnv
>>> envs = HadaraVectorEnv(64, num_players=2)
>>> observations, infos = envs.reset(seed=1)
>>> infos["action_mask"].shape
(64, 236)
"""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hadara_env.config import checked_seed
from hadara_env.envs.seat_batch import SeatBatch
from hadara_env.envs.spaces import action_space, observation_space
from hadara_env.errors import HadaraError


class HadaraVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Finished games are replaced in the same step; `infos["final_obs"]` keeps their last observation."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - Gymnasium's form

    def __init__(self, num_envs: int, **arguments: Any) -> None:
        """Arguments as for `SeatBatch`: num_players, rules, reward, opponents, seed, cards."""
        self.batch: SeatBatch = SeatBatch(num_envs, **arguments)
        self.num_envs = num_envs
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """New games; a list of seeds, as other vector environments take it, is as good as one seed."""
        if options and "reset_mask" in options:
            raise HadaraError("Finished games are replaced by themselves: the option 'reset_mask' has no meaning here.")
        if isinstance(seed, (list, tuple, np.ndarray)):
            given = [checked_seed(one) for one in seed if one is not None]
            seed = int(np.random.default_rng(given).integers(2**53)) if given else None
        self.batch.reset(seed)
        return self.batch.obs.copy(), {"action_mask": self.batch.mask.copy()}

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        self.batch.step(actions)
        infos: dict[str, Any] = {"action_mask": self.batch.mask.copy()}
        if self.batch.done.any():
            infos |= {"final_obs": self._final_observations(), "_final_obs": self.batch.done.copy()}
        no = np.zeros(self.num_envs, np.bool_)
        return self.batch.obs.copy(), self.batch.reward.astype(np.float64), self.batch.done.copy(), no, infos

    def _final_observations(self) -> np.ndarray:
        """An array of objects, None where no game ended: the form Gymnasium's wrappers know."""
        last = np.full(self.num_envs, None, object)
        for b in np.flatnonzero(self.batch.done):
            last[b] = self.batch.final_obs[b].copy()
        return last
