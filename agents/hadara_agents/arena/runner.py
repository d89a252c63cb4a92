"""Play a tournament, or what is left of one, and write what it found out.

>>> from pathlib import Path
>>> from hadara_agents.arena import Plan, run
>>> from hadara_env import GameConfig
>>> plan = Plan.of(["greedy", "random"], GameConfig(players=2), sets=100, seed=1)
>>> run(plan, Path("results"))["agents"]["greedy"]["win_share"]  # doctest: +SKIP
0.995
"""

import json
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hadara_agents.arena.bench import Job, practised
from hadara_agents.arena.compiled import CompiledGames
from hadara_agents.arena.plan import Plan
from hadara_agents.arena.report import page
from hadara_agents.arena.results import Result, ResultsError
from hadara_agents.arena.schedule import Fixture
from hadara_agents.arena.seat import Played
from hadara_agents.arena.store import REPORT, SPEED, SUMMARY, Store
from hadara_agents.arena.summary import Summary, summarise
from hadara_agents.arena.workers import play_all
from hadara_agents.base import Agent
from hadara_agents.registry import is_built_in
from hadara_env.engine.jit import announce_compilation
from hadara_env.files import write_atomically

_SAVE_EVERY = 5.0  # seconds
Watched = Callable[[Iterable[Result], int], Iterable[Result]]  # passes results on, and may count them on the way


def run(
    plan: Plan,
    out: Path,
    processes: int | None = None,
    resume: bool = True,
    watch: Watched = lambda results, left: results,
    note: Callable[[str], None] = lambda text: None,
    cluster: str | None = None,
) -> Summary:
    """Play all games that the folder does not hold yet, then write summary and report into it.

    `processes` (default: one for each core) share the games of agents that are not compiled; no result depends on how
    many there are. `note` is told what a reader should know, such as a line that had been cut off. `cluster` is the
    address of a Ray cluster that plays in place of processes here, or "local" for one that is started here.
    """
    announce_compilation()
    agents = plan.agents()
    with Store(out, plan, resume) as store:
        for text in store.notes:
            note(text)
        speed = Speed(out / SPEED)
        done = len(store.results)
        try:
            played = _play(plan, agents, done, processes, cluster, speed)
            for result in watch(played, len(plan.schedule) - done):
                store.append(result)
        finally:
            speed.save()
        summary = summarise(plan, store.results, out, store.codes)
    write_atomically(out / SUMMARY, json.dumps(summary, indent=1, ensure_ascii=False) + "\n")
    write_atomically(out / REPORT, page(summary, speed.per_move()))
    return summary


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(
    plan: Plan, agents: Mapping[str, Agent], first: int, processes: int | None, cluster: str | None, speed: "Speed"
) -> Iterator[Result]:
    """The results from game `first` on, in order: blocks of compiled games here, the others from the processes."""
    compiled = CompiledGames(plan, agents)
    fixtures = range(first, len(plan.schedule))
    job = Job(plan.spec_of, plan.config, plan.move_limit)
    if any(not compiled.plays(plan.schedule[game]) for game in fixtures[: plan.schedule.per_set]):
        _warm_up(plan)
    slow = (fixture for fixture in map(plan.schedule.__getitem__, fixtures) if not compiled.plays(fixture))
    played = play_all(job, slow, processes or cores()) if cluster is None else _spread(job, slow, processes, cluster)
    try:
        for fixture in map(plan.schedule.__getitem__, fixtures):
            yield compiled.result(fixture) if compiled.plays(fixture) else speed.count(fixture, next(played))
    finally:
        played.close()


def _spread(job: Job, fixtures: Iterable[Fixture], processes: int | None, cluster: str) -> Generator[Played]:
    """The games over a Ray cluster, which is joined when the first is asked for."""
    from hadara_agents.arena import ray_cluster, ray_workers

    own_cores = (processes or cores()) if cluster == ray_cluster.LOCAL else None
    with ray_cluster.Cluster(cluster, own_cores) as ray:
        yield from ray_workers.play_all(ray, job, fixtures, processes)


def _warm_up(plan: Plan) -> None:
    """Compile what our own agents need once, before several processes would all do so."""
    for spec in dict.fromkeys(plan.specs):
        if is_built_in(spec):
            practised(spec, plan.config)


class Speed:
    """speed.json: how long agents took to decide. Apart from the games, which come out the same on any machine."""

    def __init__(self, path: Path) -> None:
        self._path, self._written = path, time.monotonic()
        self._seen: dict[str, Any] = {}
        if path.exists():
            try:
                self._seen = json.loads(path.read_bytes())
            except ValueError as error:
                raise ResultsError(f"{path} is not what a tournament wrote: {error}; nothing was changed.") from error

    def count(self, fixture: Fixture, played: Played) -> Result:
        """Add what a game took, and pass its result on."""
        for name, (decisions, seconds) in zip(fixture.seats, played.thought, strict=True):
            row = self._seen.setdefault(name, {"decisions": 0, "seconds": 0.0})
            row["decisions"] += decisions
            row["seconds"] += seconds
        if time.monotonic() - self._written > _SAVE_EVERY:
            self.save()
        return played.result

    def save(self) -> None:
        if self._seen:
            write_atomically(self._path, json.dumps(self._seen, indent=1) + "\n")
        self._written = time.monotonic()

    def per_move(self) -> dict[str, float]:
        """Mean milliseconds for a decision of those who were timed."""
        return {name: 1000 * row["seconds"] / row["decisions"] for name, row in self._seen.items() if row["decisions"]}
