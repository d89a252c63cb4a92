"""The engine against the reference over very many games: every decision, state and result compared.

    python -m experiments.soak --games 100000 --processes 2

The games go through all numbers of players, rule sets and styles of play, half of them with the shipped cards, the
others with edited sets. They are shared out in shards; finished ones are kept in a file beside the result, so that the
same command goes on where an earlier run ended. Any difference is listed with its seed, and its game is written down.
"""

import importlib.metadata
import json
import multiprocessing
import os
import platform
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from experiments.soak_shards import (
    CARD_SETS,
    SHARD,
    SOURCES,
    end_with_parent,
    game,
    play_shard,
    table,
)
from hadara_env.engine.jit import announce_compilation
from hadara_env.errors import HadaraError
from hadara_env.files import write_atomically
from tests.differential import Difference


class Soak:
    """What has been played so far, and the file that keeps it."""

    def __init__(self, games: int, seed: int, out: Path) -> None:
        self.out, self.file, self.replays = out, out.with_suffix(".state.json"), out.with_suffix(".differences")
        self.identity = {
            "games": games,
            "seed": seed,
            **SOURCES,
            "cards": {name: table(name).cards.digest for name in dict.fromkeys(CARD_SETS)},
        }
        self.done: list[int] = []
        self.seconds = 0.0
        self.counts, self.coverage, self.listed = Counter[str](), Counter[str](), []

    def resume(self) -> None:
        """Take up an earlier run; a HadaraError says why that cannot be done."""
        try:
            kept = json.loads(self.file.read_text(encoding="utf-8"))
            changed = [key for key, value in self.identity.items() if kept["identity"].get(key) != value]
            self.done, self.seconds, self.listed = kept["done"], kept["seconds"], kept["listed"]
            self.counts, self.coverage = Counter(kept["counts"]), Counter(kept["coverage"])
        except FileNotFoundError:
            return
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise HadaraError(f"{self.file} is not a run that can be taken up; --restart begins anew.") from error
        if changed:
            raise HadaraError(f"{self.file} is of a run with other {', '.join(changed)}; --restart begins anew.")

    def shards(self) -> list[tuple[int, int, int]]:
        """Number, first game and end of every shard that is still to be played."""
        starts = enumerate(range(0, self.identity["games"], SHARD))
        return [(n, at, min(at + SHARD, self.identity["games"])) for n, at in starts if n not in set(self.done)]

    def add(self, shard: int, played: dict[str, Any], seconds: float) -> None:
        """Count a shard and keep it; a HadaraError where it was played with other sources than the run began with."""
        changed = [key for key, value in played["sources"].items() if self.identity[key] != value]
        if changed:
            raise HadaraError(
                f"the sources of the {' and the '.join(changed)} changed meanwhile; --restart begins anew."
            )
        self.done.append(shard)
        self.seconds += seconds
        self.counts.update(played["counts"])
        self.coverage.update(played["coverage"])
        self.listed += played["listed"]
        kept = {key: getattr(self, key) for key in ("identity", "done", "seconds", "counts", "coverage", "listed")}
        write_atomically(self.file, json.dumps(kept))

    def summary(self, command: str) -> dict[str, Any]:
        identity = self.identity
        return {
            "games": self.counts["games"],
            "differences": self.counts["differences"],
            "decisions": self.counts["decisions"],
            **{f"by_{key}": self._by(key) for key in ("players", "rules", "style", "cards")},
            "listed_differences": sorted(self.listed, key=lambda entry: entry["game"]),
            "coverage": dict(sorted(self.coverage.items())),
            "card_sets": identity["cards"],
            "rules_sources": identity["rules"],
            "reference_sources": identity["reference"],
            "seed": identity["seed"],
            "seeds": "game k has the seed game_seed(seed, k) of hadara_env.engine.random",
            "command": command,
            "versions": {
                "python": platform.python_version(),
                **{name: importlib.metadata.version(name) for name in ("hadara-env", "numpy", "numba")},
            },
            "machine": {"cpus": os.cpu_count(), "architecture": platform.machine(), "system": platform.system()},
            "seconds": round(self.seconds, 1),
            "games_a_second": round(self.counts["games"] / self.seconds, 1) if self.seconds else None,
        }

    def _by(self, key: str) -> dict[str, int]:
        start = f"by {key}: "
        return {
            name.removeprefix(start): count for name, count in sorted(self.counts.items()) if name.startswith(start)
        }


def run(soak: Soak, processes: int, console: Console) -> None:
    """Play the shards that are left; each is kept as soon as it is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    spawn = multiprocessing.get_context("spawn")
    with (
        Progress(*columns, console=console) as progress,
        ProcessPoolExecutor(processes, mp_context=spawn, initializer=end_with_parent) as pool,
    ):
        task = progress.add_task("games", total=soak.identity["games"], completed=soak.counts["games"])
        seed, last = soak.identity["seed"], time.monotonic()
        futures = {pool.submit(play_shard, seed, at, end, soak.replays): n for n, at, end in soak.shards()}
        try:
            for future in as_completed(futures):
                now = time.monotonic()
                soak.add(futures[future], future.result(), now - last)
                last = now
                found = f", {soak.counts['differences']} differences"
                progress.update(task, completed=soak.counts["games"], description=f"games{found}")
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def main(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100_000,
    processes: Annotated[int, typer.Option(min=1, help="How many of them at once.")] = 2,
    seed: Annotated[int, typer.Option(min=0, max=2**53 - 1, help="All games follow from it.")] = 1,
    out: Annotated[Path, typer.Option(help="The result; a run in progress is kept beside it.")] = Path(
        "experiments/results/soak.json"
    ),
    restart: Annotated[bool, typer.Option("--restart", help="Forget a run in progress.")] = False,
    only: Annotated[int | None, typer.Option(min=0, help="Play this one game again and say what differs.")] = None,
) -> None:
    """Compare the engine with the reference over very many games; exit status 1 if there is any difference.

    Example: python -m experiments.soak --games 100000 --processes 2 --out experiments/results/soak.json
    """
    console = Console(stderr=True, highlight=False)
    announce_compilation()
    if only is not None:
        again(seed, only, console)
        return
    try:
        soak = Soak(games, seed, out)
        if restart:
            soak.file.unlink(missing_ok=True)
        soak.resume()
        run(soak, processes, console)
        where = "" if out.is_absolute() else f" --out {out.as_posix()}"
        command = f"python -m experiments.soak --games {games} --processes {processes} --seed {seed}{where}"
        summary = soak.summary(command)
        write_atomically(out, json.dumps(summary, indent=2) + "\n")
    except HadaraError as error:
        console.print(f"soak: {error}", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    except BrokenProcessPool as error:
        console.print("soak: a worker process died; the same command goes on from here.")
        raise typer.Exit(2) from error
    except KeyboardInterrupt:
        console.print("soak: interrupted; the same command goes on from here.")
        raise typer.Exit(130) from None
    soak.file.unlink()
    console.print(f"{summary['games']} games, {summary['differences']} differences, {summary['seconds']} s: {out}")
    if summary["differences"]:
        console.print(f"The first: {summary['listed_differences'][0]['what']}", markup=False, soft_wrap=True)
        raise typer.Exit(1)


def again(seed: int, number: int, console: Console) -> None:
    """One game of the cycle by itself."""
    cards, match = game(seed, number)
    try:
        decisions = table(cards).play(match)
    except Difference as error:
        console.print(str(error), markup=False, soft_wrap=True)
        raise typer.Exit(1) from error
    console.print(
        f"game {number} ({match}, cards {cards}): no difference in {decisions} decisions.", markup=False, soft_wrap=True
    )


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # lets the workers go, as an interruption does
    typer.run(main)
