"""The heuristic and its styles: real players that differ in what they go for."""

import numpy as np
import pytest

from hadara_agents.kernels.tournament import GREEDY, RANDOM, compiled_sets
from hadara_agents.kernels.weights import load_weights, styles
from hadara_agents.match import begin, play_turn
from hadara_agents.registry import make
from hadara_env import GameConfig, cards
from hadara_env.engine.constants import BUSTS, COLONIES, FULL, GOLD, NUM_SOURCES
from hadara_env.engine.tables import tables_of

# What each style is after: a source of points, or the income track, which lies behind the sources.
AIMS = {"military": COLONIES, "culture": BUSTS, "sets": GOLD, "income": NUM_SOURCES}


def played(line_up: list[int], weights: np.ndarray, sets: int = 150) -> tuple[float, np.ndarray]:
    """Win share of player 0, and mean points by player and source."""
    tables = tables_of(cards.load())
    shares, _, points = compiled_sets(np.arange(sets), line_up, FULL, tables, weights)
    return float(shares[:, :, 0].mean()), points.mean(axis=(0, 1))


def test_style_is_missing():
    assert set(styles()) >= {"heuristic", *AIMS}


@pytest.mark.parametrize("style", AIMS)
def test_style_does_not_get_more_of_what_it_is_after(style: str):
    share, points = played([0, 1], np.array([load_weights(style), load_weights("heuristic")]))
    assert points[0, AIMS[style]] > points[1, AIMS[style]] + 1
    assert share > 0.3  # a player for a league, not a caricature


@pytest.mark.parametrize("style", AIMS)
def test_style_plays_as_the_plain_heuristic_does(style: str):
    agents = [make("heuristic"), make("heuristic")]
    other = make(f"heuristic:style={style}")
    differ = asked = 0
    for seed in range(4):
        game = begin(agents, GameConfig(2), seed)
        other.reset(0, GameConfig(2), 0)
        while not game.is_over:
            seat = int(game.record.actor)
            view = game.view(seat)
            asked += 1
            differ += other.act(view) != agents[seat].act(view)
            play_turn(game, agents)
    assert differ > asked / 50


@pytest.mark.parametrize("style", ["heuristic", *AIMS])
def test_heuristic_loses_to_the_yardsticks(style: str):
    weights = load_weights(style)[None]
    assert played([0, GREEDY], weights)[0] > 0.75
    assert played([0, RANDOM], weights)[0] > 0.97
    assert played([0, GREEDY, GREEDY, GREEDY], weights, 60)[0] > 0.45
