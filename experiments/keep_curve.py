"""Keep what a training run showed: its evaluations, its curve, and when it passed its opponents.

    python experiments/keep_curve.py runs/two_players

Writes experiments/results/training/NAME: evaluations.jsonl, curve.png, and summary.json with, for every match the run
measured, the first evaluation from which on its interval lay above par to the end.
"""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from experiments.curves import draw_curve
from experiments.training import CURVE, Run
from hadara_env import HadaraError
from hadara_env.files import write_atomically

RESULTS = Path(__file__).parent / "results" / "training"


def passed(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """For every match: when the policy passed it for good, and how it did in the end."""
    found = []
    for number, match in enumerate(rows[-1]["evaluation"]["matches"]):
        par, since = 1 / match["players"], None
        for row in rows:
            above = row["evaluation"]["matches"][number]["win_share_ci"][0] > par
            since = (since or row) if above else None
        head = {key: match[key] for key in ("opponent", "players", "rules", "games", "seed", "digest")}
        at = {"minutes": round(since["seconds"] / 60, 2), "decisions": since["decisions"]} if since else None
        found.append({**head, "par": par, "passed": at, "last": {k: match[k] for k in ("win_share", "win_share_ci")}})
    return found


def main(
    folder: Annotated[Path, typer.Argument(help="A run of a trainer here.")],
    out: Annotated[Path, typer.Option(help="Where results are kept.")] = RESULTS,
) -> None:
    """Keep a run's curve. Example: python experiments/keep_curve.py runs/two_players"""
    console = Console()
    try:
        run = Run(folder)
        rows = [row for row in run.rows() if "evaluation" in row]
        if not rows:
            raise HadaraError(f"{folder} holds no run that has been evaluated.")
        place = out / folder.name
        write_atomically(place / "evaluations.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        draw_curve(run.rows(), place / CURVE)
        last, state = rows[-1], run.load_state()
        result = {
            "config": run.config(),
            "decisions_before": state[1].get("before", 0) if state else 0,  # seen by the checkpoint it began with
            "decisions": last["decisions"],
            "seconds": last["seconds"],
            "matches": passed(rows),
        }
        write_atomically(place / "summary.json", json.dumps(result, indent=1) + "\n")
    except HadaraError as error:
        console.print(f"[red]{error}")
        raise typer.Exit(1) from error
    for match in result["matches"]:
        when = f"passed after {match['passed']['minutes']} minutes" if match["passed"] else "not passed"
        console.print(f"{match['players']}p {match['rules']} {match['opponent']}: {when}, last {match['last']}")


if __name__ == "__main__":
    typer.run(main)
