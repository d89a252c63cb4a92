"""Games between compiled players, many sets in one call: thousands of games a second.

An agent that is one of them says so by its attribute `compiled`: "random", "greedy", "heuristic" with `weights`, or
"policy" with `network_for`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hadara_agents.arena.plan import Plan
from hadara_agents.arena.results import Result
from hadara_agents.arena.schedule import Fixture
from hadara_agents.base import Agent
from hadara_agents.kernels import weights as layout
from hadara_agents.kernels.tournament import GREEDY, NETWORK, NO_NETWORKS, RANDOM, compiled_sets
from hadara_agents.policy.packed import Packed, stacked
from hadara_env.engine.constants import NUM_SOURCES, RULES, SOURCES
from hadara_env.engine.tables import tables_of

BLOCK = 100  # sets in one call: fractions of a second, so that the progress bar moves


@dataclass(frozen=True)
class _Block:
    """Sets of one line-up that have been played: shares, ranks and points by set, rotation and player."""

    sets: range
    shares: np.ndarray
    ranks: np.ndarray
    points: np.ndarray


class CompiledGames:
    """Plays the fixtures in which everybody is a compiled player."""

    def __init__(self, plan: Plan, agents: Mapping[str, Agent]) -> None:
        self._plan = plan
        self._number: dict[str, int] = {}
        rows: list[np.ndarray] = []
        networks: list[Packed] = []
        for name, agent in agents.items():
            kind = vars(agent).get("compiled", vars(type(agent)).get("compiled"))
            # Not inherited: a class built on one of ours plays as it likes.
            if kind == "heuristic":
                self._number[name] = len(rows)
                rows.append(agent.weights)  # type: ignore[attr-defined]
            elif kind in ("random", "greedy"):
                self._number[name] = RANDOM if kind == "random" else GREEDY
            elif kind == "policy":
                self._number[name] = NETWORK + len(networks)
                networks.append(agent.network_for(plan.config))  # type: ignore[attr-defined]
        self._weights = np.array(rows) if rows else np.zeros((1, layout.SIZE))
        self._networks = stacked(networks) if networks else NO_NETWORKS
        self._blocks: dict[int, _Block] = {}

    def plays(self, fixture: Fixture) -> bool:
        return all(name in self._number for name in fixture.seats)

    def result(self, fixture: Fixture) -> Result:
        """The result of a game; its block is played when the first of its games is asked for."""
        block = self._blocks.get(fixture.line_up)
        if block is None or fixture.set not in block.sets:
            block = self._blocks[fixture.line_up] = self._play(fixture.line_up, fixture.set)
        players = len(fixture.seats)
        row = (fixture.set - block.sets.start, fixture.rotation)
        sitting = [(seat - fixture.rotation) % players for seat in range(players)]
        points = block.points[row].astype(int).tolist()
        return Result(
            fixture,
            tuple(dict(zip(SOURCES, points[i][:NUM_SOURCES], strict=True)) for i in sitting),
            tuple(block.shares[row].tolist()[i] for i in sitting),
            tuple(block.ranks[row].tolist()[i] + 1 for i in sitting),
        )

    def _play(self, line_up: int, first: int) -> _Block:
        schedule, config = self._plan.schedule, self._plan.config
        sets = range(first, min(first + BLOCK, schedule.sets))
        deals = np.array([schedule.deal(number) for number in sets], np.int64)
        numbers = [self._number[name] for name in schedule.line_ups[line_up]]
        rules = RULES.index(config.rules)
        tables = tables_of(config.cards)
        return _Block(sets, *compiled_sets(deals, numbers, rules, tables, self._weights, self._networks))
