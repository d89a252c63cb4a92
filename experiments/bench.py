"""How fast the engine and its environments are, and what starting them takes.

    python -m experiments.bench

Random play by every door, in turns, with medians and spread; the cost of the observation by difference and directly;
import, compilation and start; memory. The result goes to experiments/results/bench.json, and docs/performance.md is
written from it. Comparisons with other libraries are in bench_peers.py.
"""

import statistics
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from experiments import bench_cases as ours
from experiments.bench_common import YARDSTICK, Case, measure, significant, spread, table, yardstick
from experiments.bench_page import write_page
from experiments.bench_process import memory, start_times
from experiments.bench_report import PAGE, RESULTS, Report
from hadara_env.config import RULE_SETS
from hadara_env.errors import HadaraError

OUT = RESULTS / "bench.json"
PACKAGES = ("gymnasium", "pettingzoo", "stable-baselines3", "torch")


def all_cases(skipped: list[str]) -> list[Case]:
    """Every case that can be run here; a line for each that cannot."""
    cases = [yardstick(), *ours.playouts(), *ours.pieces(), *ours.batched(), *ours.environments(), *ours.one_seat()]
    if ours.is_installed("stable_baselines3", "torch"):
        cases += ours.sb3()
    else:
        skipped.append("HadaraSB3VecEnv: stable-baselines3 is not installed.")
    if ours.is_installed("pygame"):
        cases += ours.connect_four()
    else:
        skipped.append("connect_four_v3: PettingZoo's classic games need pygame; bench_peers compares with them.")
    return cases


def observation_costs(cases: list[Case]) -> dict[str, dict[str, Any]]:
    """Nanoseconds of mask and observation at a decision: by the difference of two playouts, and directly."""
    rate = {case.name: case for case in cases}
    found = {}
    for players in range(2, 6):
        for rules in RULE_SETS:
            plain, seen = rate[f"playout {players} {rules}"], rate[f"playout {players} {rules}, observed"]
            costs = [1e9 / b - 1e9 / a for a, b in zip(plain.rates, seen.rates, strict=True)]
            found[f"{players} {rules}, by difference"] = {"unit": "ns", **spread(costs)}
        for part in ("observation", "mask"):
            direct = [1e9 / each for each in rate[f"{part} {players}"].rates]
            found[f"{players} full, {part} alone"] = {"unit": "ns", **spread(direct)}
    return found


def ratios(cases: list[Case]) -> dict[str, float]:
    """What else is told by comparing cases of the same round."""
    rate = {case.name: case for case in cases}
    pairs = {
        "raw_env / env": ("raw_env", "env"),
        "HadaraVec 1024 / HadaraVec 1": ("HadaraVec 1024", "HadaraVec 1"),
        "HadaraVec 1024, threads / without": ("HadaraVec 1024, threads", "HadaraVec 1024"),
        "HadaraVec 4096, threads / without": ("HadaraVec 4096, threads", "HadaraVec 4096"),
        "raw_env / connect_four_v3.env": ("raw_env", "connect_four_v3.env"),
        "env / connect_four_v3.env": ("env", "connect_four_v3.env"),
    }
    return {
        name: significant(statistics.median(a / b for a, b in zip(rate[one].rates, rate[other].rates, strict=True)))
        for name, (one, other) in pairs.items()
        if one in rate and other in rate
    }


def main(
    out: Annotated[Path, typer.Option(help="The result file.")] = OUT,
    page: Annotated[Path, typer.Option(help="The page written from this result and that of bench_peers.")] = PAGE,
    rounds: Annotated[int | None, typer.Option(min=1, help="How often every case runs; 9 if not given.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.0, help="How long a run takes; 0.3 if not given.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="3 short rounds, nothing compiled anew, fewer steps.")] = False,
    page_only: Annotated[bool, typer.Option("--page-only", help="Measure nothing, write the page again.")] = False,
) -> None:
    """Measure the engine and its environments, interleaved, with medians and spread.

    Example: python -m experiments.bench --rounds 9 --seconds 0.3 --out experiments/results/bench.json
    """
    console = Console(stderr=True, highlight=False)
    rounds, seconds = rounds or (3 if quick else 9), (0.02 if quick else 0.3) if seconds is None else seconds
    try:
        if not page_only:
            console.print(table("decisions by every door", run(out, rounds, seconds, quick, console)))
        write_page(page, out, out.with_name("bench_peers.json"))
    except HadaraError as error:
        console.print(f"bench: {error}", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    console.print(f"{out} and {page}")


def run(out: Path, rounds: int, seconds: float, quick: bool, console: Console) -> dict[str, Any]:
    """Measure everything and write the result; returns the rates."""
    where = "" if out.is_absolute() else f" --out {out.as_posix()}"
    command = f"python -m experiments.bench --rounds {rounds} --seconds {seconds}{' --quick' if quick else ''}{where}"
    report, skipped = Report("speed of the engine and its environments", command, rounds, seconds, PACKAGES), []
    with console.status("importing and compiling in processes of their own"):
        times = start_times(3 if quick else 7, 0 if quick else 3)
    if quick:
        skipped.append("first use and cached start: left out of a quick run.")
    with console.status("memory over many steps"):
        used = memory(500_000 if quick else 10_000_000)
    if used is None:
        skipped.append("memory: this system does not tell a process what it uses.")
    cases = all_cases(skipped)
    measure(cases, rounds, seconds, console)
    stick = next(case for case in cases if case.name == YARDSTICK)
    rates = {case.name: case.summary(stick) for case in cases}
    report.add(rates=rates, observation_costs=observation_costs(cases), ratios=ratios(cases), times=times, memory=used)
    report.add(skipped=skipped)
    report.write(out)
    for line in skipped:
        console.print(f"skipped: {line}", markup=False)
    return rates


if __name__ == "__main__":
    typer.run(main)
