"""The seat environment: who sits where, what it does with illegal actions, where it starts."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from hadara_agents.random import RandomAgent
from hadara_env import GameConfig, View
from hadara_env.envs.seat import SeatEnv
from hadara_env.errors import HadaraError, IllegalActionError
from hadara_env.game import Game
from tests.envs.scripts import scripts


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
