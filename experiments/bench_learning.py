"""How fast train_ppo.py learns, and where its time goes, beside MaskablePPO over eight copies of SeatEnv.

    python -m experiments.bench_learning

A run of a case is one whole update: playing and learning. What counts is decisions the learner learns from. Network,
epochs and minibatch are the same; everybody has one thread. Cases take turns, and a ratio is one of neighbours in
time. The result goes to experiments/results/bench_learning.json; docs/training.md quotes it.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from hadara_env.envs.adapters import not_installed

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv
except ImportError as missing:
    raise SystemExit(not_installed("Stable-Baselines3 or torch", "train")) from missing

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from experiments.bench_common import Case, Sample, core_ratio, measure, number, paired, spread, table
from experiments.bench_report import RESULTS, Report
from experiments.ppo_config import PPOConfig, Tables
from experiments.train_ppo import Trainer, fast_half
from experiments.train_sb3 import policy_arguments
from experiments.training import Run
from hadara_agents.policy.spec import NetworkSpec
from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv
from hadara_env.envs.seat import SeatEnv
from hadara_env.errors import HadaraError
from hadara_env.files import write_atomically

OUT = RESULTS / "bench_learning.json"
PACKAGES = ("torch", "stable-baselines3", "sb3-contrib")
OURS, SAME, THEIRS = "train_ppo", "train_ppo, float32", "MaskablePPO, 8 SeatEnv"
CARDS, BATCHED = "train_ppo, cards", "MaskablePPO, HadaraSB3VecEnv 64"
COPIES, ROWS = 8, 64  # of the games MaskablePPO plays
TARGET, AIM = 2.0, 4.0
PAGE = Path("docs/training.md")
BEGIN, END = "<!-- written by experiments.bench_learning -->", "<!-- end -->"


class Timed(Case):
    """A case that also knows how long it played and learned."""

    def __init__(self, name: str, includes: str, update: Callable[[], tuple[int, float, float]]) -> None:
        super().__init__(name, "learner decisions/s", includes, self.once)
        self._update = update
        self.playing: list[float] = []
        self._warm = False

    def once(self, _: float) -> Sample:
        """One update; the very first, which warms up, is not kept."""
        wall, cpu = time.perf_counter(), time.process_time()
        count, playing, learning = self._update()
        sample = Sample(count, time.perf_counter() - wall, time.process_time() - cpu)
        if self._warm:
            self.playing.append(playing / (playing + learning))
        self._warm = True
        return sample


def ours(name: str, config: PPOConfig, includes: str) -> Timed:
    trainer = Trainer(config, Run(Path(tempfile.gettempdir()) / "never written"))
    trainer.one_update()  # so that a past self is there, and every kernel compiled

    def update() -> tuple[int, float, float]:
        row = trainer.one_update()
        return int(row["learned_decisions"]), row["playing_seconds"], row["learning_seconds"]

    return Timed(name, includes, update)


def theirs(name: str, env: VecEnv, config: PPOConfig, decisions: int, includes: str) -> Timed:
    model = MaskablePPO(
        "MlpPolicy", env, policy_kwargs=policy_arguments(config.network.widths), n_epochs=config.epochs,
        batch_size=config.minibatch, n_steps=decisions // env.num_envs, gamma=1.0, gae_lambda=config.gae_lambda,
        ent_coef=config.entropy[0], learning_rate=config.learning_rate[0], seed=1, device="cpu",
    )  # fmt: skip
    learning = 0.0
    train = model.train

    def timed_train() -> None:
        nonlocal learning
        began = time.perf_counter()
        train()
        learning = time.perf_counter() - began

    model.train = timed_train  # type: ignore[method-assign]

    def update() -> tuple[int, float, float]:
        began = time.perf_counter()
        model.learn(1, reset_num_timesteps=False)  # goes on to the end of one update
        return decisions, time.perf_counter() - began - learning, learning

    return Timed(name, includes, update)


def all_cases(rows: int, widths: tuple[int, ...], minibatch: int, decisions: int) -> list[Timed]:
    """Ours in three forms and theirs in two."""
    torch.set_num_threads(1)
    plain = PPOConfig(
        tables=(Tables(2, "full", rows),), minibatch=minibatch, network=NetworkSpec("mlp", widths), remember_every=1
    )
    seats = DummyVecEnv([lambda: SeatEnv(num_players=2, opponents="random", seat=None) for _ in range(COPIES)])
    return [
        ours(OURS, plain, "self-play of all seats with past selves and the heuristic"),
        theirs(THEIRS, seats, plain, decisions, f"one seat of {COPIES} games, random moves in the other"),
        ours(SAME, replace(plain, half=False), "the same as the first in float32 throughout"),
        ours(CARDS, replace(plain, network=NetworkSpec("cards", widths)), "the network that shares a scorer of cards"),
        theirs(BATCHED, HadaraSB3VecEnv(ROWS, num_players=2), plain, decisions, f"one seat of {ROWS} batched games"),
    ]


def ratios(cases: list[Timed]) -> dict[str, Any]:
    """Against MaskablePPO over single games, round by round."""
    named = {case.name: case for case in cases}
    other = named[THEIRS]
    return {
        f"{name} / {THEIRS}": {**spread(paired(named[name], other)), "by_core_time": core_ratio(named[name], other)}
        for name in (OURS, SAME, CARDS, BATCHED)
    }


def main(
    out: Annotated[Path, typer.Option(help="The result file.")] = OUT,
    rounds: Annotated[int, typer.Option(min=1, help="Updates of every case.")] = 7,
    rows: Annotated[int, typer.Option(min=1, help="Games that train_ppo plays side by side.")] = 512,
    minibatch: Annotated[int, typer.Option(min=1, help="Decisions of a minibatch, for all.")] = 4096,
    decisions: Annotated[int, typer.Option(min=64, help="Decisions of an update of MaskablePPO.")] = 8192,
    widths: Annotated[str, typer.Option(help="Widths of the network's layers, for all.")] = "512,256",
    page: Annotated[Path, typer.Option(help="The page that quotes the result.")] = PAGE,
    page_only: Annotated[bool, typer.Option("--page-only", help="Measure nothing, write the page again.")] = False,
) -> None:
    """Measure learning throughput, interleaved, with medians and spread.

    Example: python -m experiments.bench_learning --rounds 7
    """
    console = Console(stderr=True, highlight=False)
    try:
        if not page_only:
            run(out, rounds, rows, minibatch, decisions, widths, console)
        write_page(page, out)
    except HadaraError as error:
        console.print(f"bench_learning: {error}", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    console.print(f"{out} and {page}")


def run(out: Path, rounds: int, rows: int, minibatch: int, decisions: int, widths: str, console: Console) -> None:
    """Measure everything and write the result."""
    where = "" if out.is_absolute() else f" --out {out.as_posix()}"
    command = f"python -m experiments.bench_learning --rounds {rounds} --rows {rows} --minibatch {minibatch}"
    command += f" --decisions {decisions} --widths {widths}{where}"
    report = Report("learning throughput", command, rounds, 0.0, PACKAGES)
    with console.status("the first updates, which compile"):
        cases = all_cases(rows, tuple(int(width) for width in widths.split(",")), minibatch, decisions)
    measure(cases, rounds, 0.0, console)
    rates = {case.name: {**case.summary(), "playing_share": spread(case.playing)} for case in cases}
    report.add(rates=rates, ratios=ratios(cases), target=TARGET, aim=AIM, widths=widths, minibatch=minibatch)
    report.add(epochs=PPOConfig().epochs, bfloat16=fast_half())
    report.write(out)
    console.print(table("learner decisions, learning included", rates))
    for name, ratio in ratios(cases).items():
        console.print(f"{name}: {number(ratio['median'])} ({number(ratio['min'])} to {number(ratio['max'])})")


def page_lines(found: dict[str, Any]) -> str:
    """The figures as the page shows them."""
    heads = ("", "learner decisions a core second", "of its time playing", "ratio by the clock", "by core time")
    lines = [f"| {' | '.join(heads)} |", "| --- | ---: | ---: | ---: | ---: |"]
    for name, rate in found["rates"].items():
        ratio = found["ratios"].get(f"{name} / {THEIRS}", {"median": 1.0, "by_core_time": 1.0})
        share = f"{100 * rate['playing_share']['median']:.0f} %"
        figures = (
            number(rate["median_a_core_second"]),
            share,
            *(number(ratio[key]) for key in ("median", "by_core_time")),
        )
        lines.append(f"| {name} | {' | '.join(figures)} |")
    return "\n".join(lines)


def write_page(page: Path, result: Path) -> None:
    """Put the figures of a result between the marks of the page."""
    try:
        found, text = json.loads(result.read_bytes()), page.read_text(encoding="utf-8")
        before, rest = text.split(BEGIN)
        _, after = rest.split(END)
        lines = page_lines(found)
    except (OSError, ValueError, KeyError) as error:
        raise HadaraError(f"{page} cannot be written from {result}: {error!r}.") from error
    write_atomically(page, f"{before}{BEGIN}\n{lines}\n{END}{after}")


if __name__ == "__main__":
    typer.run(main)
