"""RLlib's multi-agent environment (new API stack), with the keys its action-masking module wants.

>>> from ray.rllib.algorithms.ppo import PPOConfig  # doctest: +SKIP
>>> from hadara_env.envs.adapters.rllib import HadaraMultiAgentEnv, masked_module  # doctest: +SKIP
>>> config = PPOConfig().environment(HadaraMultiAgentEnv, env_config={"num_players": 2})  # doctest: +SKIP
>>> config = config.multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_: "shared")  # doctest: +SKIP
>>> algorithm = config.rl_module(rl_module_spec=masked_module()).build_algo()  # doctest: +SKIP
"""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from hadara_env.envs.adapters import not_installed
from hadara_env.envs.aec import HadaraAEC
from hadara_env.envs.spaces import action_space, masked_space
from hadara_env.errors import HadaraError

try:
    from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
except ImportError as _missing:
    raise ImportError(not_installed("RLlib", "ray")) from _missing

Answer = dict[Hashable, Any]  # keyed by agent, as RLlib types it


class HadaraMultiAgentEnv(MultiAgentEnv):
    """Only the seat that decides is observed; at the end all seats are, each with its own reward."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        """`config` holds the arguments of `hadara_v0.raw_env`.

        RLlib checks an environment by actions that take no notice of the mask, so here an illegal action ends the
        game; `"illegal": "raise"` needs `disable_env_checking=True` in the algorithm's environment settings.
        """
        super().__init__()
        self._env = HadaraAEC(**{"illegal": "terminate", **(config or {})})
        self.possible_agents = list(self._env.possible_agents)
        self.agents = list(self.possible_agents)  # to the end: RLlib looks every last observation up in it
        self.observation_spaces = {agent: masked_space("observations") for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Answer, Answer]:
        self._env.reset(seed=seed, options=options)
        return self._observations([self._env.agent_selection]), {}

    def step(self, action_dict: Answer) -> tuple[Answer, Answer, Answer, Answer, Answer]:
        if self._env.agent_selection not in action_dict:
            raise HadaraError(f"It is {self._env.agent_selection}'s turn, but actions came from {list(action_dict)}.")
        self._env.step(action_dict[self._env.agent_selection])
        over = any(self._env.terminations.values())
        seats = self._env.possible_agents if over else [self._env.agent_selection]
        rewards: Answer = {agent: self._env.rewards[agent] for agent in seats}
        ends: Answer = {**dict.fromkeys(seats, over), "__all__": over}
        infos: Answer = {agent: dict(self._env.infos[agent]) for agent in seats}
        return self._observations(seats), rewards, ends, {"__all__": False}, infos

    def _observations(self, agents: Sequence[str]) -> Answer:
        seen = {agent: self._env.observe(agent) for agent in agents}
        return {
            agent: {"observations": both["observation"], "action_mask": np.asarray(both["action_mask"])}
            for agent, both in seen.items()
        }


def masked_module(hidden: tuple[int, ...] = (256, 256)) -> RLModuleSpec:
    """RLlib's own masking module over our spaces, for PPO."""
    return RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        observation_space=masked_space("observations"),
        action_space=action_space(),
        model_config=DefaultModelConfig(fcnet_hiddens=list(hidden), fcnet_activation="relu"),
    )
