"""Who won how often and with what: games in sets of one deal with every rotation of the seats, added up by agent.

A deal can favour a seat, so the set, not the game, is the unit: the interval of a win share comes from drawing whole
sets again and again (the bootstrap).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from hadara_agents.match import play_game
from hadara_agents.registry import make
from hadara_env import Game, GameConfig

RESAMPLES = 2000


@dataclass
class Tally:
    """What one agent did, over all seats it held. Ties share a victory, so par is one over the number of players."""

    sets: dict[int, list[float]] = field(default_factory=dict)  # by deal: the share of the victory at each seat held
    points: list[dict[str, int]] = field(default_factory=list)  # by source, one for each seat held

    @property
    def win_share(self) -> float:
        """Mean share of the victory for each seat held."""
        return float(np.mean([share for shares in self.sets.values() for share in shares]))

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Where the win share lies, from sets drawn with replacement; the same for the same games."""
        means = np.array([np.mean(shares) for shares in self.sets.values()])
        drawn = np.random.default_rng(0).integers(len(means), size=(RESAMPLES, len(means)))
        low, high = np.quantile(means[drawn].mean(axis=1), [(1 - confidence) / 2, (1 + confidence) / 2])
        return float(low), float(high)

    def mean_points(self, source: str) -> float:
        """Mean points of one source, or of `total`."""
        return float(np.mean([row[source] for row in self.points]))


def rotations(specs: Sequence[str]) -> list[list[str]]:
    """The line-up as it is, then with everybody one seat further, and so on."""
    return [[*specs[-turn:], *specs[:-turn]] if turn else list(specs) for turn in range(len(specs))]


def play_sets(specs: Sequence[str], config: GameConfig, seeds: Sequence[int]) -> Iterator[tuple[int, list[str], Game]]:
    """Every rotation of the line-up on every deal: the seed, who sat where, and the finished game."""
    for seed in seeds:
        for line_up in rotations(specs):
            yield seed, line_up, play_game([make(spec) for spec in line_up], config, seed)


def add(tallies: dict[str, Tally], seed: int, line_up: Sequence[str], game: Game) -> None:
    """Count one finished game for everybody who played it."""
    winners, scores = game.winners(), game.scores()
    for seat, spec in enumerate(line_up):
        tally = tallies.setdefault(spec, Tally())
        tally.sets.setdefault(seed, []).append(1 / len(winners) if seat in winners else 0.0)
        tally.points.append(scores[seat])
