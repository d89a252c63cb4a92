"""The logs of a game, one for each reader: a seat, everybody (None), or whoever may see all."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from hadara_agents.play.events import Entry, Reading, beginning
from hadara_agents.play.plain import plain, seen_by
from hadara_env import Game, GameConfig
from hadara_env.engine import batch
from hadara_env.engine.constants import SIDE
from hadara_env.engine.tables import tables_of
from hadara_env.game import Move

ALL = -1  # a reader from whom nothing is hidden: the replay viewer


class Logs:
    """Follows a game move by move. Readers are shown redacted records only, so their log cannot know more."""

    def __init__(self, games: np.ndarray, config: GameConfig, readers: Iterable[int | None]) -> None:
        self.config = config
        self._games = games.copy()
        self.of: dict[int | None, list[Entry]] = {reader: [] for reader in readers}
        self._seen = {reader: self._look(reader) for reader in self.of}
        for reader, (_, g) in self._seen.items():
            if g.step != SIDE:
                self._add(reader, beginning(g, config.cards))

    def _look(self, reader: int | None) -> tuple[Any, Any]:
        games = self._games.copy()
        record = (games if reader == ALL else seen_by(games, reader, self.config).games)[0]
        return record, plain(record)

    def _add(self, reader: int | None, entries: Iterable[Entry]) -> None:
        """Entries of one move share a group: a draw is revealed together."""
        log = self.of[reader]
        group = log[-1]["group"] + 1 if log else 0
        for entry in entries:
            log.append({"id": len(log), "group": group, **entry})

    def follow(self, moves: Sequence[Move]) -> None:
        """Moves that were made after the last ones told, forced ones included."""
        for move in moves:
            batch.apply(self._games, 0, move.index, tables_of(self.config.cards))
            for reader in self.of:
                (old, before), (new, after) = self._seen[reader], self._look(reader)
                self._add(reader, Reading(old, before, new, after, self.config.cards).entries(move))
                self._seen[reader] = new, after


def logs_of(game: Game, start: np.ndarray, readers: Iterable[int | None]) -> Logs:
    """The logs of a game so far; `start` is its record before the first move."""
    logs = Logs(start, game.config, readers)
    logs.follow(game.log)
    return logs


__all__ = ["ALL", "Logs", "logs_of"]
