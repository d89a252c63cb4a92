"""`ppo+search:iters=200` or `ppo+search:ms=200`: tree search guided by a learned policy."""

import time

import numpy as np

from hadara_agents.base import AgentError
from hadara_agents.kernels import guided as kernels
from hadara_agents.kernels.search import MAX_DEPTH, NODE
from hadara_agents.kernels.weights import load_weights
from hadara_agents.policy.agent import PolicyAgent
from hadara_agents.search.report import Alternative
from hadara_agents.search.tree import alternatives_of
from hadara_env import GameConfig, View
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of

CHUNK = 16  # iterations between two looks at the clock
CAPACITY = 100_000  # nodes
OTHERS = ("network", "heuristic")


def search_settings(c: float, softness: float, win: float, by_network: bool = True, depth: int = 20) -> np.ndarray:
    """The numbers of a search, as `kernels.guided` takes them."""
    settings = np.zeros(kernels.NUM_SETTINGS)
    settings[kernels.EXPLORATION], settings[kernels.SOFTNESS], settings[kernels.WIN_PART] = c, softness, win
    settings[kernels.MARGIN_SCALE] = 20.0  # points
    settings[kernels.OTHERS_BY_NETWORK], settings[kernels.DEPTH] = by_network, depth
    return settings


class GuidedAgent:
    """Searches its own decisions with a learned policy's probabilities and values, over deals that fit what it sees.

    With `iters` the same seed gives the same moves; with `ms` a slow machine searches less. `others` says who is taken
    to play the other seats. `alternatives` holds what the last search found.
    """

    first_option = "checkpoint"

    def __init__(
        self,
        checkpoint: str = "best",
        iters: int = 0,
        ms: float = 0.0,
        c: float = 0.5,
        softness: float = 4.0,
        win: float = 0.5,
        others: str = "network",
        depth: int = 20,
        any_cards: bool = False,
    ) -> None:
        if (iters > 0) == (ms > 0):
            raise AgentError("ppo+search needs either iters or ms, such as ppo+search:iters=200 or ppo+search:ms=200.")
        if others not in OTHERS:
            raise AgentError(f"ppo+search takes the others to be played by {' or '.join(OTHERS)}, not {others!r}.")
        if not 1 <= depth < MAX_DEPTH:
            raise AgentError(f"depth is from 1 to {MAX_DEPTH - 1}, not {depth}.")
        self.policy = PolicyAgent(checkpoint, any_cards=any_cards)
        budget = f"iters={iters}" if iters else f"ms={ms:g}"
        self.name = f"ppo+search:{budget}" if checkpoint == "best" else f"ppo+search:{checkpoint},{budget}"
        self.iters, self.ms = iters, ms
        self._settings = search_settings(c, softness, win, others == "network", depth)
        self._weights = load_weights("heuristic")
        self._tree = np.zeros(CAPACITY, NODE)
        self.alternatives: list[Alternative] = []
        self.iterations = self.asked = 0

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self.policy.reset(seat, config, seed)
        self._rng = new_rng(seed)
        self._tables = tables_of(config.cards)

    def act(self, view: View) -> int:
        if len(view.legal) == 1:
            return int(view.legal[0])
        self._tree[0] = (-1, -1, -1, 0, 0, 0.0)
        used = np.array([1], np.int64)
        self.iterations = 0
        if self.iters:
            self._search(view, used, self.iters)
        else:
            end = time.perf_counter() + self.ms / 1000
            while time.perf_counter() < end:
                self._search(view, used, CHUNK)
        self.alternatives = alternatives_of(self._tree, 0, view)
        return self.alternatives[0].index

    def _search(self, view: View, used: np.ndarray, iterations: int) -> None:
        network = self.policy.network
        self.asked += kernels.search(
            view.games, view.seat, self._tables, self._weights, network.numbers, network.sizes, self._settings,
            self._rng, self._tree, used, iterations,
        )  # fmt: skip
        self.iterations += iterations

    def value(self, view: View) -> dict[str, float]:
        """What this seat may expect, by the policy alone."""
        return self.policy.value(view)
