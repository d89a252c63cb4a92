"""Where late tables begin: positions that whole games came to, at the open cards of an epoch.

From the last epoch's on nothing is hidden and the end is near. Several games begin at each position, so that
`advantages` can set one beside the others.
"""

import numpy as np

from hadara_env.engine.constants import DRAFT, NUM_DRAWS, NUM_EPOCHS, TAKE
from hadara_env.engine.layout import GAME

DECISIONS = (75, 45, 16)  # from an epoch's open cards to the end with two players, about
SIBLINGS = 8  # games that begin at one position, about
TURNS = 2 * NUM_EPOCHS * NUM_DRAWS  # of a game: draws and open cards, in every epoch


class Positions:
    """The last games that came to the open cards of an epoch, numbered: where late tables begin."""

    def __init__(self, epoch: int, size: int = 1024) -> None:
        self.epoch = epoch  # from 1, as people count
        self.games, self.seen = np.zeros(size, GAME), 0
        self.offered = np.zeros(0, np.int64)

    def watch(self, games: np.ndarray) -> None:
        """Keep those that are there now, before anybody's first turn."""
        there = (games["epoch"] == self.epoch - 1) & (games["step"] == TAKE)
        found = games[there & (games["lap"] == 0) & (games["turn"] == 0)]
        self.games[(self.seen + np.arange(len(found))) % len(self.games)] = found
        self.seen += len(found)

    def offer(self, decisions: int, rng: np.random.Generator) -> None:
        """Choose the few that are drawn from for so many decisions: several games shall begin at each."""
        count = 1 + decisions // (DECISIONS[self.epoch - 1] * SIBLINGS)
        self.offered = self.seen - 1 - rng.integers(min(self.seen, len(self.games)), size=count if self.seen else 0)

    def draw(self, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Numbers and records."""
        numbers = rng.choice(self.offered, count)
        return numbers, self.games[numbers % len(self.games)]


def moments(games: np.ndarray, origins: np.ndarray) -> np.ndarray:
    """A number for each game, the same where games from one position are at the same turn; -1 between turns."""
    step, turn = games["step"], 2 * (NUM_DRAWS * games["epoch"].astype(np.int64) + games["lap"])
    known = (origins >= 0) & ((step == TAKE) | (step == DRAFT))
    return np.where(known, TURNS * origins + turn + (step == TAKE), -1)
