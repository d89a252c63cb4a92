"""Short runs of the real learners: they train, they never see an illegal action, and their books are right."""

from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv, SelfPlay, frozen
from hadara_env.envs.seat import SeatEnv
from hadara_env.envs.seat_batch import BatchPolicy
from hadara_env.errors import IllegalActionError


class Recorder(HadaraSB3VecEnv):
    """Writes down every action with its mask."""

    def step_async(self, actions: np.ndarray) -> None:
        masks = self.action_masks()
        self.legal = [*getattr(self, "legal", []), *masks[np.arange(len(actions)), actions]]
        super().step_async(actions)


def learner(env: Any, **arguments: Any) -> MaskablePPO:
    return MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=2, seed=1, device="cpu", **arguments)


def test_maskable_ppo_plays_an_illegal_action_or_does_not_learn():
    env = Recorder(8, num_players=(2, 4), rules="both")
    model = learner(env)
    before = [parameter.clone() for parameter in model.policy.parameters()]
    model.learn(8 * 32 * 3, callback=SelfPlay(every=256, keep=2))
    assert len(env.legal) == 8 * 32 * 3
    assert all(env.legal)
    assert any((old != new).any() for old, new in zip(before, model.policy.parameters(), strict=True))
    episodes: Any = model.ep_info_buffer
    assert len(episodes) > 0
    assert all(-1 <= episode["r"] <= 1 and episode["l"] > 20 for episode in episodes)
    assert len(env.batch.opponents) == 3, "the random player and the two latest copies"


def test_frozen_opponent_goes_on_learning():
    env = HadaraSB3VecEnv(4, num_players=2)
    model = learner(env)
    opponent = frozen(model)
    obs, mask = (np.repeat(array, 250, axis=0) for array in (env.batch.obs, env.batch.mask))

    def choices(policy: BatchPolicy) -> np.ndarray:
        torch.manual_seed(1)
        return policy(obs, mask)

    before = choices(opponent)
    assert mask[np.arange(1000), before].all()
    model.learn(4 * 32 * 4)
    assert (choices(opponent) == before).all()
    assert (choices(frozen(model)) != before).any()


def test_trained_model_is_not_evaluated_on_the_seat_environment():
    model = learner(HadaraSB3VecEnv(4, num_players=2))
    env = SeatEnv(num_players=2, opponents="random")
    scores: Any = evaluate_policy(model, env, n_eval_episodes=3, return_episode_rewards=True, warn=False)
    returns, lengths = scores
    assert set(returns) <= {-1.0, 0.0, 1.0}
    assert min(lengths) > 20
    observation, _ = env.reset(seed=3)
    action, _ = model.predict(observation, action_masks=env.action_masks())
    assert action.shape == ()
    env.step(action)


def test_maskable_ppo_cannot_learn_in_a_seat_of_a_single_game():
    model = learner(SeatEnv(num_players=2, seat=None))
    model.learn(64)
    assert model.num_timesteps == 64


def test_choice_of_a_model_is_replaced_by_a_random_one():
    """`predict` returns an array without axes: taken for illegal, every move of the model would be a random one."""
    first, second = (SeatEnv(num_players=2, illegal="random", opponents=lambda view: view.legal[0]) for _ in range(2))
    seen, _ = first.reset(seed=5)
    again, info = second.reset(seed=5)
    over = False
    while not over:
        assert seen.tobytes() == again.tobytes()
        action = int(np.flatnonzero(info["action_mask"])[-1])
        seen, _, over, _, info = first.step(action)
        again, _, _, _, info = second.step(np.array(action))


def test_learner_without_masks_is_not_told():
    env = HadaraSB3VecEnv(2, num_players=2)
    env.reset()
    illegal = np.array([np.flatnonzero(~mask)[0] for mask in env.action_masks()])
    with pytest.raises(IllegalActionError, match="at index 0 of the batch"):
        env.step(illegal)


def test_rllib_ppo_does_not_train_or_loses_a_reward():
    import ray
    from ray.rllib.algorithms.ppo import PPOConfig

    from hadara_env.envs.adapters.rllib import HadaraMultiAgentEnv, masked_module

    config = (
        PPOConfig()
        .environment(
            HadaraMultiAgentEnv,
            env_config={"num_players": 3, "reward": "margin", "illegal": "raise"},
            disable_env_checking=True,  # the check takes no notice of masks
        )
        .env_runners(num_env_runners=0, rollout_fragment_length="auto")
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
        .rl_module(rl_module_spec=masked_module(hidden=(32,)))
        .training(train_batch_size_per_learner=600, minibatch_size=128, num_epochs=1)
    )
    try:
        algorithm = config.build_algo()
        result = algorithm.train()
        algorithm.stop()
    finally:
        ray.shutdown()
    played = result["env_runners"]
    assert played["num_env_steps_sampled"] >= 600
    assert played["num_episodes"] >= 2
    assert played["episode_return_mean"] == pytest.approx(0, abs=1e-6), "the seats of a game sum up to nothing"
    assert set(played["agent_episode_returns_mean"]) == {"player_0", "player_1", "player_2"}
    assert any(value != 0 for value in played["agent_episode_returns_mean"].values())
    assert "shared" in result["learners"]
