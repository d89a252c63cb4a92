"""Short tournaments for tests."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hadara_agents.arena import Fixture, Plan
from hadara_agents.arena.results import Forfeit, Result, placed
from hadara_env import GameConfig
from hadara_env.engine.constants import SOURCES

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = "tests.arena.players"


def plan_of(*specs: str, players: int = 2, sets: int = 2, seed: int = 5, **more: Any) -> Plan:
    return Plan.of(specs, GameConfig(players), sets, seed, **more)


def result_of(fixture: Fixture, totals: Sequence[int], out: Sequence[int] = ()) -> Result:
    """A result in which everybody has all points from cards."""
    ahead = [sum(other > total for other in totals) for total in totals]
    shares, ranks = placed(ahead, set(out))
    rows = [{source: total if source in ("cards", "total") else 0 for source in SOURCES} for total in totals]
    forfeits = tuple(Forfeit(seat, fixture.seats[seat], 3, "slept") for seat in out)
    return Result(fixture, tuple(rows), shares, ranks, forfeits)


def summary_in(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "summary.json").read_bytes())


def games_in(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "games.jsonl").read_bytes().splitlines()]
