"""The vector environments and the seat environment behave as users of their libraries expect."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from stable_baselines3.common.vec_env import VecMonitor

from hadara_agents.random import RandomAgent
from hadara_env import GameConfig, View
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.observation import OBS
from hadara_env.envs.adapters.gym_vector import HadaraVectorEnv
from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv
from hadara_env.envs.seat import SeatEnv
from hadara_env.errors import HadaraError, IllegalActionError
from hadara_env.game import Game
from tests.envs.scripts import scripts
from tests.envs.test_vector import contents


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


# One seat


class Remembering:
    """An agent that minds which seat it sits in, as searching agents do."""

    name = "remembering"

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self.seat, self.seed, self.players = seat, seed, config.players

    def act(self, view: View) -> int:
        assert (view.seat, view.config.players) == (self.seat, self.players)
        return int(view.legal[self.seed % len(view.legal)])


@pytest.mark.parametrize(
    "opponents", [Remembering(), [Remembering(), RandomAgent(), "random"], lambda view: view.legal[0]]
)
@pytest.mark.parametrize("seat", [0, 2, 3, None])
def test_opponents_are_mixed_up(opponents: Any, seat: int | None):
    env = SeatEnv(num_players=4, opponents=opponents, seat=seat)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        assert seat is None or info["seat"] == seat
        over = False
        while not over:
            assert env.game().actor == info["seat"]
            _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    seeds = [agent.seed for agent in env._opponents if isinstance(agent, Remembering)]
    assert len(set(seeds)) == len(seeds)


def test_learner_with_any_seat_sits_in_one_only():
    env = SeatEnv(num_players=5, seat=None)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(60)} == set(range(5))


def play_through(env: SeatEnv, seed: int | None) -> list[bytes]:
    """All observations of a game in which the learner always takes its last legal action."""
    observation, info = env.reset(seed=seed)
    seen, over = [observation.tobytes()], False
    while not over:
        observation, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        seen.append(observation.tobytes())
    return seen


def test_seat_environment_plays_another_game_with_the_same_seed():
    first, second = SeatEnv(num_players=3, seat=None), SeatEnv(num_players=3, seat=None)
    games = [play_through(first, seed) for seed in (4, None, None)]
    assert [play_through(second, seed) for seed in (4, None, None)] == games
    assert len({game[0] for game in games}) == 3
    assert play_through(first, 4) == games[0]
    first.reset(seed=4)
    assert first.game().seed == 4


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copy_of_the_seat_environment_goes_on_otherwise(way: Any):
    env = SeatEnv(num_players=3)
    _, info = env.reset(seed=6)
    for _ in range(10):
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    twin = way(env)
    over = False
    while not over:
        action = int(np.flatnonzero(info["action_mask"])[0])
        seen, reward, over, _, info = env.step(action)
        again = twin.step(action)
        assert (again[0].tobytes(), again[1], again[2]) == (seen.tobytes(), reward, over)


def test_opponent_of_the_seat_that_breaks_the_rules_is_not_named():
    def cheat(view: View) -> int:
        return 235

    env = SeatEnv(num_players=2, opponents=cheat, seat=0)
    with pytest.raises(IllegalActionError, match="The opponent 'cheat' of player_1 broke the rules"):
        play_through(env, seed=1)
    with pytest.raises(HadaraError, match="call reset"):
        env.step(0)


def test_illegal_action_is_not_replaced_or_punished_as_asked():
    lenient, strict = SeatEnv(num_players=3, illegal="random"), SeatEnv(num_players=3, illegal="terminate")
    _, info = lenient.reset(seed=2)
    over, steps = False, 0
    while not over:
        _, reward, over, _, info = lenient.step(lenient.action_space.sample())
        steps += 1
    assert steps > 20
    assert "rank" in info
    for wrong in (235, -1, "pass", None):
        _, info = strict.reset(seed=2)
        before = strict.game().record.tobytes()
        _, reward, over, truncated, info = strict.step(wrong)
        assert (reward, over, truncated, info["illegal"]) == (-1.0, True, False, wrong)
        assert strict.game().record.tobytes() == before
        assert not strict.action_masks().any()
        with pytest.raises(HadaraError, match="call reset"):
            strict.step(int(Game.new(3, seed=2).legal_actions()[0].index))


def test_seat_environment_does_not_start_where_it_is_told():
    game = scripts(3)[0].game()
    move = next(k for k, made in enumerate(game.log) if k > 50 and made.seat == 1 and not made.forced)
    env = SeatEnv(num_players=3, seat=1)
    observation, info = env.reset(options={"replay": game.to_json(), "move": move})
    while len(game.log) > move:
        game.undo()
    assert observation.tobytes() == game.view(1).observation.tobytes()
    assert info["action_mask"].tolist() == game.legal_mask().tolist()


def test_agents_are_not_found_by_name():
    env = SeatEnv(num_players=3, opponents=["buyer", "random"])
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert [type(agent).__name__ for agent in env._opponents] == ["BuyerAgent", "RandomOpponent"]
    with pytest.raises(HadaraError, match="buyer"):
        SeatEnv(num_players=2, opponents="bayer")
