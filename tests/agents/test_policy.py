"""The learned agent's explanations: about every legal action, in line with what it plays, from its view alone."""

import numpy as np
import pytest

from hadara_agents.explain import explain
from hadara_agents.registry import make
from hadara_env import Game
from tests.arena.test_no_cheating import decisions, lookalikes


@pytest.mark.parametrize("players", [2, 5])
def test_explanation_contradicts_the_move_or_leaves_actions_out(players: int):
    agent = make("ppo:best")
    for game, seat in decisions(players):
        view = game.view(seat)
        agent.reset(seat, game.config, 1)
        found = explain(agent, view)
        assert found.unit == "points"
        assert found.favourite.index == agent.act(view)
        assert sorted(a.index for a in found.alternatives) == view.legal.tolist()
        assert sum(a.probability or 0 for a in found.alternatives) == pytest.approx(1, abs=1e-5)
        assert all(abs(a.value) < 250 for a in found.alternatives)


def test_explanation_knows_hidden_cards():
    agent, compared = make("ppo:best"), 0
    for game, seat in decisions(3):
        agent.reset(seat, game.config, 1)
        told = explain(agent, game.view(seat)).alternatives
        for other in lookalikes(game, seat, 1):
            assert explain(agent, other.view(seat)).alternatives == told
            compared += 1
    assert compared > 20


def test_expected_margins_say_nothing_about_the_end():
    """Over some games, what the policy expects late must go with what it gets."""
    agent, expected, got = make("ppo:best"), [], []
    for seed in range(12):
        game = Game.new(2, seed=seed)
        agent.reset(0, game.config, 1)
        while not game.is_over:
            view = game.view(int(game.record.actor))
            if view.record.epoch == 2 and view.step == "take" and len(expected) == len(got):
                expected.append((view.seat, explain(agent, view).favourite.value))
            game.apply(agent.act(view))
        if len(expected) > len(got):
            totals = [row["total"] for row in game.scores()]
            seat = expected[-1][0]
            got.append(totals[seat] - totals[1 - seat])
    assert len(got) == 12
    assert np.corrcoef([margin for _, margin in expected], got)[0, 1] > 0.5
