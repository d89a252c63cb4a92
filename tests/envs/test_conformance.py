"""The conformance tests of the libraries themselves, with every warning an error but two.

The two are about observations that are dicts: PettingZoo lets its own games off them by name, and nobody else's.
"""

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test, state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import hadara_env.registration
from hadara_env import hadara_v0
from hadara_env.envs.seat import SeatEnv
from tests.envs.scripts import EVERY_GAME

UNAVOIDABLE = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)
every_game = pytest.mark.parametrize(("players", "rules"), EVERY_GAME)
both_doors = pytest.mark.parametrize("make", [hadara_v0.env, hadara_v0.raw_env], ids=["env", "raw_env"])


@pytest.fixture(autouse=True)
def _warnings_are_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in UNAVOIDABLE:
            warnings.filterwarnings("ignore", f"{message}$", UserWarning)
        yield


@every_game
@both_doors
def test_pettingzoo_api_is_broken(make: Callable[..., Any], players: int, rules: str):
    api_test(make(num_players=players, rules=rules), num_cycles=1000)


@every_game
@both_doors
def test_same_seed_gives_another_game(make: Callable[..., Any], players: int, rules: str):
    seed_test(partial(make, num_players=players, rules=rules), num_cycles=500)


@every_game
def test_parallel_conversion_breaks_its_api(players: int, rules: str):
    parallel_api_test(turn_based_aec_to_parallel(hadara_v0.env(num_players=players, rules=rules)))  # type: ignore[arg-type]


@every_game
def test_state_leaves_its_space(players: int, rules: str):
    """The library's test takes no notice of masks, so illegal moves must not be errors here."""
    make = partial(hadara_v0.env, num_players=players, rules=rules, illegal="terminate")
    state_test(make(), turn_based_aec_to_parallel(make()))  # type: ignore[arg-type]


@every_game
def test_render_mode_returns_the_wrong_thing(players: int, rules: str):
    """The library's test begins with a window, which there is none of; it never draws in it."""

    def make(render_mode: str) -> Any:
        return hadara_v0.env(players, rules, render_mode=None if render_mode == "human" else render_mode)

    def is_picture(document: Any) -> bool:
        return isinstance(document, str) and document.startswith("<svg") and document.rstrip().endswith("</svg>")

    assert hadara_v0.env().metadata["render_modes"] == ["ansi", "rgb_array", "svg"]
    render_test(make, custom_tests={"svg": is_picture})  # type: ignore[arg-type]


def test_unavoidable_warning_has_become_avoidable():
    """So that the exceptions above go away with their reason."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(hadara_v0.env(num_players=2), num_cycles=10)
    assert {str(warning.message) for warning in caught} == set(UNAVOIDABLE)


@every_game
@pytest.mark.parametrize("seat", [0, None])
def test_gymnasium_check_fails(players: int, rules: str, seat: int | None):
    """The check samples without a mask."""
    gymnasium_check(SeatEnv(players, rules, seat=seat, illegal="random"), skip_render_check=True)


def test_gymnasium_check_of_the_registered_environment_fails():
    """With a spec the check also makes the environment anew for every render mode."""
    env = gymnasium.make(hadara_env.registration.SEAT_ID, illegal="random", render_mode="rgb_array")
    gymnasium_check(env.unwrapped)
    assert env.observation_space.contains(env.reset(seed=1)[0])


@every_game
def test_stable_baselines_check_fails(players: int, rules: str):
    from stable_baselines3.common.env_checker import check_env

    check_env(SeatEnv(players, rules, illegal="random"))


@every_game
def test_torchrl_check_fails(players: int, rules: str):
    warnings.filterwarnings("ignore", "PettingZoo in TorchRL is tested using version")
    warnings.simplefilter("default", DeprecationWarning)  # torchrl's own
    from torchrl.envs.utils import check_env_specs

    from hadara_env.envs.adapters.torchrl import torchrl_env

    env = torchrl_env(num_players=players, rules=rules, seed=3)
    check_env_specs(env)
    data: Any = env.rollout(1000)
    assert bool(data["next", "done"][-1])
    actors = np.array([[bool(data[f"player_{seat}", "mask"][k]) for seat in range(players)] for k in range(len(data))])
    assert (actors.sum(axis=1) == 1).all()
    assert actors.any(axis=0).all()
