"""How the tree search is set is chosen by measurement: each variant plays the default at the same iterations.

    python experiments/search_variants.py --sets 100 --iters 100
    python experiments/search_variants.py --agent ppo+search --sets 50 --iters 32

Writes experiments/results/search_variants.json (or guided_variants.json): win share of each variant against the default
over the same deals, both seats, with an interval by bootstrap over deals.
"""

import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.progress import track

from hadara_agents.match import play_game
from hadara_agents.registry import make
from hadara_env import GameConfig, cards
from hadara_env.files import write_atomically

RESULTS = Path(__file__).parent / "results"
VARIANTS = {
    "ismcts": (
        "c=0.4", "c=2.5", "temperature=1", "temperature=4", "noise=0", "noise=0.2", "win=0", "win=1", "reuse=false",
    ),
    "ppo+search": ("softness=1", "softness=2", "softness=8", "c=0.25", "c=1", "depth=1", "win=0", "win=1"),
}  # fmt: skip
FILES = {"ismcts": "search_variants.json", "ppo+search": "guided_variants.json"}


def shares(agent: str, variant: str, iters: int, sets: int, seed: int) -> np.ndarray:
    """The variant's share of the victory, (sets, 2): first at seat 0, then at seat 1."""
    found = np.zeros((sets, 2))
    for s in track(range(sets), description=variant):
        for seat in (0, 1):
            specs = [f"{agent}:iters={iters}"] * 2
            specs[seat] += f",{variant}"
            winners = play_game([make(spec) for spec in specs], GameConfig(2), seed + s).winners()
            found[s, seat] = (seat in winners) / len(winners)
    return found


def main(
    sets: Annotated[int, typer.Option(help="deals, each played from both seats")] = 100,
    iters: Annotated[int, typer.Option(help="iterations a move, for both sides")] = 100,
    seed: Annotated[int, typer.Option(help="first deal")] = 900_000,
    agent: Annotated[str, typer.Option(help="ismcts or ppo+search")] = "ismcts",
    out: Annotated[Path | None, typer.Option(help="where to write")] = None,
) -> None:
    """Measure every variant. Example: python experiments/search_variants.py --sets 100 --iters 100"""
    if agent not in VARIANTS:
        raise typer.BadParameter(f"there are {' and '.join(VARIANTS)}, not {agent!r}", param_hint="--agent")
    rows = {}
    for variant in VARIANTS[agent]:
        means = shares(agent, variant, iters, sets, seed).mean(axis=1)
        drawn = np.random.default_rng(0).choice(means, (2000, sets)).mean(axis=1)
        low, high = np.quantile(drawn, [0.025, 0.975])
        rows[variant] = {"win_share": float(means.mean()), "win_share_ci": [float(low), float(high)], "games": 2 * sets}
        print(f"{variant:16} {means.mean():.3f} ({low:.3f} to {high:.3f})", flush=True)
        command = f"python experiments/search_variants.py --agent {agent} --sets {sets} --iters {iters} --seed {seed}"
        against, digest = f"{agent}:iters={iters}", cards.load().digest
        result = {"against": against, "variants": rows, "command": command, "digest": digest}
        write_atomically(out or RESULTS / FILES[agent], json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
