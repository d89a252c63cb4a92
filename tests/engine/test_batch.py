"""B games in one array are B single games."""

import random

import numpy as np
import pytest

from hadara_env.engine import batch
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.random import game_seed, new_rng
from hadara_env.game import Game
from tests.engine.play import EVERY_GAME, TABLES, record_bytes

B = 12


def dealt(players: int, rules: str, ask_forced: bool) -> tuple[np.ndarray, list[Game]]:
    games = np.zeros(B, GAME)
    batch.deal_all(games, 77, players, int(rules == "full"), int(ask_forced), TABLES)
    return games, [Game.new(players, rules, int(game_seed(77, b)), ask_forced=ask_forced) for b in range(B)]


@pytest.mark.parametrize("ask_forced", [False, True])
@pytest.mark.parametrize(("players", "rules"), EVERY_GAME)
def test_batch_plays_otherwise_than_single_games(players: int, rules: str, ask_forced: bool):
    games, singles = dealt(players, rules, ask_forced)
    rng = random.Random(players)
    masks, observations = np.empty((B, NUM_ACTIONS), np.int8), np.empty((B, OBS.size), np.float32)
    while any(not game.is_over for game in singles):
        batch.legal_masks(games, TABLES, masks)
        batch.observe_all(games, TABLES, observations)
        actions = np.zeros(B, np.int64)
        for b, game in enumerate(singles):
            assert games[b].tobytes() == record_bytes(game)
            assert masks[b].tolist() == game.legal_mask().tolist()
            assert observations[b].tobytes() == game.view(game.actor or 0).observation.tobytes()
            if not game.is_over:
                actions[b] = rng.choice(game.legal_actions()).index
                game.apply(int(actions[b]))
        batch.step_all(games, actions, TABLES)
    assert [games[b].tobytes() for b in range(B)] == [record_bytes(game) for game in singles]


def test_finished_game_of_a_batch_is_played_on():
    games = np.zeros(2, GAME)
    batch.deal_all(games, 1, 2, 0, 0, TABLES)
    over = Game.new(2, "basic", int(games[0].seed))
    rng = random.Random(0)
    while not over.is_over:
        over.apply(rng.choice(over.legal_actions()).index)
    games[0] = over.record
    before = games[0].tobytes()
    wheel = np.full(2, 4, np.int64)
    batch.step_all(games, wheel, TABLES)
    assert games[0].tobytes() == before
    assert int(games[1].wheel[0]) == 2


def test_neighbour_in_a_batch_changes():
    games = np.zeros(3, GAME)
    batch.deal_all(games, 5, 3, 1, 0, TABLES)
    outer = [games[b].tobytes() for b in (0, 2)]
    batch.apply(games, 1, 1, TABLES)
    batch.redact(games, 1, 0)
    batch.determinize(games, 1, 0, new_rng(4), TABLES)
    assert [games[b].tobytes() for b in (0, 2)] == outer


def test_random_games_are_counted_wrongly_or_left_unfinished():
    """The benchmark's loop plays the games that `play` would, and counts each decision once."""
    games, again = np.zeros(4, GAME), np.zeros(4, GAME)
    decisions = batch.random_games(games, 9, 2, 3, 1, TABLES)
    masks, observations = np.empty((4, NUM_ACTIONS), np.int8), np.empty((4, OBS.size), np.float32)
    assert batch.observed_random_games(again, 9, 2, 3, 1, TABLES, masks, observations) == decisions
    assert games.tobytes() == again.tobytes()
    assert games["actor"].tolist() == [-1] * 4
    assert 8 * (3 + 3 + 3 * 30 - 3) < decisions < 8 * 447
