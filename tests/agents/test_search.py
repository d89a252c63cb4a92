"""Searching agents: they repeat themselves, report what they did, and look deeper with more time."""

import time
from typing import Any

import pytest

from hadara_agents.match import begin, play_game, play_turn
from hadara_agents.registry import make, make_all
from hadara_env import GameConfig

SPECS = ("ismcts:iters=40", "ismcts:iters=40,reuse=yes", "flatmc:rollouts=40", "ppo+search:iters=16")


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_same_seed_and_budget_play_another_game(spec: str, players: int):
    def game(seed: int) -> Any:
        return play_game([make(spec), *make_all("heuristic", players - 1)], GameConfig(players), seed).log

    assert game(3) == game(3)
    assert game(3) != game(4)


@pytest.mark.parametrize("spec", SPECS)
def test_game_depends_on_the_games_the_agent_played_before(spec: str):
    used = [make(spec), make("greedy")]
    for seed in (1, 2, 3):
        fresh = play_game([make(spec), make("greedy")], GameConfig(2), seed)
        assert play_game(used, GameConfig(2), seed).log == fresh.log


def reports(spec: str, seed: int) -> Any:
    """For every decision of a search: the view it had, its alternatives, the agent itself, and what it played."""
    agent: Any = make(spec)
    agents = [agent, make("heuristic")]
    game = begin(agents, GameConfig(2), seed)
    while not game.is_over:
        if game.actor != 0:
            play_turn(game, agents)
            continue
        view, made = game.view(0), len(game.log)
        play_turn(game, agents)
        yield view, agent.alternatives, agent, game.log[made]


@pytest.mark.parametrize("spec", ["ismcts:iters=50,reuse=no", "ismcts:iters=50,reuse=yes", "flatmc:rollouts=50"])
def test_report_does_not_fit_the_decision(spec: str):
    for view, alternatives, _, move in reports(spec, 8):
        assert sorted(found.index for found in alternatives) == view.legal.tolist()
        assert {found.name for found in alternatives} == set(view.names)
        assert alternatives[0].index == move.index
        assert alternatives[0].name == move.name
        assert all(0 <= found.value <= 1 for found in alternatives)


def test_visits_are_lost_or_counted_twice():
    for _, alternatives, agent, _ in reports("ismcts:iters=50,reuse=no", 8):
        assert sum(found.visits for found in alternatives) == agent.iterations == 50
        assert alternatives[0].visits == max(found.visits for found in alternatives)
    for _, alternatives, agent, _ in reports("flatmc:rollouts=50", 8):
        assert {found.visits for found in alternatives} == {max(1, 50 // len(alternatives))}
        assert agent.simulated > 0


def test_tree_is_not_kept_for_the_next_decision():
    totals = [
        sum(found.visits for found in alternatives) for _, alternatives, _, _ in reports("ismcts:iters=50,reuse=yes", 8)
    ]
    assert min(totals) >= 50
    assert sum(total > 50 for total in totals) > len(totals) / 2


def test_time_budget_is_not_kept():
    taken = []
    agent = make("ismcts:ms=20")
    agents = [agent, make("heuristic")]
    game = begin(agents, GameConfig(2), 1)
    while not game.is_over:
        start, asked = time.perf_counter(), game.actor == 0
        play_turn(game, agents)
        if asked:
            taken.append(time.perf_counter() - start)
    taken.sort()
    assert 0.018 < taken[len(taken) // 2] < 0.2  # the middle one: a busy machine delays some


def test_search_does_not_beat_the_player_it_searches_with():
    won = 0.0
    for seed in range(12):
        line_up = make_all("ismcts:iters=150,heuristic", 2)[:: 1 if seed % 2 else -1]
        game = play_game(line_up, GameConfig(2), seed // 2)
        names = [line_up[seat].name for seat in game.winners()]
        won += names.count("ismcts:iters=150") / len(names)
    assert won >= 7
