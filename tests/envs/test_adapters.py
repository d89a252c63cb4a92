"""The vector environments behave as users of their libraries expect."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from stable_baselines3.common.vec_env import VecMonitor

from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.observation import OBS
from hadara_env.envs.adapters.gym_vector import HadaraVectorEnv
from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv
from hadara_env.errors import HadaraError, IllegalActionError
from tests.envs.helpers import contents


def first_legal(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return mask.argmax(axis=1)


# Stable-Baselines3


def test_baselines_vector_has_other_shapes_or_types():
    env = HadaraSB3VecEnv(5, num_players=(2, 5), rules="both")
    obs: Any = env.reset()
    assert (obs.shape, obs.dtype) == ((5, OBS.size), np.float32)
    assert env.observation_space.contains(obs[0])
    for _ in range(3):
        masks = env.action_masks()
        assert (masks.shape, masks.dtype) == ((5, NUM_ACTIONS), np.bool_)
        assert [mask.tobytes() for mask in env.env_method("action_masks")] == [mask.tobytes() for mask in masks]
        assert env.env_method("action_masks", indices=[3])[0].tolist() == masks[3].tolist()
        obs, reward, done, infos = env.step(masks.argmax(axis=1))
        assert (obs.shape, obs.dtype) == ((5, OBS.size), np.float32)
        assert (reward.shape, reward.dtype, done.shape, done.dtype) == ((5,), np.float32, (5,), np.bool_)
        assert infos == [{}] * 5
    assert env.has_attr("action_masks")
    assert not env.has_attr("nonsense")
    assert env.get_attr("num_envs", [0, 1]) == [5, 5]
    assert env.env_is_wrapped(gymnasium.Wrapper) == [False] * 5
    for forbidden in (lambda: env.env_method("undo"), lambda: env.set_attr("seat", 1)):
        with pytest.raises(AttributeError):
            forbidden()


@pytest.mark.parametrize("wrapped", [False, True])
def test_last_observation_of_a_finished_game_is_lost(wrapped: bool):
    plain = HadaraSB3VecEnv(16, num_players=3, reward="margin", seed=3)
    env: Any = VecMonitor(plain) if wrapped else plain
    env.reset()
    ended, lengths = 0, np.zeros(16, int)
    while ended < 32:
        seats = plain.batch.seat.copy()
        lengths += 1
        obs, reward, done, infos = env.step(plain.batch.vec.random_actions())
        for b in range(16):
            if not done[b]:
                assert "terminal_observation" not in infos[b]
                continue
            ended += 1
            final = plain.batch.vec.game(b, final=True)
            last = infos[b]["terminal_observation"]
            assert last.tobytes() == final.view(int(seats[b])).observation.tobytes()
            assert last.tobytes() != obs[b].tobytes()
            assert infos[b]["TimeLimit.truncated"] is False
            assert infos[b]["episode"]["r"] == pytest.approx(float(reward[b]), abs=1e-6)
            assert infos[b]["episode"]["l"] == lengths[b]
            lengths[b] = 0


def test_observation_returned_earlier_changes_with_the_next_step():
    baselines, gym = HadaraSB3VecEnv(3, num_players=2), HadaraVectorEnv(3, num_players=2)
    first, (second, _) = baselines.reset(), gym.reset()
    kept = [np.array(array) for array in (first, second)]
    baselines.step(baselines.batch.vec.random_actions())
    gym.step(gym.batch.vec.random_actions())
    assert (np.array(first) == kept[0]).all()
    assert (second == kept[1]).all()


def played(env: Any, steps: int) -> bytes:
    """All observations of a run in which everything follows from the masks."""
    return b"".join(np.asarray(env.step(env.batch.mask.argmax(axis=1))[0]).tobytes() for _ in range(steps))


@pytest.mark.parametrize("make", [HadaraSB3VecEnv, HadaraVectorEnv])
def test_same_seed_gives_other_games_or_other_opponents(make: Any):
    def seeded(env: Any, seed: int) -> None:
        if make is HadaraSB3VecEnv:
            env.seed(seed)
            env.reset()
        else:
            env.reset(seed=seed)

    env, other = make(6, num_players=3, opponents=["random", "random", first_legal]), make(6, num_players=3, seed=8)
    other.batch.set_opponents(["random", "random", first_legal])
    played(other, 30)
    seeded(env, 5)
    seeded(other, 5)
    run = played(env, 60)
    assert played(other, 60) == run
    seeded(env, 5)
    assert played(env, 60) == run
    seeded(env, 6)
    assert played(env, 60) != run


@pytest.mark.parametrize("make", [HadaraSB3VecEnv, HadaraVectorEnv])
def test_reset_between_two_runs_deals_the_same_games(make: Any):
    """A second call of `learn`, or a second evaluation, begins with a reset."""
    env = make(6, num_players=2)
    deals = set()
    for _ in range(4):
        env.reset()
        deals.add(env.batch.vec.games.tobytes())
    assert len(deals) == 4


def test_learner_always_has_the_same_seat_or_opponent():
    met: list[int] = []

    def counting(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        met.append(len(obs))
        return first_legal(obs, mask)

    env = HadaraSB3VecEnv(200, num_players=4, opponents=["random", counting])
    assert np.bincount(env.batch.seat, minlength=4).min() > 25
    met.clear()
    env.step(env.batch.vec.random_actions())
    assert 0 < met[0] < 200
    assert len(env.batch.opponents) == 2
    env.add_opponent(first_legal)
    assert env.batch.opponents[-1] is first_legal


def test_opponent_that_breaks_the_rules_is_not_named():
    def cheat(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return np.full(len(obs), NUM_ACTIONS - 1)

    def careless(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return mask.argmax(axis=1) * 1.0

    def absent(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return np.full(len(obs), -1)

    for opponent, kind in ((cheat, IllegalActionError), (careless, HadaraError), (absent, IllegalActionError)):
        env = HadaraSB3VecEnv(4, num_players=2)
        env.batch.set_opponents(opponent)
        with pytest.raises(kind, match=opponent.__name__):
            played(env, 9)
        with pytest.raises(HadaraError, match="call reset"):
            env.step(env.batch.mask.argmax(axis=1))
        env.batch.set_opponents("random")
        env.reset()
        env.step(env.batch.mask.argmax(axis=1))


# gymnasium.vector


def test_gymnasium_vector_breaks_the_form_of_its_library():
    env = HadaraVectorEnv(4, num_players=3)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    obs, infos = env.reset(seed=3)
    assert env.observation_space.contains(obs)
    assert infos["action_mask"].shape == (4, NUM_ACTIONS)
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    counted.reset(seed=4)
    ended = 0
    while ended < 8:
        seats = env.batch.seat.copy()
        obs, reward, terminated, truncated, infos = counted.step(env.batch.vec.random_actions())
        assert env.observation_space.contains(obs)
        assert (reward.dtype, terminated.dtype) == (np.float64, np.bool_)
        assert not truncated.any()
        assert ("final_obs" in infos) == terminated.any()
        for b in np.flatnonzero(terminated):
            final = env.batch.vec.game(int(b), final=True)
            assert infos["final_obs"][b].tobytes() == final.view(int(seats[b])).observation.tobytes()
            assert infos["episode"]["r"][b] == reward[b]
            ended += 1
        if terminated.any():
            assert infos["_final_obs"].tolist() == terminated.tolist()
            assert all(infos["final_obs"][b] is None for b in np.flatnonzero(~terminated))


def test_list_of_seeds_is_not_a_seed():
    env = HadaraVectorEnv(3, num_players=2)
    runs = []
    for seeds in ([1, 2, 3], [1, 2, 3], [1, 2, 4], np.array([1, 2, 3]), np.int64(5), 5):
        env.reset(seed=seeds)  # type: ignore[arg-type]
        runs.append(contents(env.batch.vec)["games"])
    assert runs[0] == runs[1] == runs[3] != runs[2]
    assert runs[4] == runs[5]
