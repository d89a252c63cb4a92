"""`flatmc:rollouts=200`: every legal action tried on the same imagined deals, no tree."""

import numpy as np

from hadara_agents.base import AgentError
from hadara_agents.kernels import search as kernels
from hadara_agents.kernels.weights import load_weights
from hadara_agents.search.report import Alternative
from hadara_env import GameConfig, View
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of


class FlatMCAgent:
    """Splits `rollouts` evenly over the legal actions and takes the best mean."""

    def __init__(self, rollouts: int = 200, noise: float = 0.05, win: float = 0.5) -> None:
        if rollouts < 1:
            raise AgentError(f"flatmc needs at least one rollout, not {rollouts}.")
        self.name = f"flatmc:rollouts={rollouts}"
        self.rollouts = rollouts
        self._settings = np.array([1.0, 2.0, noise, win, 20.0])
        self._weights = load_weights("heuristic")
        self.alternatives: list[Alternative] = []
        self.simulated = 0

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self._rng = new_rng(seed)
        self._tables = tables_of(config.cards)

    def act(self, view: View) -> int:
        count = len(view.legal)
        if count == 1:
            return int(view.legal[0])
        each = max(1, self.rollouts // count)
        totals = np.zeros(count)
        self.simulated += kernels.flat(
            view.games, view.seat, self._tables, self._weights, self._settings, self._rng,
            view.legal, count, each, totals,
        )  # fmt: skip
        self.alternatives = sorted(
            (
                Alternative(int(i), name, each, float(total) / each)
                for i, name, total in zip(view.legal, view.names, totals, strict=True)
            ),
            key=lambda a: (-a.value, a.index),
        )
        return self.alternatives[0].index
