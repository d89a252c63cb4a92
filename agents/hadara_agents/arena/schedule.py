"""Who plays whom on which deal: every game of a tournament by its number, before any is played.

The unit is a set: one deal with every rotation of a line-up over the seats. All line-ups play the same deals, one set
after the other, so that a tournament that was stopped has treated everybody alike.

>>> schedule = Schedule.of(["greedy", "random", "random"], players=2, sets=10, seed=1)
>>> schedule.names, len(schedule)
(('greedy', 'random', 'random#2'), 60)
>>> schedule[1].seats
('random', 'greedy')
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from hadara_env import HadaraError
from hadara_env.engine.random import game_seed


class ScheduleError(HadaraError):
    """Agents that do not fit the seats."""


@dataclass(frozen=True)
class Fixture:
    """One game to be played: its deal and who sits where."""

    game: int
    set: int
    seed: int
    line_up: int
    rotation: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Schedule:
    """All games of a tournament; `schedule[k]` is game k."""

    names: tuple[str, ...]
    line_ups: tuple[tuple[str, ...], ...]
    sets: int
    seed: int

    @classmethod
    def of(cls, specs: Sequence[str], players: int, sets: int = 1, seed: int = 0, vs_field: bool = False) -> "Schedule":
        """More agents than seats: every choice of as many as there are seats. `vs_field`: the first against seconds."""
        if sets < 1:
            raise ScheduleError(f"A tournament has at least one set, not {sets}.")
        names = named(specs)
        return cls(names, _line_ups(names, players, vs_field), sets, seed)

    @property
    def players(self) -> int:
        return len(self.line_ups[0])

    @property
    def per_set(self) -> int:
        """Games on one deal."""
        return len(self.line_ups) * self.players

    def __len__(self) -> int:
        return self.sets * self.per_set

    def __getitem__(self, game: int) -> Fixture:
        if not 0 <= game < len(self):
            raise IndexError(f"there is no game {game} of {len(self)}")
        played, rest = divmod(game, self.per_set)
        line_up, rotation = divmod(rest, self.players)
        return Fixture(game, played, self.deal(played), line_up, rotation, rotated(self.line_ups[line_up], rotation))

    def deal(self, number: int) -> int:
        """The seed that the cards of a set are dealt from."""
        return int(game_seed(self.seed, number))


def rotated(line_up: Sequence[str], rotation: int) -> tuple[str, ...]:
    """Everybody `rotation` seats further."""
    return tuple(line_up[(seat - rotation) % len(line_up)] for seat in range(len(line_up)))


def named(specs: Sequence[str]) -> tuple[str, ...]:
    """Names to tell agents apart: the spec, and `#2`, `#3` behind one that comes again."""
    seen: Counter[str] = Counter()
    names = []
    for spec in specs:
        seen[spec] += 1
        names.append(spec if seen[spec] == 1 else f"{spec}#{seen[spec]}")
    return tuple(names)


def _line_ups(names: tuple[str, ...], players: int, vs_field: bool) -> tuple[tuple[str, ...], ...]:
    if vs_field:
        if len(names) != 2:
            raise ScheduleError(
                f"One against the field takes two agents, the one and who fills all other seats, not {len(names)}."
            )
        return ((names[0], *[names[1]] * (players - 1)),)
    if len(names) < players:
        raise ScheduleError(
            f"{len(names)} agent{'s' * (len(names) != 1)} ({', '.join(names)}) cannot fill {players} seats; name at "
            f"least {players}, or put the first in one seat and the second in all others with --vs-field."
        )
    return tuple(combinations(names, players))
