"""What both benchmarks share: interleaved timing, medians and spread.

Cases are run in turns, round after round, each round beginning one case later: whatever else the machine does meanwhile
falls on all of them alike. A ratio is taken round by round between neighbours in time, and its median is reported.
"""

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import rich.progress
from rich.console import Console
from rich.table import Table

YARDSTICK = "yardstick"
PAUSE = 0.02  # seconds: threads of the case before spin a little while before they sleep


@dataclass(frozen=True)
class Sample:
    """One run of a case: things done, seconds by the clock, and seconds of processor time in them."""

    count: int
    wall: float
    cpu: float

    @property
    def rate(self) -> float:
        return self.count / self.wall

    @property
    def core_rate(self) -> float:
        """By processor time: what a busy machine takes away does not count, but neither does waiting."""
        return self.count / max(self.cpu, 1e-9)


@dataclass
class Case:
    """Something to measure: `run(seconds)` does it for about that long."""

    name: str
    unit: str
    includes: str
    run: Callable[[float], Sample]
    samples: list[Sample] = field(default_factory=list)

    @property
    def rates(self) -> list[float]:
        return [sample.rate for sample in self.samples]

    def summary(self, yardstick: "Case | None" = None) -> dict[str, Any]:
        """Median and spread; `busy` is processor time by clock time: below 1, other work took the core."""
        share = statistics.median(sample.cpu / sample.wall for sample in self.samples)
        core = significant(statistics.median(sample.core_rate for sample in self.samples))
        found = {"unit": self.unit, **spread(self.rates), "median_a_core_second": core, "busy": round(share, 2)}
        found["includes"] = self.includes
        if yardstick is not None and yardstick is not self:
            found["per_1000_yardsticks"] = significant(1000 * statistics.median(paired(self, yardstick)))
        return found


def repeat(body: Callable[[], int]) -> Callable[[float], Sample]:
    """A run that calls `body`, which says how much it did, until the time is up; a first call warms up unmeasured."""
    warm = False

    def run(seconds: float) -> Sample:
        nonlocal warm
        if not warm:
            body()
            warm = True
        count, wall, cpu = 0, time.perf_counter(), time.process_time()
        while (now := time.perf_counter()) - wall < seconds or count == 0:
            count += body()
        now = time.perf_counter()
        return Sample(count, now - wall, time.process_time() - cpu)

    return run


def yardstick() -> Case:
    """A fixed loop of plain Python: other rates can be compared across machines by it."""

    def body() -> int:
        total = 0
        for i in range(20_000):
            total = (total + i * i) % 7919
        return 20_000

    return Case(YARDSTICK, "iterations/s", "a loop of plain Python: multiply, add, remainder", repeat(body))


def measure(cases: Sequence[Case], rounds: int, seconds: float, console: Console) -> None:
    """Run every case once a round, each round beginning with another one."""
    for case in rich.progress.track(cases, "warming up", console=console, transient=True):
        case.run(0.0)
    turns = [case for r in range(rounds) for case in (*cases[r % len(cases) :], *cases[: r % len(cases)])]
    for case in rich.progress.track(turns, "measuring", console=console, transient=True):
        time.sleep(PAUSE)
        case.samples.append(case.run(seconds))


def paired(case: Case, other: Case) -> list[float]:
    """The ratio of two cases in every round."""
    return [a / b for a, b in zip(case.rates, other.rates, strict=True)]


def core_ratio(case: Case, other: Case) -> float:
    """The same by processor time, in the middle of the rounds."""
    pairs = zip(case.samples, other.samples, strict=True)
    return significant(statistics.median(a.core_rate / b.core_rate for a, b in pairs))


def best(cases: Iterable[Case]) -> Case:
    """The one with the highest median."""
    return max(cases, key=lambda case: statistics.median(case.rates))


def spread(values: Sequence[float]) -> dict[str, Any]:
    """Median, quartiles and extremes."""
    low, _, high = statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3
    numbers = {"median": statistics.median(values), "lower_quartile": low, "upper_quartile": high}
    numbers |= {"min": min(values), "max": max(values)}
    return {**{name: significant(value) for name, value in numbers.items()}, "runs": len(values)}


def significant(value: float) -> float:
    """Four digits: more would pretend to an accuracy nobody has."""
    return float(f"{value:.4g}")


def table(title: str, rates: dict[str, dict[str, Any]]) -> Table:
    """The rates for the terminal."""
    view = Table(title=title, title_justify="left")
    view.add_column("case")
    for name in ("median a second", "least", "most", "busy"):
        view.add_column(name, justify="right")
    for name, rate in rates.items():
        view.add_row(name, *(number(rate[key]) for key in ("median", "min", "max")), f"{rate['busy']:.2f}")
    return view


def number(value: float) -> str:
    """A number as people read it: 12.3 M, 245 k, 3.2."""
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if value >= 0.9995 * size:
            return f"{value / size:.{max(0, 2 - len(str(int(value / size))) + 1)}f}{unit}"
    return f"{value:.3g}"
