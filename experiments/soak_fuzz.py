"""Odd play, wrong calls and damaged files, many thousand times: nothing may crash, be half believed or pile up.

    python -m experiments.soak_fuzz --cases 2000

Every case follows from the seed, its target and its number, so that one alone can be had again with --only. Each target
runs in a process of its own; should that die, the case is a fault and the next process goes on behind it.
"""

import gc
import json
import multiprocessing
import multiprocessing.connection
import os
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console

from experiments import soak_files, soak_play
from experiments.soak_shards import end_with_parent
from experiments.soak_tally import Tally, report, table
from hadara_env import HadaraVec
from hadara_env.engine.jit import announce_compilation
from hadara_env.errors import HadaraError
from hadara_env.files import write_atomically

TARGETS: dict[str, Callable[[np.random.Generator], str]] = {
    "play": soak_play.play,
    "batch": soak_play.batch,
    "calls": soak_play.calls,
    "replays": soak_files.replays,
    "card files": soak_files.card_files,
    "saved batches": soak_files.batches,
    "tournaments": soak_files.tournaments,
    "checkpoints": soak_files.checkpoints,
}
GROWTH_MB = 16.0  # what a process may grow by over the last three quarters of its cases
STATM = Path("/proc/self/statm")


def case(target: str, seed: int, number: int) -> str:
    """Run one case; returns what came of it."""
    return TARGETS[target](np.random.default_rng([seed, list(TARGETS).index(target), number]))


def resident() -> float | None:
    """Memory this process uses, in MB, or None where the system does not tell."""
    gc.collect()
    if not STATM.exists():
        return None
    return int(STATM.read_text(encoding="utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def load_kernels() -> None:
    """They take 60 MB, once. Where only few cases get as far as a game this would pass for memory that grows."""
    soak_play.play(np.random.default_rng(0))
    vec = HadaraVec(1, 2, seed=0)
    vec.step(vec.random_actions())


def work(target: str, seed: int, numbers: range, pipe: multiprocessing.connection.Connection) -> None:
    """Run cases in this process and tell of each before it begins and when it has ended."""
    end_with_parent()
    load_kernels()
    settled = numbers.start + len(numbers) // 4
    before = None
    for number in numbers:
        if number == settled:
            before = resident()
        pipe.send(("case", number))
        try:
            pipe.send(("outcome", case(target, seed, number)))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what this program looks for
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}:{last.lineno}"
            pipe.send(("fault", f"{type(error).__name__} in {where}: {str(error)[:300]}"))
    after = resident()
    pipe.send(("end", None if before is None or after is None else (before, after)))


def run(target: str, seed: int, cases: int) -> Tally:
    """All cases of a target; a process that dies is replaced behind the case it died of."""
    tally, spawn, first, start = Tally(), multiprocessing.get_context("spawn"), 0, time.monotonic()
    while first < cases:
        mine, theirs = spawn.Pipe(duplex=False)
        process = spawn.Process(target=work, args=(target, seed, range(first, cases), theirs))
        process.start()
        theirs.close()
        number, ended = first, False
        try:
            while not ended:
                kind, what = mine.recv()
                if kind == "case":
                    number = what
                elif kind == "outcome":
                    tally.outcomes[what] += 1
                elif kind == "fault":
                    tally.fault(number, what)
                else:
                    ended = True
                    tally.memory += [] if what is None else [what]
        except EOFError:
            process.join()
            tally.fault(number, f"the process died with status {process.exitcode}")
        process.join()
        first = cases if ended else number + 1
    if tally.grown is not None and tally.grown > GROWTH_MB:
        tally.fault(None, f"memory grew by {tally.grown:.1f} MB, more than {GROWTH_MB:.0f}")
    tally.seconds = time.monotonic() - start
    return tally


def main(
    cases: Annotated[int, typer.Option(min=1, help="How many cases of every target.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, max=2**53 - 1, help="All cases follow from it.")] = 1,
    targets: Annotated[str, typer.Option(help="Which targets, joined by commas.")] = ",".join(TARGETS),
    out: Annotated[Path, typer.Option(help="The result.")] = Path("experiments/results/soak_fuzz.json"),
    only: Annotated[str | None, typer.Option(help="Run one case again, such as 'replays:17'.")] = None,
) -> None:
    """Play oddly, call wrongly and damage files; exit status 1 if anything but a clear refusal came of it.

    Example: python -m experiments.soak_fuzz --cases 2000 --out experiments/results/soak_fuzz.json
    """
    console = Console(stderr=True, highlight=False)
    announce_compilation()
    chosen, number = (only.partition(":")[0], only.partition(":")[2]) if only else (targets, "")
    names = [name.strip() for name in chosen.split(",")]
    if unknown := [name for name in names if name not in TARGETS]:
        raise typer.BadParameter(f"there is no target {unknown[0]!r}; there are {', '.join(TARGETS)}.")
    if only:
        if not number.isdigit():
            raise typer.BadParameter("name a target and the number of a case, such as 'replays:17'.")
        console.print(f"{only}: {case(names[0], seed, int(number))}", markup=False)
        return
    found = {}
    for name in names:
        with console.status(name):
            found[name] = run(name, seed, cases).summary()
    try:
        write_atomically(out, json.dumps(report(found, seed, cases), indent=2) + "\n")
    except HadaraError as error:
        console.print(f"soak_fuzz: {error}", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    console.print(table(found))
    console.print(str(out), markup=False, soft_wrap=True)
    for name, tally in found.items():
        for fault in tally["listed_faults"][:3]:
            place = name if fault["case"] is None else f"{name}:{fault['case']}"
            console.print(f"{place}: {fault['what']}", markup=False, soft_wrap=True)
    if any(tally["faults"] for tally in found.values()):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
