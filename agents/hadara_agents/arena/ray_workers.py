"""Games over the machines of a Ray cluster, handed back in the order they were asked for.

On each core an actor looks after one process of `arena.workers`, so an agent that hangs, or takes its process down, is
found out by the same code as here. What Ray adds is the loss of an actor or of its whole machine: the game it was at is
played again elsewhere, from its beginning, and so with the same result.
"""

import contextlib
import platform
import sys
from collections import deque
from collections.abc import Generator, Iterable
from typing import Any

from hadara_agents.arena.bench import Job
from hadara_agents.arena.plan import code_digest
from hadara_agents.arena.ray_cluster import ClusterError
from hadara_agents.arena.schedule import Fixture
from hadara_agents.arena.seat import Played
from hadara_agents.arena.workers import AHEAD, Worker

PATIENCE = 300.0  # seconds without any machine that takes games
TRIES = 5  # losses of an actor that one game may see
_POLL = 1.0


class Supervisor:
    """The actor: one process of the arena, and the wait for what it answers."""

    def __init__(self, job: Job, path: list[str], digest: str) -> None:
        # Agents may lie beside the command that was given; where that folder exists here too, they are found.
        sys.path += [folder for folder in path if folder not in sys.path]
        self._same = code_digest() == digest
        self._job, self._worker = job, None

    def ready(self) -> str:
        """The machine's name, where it has other sources than the one that asks; otherwise nothing."""
        return "" if self._same else platform.node()

    def play(self, fixture: Fixture) -> Played:
        from multiprocessing.connection import wait

        if self._worker is None:
            self._worker = Worker(self._job)
        worker = self._worker
        worker.play(fixture)
        while True:
            ready = bool(wait([worker.connection], timeout=0.1))
            if played := worker.look(ready):
                return played

    def leave(self) -> None:
        """End the process; the actor goes when nobody holds it any more."""
        if self._worker is not None:
            self._worker.end()


class Pool:
    """Actors that are there, actors that are awaited, and the games they are at."""

    def __init__(self, ray: Any, job: Job, size: int) -> None:
        self._ray, self._job = ray, job
        self._actor = ray.remote(num_cpus=1, max_restarts=0)(Supervisor)
        self._digest = code_digest()
        self._idle: list[Any] = []
        self._awaited: dict[Any, Any] = {}
        self._playing: dict[Any, tuple[Any, Fixture]] = {}
        self._losses: dict[int, int] = {}
        self._lonely = 0.0
        self.again: deque[Fixture] = deque()  # games whose actor was lost
        self.lost = 0
        for _ in range(size):
            self._hire()

    def _hire(self) -> None:
        actor = self._actor.remote(self._job, sys.path, self._digest)
        self._awaited[actor.ready.remote()] = actor

    @property
    def idle(self) -> bool:
        return bool(self._idle)

    def play(self, fixture: Fixture) -> None:
        actor = self._idle.pop()
        self._playing[actor.play.remote(fixture)] = (actor, fixture)

    def look(self) -> list[Played]:
        """Wait a little; games that are over, and actors that come and go."""
        asked = [*self._awaited, *self._playing]
        done, _ = self._ray.wait(asked, num_returns=len(asked), timeout=0) if asked else ([], [])
        if not done and asked:
            done, _ = self._ray.wait(asked, num_returns=1, timeout=_POLL)
        self._lonely = 0.0 if done or self._playing else self._lonely + _POLL
        if self._lonely > PATIENCE:
            raise ClusterError(
                f"No machine of the cluster has taken a game for {PATIENCE:g} s; the same command goes on later."
            )
        return [played for reference in done if (played := self._seen(reference))]

    def _seen(self, reference: Any) -> Played | None:
        actor, fixture = self._playing.pop(reference, (None, None))
        actor = self._awaited.pop(reference, actor)
        try:
            answer = self._ray.get(reference)
        except self._ray.exceptions.RayActorError:
            self._replace(fixture)
            return None
        except self._ray.exceptions.RayTaskError as error:
            raise error.as_instanceof_cause() from None
        self._idle.append(actor)
        if isinstance(answer, Played):
            return answer
        if answer:
            raise ClusterError(f"The machine {answer} has other versions of hadara_env or hadara_agents than this one.")
        return None

    def _replace(self, fixture: Fixture | None) -> None:
        self.lost += 1
        self._hire()
        if fixture is None:
            return
        self._losses[fixture.game] = losses = self._losses.get(fixture.game, 0) + 1
        if losses > TRIES:
            raise ClusterError(
                f"Game {fixture.game} has lost {losses} processes of the cluster; the same command goes on from the "
                "last game."
            )
        self.again.append(fixture)

    def close(self) -> None:
        """Let everybody go, now."""
        for actor in self._idle:
            # It may be gone already, and then so is its process.
            with contextlib.suppress(self._ray.exceptions.RayError):
                self._ray.get(actor.leave.remote(), timeout=10)
        for actor in [*self._idle, *self._awaited.values(), *(actor for actor, _ in self._playing.values())]:
            self._ray.kill(actor)


def play_all(ray: Any, job: Job, fixtures: Iterable[Fixture], processes: int | None = None) -> Generator[Played]:
    """The games in their order, played by as many actors at once (default: one for each core of the cluster)."""
    todo, order, done = iter(fixtures), deque[int](), dict[int, Played]()
    upcoming = next(todo, None)
    if upcoming is None:
        return
    size = processes or max(1, int(ray.cluster_resources().get("CPU", 1)))
    pool = Pool(ray, job, size)
    try:
        while True:
            while order and order[0] in done:
                yield done.pop(order.popleft())
            while pool.idle and pool.again:
                pool.play(pool.again.popleft())
            while pool.idle and upcoming is not None and len(order) < AHEAD * size:
                pool.play(upcoming)
                order.append(upcoming.game)
                upcoming = next(todo, None)
            if upcoming is None and not order:
                return
            for played in pool.look():
                done[played.result.fixture.game] = played
    finally:
        pool.close()
