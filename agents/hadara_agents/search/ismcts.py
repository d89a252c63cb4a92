"""`ismcts:iters=2000` or `ismcts:ms=200`: information-set Monte Carlo tree search."""

import time

import numpy as np

from hadara_agents.base import AgentError
from hadara_agents.kernels import search as kernels
from hadara_agents.kernels.weights import load_weights
from hadara_agents.search.report import Alternative
from hadara_agents.search.tree import alternatives_of, children
from hadara_env import GameConfig, View
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of

CHUNK = 64  # iterations between two looks at the clock
CAPACITY = 200_000  # nodes; a tree half full is not kept for the next decision


class ISMCTSAgent:
    """Searches its own decisions over deals that fit what it sees; the others are taken to play the heuristic.

    With `iters` the same seed gives the same moves; with `ms` a slow machine searches less. With
    `reuse` the tree of a decision is kept for the next one; that was measured to be weaker, since its counts belong to
    deals that are ruled out by then. `alternatives` holds what the last search found.
    """

    def __init__(
        self,
        iters: int = 0,
        ms: float = 0.0,
        c: float = 1.0,
        temperature: float = 3.0,
        noise: float = 0.05,
        win: float = 0.5,
        reuse: bool = False,
    ) -> None:
        if (iters > 0) == (ms > 0):
            raise AgentError("ismcts needs either iters or ms, such as ismcts:iters=2000 or ismcts:ms=200.")
        self.name = f"ismcts:iters={iters}" if iters else f"ismcts:ms={ms:g}"
        self.iters, self.ms, self.reuse = iters, ms, reuse
        self._settings = np.array([c, temperature, noise, win, 20.0])
        self._weights = load_weights("heuristic")
        self._tree = np.zeros(CAPACITY, kernels.NODE)
        self.alternatives: list[Alternative] = []
        self.simulated = 0
        self.iterations = 0

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self._rng = new_rng(seed)
        self._tables = tables_of(config.cards)
        self._forget()

    def _forget(self) -> None:
        self._tree[0] = (-1, -1, -1, 0, 0, 0.0)
        self._used, self._root = np.array([1], np.int64), 0

    def act(self, view: View) -> int:
        if len(view.legal) == 1:
            self._forget()  # the tree would lag one decision behind
            return int(view.legal[0])
        if not self.reuse or self._used[0] > CAPACITY // 2:
            self._forget()
        self.iterations = 0
        if self.iters:
            self._search(view, self.iters)
        else:
            end = time.perf_counter() + self.ms / 1000
            while time.perf_counter() < end:
                self._search(view, CHUNK)
        return self._choose(view)

    def _search(self, view: View, iterations: int) -> None:
        self.simulated += kernels.search(
            view.games, view.seat, self._tables, self._weights, self._settings, self._rng,
            self._tree, self._used, self._root, iterations,
        )  # fmt: skip
        self.iterations += iterations

    def _choose(self, view: View) -> int:
        self.alternatives = alternatives_of(self._tree, self._root, view)
        chosen = self.alternatives[0].index
        self._root = children(self._tree, self._root).get(chosen, 0)
        return chosen
