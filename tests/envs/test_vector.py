"""`HadaraVec` is B games of their own: dealt, played, finished and replaced like single ones."""

import copy
import io
import pickle
from typing import Any

import numpy as np
import pytest

from hadara_env.engine.random import game_seed
from hadara_env.envs.rollout import rollout
from hadara_env.envs.vector import HadaraVec
from hadara_env.errors import HadaraError
from hadara_env.game import Game
from tests.envs.helpers import contents, wander
from tests.envs.results import KINDS, expected_rewards


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("players", "rules"), [(2, "basic"), (3, "full"), (5, "full"), ((2, 5), "both")])
def test_batch_plays_otherwise_than_single_games(players: Any, rules: str, kind: str):
    """Every buffer of every row in every step, over the end of games and into the next ones."""
    vec = HadaraVec(6, players, rules, kind, seed=21)
    singles = [vec.game(b) for b in range(6)]
    for b, game in enumerate(singles):
        assert game.seed == game_seed(21, b)
        assert Game.new(game.players, game.rules, game.seed).record.tobytes() == game.record.tobytes()
    ended = 0
    while ended < 12:
        for b, game in enumerate(singles):
            assert vec.games[b].tobytes() == game.record.tobytes()
            assert (vec.actor[b], vec.num_players[b]) == (game.actor, game.players)
            assert vec.mask[b].tolist() == game.legal_mask().tolist()
            assert vec.obs[b].tobytes() == game.view(game.actor or 0).observation.tobytes()
        actions = vec.random_actions()
        vec.step(actions)
        for b, game in enumerate(singles):
            game.apply(int(actions[b]))
            assert bool(vec.done[b]) == game.is_over
            gains, totals = [0.0] * 5, [0] * 5
            if game.is_over:
                gains[: game.players] = expected_rewards(game, kind)
                totals[: game.players] = [points["total"] for points in game.scores()]
                assert vec.final[b].tobytes() == game.record.tobytes()
                singles[b] = Game.new(*fresh(vec, b))
                ended += 1
            assert vec.reward[b] == pytest.approx(gains, abs=1e-6)
            assert vec.final_scores[b].tolist() == totals


def fresh(vec: HadaraVec, b: int) -> tuple[int, str, int]:
    """Players, rules and seed of a game that has just been dealt."""
    game = vec.game(b)
    assert game.seed == game_seed(21, b + vec.num_envs * int(vec.episodes[b]))
    return game.players, game.rules, int(game.seed or 0)


def test_reward_stays_for_another_step():
    vec = HadaraVec(16, 2, seed=1)
    while not vec.done.any():
        wander(vec, 1)
    over = vec.done.copy()
    assert vec.reward[over].any()
    assert vec.final_scores[over].any()
    wander(vec, 1)
    assert not vec.done[over].any()
    assert not vec.reward[over].any()
    assert not vec.final_scores[over].any()


def test_game_left_alone_moves():
    """-1 leaves a row as it is, but what was earned there a step ago is not paid again."""
    vec = wander(HadaraVec(8, (2, 5), seed=3), 30)
    while not vec.done[2]:
        wander(vec, 1)
    before = {name: getattr(vec, name).copy() for name in ("obs", "mask", "actor", "num_players", "games", "episodes")}
    actions = vec.random_actions()
    actions[[2, 5]] = -1
    vec.step(actions)
    for name, old in before.items():
        assert getattr(vec, name)[[2, 5]].tobytes() == old[[2, 5]].tobytes(), name
        if name not in ("actor", "num_players", "episodes"):
            assert getattr(vec, name)[[0, 1, 3, 4, 6, 7]].tobytes() != old[[0, 1, 3, 4, 6, 7]].tobytes(), name
    assert not vec.done[2]
    assert not vec.reward[2].any()


def test_player_counts_or_rule_sets_do_not_mix():
    vec = HadaraVec(2000, (2, 5), "both", seed=4, observe=False)
    shares = np.bincount(vec.num_players, minlength=6)[2:] / 2000
    assert shares == pytest.approx([0.25] * 4, abs=0.05)
    assert vec.games["rules"].mean() == pytest.approx(0.5, abs=0.05)
    together = np.corrcoef(vec.games["rules"], vec.num_players)[0, 1]
    assert abs(together) < 0.1
    before = vec.num_players.copy()
    wander(vec, 260)
    assert (vec.num_players != before).mean() > 0.5, "the next game of a row has the number of players of the first"
    assert set(HadaraVec(200, (3, 4), seed=1).num_players.tolist()) == {3, 4}
    assert set(HadaraVec(200, 2, "basic").games["rules"].tolist()) == {0}


def test_threads_change_a_byte():
    serial = HadaraVec(1500, (2, 5), "both", "rank", seed=6)
    threaded = HadaraVec(1500, (2, 5), "both", "rank", seed=6, threads=True)
    for _ in range(120):
        actions = serial.random_actions()
        serial.step(actions)
        threaded.step(actions)
    assert serial.episodes.any()
    assert contents(threaded) == contents(serial)


def test_batch_without_observations_plays_other_games():
    seeing, blind = HadaraVec(32, (2, 5), "both", seed=6), HadaraVec(32, (2, 5), "both", seed=6, observe=False)
    wander(seeing, 150)
    wander(blind, 150)
    assert blind.obs.shape == (32, 0)
    assert contents(seeing) | {"obs": b""} == contents(blind)


@pytest.mark.parametrize("through_file", [False, True])
def test_restored_batch_goes_on_otherwise(through_file: bool):
    vec = wander(HadaraVec(40, (2, 5), "both", "margin", seed=8), 170)
    state: Any = vec.save()
    if through_file:
        file = io.BytesIO()
        np.savez(file, **state)
        file.seek(0)
        state = np.load(file, allow_pickle=False)
    saved = contents(vec)
    ahead = contents(wander(vec, 100))
    other = wander(HadaraVec(40, (2, 5), "both", "margin", seed=1), 7)
    other.restore(state)
    assert contents(other) == saved
    assert contents(wander(other, 100)) == ahead
    vec.restore(state)
    assert contents(wander(vec, 100)) == ahead
    assert contents(wander(other, 0)) == ahead, "the copies share memory"


def test_placed_game_goes_on_otherwise_than_where_it_came_from():
    source, vec = HadaraVec(8, (2, 5), "both", seed=4), HadaraVec(5, 3, "full", seed=9)
    for _ in range(40):
        source.step(source.random_actions())
        vec.step(vec.random_actions())
    before = vec.games.copy()
    vec.place(3, source.games[6:7])
    vec.place([1], source.games[[2]])
    for row, origin in ((3, 6), (1, 2)):
        for name in ("games", "obs", "mask", "actor", "num_players"):
            assert getattr(vec, name)[row].tobytes() == getattr(source, name)[origin].tobytes(), name
    for row in (0, 2, 4):
        assert vec.games[row].tobytes() == before[row].tobytes()
    ended = np.zeros(5, bool)
    while not ended[[1, 3]].all():
        actions = vec.random_actions()
        vec.step(actions)
        ended |= vec.done
    assert (vec.num_players == 3).all(), "the next game of a row is dealt as ever"


def test_nonsense_is_placed():
    vec = HadaraVec(4, 2, seed=1)
    before = contents(vec)
    over = vec.games[:1].copy()
    over["actor"] = -1
    with pytest.raises(HadaraError, match="over cannot be placed"):
        vec.place([0], over)
    with pytest.raises(HadaraError, match="2 records of games are needed"):
        vec.place([0, 1], vec.games[:1])
    with pytest.raises(HadaraError, match="1 records of games are needed, not int64"):
        vec.place([0], np.zeros(1, np.int64))
    with pytest.raises(IndexError):
        vec.place([4], vec.games[:1])
    assert contents(vec) == before


@pytest.mark.parametrize("way", [copy.deepcopy, lambda vec: pickle.loads(pickle.dumps(vec))])
def test_copy_of_a_batch_goes_on_otherwise(way: Any):
    vec = wander(HadaraVec(10, (2, 5), "both", seed=3), 50)
    twin = way(vec)
    before = contents(vec)
    ahead = contents(wander(twin, 80))
    assert contents(vec) == before
    assert contents(wander(vec, 80)) == ahead


def test_same_seed_deals_other_games():
    first, second = HadaraVec(20, (2, 5), "both", seed=5), HadaraVec(20, (2, 5), "both", seed=11)
    start = contents(first)
    path = contents(wander(first, 150))
    wander(second, 33)
    second.reset(seed=5)
    assert contents(second) | {"final": b""} == start | {"final": b""}
    assert contents(wander(second, 150)) == path


def test_reset_without_a_seed_deals_the_same_games_again():
    vec = HadaraVec(20, 3, seed=5)
    dealt = vec.games.tobytes()
    vec.reset()
    assert vec.games.tobytes() == dealt, "the first reset is that of the constructor's seed"
    seen = {dealt}
    for _ in range(3):
        wander(vec, 5)
        vec.reset()
        assert not vec.done.any()
        assert vec.games.tobytes() not in seen
        seen.add(vec.games.tobytes())
    assert len({int(seed) for seed in vec.games["seed"]}) == 20


def test_random_actions_are_illegal_or_uneven():
    vec = HadaraVec(4000, 2, "basic", seed=3, observe=False)
    actions = vec.random_actions()
    assert vec.mask[np.arange(4000), actions].all()
    wheel = np.bincount(actions, minlength=7)[2:7]
    assert wheel.sum() == 4000
    assert (np.abs(wheel - 800) < 7 * np.sqrt(640)).all()


def test_rollout_writes_something_that_was_not_played(tmp_path):
    vec = wander(HadaraVec(12, (2, 4), "both", seed=2), 40)
    again = HadaraVec(12, (2, 4), "both")
    again.restore(vec.save())
    path = tmp_path / "folder" / "games.npz"

    def policy(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return (mask * np.arange(1, 237)).argmax(axis=1) if obs[0, 0] else mask.argmax(axis=1)

    returned = rollout(vec, policy, 200, path)
    with np.load(path, allow_pickle=False) as file:
        data = dict(file)
    assert {name: array.tobytes() for name, array in data.items()} == {n: a.tobytes() for n, a in returned.items()}
    assert data["done"].sum() >= 12
    for k in range(200):
        assert data["obs"][k].tobytes() == again.obs.tobytes()
        assert (np.unpackbits(data["mask"][k], axis=1, count=236) == again.mask).all()
        assert (data["actor"][k] == again.actor).all()
        assert (data["num_players"][k] == again.num_players).all()
        again.step(data["action"][k])
        assert data["reward"][k].tobytes() == again.reward.tobytes()
        assert (data["done"][k] == again.done).all()
        assert (data["final_scores"][k] == again.final_scores).all()
    assert contents(vec) == contents(again)


def test_view_or_observation_of_a_row_is_another_games():
    vec = wander(HadaraVec(10, (2, 5), seed=4), 260)
    out = np.empty(vec.obs.shape[1], np.float32)
    for b in range(10):
        view = vec.view(b)
        assert view.observation.tobytes() == vec.obs[b].tobytes()
        assert view.mask.tolist() == vec.mask[b].tolist()
        for seat in range(int(vec.num_players[b])):
            vec.observe(b, seat, out)
            assert out.tobytes() == vec.game(b).view(seat).observation.tobytes()
        if vec.episodes[b]:
            assert vec.game(b, final=True).is_over
            vec.observe(b, 1, out, final=True)
            assert out.tobytes() == vec.game(b, final=True).view(1).observation.tobytes()
    assert vec.episodes.any()
