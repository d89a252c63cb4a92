"""What agents say about a decision is what they then do."""

import math
import random
from collections.abc import Iterator

import pytest

from hadara_agents.base import Agent, agent_seed
from hadara_agents.explain import NONE, POINTS, PROBABILITY, RESULT, WIN, explain, unit_of
from hadara_agents.play.advice import hint, review, values, win_chance
from hadara_agents.registry import make
from hadara_agents.search.report import Alternative
from hadara_env import Game, GameConfig, View

SPECS = {
    "heuristic": POINTS,
    "heuristic:style=sets": POINTS,
    "greedy": POINTS,
    "ismcts:iters=60": RESULT,
    "ismcts:iters=60,win=1": WIN,
    "flatmc:rollouts=40": RESULT,
    "flatmc:rollouts=40,win=1": WIN,
    "buyer": NONE,
    "random": NONE,
}


def decisions(agent: Agent, number: int, seed: int = 1) -> Iterator[View]:
    """Decisions of random games, with the agent told about each game."""
    chance = random.Random(seed)
    while number > 0:
        game = Game.new(chance.choice((2, 3, 5)), chance.choice(("basic", "full")), chance.randrange(10**6))
        while not game.is_over:
            if chance.random() < 0.2 and number > 0:
                agent.reset(game.actor or 0, game.config, agent_seed(seed, number))
                yield game.view(game.actor or 0)
                number -= 1
            game.apply(chance.choice(game.legal_actions()).index)


@pytest.mark.parametrize("spec", SPECS)
def test_explanation_is_of_another_move(spec: str):
    agent, twin = make(spec), make(spec)
    assert unit_of(agent) == SPECS[spec]
    number = 30 if ":" in spec and "heuristic" not in spec else 300
    for view, same in zip(decisions(agent, number), decisions(twin, number), strict=True):
        found = explain(agent, view)
        assert found.favourite.index == twin.act(same)
        assert found.unit == (SPECS[spec] if len(view.legal) > 1 or SPECS[spec] == POINTS else NONE)
        assert {a.index for a in found.alternatives} <= set(view.legal.tolist())
        assert all(view.names[view.legal.tolist().index(a.index)] == a.name for a in found.alternatives)
        if SPECS[spec] != NONE:
            assert len(found.alternatives) == len(view.legal)
        if found.unit in (WIN, RESULT):
            assert all(0 <= a.value <= 1 for a in found.alternatives)
        shares = [a.probability for a in found.alternatives if a.probability is not None]
        assert not shares or math.isclose(sum(shares), 1)


class Learned:
    """An agent with an explanation and a value of its own, as learned ones have."""

    name = "learned"

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        pass

    def act(self, view: View) -> int:
        return int(view.legal[-1])

    def explain(self, view: View) -> list[Alternative]:
        share = 1 / len(view.legal)
        return [Alternative(int(view.legal[-1]), view.names[-1], probability=share)]

    def value(self, view: View) -> dict[str, float]:
        return {"win": 1.0 if view.seat == 0 else -0.5, "margin": 0.2}


def test_own_explanation_of_an_agent_is_not_used():
    game = Game.new(3, seed=4)
    found = hint(Learned(), game.view(0), "Learned")
    assert found["unit"] == PROBABILITY
    assert found["favourite"] == game.view(0).legal[-1]
    assert found["alternatives"][0]["probability"] == 0.5
    assert found["alternatives"][0]["value"] is None
    assert found["value"] == 1.0


def test_win_chance_is_not_the_share_behind_the_reward():
    """The reward `win` is (N s - 1) / (N - 1) for a share s of the victory."""
    for players in (2, 3, 5):
        game = Game.new(players, seed=1)
        assert win_chance(Learned(), game.view(0)) == 1.0
        expected = max(0.0, (-0.5 * (players - 1) + 1) / players)
        assert win_chance(Learned(), game.view(1)) == pytest.approx(expected)
    assert win_chance(make("heuristic"), Game.new(2, seed=1).view(0)) is None


def finished(seed: int) -> tuple[Game, Game]:
    config = GameConfig(3, ask_forced=True)
    game = Game.new(3, seed=seed, ask_forced=True)
    start = Game(config, game.position())
    chance = random.Random(seed)
    while not game.is_over:
        game.apply(chance.choice(game.legal_actions()).index)
    return game, start


def test_review_praises_a_blunder_or_blames_the_best_move():
    game, start = finished(3)
    found = [move for move in review(game, start, 1, make("heuristic"), "Heuristic") if move is not None]
    assert [move["frame"] for move in found] == [k for k, m in enumerate(game.log) if m.seat == 1 and not m.forced]
    for move in found:
        assert move["behind"] >= 0
        assert move["agrees"] is ("would have done the same" in move["sentence"])
        if move["agrees"]:
            assert move["behind"] == 0
    assert sum(move["behind"] for move in found) > 10  # a random player is far from the heuristic's best


def test_values_do_not_follow_the_game():
    game, start = finished(5)
    curve = list(values(game, start, Learned(), game.config))
    assert len(curve) == len(game.log) + 1
    assert all(row == [1.0, 0.0, 0.0] for row in curve[:-1])
    assert [seat for seat, share in enumerate(curve[-1]) if share] == game.winners()  # the end is known
