"""A batch of actions of which one is wrong is refused by its index, and no game of the batch has moved."""

from typing import Any

import numpy as np
import pytest

from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.observation import OBS
from hadara_env.envs.adapters.gym_vector import HadaraVectorEnv
from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv, SelfPlay
from hadara_env.envs.rollout import rollout
from hadara_env.envs.vector import HadaraVec
from hadara_env.errors import HadaraError, IllegalActionError
from tests.envs.helpers import contents, said, wander


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
