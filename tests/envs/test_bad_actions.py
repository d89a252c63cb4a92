"""An action that is illegal, out of range or out of turn is refused, and no game has moved."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hadara_env import hadara_v0
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv
from hadara_env.envs.aec import HadaraAEC
from hadara_env.envs.seat import SeatEnv
from hadara_env.errors import HadaraError, IllegalActionError
from tests.envs.helpers import said

DOORS: dict[str, Callable[..., Any]] = {"env": hadara_v0.env, "raw_env": hadara_v0.raw_env}

NOT_ACTIONS: list[Any] = [
    -1, -2, NUM_ACTIONS, 10**6, 2**70, 1.0, 2.5, float("nan"), None, "pass", "3", True, [3], (3,), {}, np.True_,
    np.float32(3), np.array([3]), np.array([[3]]), np.array(3.0), np.array(-1), np.array(True),
]  # fmt: skip


# One game, seats in turn


def everything(env: Any) -> tuple[Any, ...]:
    inner: HadaraAEC = env.unwrapped
    return (
        inner.game().record.tobytes(), inner._mask.tobytes(), inner.agent_selection, list(inner.agents),
        dict(inner.rewards), dict(inner._cumulative_rewards), dict(inner.terminations), str(inner.infos),
    )  # fmt: skip


@pytest.mark.parametrize("door", DOORS)
def test_illegal_action_of_a_single_game_leaves_a_trace(door: str):
    env = DOORS[door](num_players=3)
    env.reset(seed=6)
    for _ in range(12):
        mask = env.observe(env.agent_selection)["action_mask"]
        before = everything(env)
        for action in [*np.flatnonzero(mask == 0).tolist(), *NOT_ACTIONS]:
            with pytest.raises((IllegalActionError, AssertionError, OverflowError)) as caught:
                env.step(action)
            if isinstance(caught.value, IllegalActionError):
                message = said(caught.value)
                seat = before[2].removeprefix("player_")
                assert f"not legal for seat {seat} in step" in message
                assert all(f"({index})" in message for index in np.flatnonzero(mask))
            else:
                assert door == "env", "only PettingZoo's own check of the range has words of its own"
            assert everything(env) == before
        env.step(int(np.flatnonzero(mask)[0]))


@pytest.mark.parametrize("door", DOORS)
def test_step_before_reset_or_after_the_end_is_taken(door: str):
    env = DOORS[door](num_players=2, render_mode="ansi")
    with pytest.raises((HadaraError, AssertionError), match="reset"):
        env.step(0)
    for early in (env.render, env.state, lambda: env.observe("player_0")):
        with pytest.raises((HadaraError, AssertionError), match="reset"):
            early()
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    before = everything(env)
    with pytest.raises((ValueError, AssertionError)):
        env.step(0)  # the game is over: only None is left to say
    assert everything(env) == before
    for _ in range(2):
        env.step(None)
    before = everything(env)
    for action in (None, 0, 5):
        with pytest.raises(HadaraError, match="The game is over and every seat has been told; call reset"):
            env.step(action)
    assert everything(env) == before


# One seat


def test_illegal_action_of_the_seat_leaves_a_trace():
    env = SeatEnv(num_players=3, seat=1)
    with pytest.raises(HadaraError, match="never started"):
        env.step(0)
    env.reset(seed=4)
    for _ in range(8):
        mask, before, state = env.action_masks(), env.game().record.tobytes(), env.np_random.bit_generator.state
        for action in [*np.flatnonzero(~mask).tolist(), *NOT_ACTIONS]:
            with pytest.raises(IllegalActionError, match="not legal for seat 1") as caught:
                env.step(action)
            said(caught.value)
            assert env.game().record.tobytes() == before
            assert env.np_random.bit_generator.state == state
        env.step(int(np.flatnonzero(mask)[0]))


def test_finished_seat_environment_goes_on():
    env = SeatEnv(num_players=2)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    before = env.game().record.tobytes()
    for action in (0, None):
        with pytest.raises(HadaraError, match="The game is over"):
            env.step(action)
    assert env.game().record.tobytes() == before
    assert not env.action_masks().any()


@pytest.mark.parametrize("seat", [-1, 3, 1.5, "0", True])
def test_seat_that_does_not_exist_is_taken(seat: Any):
    with pytest.raises(HadaraError, match="There is no seat"):
        SeatEnv(num_players=3, seat=seat)


def test_opponents_that_cannot_play_are_taken():
    for opponents, complaint in [
        (["random"], "3 players need 2 opponents, not 1"),
        (["random"] * 3, "3 players need 2 opponents, not 3"),
        (7, "is none of them"),
        ([None, "random"], "is none of them"),
        ("rnadom", "rnadom"),
    ]:
        with pytest.raises(HadaraError, match=complaint):
            SeatEnv(num_players=3, opponents=opponents)
    for opponents in (["best"], [], 3, "best"):
        with pytest.raises(HadaraError, match="opponents must be functions"):
            HadaraSB3VecEnv(2, opponents=opponents)


def test_reset_of_the_seat_environment_fails_and_leaves_a_trace():
    env = SeatEnv(num_players=3)
    _, info = env.reset(seed=2)
    before, state = env.game().record.tobytes(), env.np_random.bit_generator.state
    for seed, options in ((None, {"setpu": 1}), (-3, None), (5, {"replay": "{"})):
        with pytest.raises(HadaraError):
            env.reset(seed=seed, options=options)
    assert env.game().record.tobytes() == before
    assert env.np_random.bit_generator.state == state
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
