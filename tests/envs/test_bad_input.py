"""Whatever is wrong is refused in a sentence that says what, and nothing has changed."""

from collections.abc import Callable
from typing import Any

import pytest

from hadara_env import hadara_v0
from hadara_env.envs.adapters.gym_vector import HadaraVectorEnv
from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv
from hadara_env.envs.seat import SeatEnv
from hadara_env.envs.vector import HadaraVec
from hadara_env.errors import HadaraError
from tests.envs.helpers import contents, said, wander

DOORS: dict[str, Callable[..., Any]] = {
    "env": hadara_v0.env,
    "raw_env": hadara_v0.raw_env,
    "seat": SeatEnv,
    "vector": lambda **arguments: HadaraVec(4, **arguments),
    "sb3": lambda **arguments: HadaraSB3VecEnv(4, **arguments),
    "gym vector": lambda **arguments: HadaraVectorEnv(4, **arguments),
}
every_door = pytest.mark.parametrize("door", DOORS)


@every_door
@pytest.mark.parametrize("players", [1, 6, 0, -2, 2.0, "3", None, True])
def test_number_of_players_nobody_can_play_with_is_taken(door: str, players: Any):
    with pytest.raises(HadaraError, match="2 to 5 players") as caught:
        DOORS[door](num_players=players)
    assert repr(players) in said(caught.value)


@every_door
@pytest.mark.parametrize(
    ("name", "value", "listed"),
    [
        ("rules", "fulll", "'basic'.*'full'"),
        ("rules", None, "'basic'"),
        ("reward", "points", "'win', 'rank', 'margin'"),
    ],
)
def test_unknown_value_is_taken(door: str, name: str, value: Any, listed: str):
    with pytest.raises(HadaraError, match=listed) as caught:
        DOORS[door](**{name: value})
    assert repr(value) in said(caught.value)


@pytest.mark.parametrize("door", ["env", "raw_env", "seat"])
@pytest.mark.parametrize(
    ("name", "value", "listed"),
    [
        ("render_mode", "human", "None, 'ansi', 'rgb_array', 'svg'"),
        ("illegal", "ignore", "'raise'.*'terminate'"),
        ("cards", 5, "a folder or a CardSet"),
    ],
)
def test_unknown_value_of_a_single_game_is_taken(door: str, name: str, value: Any, listed: str):
    with pytest.raises(HadaraError, match=listed) as caught:
        DOORS[door](**{name: value})
    said(caught.value)


@every_door
def test_misspelt_argument_is_taken(door: str):
    with pytest.raises(TypeError, match="num_playrs"):
        DOORS[door](num_playrs=3)


@pytest.mark.parametrize("door", ["env", "raw_env", "seat"])
def test_rendering_without_a_mode_is_not_explained(door: str):
    env = DOORS[door]()
    env.reset(seed=1)
    with pytest.raises(HadaraError, match="needs render_mode to be one of ansi, rgb_array, svg"):
        env.render()


@pytest.mark.parametrize("number", [0, -1, 2.0, "4", True, None])
def test_impossible_number_of_games_is_taken(number: Any):
    with pytest.raises(HadaraError, match="num_envs must be a whole number of at least 1"):
        HadaraVec(number)


@pytest.mark.parametrize("pair", [(5, 2), (1, 3), (2, 6), (2, 3, 4), (), [2, "5"], (2, 3.0)])
def test_impossible_range_of_players_is_taken(pair: Any):
    with pytest.raises(HadaraError):
        HadaraVec(2, num_players=pair)


@pytest.mark.parametrize("seed", [-1, 2**53, 0.5, "1", True])
def test_seed_that_cannot_be_kept_is_taken(seed: Any):
    for make in (HadaraVec, HadaraSB3VecEnv, HadaraVectorEnv):
        with pytest.raises(HadaraError, match="A seed is an integer from 0 to 2"):
            make(2, seed=seed)
    vec, env = wander(HadaraVec(2), 9), SeatEnv()
    before = contents(vec)
    env.reset(seed=1)
    for door in (vec, env):
        with pytest.raises(HadaraError, match="A seed is an integer from 0 to 2"):
            door.reset(seed=seed)
    assert contents(vec) == before
