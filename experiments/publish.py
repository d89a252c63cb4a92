"""Ship a run's best checkpoint: measure it on sets that no training ever saw, and put it where `ppo:best` looks.

    python experiments/publish.py runs/all

Writes agents/hadara_agents/checkpoints/best (half the bytes: float16), the arena's folders in
experiments/results/arena/ppo-*, and a light copy of the state that training goes on from in experiments/state. What was
measured before is played again only if the weights changed.
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from experiments.saved import lightened
from experiments.training import CONFIG, LOG, Match, Run, TrainingError, strength
from hadara_agents.arena import Plan, run
from hadara_agents.policy import checkpoint
from hadara_env import GameConfig, HadaraError
from hadara_env.files import write_atomically

HERE = Path(__file__).parent
SEED = 70_001  # of the sets; training chooses its checkpoints by others
# 2,000 games each, whatever the number of seats.
FAST = [
    Match("heuristic", players, rules, -(-2000 // players)) for rules in ("full", "basic") for players in (2, 3, 4, 5)
] + [Match("greedy", 2, "full", 1000)]
SLOW = [Match("ismcts:iters=12000", 2, "full", 200)]  # 200 ms of a core a move (bench_agents.py)


def folder_name(match: Match, name: str = "ppo") -> str:
    opponent = match.opponent.partition(":")[0]
    return f"{name}-{opponent}-{match.players}p" + ("-basic" if match.rules == "basic" else "")


def play(spec: str, match: Match, out: Path) -> dict[str, Any]:
    """One match in the arena, gone on with where it was stopped; what eval.json says of it."""
    plan = Plan.of([spec, match.opponent], GameConfig(match.players, match.rules), match.sets, SEED, vs_field=True)
    summary = run(plan, out, watch=lambda results, left: track(results, out.name, total=left))
    mine = summary["agents"][plan.schedule.names[0]]
    figures = {key: mine[key] for key in ("games", "win_share", "win_share_ci", "mean_points")}
    head = {"opponent": match.opponent, "players": match.players, "rules": match.rules, "sets": match.sets}
    return {**head, "seed": SEED, **figures, "digest": summary["digest"]}


def is_shipped(tensors: dict[str, np.ndarray], target: Path) -> bool:
    """Whether these are the weights that stand there already."""
    if not (target / checkpoint.MODEL).exists():
        return False
    there = checkpoint.load(str(target)).tensors
    return there.keys() == tensors.keys() and all(
        np.array_equal(there[key], tensor.astype(np.float32)) for key, tensor in tensors.items()
    )


def main(
    folder: Annotated[Path, typer.Argument(help="A run of experiments/train_ppo.py.")],
    name: Annotated[str, typer.Option(help="Under which name it is shipped.")] = "best",
    search: Annotated[bool, typer.Option(help="Play against the tree search too: about an hour of a core.")] = False,
    state: Annotated[bool, typer.Option(help="Ship what training goes on from as well.")] = True,
) -> None:
    """Ship a policy. Example: python experiments/publish.py runs/all"""
    console = Console()
    try:
        source = checkpoint.load(str(folder))
        target, results = checkpoint.SHIPPED / name, HERE / "results"
        light = {key: tensor.astype(np.float16) for key, tensor in source.tensors.items()}
        if not is_shipped(light, target):
            for match in FAST + SLOW:  # all of them at once: what is left of the old policy would be taken for this one
                shutil.rmtree(results / "arena" / folder_name(match), ignore_errors=True)
            checkpoint.write(target, light, source.config, {})
        matches = []
        for match in FAST + (SLOW if search else []):
            matches.append(play(f"ppo:{name}", match, results / "arena" / folder_name(match)))
            checkpoint.write(target, light, source.config, {"matches": matches, "strength": strength(matches)})
            low, high = (100 * end for end in matches[-1]["win_share_ci"])
            share = 100 * matches[-1]["win_share"]
            console.print(f"{match.players}p {match.rules} {match.opponent}: {share:.1f} % ({low:.1f} to {high:.1f})")
        if state:
            ship_state(Run(folder), HERE / "state" / folder.name)
    except HadaraError as error:
        console.print(f"[red]{error}")
        raise typer.Exit(1) from error


def ship_state(training: Run, place: Path) -> None:
    """What `--resume` needs, made light, and of the log the evaluations and an update in between now and then."""
    found = training.load_state()
    if found is None:
        raise TrainingError(f"{training.folder} holds no state: nothing was saved there yet.")
    rows = [row for k, row in enumerate(training.rows()) if "evaluation" in row or k % 20 == 0]
    write_atomically(place / CONFIG, (training.folder / CONFIG).read_text())
    write_atomically(place / LOG, "".join(json.dumps(row) + "\n" for row in rows))
    Run(place).save_state(*lightened(*found))


if __name__ == "__main__":
    typer.run(main)
