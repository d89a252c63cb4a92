"""`greedy`: the fixed yardstick that every other agent is measured by."""

import numpy as np

from hadara_agents.kernels import greedy as kernels
from hadara_env import GameConfig, View
from hadara_env.engine.layout import GAME
from hadara_env.engine.tables import tables_of


class GreedyAgent:
    """Takes what is best at once: points if the game ended now, coins, and the income still to come."""

    name = "greedy"
    compiled = "greedy"  # arena.compiled plays it in batches

    def __init__(self) -> None:
        self._copy = np.zeros(1, GAME)

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self._tables = tables_of(config.cards)

    def act(self, view: View) -> int:
        return int(view.legal[kernels.choose_in(view.games, view.legal, self._tables, self._copy)])
