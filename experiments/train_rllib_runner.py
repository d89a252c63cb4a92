"""What train_rllib.py sends to the machines of a cluster: the network as RLlib sees it, and who plays the games.

RLlib's own runners step an environment in Python, game by game. `TablesRunner` plays all its games in one `HadaraVec`
and hands RLlib what each seat decided as an episode of its own, so values, advantages and the loss are RLlib's.

The file goes over the wire by value: a machine needs the packages hadara_env and hadara_agents, not this folder.
Kernels are reached through their modules here, for one that is a global of such a file would be compiled anew there.
"""

import time
from collections import defaultdict
from typing import Any

import numpy as np
import ray
import torch
from gymnasium import Space
from gymnasium.vector.utils import batch_space
from ray.rllib.algorithms.ppo.torch.ppo_torch_learner import PPOTorchLearner
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.env.utils.infinite_lookback_buffer import InfiniteLookbackBuffer

from hadara_agents.kernels import rows as kernels
from hadara_agents.policy import packed
from hadara_agents.policy.network import Network
from hadara_agents.policy.spec import VALUES, NetworkSpec
from hadara_env.cards import load as load_cards
from hadara_env.engine import random as chance
from hadara_env.engine.constants import MAX_PLAYERS
from hadara_env.envs import spaces
from hadara_env.envs.vector import HadaraVec

OBSERVATIONS, MASK = "observations", "action_mask"
LEARNER = 0  # in a seating; past selves are 1, 2, ...


# The network. --------------------------------------------------------------------------------------------------------


class HadaraModule(TorchRLModule, ValueFunctionAPI):
    """The network of `hadara_agents.policy` as an RLModule, so that what is exported is what was trained."""

    def setup(self) -> None:
        chosen: Any = self.model_config
        self.network = Network(NetworkSpec.of(chosen["network"]), load_cards())
        self._value = VALUES.index(chosen["reward"])

    def _evaluate(self, batch: dict[str, Any]) -> tuple[torch.Tensor, torch.Tensor]:
        logits, values = self.network(batch[Columns.OBS][OBSERVATIONS])
        return logits.masked_fill(batch[Columns.OBS][MASK] == 0, -1e9), values[:, self._value]

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return {Columns.ACTION_DIST_INPUTS: self._evaluate(batch)[0]}

    def _forward_train(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        logits, values = self._evaluate(batch)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: values}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        return self._evaluate(batch)[1] if embeddings is None else embeddings


def exported(state: dict[str, Any], reward: str) -> dict[str, np.ndarray]:
    """A module's tensors under the names of a checkpoint; the value that was not trained is zero."""
    head = "network."
    found = {name.removeprefix(head): np.array(array, np.float32) for name, array in state.items()}
    for name in ("value.weight", "value.bias"):
        found[name][[k for k, kind in enumerate(VALUES) if kind != reward]] = 0
    return found


class LeanLearner(PPOTorchLearner):
    """PPO's loss reads the old logits only for a KL term, which is not used here: 944 bytes a decision stay at home."""

    def compute_loss_for_module(self, *, module_id: Any, config: Any, batch: Any, fwd_out: Any) -> Any:
        logits = fwd_out[Columns.ACTION_DIST_INPUTS].detach()
        lent = {**batch, Columns.ACTION_DIST_INPUTS: logits}
        return super().compute_loss_for_module(module_id=module_id, config=config, batch=lent, fwd_out=fwd_out)


# The games. ----------------------------------------------------------------------------------------------------------


class Tables:
    """`HadaraVec` with the few attributes that RLlib asks an environment for."""

    def __init__(self, config: dict[str, Any], seed: int) -> None:
        self.num_envs: int = config["rows"]
        players = tuple(config["players"])
        self.vec = HadaraVec(self.num_envs, players, config["rules"], config["reward"], seed=seed)
        self.single_observation_space: Space[Any] = spaces.masked_space(OBSERVATIONS)
        self.single_action_space: Space[Any] = spaces.action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def unwrapped(self) -> "Tables":
        return self

    def close(self) -> None:
        """There is nothing to close."""


class Chains:
    """The learner's decisions, in the order they were made, as one chain for each seat of each game.

    What a decision led to is known when its seat decides again or the game ends. So the last decision of every chain
    waits for the next sample; nothing is cut off, and its value is not guessed.
    """

    def __init__(self) -> None:
        self._columns: dict[str, list[np.ndarray]] = defaultdict(list)
        self._length = 0
        self._open: dict[tuple[int, int], list[int]] = {}
        self._ended: list[tuple[list[int], float]] = []
        self.ready = 0  # decisions whose outcome is known

    def add(self, seats: list[tuple[int, int]], **columns: np.ndarray) -> None:
        """One decision of each of these (row, seat), with its columns (B, ...)."""
        for number, key in enumerate(seats, self._length):
            chain = self._open.setdefault(key, [])
            self.ready += bool(chain)
            chain.append(number)
        self._length += len(seats)
        for name, values in columns.items():
            self._columns[name].append(values)

    def end(self, row: int, rewards: np.ndarray) -> None:
        """The game in this row is over."""
        for seat in range(MAX_PLAYERS):
            if chain := self._open.pop((row, seat), None):
                self._ended.append((chain, float(rewards[seat])))
                self.ready += 1

    def take(self) -> list[SingleAgentEpisode]:
        """All that is known, as episodes; the last decisions of open chains stay."""
        data = {name: np.concatenate(values) for name, values in self._columns.items()}
        found = [_episode(data, chain, reward, True) for chain, reward in self._ended]
        found += [_episode(data, chain, 0.0, False) for chain in self._open.values() if len(chain) > 1]
        last = [chain[-1] for chain in self._open.values()]
        keys = list(self._open)
        self.__init__()
        if keys:
            self.add(keys, **{name: values[last] for name, values in data.items()})
        return found


def _episode(data: dict[str, np.ndarray], chain: list[int], reward: float, over: bool) -> SingleAgentEpisode:
    # RLlib wants an observation after the last action. After the end of a game it looks at none: the last one serves.
    seen, made = ([*chain, chain[-1]], chain) if over else (chain, chain[:-1])
    rewards = np.zeros(len(made), np.float32)
    rewards[-1] = reward
    return SingleAgentEpisode(
        observations=InfiniteLookbackBuffer({OBSERVATIONS: data["obs"][seen], MASK: data["mask"][seen]}),  # type: ignore[arg-type]
        infos=[{}] * len(seen),
        actions=InfiniteLookbackBuffer(data["action"][made]),
        rewards=InfiniteLookbackBuffer(rewards),
        extra_model_outputs={Columns.ACTION_LOGP: InfiniteLookbackBuffer(data["logp"][made])},
        terminated=over,
        len_lookback_buffer=0,
    )


class TablesRunner(SingleAgentEnvRunner):
    """Plays a batch of games, every seat by the learner's network but for some seats that past selves have."""

    def make_env(self) -> None:
        chosen = self.config.env_config
        # A runner that takes the place of a lost one begins games of its own, not the lost one's once more.
        again = bool(self.worker_index) and ray.get_runtime_context().was_current_actor_reconstructed
        salt = time.time_ns() % 2**31 if again else 0
        seed = int(chance.game_seed((self.config.seed or 0) + salt, self.worker_index or 0))
        self._tables = Tables(chosen, seed)
        self.env: Any = self._tables
        self.num_envs = self._tables.num_envs
        self._rng, self._chance = np.random.default_rng(seed), chance.new_rng(seed)
        self._chains = Chains()
        self._past: list[packed.Packed] = []
        self._samples = 0
        self._seats = np.full((self.num_envs, MAX_PLAYERS), LEARNER)

    def make_module(self) -> None:
        torch.set_num_threads(1)
        super().make_module()

    def sample(self, **kwargs: Any) -> list[SingleAgentEpisode]:
        """As many decisions of the learner as the config has rows times steps, or a few more."""
        chosen, games = self.config.env_config, 0
        if self._samples % chosen["remember_every"] == 0 and chosen["past_share"]:
            self._remember()
        while self._chains.ready < chosen["rows"] * chosen["steps"]:
            games += self._step()
        self._samples += 1
        found = self._chains.take()
        self._increase_sampled_metrics(sum(map(len, found)), games)
        return found

    def get_metrics(self) -> Any:
        return self.metrics.reduce()

    def _step(self) -> int:
        vec = self._tables.vec
        rows = np.arange(self.num_envs)
        actor = vec.actor.copy()
        who = self._seats[rows, actor]
        actions, logp = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.float32)
        for number in range(1 + len(self._past)):
            mine = np.flatnonzero(who == number)
            if len(mine):
                obs, mask = vec.obs[mine], vec.mask[mine]
                chosen, chances = np.empty(len(mine), np.int64), np.empty(len(mine), np.float32)
                kernels.sample_rows(self._logits(number, obs), mask, self._chance, chosen, chances)
                actions[mine], logp[mine] = chosen, chances
        mine = np.flatnonzero(who == LEARNER)
        if len(mine):
            keys = list(zip(mine.tolist(), actor[mine].tolist(), strict=True))
            self._chains.add(keys, obs=vec.obs[mine], mask=vec.mask[mine], action=actions[mine], logp=logp[mine])
        vec.step(actions)
        over = np.flatnonzero(vec.done)
        for row in over.tolist():
            self._chains.end(row, vec.reward[row])
            self._seats[row] = self._seating(int(vec.num_players[row]))
        return len(over)

    def _logits(self, number: int, obs: np.ndarray) -> np.ndarray:
        if number != LEARNER:
            return self._past[number - 1].evaluate(obs)[0]
        module: Any = self.module
        with torch.no_grad():
            return module.network(torch.from_numpy(obs))[0].numpy()

    def _seating(self, players: int) -> np.ndarray:
        """Who plays a new game; the learner has at least one seat."""
        seats = np.full(MAX_PLAYERS, LEARNER)
        if self._past and self._rng.random() < self.config.env_config["past_share"]:
            others = self._rng.permutation(players)[: self._rng.integers(1, players)]
            seats[others] = 1 + self._rng.integers(len(self._past))
        return seats

    def _remember(self) -> None:
        """The weights as they are now become a past self of this runner; the oldest one goes."""
        chosen: Any = self.config.env_config
        module: Any = self.module
        tensors = {name: tensor.numpy() for name, tensor in module.network.state_dict().items()}
        self._past.append(packed.packed(tensors, NetworkSpec.of(chosen["network"]), load_cards()))
        if len(self._past) > chosen["keep"]:
            # Games with the oldest go on with the one that takes its number.
            self._past.pop(0)
