"""How strong the policy in the box became, over all the decisions it has learned from: a picture.

    python experiments/history.py

Reads what keep_curve.py kept of the runs that led to it, one after the other, and writes
docs/pictures/training-history.png.
"""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from experiments.curves import save_picture
from experiments.keep_curve import RESULTS

RUNS = ("all", "on", "deeper", "rivals")  # in their order; of a first try at `deeper` no curve was kept
MATCHES = ((2, "full"), (4, "full"))  # that all of them measured, against the heuristic
PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "training-history.png"


def curve(players: int, rules: str) -> list[dict[str, Any]]:
    """Every measurement of one match, with all decisions learned from until then."""
    found = []
    for name in RUNS:
        before = json.loads((RESULTS / name / "summary.json").read_bytes())["decisions_before"]
        for line in (RESULTS / name / "evaluations.jsonl").read_text().splitlines():
            row = json.loads(line)
            found += [
                {**match, "run": name, "decisions": before + row["decisions"]}
                for match in row["evaluation"]["matches"]
                if (match["players"], match["rules"], match["opponent"]) == (players, rules, "heuristic")
            ]
    return found


def draw(path: Path) -> None:
    """Wins with their intervals; the lines are broken where another run began."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(9, 4.5), layout="constrained")
    for number, (players, rules) in enumerate(MATCHES):
        for run in RUNS:
            points = [point for point in curve(players, rules) if point["run"] == run]
            at = [point["decisions"] / 1e6 for point in points]
            label = f"one of {players}, {rules} rules" if run == RUNS[0] else None
            axis.plot(at, [100 * point["win_share"] for point in points], marker=".", color=f"C{number}", label=label)
            low, high = ([100 * point["win_share_ci"][end] for point in points] for end in (0, 1))
            axis.fill_between(at, low, high, alpha=0.2, color=f"C{number}", lw=0)
        axis.axhline(100 / players, lw=0.8, ls="--", color=f"C{number}")
    axis.set(xlabel="million decisions learned from", xlim=(0, None), ylim=(0, 100))
    axis.set_title("wins against the heuristic, % (dashed: par)")
    axis.grid(alpha=0.3)
    axis.legend(loc="lower right")
    save_picture(figure, path)


def main(out: Annotated[Path, typer.Option(help="The picture.")] = PICTURE) -> None:
    """Draw how the policy in the box became what it is. Example: python experiments/history.py"""
    try:
        draw(out)
    except (OSError, ValueError, KeyError) as error:
        print(f"The curves in {RESULTS} cannot be drawn: {error!r}.", file=sys.stderr)
        raise typer.Exit(1) from error
    print(out)


if __name__ == "__main__":
    typer.run(main)
