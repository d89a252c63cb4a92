"""Whatever is wrong is refused in a sentence that says what, and nothing has changed."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hadara_env import hadara_v0
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.observation import OBS
from hadara_env.envs.adapters.gym_vector import HadaraVectorEnv
from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv, SelfPlay
from hadara_env.envs.aec import HadaraAEC
from hadara_env.envs.rollout import rollout
from hadara_env.envs.seat import SeatEnv
from hadara_env.envs.vector import HadaraVec
from hadara_env.errors import HadaraError, IllegalActionError
from tests.envs.test_vector import contents, wander

DOORS: dict[str, Callable[..., Any]] = {
    "env": hadara_v0.env,
    "raw_env": hadara_v0.raw_env,
    "seat": SeatEnv,
    "vector": lambda **arguments: HadaraVec(4, **arguments),
    "sb3": lambda **arguments: HadaraSB3VecEnv(4, **arguments),
    "gym vector": lambda **arguments: HadaraVectorEnv(4, **arguments),
}
every_door = pytest.mark.parametrize("door", DOORS)
NOT_ACTIONS: list[Any] = [
    -1, -2, NUM_ACTIONS, 10**6, 2**70, 1.0, 2.5, float("nan"), None, "pass", "3", True, [3], (3,), {}, np.True_,
    np.float32(3), np.array([3]), np.array([[3]]), np.array(3.0), np.array(-1), np.array(True),
]  # fmt: skip


def said(error: BaseException) -> str:
    """The message, which is one line and ends a sentence."""
    message = str(error)
    assert message.endswith(".")
    assert "\n" not in message
    return message


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


# One game, seats in turn


def everything(env: Any) -> tuple[Any, ...]:
    inner: HadaraAEC = env.unwrapped
    return (
        inner.game().record.tobytes(), inner._mask.tobytes(), inner.agent_selection, list(inner.agents),
        dict(inner.rewards), dict(inner._cumulative_rewards), dict(inner.terminations), str(inner.infos),
    )  # fmt: skip


@pytest.mark.parametrize("door", ["env", "raw_env"])
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


@pytest.mark.parametrize("door", ["env", "raw_env"])
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


# Batches


def wrong_batches(mask: np.ndarray) -> list[tuple[Any, str]]:
    """Actions for six games, of which something is wrong, and what must be said about it."""
    legal = mask.argmax(axis=1)

    def at(b: int, action: Any, kind: Any = np.int64) -> np.ndarray:
        actions = legal.astype(kind)
        actions[b] = action
        return actions

    return [
        (at(4, int(np.flatnonzero(mask[4] == 0)[0])), "index 4 of the batch"),
        (at(0, NUM_ACTIONS), "Action 236 at index 0 of the batch"),
        (at(5, -2), "Action -2 at index 5 of the batch"),
        (at(3, 2**64 - 1, np.uint64), "index 3 of the batch"),
        (at(3, 2**63, np.uint64), "index 3 of the batch"),
        (at(2, 127, np.int8) if mask[2, 127] == 0 else at(2, -5), "index 2 of the batch"),
        (at(2, None, object), "index 2 holds None"),
        ([*legal.tolist()[:3], "7", *legal.tolist()[4:]], "index 0 holds"),
        (legal.astype(np.float32), "not float32: index 0"),
        (legal.astype(bool), "not bool"),
        (legal[:5], r"must have the shape \(6,\), not \(5,\)"),
        (legal.reshape(2, 3), r"must have the shape \(6,\), not \(2, 3\)"),
        (legal.reshape(6, 1), r"must have the shape \(6,\), not \(6, 1\)"),
        (int(legal[0]), r"must have the shape \(6,\), not \(\)"),
        ([], r"must have the shape \(6,\), not \(0,\)"),
        (None, r"must have the shape \(6,\)"),
        ([[1], [2, 3]], r"must have the shape \(6,\)"),
    ]


@pytest.mark.parametrize("threads", [False, True])
def test_wrong_batch_moves_a_game(threads: bool):
    vec = wander(HadaraVec(6, (2, 5), "both", seed=2, threads=threads), 44)
    before, chance = contents(vec), vec._rng.copy()
    for actions, complaint in wrong_batches(vec.mask):
        with pytest.raises(HadaraError, match=complaint) as caught:
            vec.step(actions)
        said(caught.value)
        assert contents(vec) == before, complaint
        assert (vec._rng == chance).all()
    vec.step(vec.mask.argmax(axis=1).astype(np.int16))
    assert contents(vec) != before


@pytest.mark.parametrize("door", ["sb3", "gym vector"])
def test_wrong_batch_of_a_learner_moves_a_game(door: str):
    env = {"sb3": HadaraSB3VecEnv, "gym vector": HadaraVectorEnv}[door](6, num_players=3)
    env.reset()
    batch = env.batch
    for _ in range(5):
        env.step(batch.vec.random_actions())
    before = contents(batch.vec)
    left = batch.mask.argmax(axis=1)
    left[3] = -1
    for actions, complaint in [*wrong_batches(batch.mask), (left, "Action -1 at index 3 of the batch")]:
        with pytest.raises(HadaraError, match=complaint) as caught:
            env.step(actions)
        said(caught.value)
        assert contents(batch.vec) == before, complaint
    env.step(batch.vec.random_actions())


def test_row_or_seat_that_is_not_there_is_read():
    """Kernels do not look where they read and write."""
    vec, out = HadaraVec(3, 2), np.empty(HadaraVec(1).obs.shape[1], np.float32)
    for b in (-1, 3):
        for method in (vec.view, vec.game, vec.config, lambda b: vec.observe(b, 0, out)):
            with pytest.raises(HadaraError, match="There is no game"):
                method(b)
    for seat in (-1, 2, 4):
        with pytest.raises(HadaraError, match="There is no seat"):
            vec.observe(0, seat, out)
    for buffer in (out[:-1], out.astype(np.float64)):
        with pytest.raises(HadaraError, match="out must be float32"):
            vec.observe(0, 0, buffer)
    for method in (vec.game, lambda b, final: vec.observe(b, 0, out, final)):
        with pytest.raises(HadaraError, match="No game has ended in row 1 yet"):
            method(1, True)


@pytest.mark.parametrize(
    ("arguments", "difference"),
    [
        ({"num_envs": 7}, "6 games .* 7 games"),
        ({"num_players": 3}, "2 to 5 players.* 3 to 3 players"),
        ({"rules": "full"}, "both rules.* full rules"),
        ({"reward": "rank"}, "reward win.* reward rank"),
        ({"observe": False}, f"observations of {OBS.size}.* observations of 0"),
    ],
)
def test_batch_of_another_kind_is_restored(arguments: dict[str, Any], difference: str):
    vec = HadaraVec(**{"num_envs": 6, "num_players": (2, 5), "rules": "both", **arguments})
    before = contents(vec)
    with pytest.raises(HadaraError, match=difference) as caught:
        vec.restore(HadaraVec(6, (2, 5), "both").save())
    said(caught.value)
    assert contents(vec) == before
    with pytest.raises(HadaraError, match=r"This is no saved batch: .*games"):
        vec.restore({"obs": vec.obs})


def test_rollout_or_self_play_is_started_with_nonsense(tmp_path):
    vec = HadaraVec(2, 2)
    with pytest.raises(HadaraError, match="steps must be at least 1"):
        rollout(vec, lambda _, mask: mask.argmax(axis=1), 0)
    with pytest.raises(IllegalActionError, match="index 0 of the batch"):
        rollout(vec, lambda obs, _: np.full(len(obs), 235), 3, tmp_path / "games.npz")
    assert list(tmp_path.iterdir()) == []
    for every, keep in ((0, 1), (1, 0)):
        with pytest.raises(HadaraError, match="at least 1"):
            SelfPlay(every, keep)


def test_gym_vector_is_asked_to_reset_some_games_only():
    env = HadaraVectorEnv(3, num_players=2)
    before = contents(env.batch.vec)
    with pytest.raises(HadaraError, match="reset_mask"):
        env.reset(options={"reset_mask": np.array([True, False, False])})
    assert contents(env.batch.vec) == before


def test_rllib_is_not_told_whose_turn_it_is():
    from hadara_env.envs.adapters.rllib import HadaraMultiAgentEnv

    env = HadaraMultiAgentEnv({"num_players": 3, "illegal": "raise"})
    seen, _ = env.reset(seed=1)
    (turn,) = seen
    other = next(agent for agent in env.possible_agents if agent != turn)
    before = env._env.game().record.tobytes()
    with pytest.raises(HadaraError, match=f"It is {turn}'s turn, but actions came from"):
        env.step({other: 0})
    with pytest.raises(IllegalActionError):
        env.step({turn: 235})
    assert env._env.game().record.tobytes() == before
