"""Games over several processes, handed back in the order they were asked for.

A worker says in shared memory whose agent is thinking since when. So an agent that never answers, or that takes its
process down with it, costs that process and the game is played again, with that agent out from that decision on.
"""

import ctypes
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from hadara_agents.arena.bench import Bench, Job
from hadara_agents.arena.schedule import Fixture
from hadara_agents.arena.seat import BEFORE, START_LIMIT, Fault, Played, play_fixture, too_slow
from hadara_env import HadaraError

GRACE = 2.0  # seconds over the limit before a process is ended; an agent that answers sooner is judged in its process
AHEAD = 4  # games per process that may be finished before an earlier one; a kill loses no more than these
_POLL = 0.1
_SPAWN = multiprocessing.get_context("spawn")  # a fork would copy numba's threads and locks in any state


class SharedPulse:
    """Four numbers in shared memory: since when, how long, which seat, which decision."""

    def __init__(self) -> None:
        self._cells = _SPAWN.RawArray(ctypes.c_double, 4)

    def begin(self, seat: int, decision: int, allowed: float | None) -> None:
        self._cells[1], self._cells[2], self._cells[3] = float("inf") if allowed is None else allowed, seat, decision
        self._cells[0] = time.monotonic()

    def end(self) -> None:
        self._cells[0] = 0.0

    @property
    def thinking(self) -> bool:
        return self._cells[0] > 0

    @property
    def overdue(self) -> bool:
        return self.thinking and time.monotonic() - self._cells[0] > self._cells[1] + GRACE

    @property
    def where(self) -> tuple[int, int]:
        """Seat and decision."""
        return int(self._cells[2]), int(self._cells[3])


def serve(job: Job, connection: Connection, pulse: SharedPulse) -> None:
    """What a worker process does: play what it is sent until nobody sends any more."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # a group of its own: an interrupt is for the parent, and agents' programs end with the worker
    threading.Thread(target=_die_with_parent, daemon=True).start()
    bench = Bench(job)
    while True:
        try:
            fixture, faults = connection.recv()
            connection.send(play_fixture(job, fixture, bench, faults, pulse))
        except (EOFError, BrokenPipeError):
            return


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _end_group(os.getpid())


def _end_group(pid: int) -> None:
    if hasattr(os, "killpg"):
        os.killpg(pid, signal.SIGKILL)
    else:
        os.kill(pid, signal.SIGTERM)


class Worker:
    """The parent's end of a process, and the game it is at."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self.fixture: Fixture | None = None
        self._faults: dict[int, Fault] = {}
        self._died_at: tuple[int, int] | None = None
        self._start()

    def _start(self) -> None:
        self.pulse = SharedPulse()
        self.connection, other = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=serve, args=(self._job, other, self.pulse), daemon=True)
        self.process.start()
        other.close()

    def play(self, fixture: Fixture) -> None:
        self.fixture, self._faults, self._died_at = fixture, {}, None
        self._send()

    def _send(self) -> None:
        try:
            self.connection.send((self.fixture, self._faults))
        except BrokenPipeError:
            self._recover()

    def look(self, ready: bool) -> Played | None:
        """The finished game, if there is one; a process that died or hangs is replaced and plays its game again."""
        if ready:
            try:
                played: Played = self.connection.recv()
            except (EOFError, ConnectionResetError):
                self._recover()
                return None
            self.fixture = None
            return played
        if self.pulse.overdue:
            self.end()
            # Only the dead stand still: it may have come back with an answer just before.
            if self.pulse.overdue:
                self._blame(self._overdue_reason())
            self._again()
        return None

    def _overdue_reason(self) -> str:
        limit = self._job.move_limit
        if limit is None or self.pulse.where[1] == BEFORE:
            return f"was not ready after {START_LIMIT:g} s"
        return too_slow(limit)

    def _recover(self) -> None:
        """The process is gone: by chance once, by its agent's doing if it goes again at the same place."""
        self.process.join()
        if not self.pulse.thinking:
            raise HadaraError(
                f"A process of the arena ended with status {self.process.exitcode} while no agent was thinking; "
                "the same command goes on from the last game."
            )
        if self._died_at == self.pulse.where:
            self._blame(f"ended its process (status {self.process.exitcode})")
        self._died_at = self.pulse.where
        self._again()

    def _blame(self, reason: str) -> None:
        seat, decision = self.pulse.where
        self._faults[seat] = Fault(decision, reason)

    def _again(self) -> None:
        self.connection.close()
        self._start()
        self._send()

    def end(self) -> None:
        """At once, with all it started."""
        if self.process.pid is not None and self.process.is_alive():
            try:
                _end_group(self.process.pid)
            except ProcessLookupError:  # it has not made its group yet
                self.process.kill()
        self.process.join()


def play_all(job: Job, fixtures: Iterable[Fixture], processes: int) -> Generator[Played]:
    """The games in their order, played by as many processes at once."""
    workers: list[Worker] = []
    todo = iter(fixtures)
    order: deque[int] = deque()
    done: dict[int, Played] = {}
    try:
        while True:
            _hand_out(job, workers, todo, order, processes)
            while order and order[0] in done:
                yield done.pop(order.popleft())
                _hand_out(job, workers, todo, order, processes)
            if not order:
                return
            for played in _look_around(workers):
                done[played.result.fixture.game] = played
    finally:
        for worker in workers:
            worker.end()


def _hand_out(job: Job, workers: list[Worker], todo: Iterator[Fixture], order: deque[int], processes: int) -> None:
    while len(order) < AHEAD * processes:
        idle = next((worker for worker in workers if worker.fixture is None), None)
        if idle is None and len(workers) >= processes:
            return
        fixture = next(todo, None)
        if fixture is None:
            return
        if idle is None:
            idle = Worker(job)
            workers.append(idle)
        idle.play(fixture)
        order.append(fixture.game)


def _look_around(workers: list[Worker]) -> Iterator[Played]:
    busy: dict[Any, Worker] = {worker.connection: worker for worker in workers if worker.fixture is not None}
    ready = wait(list(busy), timeout=_POLL)
    for connection, worker in busy.items():
        if played := worker.look(connection in ready):
            yield played
