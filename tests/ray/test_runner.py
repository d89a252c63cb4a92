"""What a runner hands to RLlib is what was played, and what is exported is what RLlib learned. No cluster is needed."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from experiments.train_rllib_runner import MASK, OBSERVATIONS, HadaraModule, TablesRunner, exported
from hadara_agents.policy import checkpoint
from hadara_agents.policy.agent import PolicyAgent
from hadara_agents.policy.packed import shapes
from hadara_agents.policy.spec import VALUES, NetworkSpec
from hadara_env import GameConfig
from hadara_env.envs.spaces import action_space, masked_space
from tests.ray.helpers import smoke
from tests.training.helpers import SPECS, describe, positions


def module_of(spec: NetworkSpec, reward: str) -> Any:
    """RLlib's module, with numbers that all count."""
    module = RLModuleSpec(
        module_class=HadaraModule,
        observation_space=masked_space(OBSERVATIONS),
        action_space=action_space(),
        model_config={"network": spec.as_dict(), "reward": reward},
    ).build()
    generator = torch.Generator().manual_seed(4)
    with torch.no_grad():
        for tensor in module.parameters():  # type: ignore[attr-defined]
            tensor.add_(torch.randn(tensor.shape, generator=generator) / max(tensor.shape) ** 0.5)
    return module


@pytest.mark.parametrize(("spec", "reward"), [(SPECS[0], "win"), (SPECS[1], "margin")])
def test_exported_policy_decides_otherwise_than_rllib(tmp_path: Path, spec: NetworkSpec, reward: str):
    module = module_of(spec, reward)
    tensors = exported({name: tensor.numpy() for name, tensor in module.state_dict().items()}, reward)
    assert {name: array.shape for name, array in tensors.items()} == shapes(spec)
    checkpoint.write(tmp_path / "it", tensors, describe(spec, {}), {})
    agent = PolicyAgent(str(tmp_path / "it"))
    agent.reset(0, GameConfig(2), 1)
    obs, mask = positions(every=10)
    batch = {Columns.OBS: {OBSERVATIONS: torch.from_numpy(obs), MASK: torch.from_numpy(mask)}}
    with torch.no_grad():
        logits = module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS]
        hopes = module.compute_values(batch).numpy()
    theirs = module.get_inference_action_dist_cls().from_logits(logits).to_deterministic().sample().numpy()
    assert mask[np.arange(len(mask)), theirs].all()
    assert agent.act_batch(obs, mask).tolist() == theirs.tolist()
    assert len(set(theirs.tolist())) > 20
    _, values = agent.network.evaluate(obs)
    np.testing.assert_allclose(values[:, VALUES.index(reward)], hopes, rtol=1e-4, atol=2e-5)
    assert not values[:, 1 - VALUES.index(reward)].any()


class Recorder:
    """Writes down what is played beside the runner's own books: by row, game and seat."""

    def __init__(self, runner: TablesRunner) -> None:
        self.made: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        self.won: dict[tuple[int, int], list[float]] = {}
        self._vec, self._step = runner._tables.vec, runner._tables.vec.step
        self._vec.step = self.step  # type: ignore[method-assign]
        self._game = [0] * runner.num_envs

    def step(self, actions: np.ndarray) -> Any:
        for row, (seat, action) in enumerate(zip(self._vec.actor.tolist(), actions.tolist(), strict=True)):
            self.made[row, self._game[row], seat].append(action)
        found = self._step(actions)
        for row in np.flatnonzero(self._vec.done).tolist():
            self.won[row, self._game[row]] = self._vec.reward[row].tolist()
            self._game[row] += 1
        return found


def test_decision_is_lost_cut_off_or_given_to_another_seat():
    """Chains go over several samples; put together again they are the games as they were played."""
    config = smoke(runners=0, rows=8, steps=40, past_share=0.0).algorithm(0)
    runner = TablesRunner(config=config, worker_index=0)
    recorder = Recorder(runner)
    episodes = [episode for _ in range(6) for episode in runner.sample()]
    handed = sum(len(episode) for episode in episodes)
    waiting = sum(len(chain) for chain in runner._chains._open.values())
    assert handed + waiting == sum(map(len, recorder.made.values()))
    assert waiting == len(runner._chains._open)
    ended = [episode for episode in episodes if episode.is_terminated]
    assert len(ended) == sum(
        len([seat for seat in range(5) if (*game, seat) in recorder.made]) for game in recorder.won
    )
    assert len(recorder.won) > 5
    # An episode's last observation is the first one of what comes after it, by which chunks are put together.
    begins = {_key(episode, 0): episode for episode in episodes}
    assert len(begins) == len(episodes)
    follows = {id(begins[_key(e, -1)]) for e in episodes if not e.is_terminated and _key(e, -1) in begins}
    chains = []
    for episode in (e for e in episodes if id(e) not in follows):
        actions = episode.get_actions().tolist()
        while not episode.is_terminated and (after := begins.get(_key(episode, -1))) is not None:
            actions += after.get_actions().tolist()
            episode = after
        chains.append((tuple(actions), episode.is_terminated, float(episode.get_rewards()[-1])))
    played = {tuple(actions): key for key, actions in recorder.made.items() if key[:2] in recorder.won}
    for actions, _, reward in (chain for chain in chains if chain[1]):
        row, game, seat = played[actions]
        assert reward == recorder.won[row, game][seat]


def _key(episode: Any, at: int) -> bytes:
    seen = episode.get_observations(at)
    return seen[OBSERVATIONS].tobytes()


def test_probability_in_an_episode_is_not_that_of_the_action():
    runner = TablesRunner(config=smoke(runners=0, rows=8, steps=10).algorithm(0), worker_index=0)
    module: Any = runner.module
    for episode in runner.sample():
        seen = {key: torch.from_numpy(array[: len(episode)]) for key, array in episode.get_observations().items()}
        with torch.no_grad():
            logits = module.forward_exploration({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
        actions = torch.from_numpy(episode.get_actions())
        expected = torch.log_softmax(logits, 1).gather(1, actions.unsqueeze(1)).squeeze(1)
        np.testing.assert_allclose(episode.get_extra_model_outputs(Columns.ACTION_LOGP), expected, atol=1e-5)


def test_past_self_is_learned_from_or_never_plays():
    runner = TablesRunner(
        config=smoke(runners=0, rows=8, steps=60, past_share=1.0, keep=2).algorithm(0), worker_index=0
    )
    recorder = Recorder(runner)
    handed = sum(len(episode) for _ in range(6) for episode in runner.sample())
    assert len(runner._past) == 2
    assert ((runner._seats != 0).any(1) & (runner._seats == 0).any(1)).any()
    assert handed < 0.9 * sum(map(len, recorder.made.values()))
