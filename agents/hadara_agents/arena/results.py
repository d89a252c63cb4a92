"""What came of a game, as one line of games.jsonl, and back."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hadara_agents.arena.schedule import Fixture
from hadara_env import Game, HadaraError
from hadara_env.engine.constants import SOURCES


class ResultsError(HadaraError):
    """A folder or file of results that cannot be used. Nothing in it has been changed."""


@dataclass(frozen=True)
class Forfeit:
    """A seat whose agent broke the contract: at its decision number `decision` (-1: before the first), and how."""

    seat: int
    agent: str
    decision: int
    reason: str


@dataclass(frozen=True)
class Result:
    """A finished game. Ranks begin at 1 and ties share their mean; a seat that forfeits is last and wins nothing."""

    fixture: Fixture
    scores: tuple[dict[str, int], ...]
    shares: tuple[float, ...]
    ranks: tuple[float, ...]
    forfeits: tuple[Forfeit, ...] = ()
    moves: tuple[int, ...] | None = None  # None: compiled players, whose moves follow from the seed

    def to_line(self) -> str:
        """The line of games.jsonl."""
        fixture = self.fixture
        line: dict[str, Any] = {
            "game": fixture.game,
            "set": fixture.set,
            "seed": fixture.seed,
            "rotation": fixture.rotation,
            "seats": fixture.seats,
            "scores": self.scores,
            "winners": [seat for seat, share in enumerate(self.shares) if share > 0],
            "shares": self.shares,
            "ranks": self.ranks,
            "forfeits": [vars(forfeit) for forfeit in self.forfeits],
        }
        if self.moves is not None:
            line["moves"] = self.moves
        return json.dumps(line, ensure_ascii=False) + "\n"


def finished(fixture: Fixture, game: Game, forfeits: Sequence[Forfeit], moves: Sequence[int]) -> Result:
    """The result of a game that was played move by move."""
    ahead = [before for before, _ in game.standings()]
    shares, ranks = placed(ahead, {forfeit.seat for forfeit in forfeits})
    return Result(fixture, tuple(game.scores()), shares, ranks, tuple(forfeits), tuple(moves))


def placed(ahead: Sequence[int], out: set[int]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Shares of the victory and ranks from how many are ahead of each seat; the seats in `out` forfeit. Z7"""
    shares, ranks = [], []
    honest = [place for seat, place in enumerate(ahead) if seat not in out]
    for seat, place in enumerate(ahead):
        better, level = sum(other < place for other in honest), honest.count(place)
        if seat in out:
            shares.append(0.0)
            ranks.append(float(len(ahead)))
        else:
            shares.append(0.0 if better else 1 / level)
            ranks.append(better + (level + 1) / 2)
    return tuple(shares), tuple(ranks)


def from_line(text: str, fixture: Fixture) -> Result:
    """A line that must tell of this fixture; a ValueError says what is wrong with it."""
    line = json.loads(text)
    if not isinstance(line, dict):
        raise ValueError("a JSON object is expected")
    for key in ("game", "set", "seed", "rotation"):
        if line.get(key) != getattr(fixture, key):
            raise ValueError(f"{key} is {line.get(key)!r} where {getattr(fixture, key)} is expected")
    if line.get("seats") != list(fixture.seats):
        raise ValueError(f"seats are {line.get('seats')!r} where {list(fixture.seats)} are expected")
    players = len(fixture.seats)
    scores = _list(line, "scores", players)
    if not all(isinstance(row, dict) and tuple(row) == SOURCES and _numbers(row.values()) for row in scores):
        raise ValueError(f"scores must have exactly the sources {', '.join(SOURCES)} for every seat")
    shares, ranks = _list(line, "shares", players), _list(line, "ranks", players)
    if not _numbers(shares) or not _numbers(ranks):
        raise ValueError("shares and ranks must be numbers")
    try:
        forfeits = tuple(Forfeit(**forfeit) for forfeit in line["forfeits"])
    except (KeyError, TypeError):
        raise ValueError("forfeits must be a list of seat, agent, decision and reason") from None
    moves = line.get("moves")
    kept = None if moves is None else tuple(moves)
    return Result(fixture, tuple(scores), tuple(shares), tuple(ranks), forfeits, kept)


def _list(line: dict[str, Any], key: str, size: int) -> list[Any]:
    value = line.get(key)
    if not isinstance(value, list) or len(value) != size:
        raise ValueError(f"{key} must be a list of {size}")
    return value


def _numbers(values: Any) -> bool:
    return all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
