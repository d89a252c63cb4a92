"""The figures of a tournament from its games: win shares with intervals, ranks, points, who beats whom.

A deal can favour a seat, so the set, not the game, is what chance draws: intervals come from drawing whole sets again
and again (the bootstrap).
"""

from collections.abc import Sequence

import numpy as np

from hadara_agents.arena.results import Result
from hadara_env.engine.constants import SOURCES

RESAMPLES = 2000
_DRAWN_AT_ONCE = 50  # resamples; bounds the memory


class Tally:
    """All games as arrays: (G, N) for each game and seat, points with a last axis by source."""

    def __init__(self, names: Sequence[str], results: Sequence[Result]) -> None:
        number = {name: i for i, name in enumerate(names)}
        self.names = tuple(names)
        self.sets = np.array([result.fixture.set for result in results])
        self.seats = np.array([[number[name] for name in result.fixture.seats] for result in results])
        self.shares = np.array([result.shares for result in results])
        self.ranks = np.array([result.ranks for result in results])
        self.points = np.array([[[row[source] for source in SOURCES] for row in r.scores] for r in results])

    def held(self, name: str) -> np.ndarray:
        """(G, N): the seats that the agent held."""
        return self.seats == self.names.index(name)

    def games(self, name: str) -> int:
        """Games it took part in, however many seats it held in them."""
        return int(self.held(name).any(axis=1).sum())

    def win_share(self, name: str) -> float:
        """Mean share of the victory for each seat held; ties split it, so that par is one over the players."""
        return float(self.shares[self.held(name)].mean())

    def interval(self, name: str, confidence: float = 0.95) -> tuple[float, float]:
        """Where the win share lies, from sets drawn with replacement; the same for the same games."""
        held = self.held(name)
        won = np.bincount(self.sets, (self.shares * held).sum(axis=1))
        seats = np.bincount(self.sets, held.sum(axis=1))
        chance = np.random.default_rng(0)
        means = []
        for _ in range(RESAMPLES // _DRAWN_AT_ONCE):
            drawn = chance.integers(len(won), size=(_DRAWN_AT_ONCE, len(won)))
            means.append(won[drawn].sum(axis=1) / seats[drawn].sum(axis=1))
        low, high = np.quantile(np.concatenate(means), [(1 - confidence) / 2, (1 + confidence) / 2])
        # Sets that all went one way leave the bootstrap nothing to draw from, but they bound the truth all the same:
        # a share beyond this would have shown in so many sets with the stated confidence.
        unseen = 1 - (1 - confidence) ** (1 / len(won))
        if low == high == 0.0:
            return 0.0, unseen
        if low == high == 1.0:
            return 1.0 - unseen, 1.0
        return float(low), float(high)

    def mean_rank(self, name: str) -> float:
        return float(self.ranks[self.held(name)].mean())

    def by_source(self, name: str) -> dict[str, float]:
        """Mean points of each source, and in all."""
        means = self.points[self.held(name)].mean(axis=0)
        return {source: float(mean) for source, mean in zip(SOURCES, means, strict=True)}

    def by_seat(self, name: str) -> list[float]:
        """Mean points in all at each seat."""
        held, total = self.held(name), self.points[:, :, SOURCES.index("total")]
        return [float(total[held[:, seat], seat].mean()) for seat in range(held.shape[1])]

    def head_to_head(self, name: str, other: str) -> float | None:
        """How often it came before the other, a tie for half; None where they never met."""
        ahead = meetings = 0.0
        ours, theirs = self.held(name), self.held(other)
        for seat in range(self.seats.shape[1]):
            for across in range(self.seats.shape[1]):
                met = ours[:, seat] & theirs[:, across]
                if seat != across and met.any():
                    better = self.ranks[met, seat] - self.ranks[met, across]
                    ahead += float((better < 0).sum() + 0.5 * (better == 0).sum())
                    meetings += float(met.sum())
        return ahead / meetings if meetings else None
