"""Our environments beside those of other libraries, in turns on the same machine.

    pip install -c constraints.txt -e '.[bench]'
    python -m experiments.bench_peers

Libraries that are not installed are skipped with a line. The result goes to experiments/results/bench_peers.json and
into docs/performance.md.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from experiments import bench_cases as ours
from experiments import bench_peer_cases as peers
from experiments.bench_common import Case, best, core_ratio, measure, paired, spread, table, yardstick
from experiments.bench_page import write_page
from experiments.bench_report import PAGE, RESULTS, Report
from hadara_env.errors import HadaraError

OUT = RESULTS / "bench_peers.json"
PACKAGES = ("pettingzoo", "pygame-ce", "rlcard", "open-spiel", "pgx", "jax", "jaxlib")
PEERS: dict[str, tuple[tuple[str, ...], Callable[[], list[Case]]]] = {
    "PettingZoo's classic games (pygame, rlcard)": (("pygame", "rlcard"), peers.petting_zoo),
    "RLCard (rlcard)": (("rlcard",), peers.rlcard),
    "OpenSpiel (open_spiel)": (("pyspiel",), peers.open_spiel),
    "pgx (pgx, jax)": (("pgx", "jax"), lambda: [peers.pgx_case(size) for size in peers.PGX_BATCHES]),
}
SIZES = (256, 1024, 4096)
# What the library sets itself to reach.
TARGETS = {
    "raw_env / PettingZoo connect_four_v3.env": 4.0,
    "env / PettingZoo connect_four_v3.env": 1.0,
    "HadaraVec serial / pgx sparrow_mahjong": 20.0,
    "HadaraVec on two cores / pgx sparrow_mahjong": 20.0,
    "HadaraVec on two cores / pgx sparrow_mahjong in two processes": 20.0,
}


def our_cases() -> list[Case]:
    """raw_env and env, and HadaraVec with mask and observation, serial and with threads."""
    serial = [ours.batch_case(size, threads=False, observe=True) for size in SIZES]
    threaded = [ours.batch_case(size, threads=True, observe=True) for size in ours.THREADED]
    return [*ours.environments(), *serial, *threaded]


def compared(cases: dict[str, Case]) -> dict[str, dict[str, Any]]:
    """Ours by theirs, round by round, where both ran; of every batch the size that was best."""
    serial = [case for name, case in cases.items() if name in {f"HadaraVec {size}" for size in SIZES}]
    two_cores = [case for name, case in cases.items() if name.startswith("HadaraVec")]
    pgx = [case for name, case in cases.items() if name.startswith("pgx") and "processes" not in name]
    pgx_two = [case for name, case in cases.items() if name.startswith("pgx")]
    four = [case for name, case in cases.items() if name == "PettingZoo connect_four_v3.env"]
    sides = zip(
        TARGETS,
        ([cases["raw_env"]], [cases["env"]], serial, two_cores, two_cores),
        (four, four, pgx, pgx, pgx_two),
        strict=True,
    )
    found = {}
    for name, own, other in sides:
        if own and other:
            a, b = best(own), best(other)
            found[name] = {"of": a.name, "by": b.name, "at_least": TARGETS[name], **spread(paired(a, b))}
            found[name]["by_processor_time"] = core_ratio(a, b)
    return found


def main(
    out: Annotated[Path, typer.Option(help="The result file.")] = OUT,
    page: Annotated[Path, typer.Option(help="The page written from this result and that of bench.")] = PAGE,
    rounds: Annotated[int | None, typer.Option(min=1, help="How often every case runs; 9 if not given.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.0, help="How long a run takes; 0.5 if not given.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="3 short rounds, no second process.")] = False,
    only: Annotated[
        list[str] | None, typer.Option(help="Only peers whose name holds this text; may be repeated.")
    ] = None,
) -> None:
    """Compare with other libraries, interleaved, with medians and spread.

    Example: python -m experiments.bench_peers --rounds 9 --seconds 0.5 --out experiments/results/bench_peers.json
    """  # fmt: skip
    console = Console(stderr=True, highlight=False)
    rounds, seconds = rounds or (3 if quick else 9), (0.02 if quick else 0.5) if seconds is None else seconds
    try:
        content = run(out, rounds, seconds, quick, only or [""], console)
        write_page(page, out.with_name("bench.json"), out)
    except HadaraError as error:
        console.print(f"bench_peers: {error}", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    console.print(table("decisions a second", content["rates"]))
    view = Table("ratio", "median", "from", "to", "wanted", title="ours by theirs", title_justify="left")
    for name, ratio in content["ratios"].items():
        view.add_row(name, *(f"{ratio[key]:.3g}" for key in ("median", "min", "max", "at_least")))
    console.print(view)
    console.print(f"{out} and {page}")


def run(out: Path, rounds: int, seconds: float, quick: bool, only: list[str], console: Console) -> dict[str, Any]:
    """Measure everything and write the result; returns it."""
    where = "" if out.is_absolute() else f" --out {out.as_posix()}"
    command = (
        f"python -m experiments.bench_peers --rounds {rounds} --seconds {seconds}{' --quick' if quick else ''}{where}"
    )
    report, skipped = Report("our environments beside those of other libraries", command, rounds, seconds, PACKAGES), []
    cases = [yardstick(), *our_cases()]
    for name, (modules, make) in PEERS.items():
        if not any(text in name for text in only):
            skipped.append(f"{name}: not asked for.")
        elif not ours.is_installed(*modules):
            skipped.append(f"{name}: not installed; pip install -c constraints.txt -e '.[bench]' brings it.")
        else:
            with console.status(f"preparing {name}"):
                cases += make()
    if quick:
        skipped.append("two processes: left out of a quick run.")
    pairs = [] if quick else second_processes(cases, console)
    measure([*cases, *(pair.case for pair in pairs)], rounds, seconds, console)
    for pair in pairs:
        pair.close()
    cases += [pair.case for pair in pairs]
    by_name = {case.name: case for case in cases}
    report.add(rates={case.name: case.summary(cases[0]) for case in cases}, ratios=compared(by_name), skipped=skipped)
    report.write(out)
    for line in skipped:
        console.print(f"skipped: {line}", markup=False, soft_wrap=True)
    return report.content


def second_processes(cases: list[Case], console: Console) -> list[peers.TwoProcesses]:
    """Two processes of each batched environment, at the size that looks best in a short trial."""
    found = []
    for maker in peers.MAKERS:
        sized = [case for case in cases if case.name.startswith(maker) and "threads" not in case.name]
        if sized:
            with console.status(f"preparing two processes of {maker}"):
                for case in sized:
                    case.run(0.0)
                size = max(sized, key=lambda case: case.run(0.3).rate).name.split()[-1]
                found.append(peers.TwoProcesses(maker, int(size)))
    return found


if __name__ == "__main__":
    typer.run(main)
