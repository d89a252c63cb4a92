"""Work that takes longer than a request: reviews and curves of values, asked for again until they are done."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import Any

from hadara_agents.play.errors import PlayError

_KEPT = 64  # finished and running jobs that are remembered


class Job:
    """An iterator worked through in another thread; its results so far can be read at any time."""

    def __init__(self, of: int, about: dict[str, Any]) -> None:
        self.of, self.about = of, about
        self.results: list[Any] = []
        self.state = "working"
        self._stopped = threading.Event()

    def run(self, work: Callable[[], Iterator[Any]]) -> None:
        """In the worker: go on until the work is done or nobody wants it any more."""
        try:
            for result in work():
                if self._stopped.is_set():
                    return
                if result is not None:
                    self.results.append(result)
            self.state = "done"
        finally:
            if self.state != "done":
                self.state = "failed"

    def stop(self) -> None:
        self._stopped.set()


class Jobs:
    """Jobs by what was asked; the same question is worked out once."""

    def __init__(self, workers: Executor, waiting: int = 8) -> None:
        self._workers, self._waiting = workers, waiting
        self._jobs: OrderedDict[tuple[Any, ...], Job] = OrderedDict()

    def get(self, key: tuple[Any, ...], prepare: Callable[[], tuple[Job, Callable[[], Iterator[Any]]]]) -> Job:
        """The job of a question, started if it is new; a failed one is tried again."""
        known = self._jobs.get(key)
        if known is not None and known.state != "failed":
            self._jobs.move_to_end(key)
            return known
        if sum(job.state == "working" for job in self._jobs.values()) >= self._waiting:
            raise PlayError(503, "Too many games are being looked through at once; try again in a minute.")
        job, work = prepare()
        self._jobs[key] = job
        self._workers.submit(job.run, work)
        while len(self._jobs) > _KEPT:
            self._jobs.popitem(last=False)[1].stop()
        return job

    def stop(self) -> None:
        for job in self._jobs.values():
            job.stop()
