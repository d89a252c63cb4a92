"""Batches of compiled players: the same games as those the agents play themselves, only faster."""

from pathlib import Path

import pytest

from hadara_agents.arena import run
from hadara_agents.arena.again import play_again
from hadara_agents.arena.compiled import CompiledGames
from hadara_agents.arena.results import finished
from hadara_agents.match import play_game
from hadara_agents.random import RandomAgent
from hadara_agents.registry import make
from hadara_env.replay import to_replay, verify
from tests.arena.helpers import games_in, plan_of


class Gambler(RandomAgent):
    """Built on a compiled player, but not one."""


@pytest.mark.parametrize("other", ["greedy", "ppo:best"])
@pytest.mark.parametrize(("players", "field"), [(2, False), (3, False), (5, True)])
def test_batch_plays_another_game_than_its_agents(players: int, field: bool, other: str):
    specs = ("heuristic", other) if field else ("heuristic", other, "heuristic")
    plan = plan_of(*specs, players=players, sets=3, vs_field=field)
    batch = CompiledGames(plan, plan.agents())
    for number in range(len(plan.schedule)):
        fixture = plan.schedule[number]
        assert batch.plays(fixture)
        game = play_game([make(plan.spec_of[name]) for name in fixture.seats], plan.config, fixture.seed)
        alone, batched = finished(fixture, game, (), ()), batch.result(fixture)
        assert (batched.scores, batched.shares, batched.ranks) == (alone.scores, alone.shares, alone.ranks)


def test_blocks_change_the_games(monkeypatch: pytest.MonkeyPatch):
    plan = plan_of("random", "greedy", sets=7)

    def lines(block: int, first: int = 0) -> list[str]:
        monkeypatch.setattr("hadara_agents.arena.compiled.BLOCK", block)
        batch = CompiledGames(plan, plan.agents())
        return [batch.result(plan.schedule[k]).to_line() for k in range(first, len(plan.schedule))]

    assert lines(100) == lines(2)
    assert lines(100)[5:] == lines(3, first=5)


def test_mirror_match_of_chance_is_an_echo():
    """The two rotations of a deal must not be the same game with the names exchanged."""
    plan = plan_of("random", "random", sets=20)
    batch = CompiledGames(plan, plan.agents())
    rows = [batch.result(plan.schedule[k]).scores for k in range(len(plan.schedule))]
    assert all(rows[k] != rows[k + 1] for k in range(0, len(rows), 2))


def test_class_built_on_a_compiled_player_is_taken_for_it():
    plan = plan_of("random", "greedy")
    batch = CompiledGames(plan, {"random": Gambler(), "greedy": make("greedy")})
    assert not batch.plays(plan.schedule[0])


def test_policy_that_draws_its_actions_is_taken_for_one_that_does_not():
    plan = plan_of("ppo:best,temperature=0.5", "greedy")
    assert not CompiledGames(plan, plan.agents()).plays(plan.schedule[0])


def test_game_of_a_tournament_cannot_be_replayed(tmp_path: Path):
    plan = plan_of("random", "random", "heuristic", "buyer", players=3, sets=1)
    run(plan, tmp_path / "out", processes=1)
    rows = games_in(tmp_path / "out")
    assert {"moves" in row for row in rows} == {True, False}  # games by moves and games by seed
    for number, row in enumerate(rows):
        game = play_again(tmp_path / "out", number, plan.config.cards)
        assert game.scores() == row["scores"]
        assert game.winners() == row["winners"]
        assert verify(to_replay(game)).is_over
