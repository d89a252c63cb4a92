"""Which network learns best: each kind trained for the same number of decisions, or of minutes, on the same games.

    python experiments/compare_networks.py --decisions 10000000
    python experiments/compare_networks.py --minutes 15

The networks take turns, a slice each, so that what else the machine does falls on all of them alike; after every slice
the arena measures them. Interrupted, the same command goes on. Writes experiments/results/networks.json and a picture
of the wins over decisions and over minutes beside it.
"""

import json
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from experiments.curves import save_picture
from experiments.ppo_config import PPOConfig
from experiments.train_ppo import Trainer
from experiments.training import Clock, Match, Run, TrainingError, read_config, sentence, settings
from hadara_agents.policy.spec import NetworkSpec
from hadara_env import HadaraError
from hadara_env.files import write_atomically

HERE = Path(__file__).resolve().parent
NETWORKS = {
    "cards 512-256": NetworkSpec("cards", (512, 256), 64),
    "mlp 512-256": NetworkSpec("mlp", (512, 256)),
    "cards 256-128": NetworkSpec("cards", (256, 128), 64),
    "mlp 256-128": NetworkSpec("mlp", (256, 128)),
    "cards 1024-512": NetworkSpec("cards", (1024, 512), 64),
    "cards 512-256 rungs": NetworkSpec("cards", (512, 256), 64, rungs=True),
    "mlp 512-256 rungs": NetworkSpec("mlp", (512, 256), rungs=True),
    "cards 512-256 told": NetworkSpec("cards", (512, 256), 64, rungs=True, prospects=True, rivals=True),
}


def train_slice(folder: Path, config: PPOConfig, matches: tuple[Match, ...], upto: float, minutes: bool) -> bool:
    """Train one network up to so many decisions or minutes of its own; False if it had been there already."""
    run = Run(folder)
    if (folder / "config.json").exists():
        found = settings(run.config(), PPOConfig, str(folder))
        if found != config:
            raise TrainingError(f"{folder} was begun with other settings; name another --runs.")
        trainer = Trainer(config, run)
        trainer.restore()
    else:
        trainer = Trainer(config, run)
        run.create(config)

    def spent() -> float:
        return trainer.seconds / 60 if minutes else trainer.decisions

    if spent() >= upto and "evaluation" in run.rows()[-1]:
        return False
    saving = Clock(60 * config.save_minutes)
    while spent() < upto:
        run.log(trainer.one_update())
        if saving.due():
            trainer.save()
    trainer.config = replace(config, matches=matches)
    trainer.checkpoint()
    trainer.save()
    return True


def gathered(runs: Path, networks: Mapping[str, NetworkSpec], about: Mapping[str, Any]) -> dict[str, Any]:
    """The points of every network's curve, from the logs of the runs."""
    found = {}
    for name, spec in networks.items():
        rows = Run(runs / name.replace(" ", "-")).rows()
        updates = [row for row in rows if "entropy" in row]
        found[name] = {
            "network": spec.as_dict(),
            "decisions_per_second": round(sum(r["decisions_per_second"] for r in updates) / max(1, len(updates))),
            "points": [
                {
                    "decisions": row["decisions"],
                    "minutes": round(row["seconds"] / 60, 2),
                    **{key: row["evaluation"]["matches"][0][key] for key in ("games", "win_share", "win_share_ci")},
                }
                for row in rows
                if "evaluation" in row
            ],
        }
    return {**about, "networks": found}


def draw(found: Mapping[str, Any], path: Path) -> None:
    """Wins over decisions, and over minutes: a larger network learns more from a decision and needs longer for it."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(12, 5), sharey=True, layout="constrained")
    for axis, key, unit, scale in (
        (axes[0], "decisions", "million decisions", 1e6),
        (axes[1], "minutes", "minutes", 1),
    ):
        for name, network in found["networks"].items():
            at = [point[key] / scale for point in network["points"]]
            line = axis.plot(at, [100 * point["win_share"] for point in network["points"]], marker=".", label=name)
            low, high = ([100 * point["win_share_ci"][k] for point in network["points"]] for k in (0, 1))
            axis.fill_between(at, low, high, alpha=0.12, color=line[0].get_color())
        axis.axhline(50, lw=0.5, ls="--", color="gray")
        axis.set(xlabel=unit, ylim=(0, 100), title=f"wins against {found['opponent']}, %")
        axis.grid(alpha=0.3)
    axes[0].legend(fontsize=8)
    save_picture(figure, path)


def main(
    decisions: Annotated[int, typer.Option(min=1, help="How many decisions each network is trained for.")] = 10_000_000,
    minutes: Annotated[float | None, typer.Option(help="Minutes for each network, in place of decisions.")] = None,
    slices: Annotated[int, typer.Option(min=1, help="How often each is measured on its way.")] = 10,
    sets: Annotated[int, typer.Option(min=1, help="Sets of a measurement; each is two games.")] = 200,
    config: Annotated[Path, typer.Option(help="Settings; the network is replaced.")] = HERE
    / "configs/two_players.toml",
    only: Annotated[str | None, typer.Option(help="Networks by name, joined by commas; all if not given.")] = None,
    runs: Annotated[Path, typer.Option(help="Folder for the runs.")] = Path("runs/networks"),
    out: Annotated[Path, typer.Option(help="The result; the picture goes beside it.")] = HERE / "results/networks.json",
) -> None:
    """Train each network alike and compare.

    Example: python experiments/compare_networks.py --decisions 10000000 --slices 10
    """
    console = Console(stderr=True, highlight=False)
    try:
        compare(decisions, minutes, slices, sets, config, only, runs, out, console)
    except (HadaraError, OSError) as error:
        console.print(sentence(error), markup=False, soft_wrap=True)
        raise typer.Exit(1) from error
    console.print(f"{out} and {out.with_suffix('.png')}")


def compare(
    decisions: int, minutes: float | None, slices: int, sets: int, config: Path, only: str | None, runs: Path,
    out: Path, console: Console,
) -> None:  # fmt: skip
    names = [name.strip() for name in only.split(",")] if only else list(NETWORKS)
    if unknown := [name for name in names if name not in NETWORKS]:
        raise TrainingError(f"There is no network {unknown[0]!r}; there are {', '.join(NETWORKS)}.")
    networks = {name: NETWORKS[name] for name in names}
    base: PPOConfig = read_config(config, PPOConfig)
    if minutes is None:
        base = replace(base, decisions=decisions)  # the schedules come to their end
    match = Match(base.matches[0].opponent, 2, "full", sets)
    about = {
        "what": "wins of networks of several kinds while they learn",
        "command": " ".join(["python", "experiments/compare_networks.py", *sys.argv[1:]]),
        "config": config.name,
        "opponent": match.opponent,
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
    }
    total = minutes or decisions
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("training", total=slices * len(networks))
        for number in range(1, slices + 1):
            for name, spec in networks.items():
                progress.update(task, description=f"{name}, slice {number} of {slices}")
                folder = runs / name.replace(" ", "-")
                train_slice(folder, replace(base, network=spec), (match,), total * number / slices, minutes is not None)
                progress.advance(task)
            found = gathered(runs, networks, about)
            write_atomically(out, json.dumps(found, indent=1) + "\n")
            draw(found, out.with_suffix(".png"))


if __name__ == "__main__":
    typer.run(main)
