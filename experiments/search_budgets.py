"""More time, more strength: the tree search with 1, 5 and 25 times the iterations, on the same sets.

    python experiments/search_budgets.py --iters 40 --sets 200

Every budget plays the heuristic in the arena, over the same deals and both seats; the differences between budgets are
taken set by set, with an interval by bootstrap over sets. Writes experiments/results/search_budgets.json; the games lie
beside it and an interrupted run goes on from them.
"""

import json
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from hadara_agents.arena import Plan, run
from hadara_env import GameConfig
from hadara_env.files import write_atomically

TIMES = (1, 5, 25)
RESAMPLES = 10_000


def shares(spec: str, opponent: str, players: int, sets: int, seed: int, folder: Path) -> tuple[np.ndarray, Any]:
    """The agent's share of the victory in every set, (S,), and the arena's summary."""
    plan = Plan.of([spec, opponent], GameConfig(players), sets, seed, vs_field=True)
    summary = run(plan, folder, watch=lambda results, left: track(results, spec, total=left))
    won = np.zeros(sets)
    for line in (folder / "games.jsonl").read_text().splitlines():
        game = json.loads(line)
        if "shares" in game:
            won[game["set"]] += game["shares"][game["seats"].index(plan.schedule.names[0])] / players
    return won, summary


def interval(differences: np.ndarray) -> list[float]:
    """Where the mean lies, by drawing sets anew."""
    drawn = np.random.default_rng(0).choice(differences, (RESAMPLES, len(differences))).mean(axis=1)
    return [float(value) for value in np.quantile(drawn, [0.025, 0.975])]


def main(
    iters: Annotated[int, typer.Option(help="The smallest budget, in iterations a move.")] = 40,
    sets: Annotated[int, typer.Option(help="Deals, each played from every seat.")] = 200,
    players: Annotated[int, typer.Option(help="Seats; the search has one of them.")] = 2,
    opponent: Annotated[str, typer.Option(help="Who fills the other seats.")] = "heuristic",
    seed: Annotated[int, typer.Option(help="Of the deals.")] = 204,
    out: Annotated[Path, typer.Option(help="Folder to write to.")] = Path(__file__).parent / "results",
) -> None:
    """Compare three budgets. Example: python experiments/search_budgets.py --iters 40 --sets 200"""
    found, rows, summary = [], {}, {}
    for times in TIMES:
        spec = f"ismcts:iters={times * iters}"
        won, summary = shares(spec, opponent, players, sets, seed, out / "arena" / f"budget-{times * iters}")
        found.append(won)
        rows[spec] = {key: summary["agents"][spec][key] for key in ("games", "win_share", "win_share_ci")}
    pairs = ((0, 1), (1, 2), (0, 2))
    gains = [
        {
            "from": TIMES[a] * iters,
            "to": TIMES[b] * iters,
            "gain": float((found[b] - found[a]).mean()),
            "gain_ci": interval(found[b] - found[a]),
        }
        for a, b in pairs
    ]
    command = f"python experiments/search_budgets.py --iters {iters} --sets {sets} --players {players} --seed {seed}"
    head = {"command": command, "opponent": opponent, "players": players, "sets": sets, "seed": seed}
    result = {**head, "budgets": rows, "paired": gains, "digest": summary["digest"]}
    write_atomically(out / "search_budgets.json", json.dumps(result, indent=1) + "\n")
    console = Console()
    for spec, row in rows.items():
        console.print(f"{spec:20} {100 * row['win_share']:.1f} % of {row['games']} games against {opponent}")
    for gain in gains:
        low, high = (100 * end for end in gain["gain_ci"])
        console.print(
            f"{gain['from']} -> {gain['to']} iterations: {100 * gain['gain']:+.1f} ({low:+.1f} to {high:+.1f}) points"
        )


if __name__ == "__main__":
    typer.run(main)
