"""Where late tables begin: positions that whole games came to, at the open cards of the last epoch.

From there on nothing is hidden and the end is near. Several games begin at each position, so that `advantages` can set
one beside the others.
"""

import numpy as np

from hadara_env.engine.constants import NUM_EPOCHS, TAKE
from hadara_env.engine.layout import GAME

DECISIONS = 16  # of a late game with two players, about
SIBLINGS = 8  # games that begin at one position, about


class Positions:
    """The last games that came to the open cards of the last epoch, numbered: where late tables begin."""

    def __init__(self, size: int = 1024) -> None:
        self.games, self.seen = np.zeros(size, GAME), 0
        self.offered = np.zeros(0, np.int64)

    def watch(self, games: np.ndarray) -> None:
        """Keep those that are there now, before anybody's first turn."""
        there = (games["epoch"] == NUM_EPOCHS - 1) & (games["step"] == TAKE)
        found = games[there & (games["lap"] == 0) & (games["turn"] == 0)]
        self.games[(self.seen + np.arange(len(found))) % len(self.games)] = found
        self.seen += len(found)

    def offer(self, decisions: int, rng: np.random.Generator) -> None:
        """Choose the few that are drawn from for so many decisions: several games shall begin at each."""
        count = 1 + decisions // (DECISIONS * SIBLINGS)
        self.offered = self.seen - 1 - rng.integers(min(self.seen, len(self.games)), size=count if self.seen else 0)

    def draw(self, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Numbers and records."""
        numbers = rng.choice(self.offered, count)
        return numbers, self.games[numbers % len(self.games)]
