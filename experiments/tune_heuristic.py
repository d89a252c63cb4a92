"""Tune the heuristic's weights by self-play with CMA-ES, and write them to agents/hadara_agents/weights.

Each generation's candidates play the same deals, every rotation of the seats, against a pool of opponents (the
hand-set weights, greedy, and snapshots of the search itself), with two and with four players. A style adds to the
result a reward for what it stands for. Interrupted, it goes on from the state file with --resume.

    python experiments/tune_heuristic.py --minutes 20
    python experiments/tune_heuristic.py --style military --start heuristic --minutes 5
"""

import json
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated

import cma
import numpy as np
import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from hadara_agents.kernels import weights as layout
from hadara_agents.kernels.tournament import GREEDY, compiled_sets
from hadara_env import cards
from hadara_env.engine.constants import BUSTS, COLONIES, GOLD, NUM_SOURCES, TOTAL
from hadara_env.engine.random import game_seed
from hadara_env.engine.tables import tables_of
from hadara_env.files import write_atomically

POOL = 4  # snapshots kept beside the hand-set weights
SNAPSHOT_EVERY = 15  # generations
STYLE_COLUMN = {
    "military": (COLONIES, 25.0),
    "culture": (BUSTS, 25.0),
    "sets": (GOLD, 25.0),
    "income": (NUM_SOURCES, 10.0),
}
STYLE_SHARE = 0.35  # how much of the result a style's own aim is


@dataclass
class State:
    """Where a search stands."""

    generation: int = 0
    sigma: float = 0.25
    mean: list[float] = field(default_factory=list)
    pool: list[list[float]] = field(default_factory=list)
    history: list[dict[str, float]] = field(default_factory=list)


def play(candidates: np.ndarray, pool: np.ndarray, seed: int, sets: int, style: str | None) -> np.ndarray:
    """The result of each candidate: win share over par and margin, with two and four players against the pool."""
    tables = tables_of(cards.load())
    result = np.zeros(len(candidates))
    opponents = [GREEDY, *range(1, len(pool) + 1)]
    for k, candidate in enumerate(candidates):
        weights = np.vstack([candidate[None], pool])
        parts = []
        for i, opponent in enumerate(opponents):
            deals = np.array([game_seed(seed, 1000 * i + s) for s in range(sets)], np.int64)
            for line_up in ([0, opponent], [0, opponent, opponents[i - 1], opponent]):
                size = sets if len(line_up) == 2 else max(1, sets // 3)
                shares, _, points = compiled_sets(deals[:size], line_up, 1, tables, weights)
                own, others = points[:, :, 0, TOTAL], points[:, :, 1:, TOTAL].mean(axis=2)
                value = shares[:, :, 0].mean() * len(line_up) / 2 + (own - others).mean() / 60
                if style:
                    column, scale = STYLE_COLUMN[style]
                    value = (1 - STYLE_SHARE) * value + STYLE_SHARE * points[:, :, 0, column].mean() / scale
                parts.append(value)
        result[k] = np.mean(parts)
    return result


def main(
    style: Annotated[
        str | None, typer.Option(help="income, military, culture or sets; none: the plain heuristic")
    ] = None,
    start: Annotated[
        str | None, typer.Option(help="start from this shipped style instead of the hand-set weights")
    ] = None,
    minutes: Annotated[float, typer.Option(help="how long to search")] = 20.0,
    sets: Annotated[int, typer.Option(help="deals a candidate plays against each opponent with two players")] = 40,
    seed: Annotated[int, typer.Option(help="seed of the search and its deals")] = 1,
    resume: Annotated[bool, typer.Option(help="go on from the state file")] = False,
) -> None:
    """Search for better weights. Example: python experiments/tune_heuristic.py --minutes 20"""
    if style and style not in STYLE_COLUMN:
        raise typer.BadParameter(f"unknown style {style!r}; there are {', '.join(STYLE_COLUMN)}")
    name = style or "heuristic"
    path = Path(__file__).parent / "results" / f"tune_{name}.json"
    origin = layout.load_weights(start) if start else layout.starting_weights()
    scale = np.maximum(0.5 * np.abs(origin), 0.15)
    state = (
        State(**json.loads(path.read_text())["state"]) if resume and path.exists() else State(mean=[0.0] * layout.SIZE)
    )
    state.pool = state.pool or [origin.tolist()]
    search = cma.CMAEvolutionStrategy(
        state.mean,
        state.sigma,
        {"seed": seed + state.generation + 1, "verbose": -9, "popsize": 20, "CMA_diagonal": 100},
    )
    begun = time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task(f"tuning {name}", total=60 * minutes)
        while (spent := time.monotonic() - begun) < 60 * minutes:
            asked = search.ask()
            weights = np.array([origin + scale * z for z in asked])
            results = play(weights, np.array(state.pool), game_seed(seed, state.generation), sets, style)
            search.tell(asked, (-results).tolist())
            state.generation += 1
            state.mean, state.sigma = list(map(float, search.mean)), float(search.sigma)
            state.history.append(
                {"generation": state.generation, "mean": float(results.mean()), "best": float(results.max())}
            )
            progress.update(
                task, completed=spent, description=f"{name}: generation {state.generation}, {results.mean():.3f}"
            )
            if state.generation % SNAPSHOT_EVERY == 0:
                state.pool = [state.pool[0], *state.pool[1:], (origin + scale * search.mean).tolist()]
                state.pool = [state.pool[0], *state.pool[1:][-POOL:]]
                save(name, origin + scale * search.mean, state, path, minutes, sets, seed, start)
    save(name, origin + scale * search.mean, state, path, minutes, sets, seed, start)


def save(
    name: str, weights: np.ndarray, state: State, path: Path, minutes: float, sets: int, seed: int, start: str | None
) -> None:
    """The weights for the agents, and the state of the search for --resume and for its curve."""
    command = f"python experiments/tune_heuristic.py --minutes {minutes:g} --sets {sets} --seed {seed}"
    command += f" --style {name}" if name != "heuristic" else ""
    command += f" --start {start}" if start else ""
    made = {"generations": state.generation, "command": command, "cards": cards.load().digest}
    shipped = {"made_by": made, "weights": layout.to_names(weights)}
    write_atomically(layout.FOLDER / f"{name}.json", json.dumps(shipped, indent=1) + "\n")
    write_atomically(path, json.dumps({"made_by": made, "state": asdict(state)}) + "\n")


if __name__ == "__main__":
    typer.run(main)
