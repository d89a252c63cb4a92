"""How fast the agents think, on one core: rollouts, trees, networks.

    python -m experiments.bench_agents

Positions are taken all through games between heuristics. Writes experiments/results/bench_agents.json: `busy` says
how much of a core each measurement had, `median_a_core_second` what it did in a second of processor time.
"""

import itertools
import json
import platform
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from experiments.bench_common import Case, measure, repeat, yardstick
from hadara_agents.base import AgentError
from hadara_agents.kernels import search as kernels
from hadara_agents.kernels.weights import load_weights
from hadara_agents.policy.agent import PolicyAgent
from hadara_agents.registry import make
from hadara_env import Game, View, cards
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of
from hadara_env.files import write_atomically

OUT = Path(__file__).parent / "results" / "bench_agents.json"
ITERATIONS = 400  # of one measured search
MOVE = 0.2  # seconds: what "a move" means where an agent's strength is published for its time


def positions(players: int, count: int = 24) -> list[View]:
    """Views with a real choice, spread over whole games between heuristics."""
    found: list[View] = []
    heuristic = make("heuristic")
    for seed in itertools.count(1):
        game = Game.new(players, seed=seed)
        heuristic.reset(0, game.config, 0)
        while not game.is_over:
            view = game.view(int(game.record.actor))
            if len(view.legal) > 1:
                found.append(view)
            game.apply(heuristic.act(view))
        if len(found) >= 4 * count:
            return found[:: len(found) // count][:count]
    raise AssertionError


def searches(views: list[View], players: int) -> list[Case]:
    """The tree search by iterations and by the decisions its rollouts simulate, and rollouts alone."""
    turn = itertools.cycle(views)
    agent: Any = make(f"ismcts:iters={ITERATIONS}")
    agent.reset(0, views[0].config, 1)

    def tree(simulated: bool) -> int:
        before = agent.simulated
        agent.act(next(turn))
        return agent.simulated - before if simulated else ITERATIONS

    tables, weights = tables_of(views[0].config.cards), load_weights("heuristic")
    settings, rng = np.array([1.0, 3.0, 0.05, 0.5, 20.0]), new_rng(1)

    def rollouts() -> int:
        view = next(turn)
        actions, totals = np.array(view.legal), np.zeros(len(view.legal))
        return int(
            kernels.flat(
                view.games, view.seat, tables, weights, settings, rng, actions, len(actions), 20, totals
            )
        )  # fmt: skip

    return [
        Case(f"ismcts iterations, {players} players", "iterations/s", "one new node each", repeat(lambda: tree(False))),
        Case(f"ismcts simulated, {players} players", "decisions/s", "below the tree", repeat(lambda: tree(True))),
        Case(f"rollouts, {players} players", "decisions/s", "heuristic against heuristic, compiled", repeat(rollouts)),
    ]


def policies(views: list[View], players: int, checkpoint: str) -> list[Case]:
    """One look at the network: asked for one view at a time, in a batch, and inside the guided search."""
    policy = PolicyAgent(checkpoint)
    policy.reset(0, views[0].config, 1)
    turn = itertools.cycle(views)
    observations = np.array([view.observation for view in views])

    def one() -> int:
        view = next(turn)
        policy.act(View(view.games, view.seat, view.config))  # a view that has encoded nothing yet
        return 1

    def many() -> int:
        policy.network.evaluate(observations)
        return len(observations)

    guided: Any = make(f"ppo+search:{checkpoint},iters={ITERATIONS // 4}")
    guided.reset(0, views[0].config, 1)

    def search() -> int:
        guided.act(next(turn))
        return ITERATIONS // 4

    return [
        Case(f"policy, {players} players", "moves/s", "a view, its observation, the network, the choice", repeat(one)),
        Case(f"network, {players} players", "evaluations/s", "observations that are there", repeat(many)),
        Case(f"ppo+search iterations, {players} players", "iterations/s", "others by the network", repeat(search)),
    ]


def main(
    rounds: Annotated[int, typer.Option(help="How often every case is measured, in turns.")] = 5,
    seconds: Annotated[float, typer.Option(help="Seconds of each measurement.")] = 1.0,
    checkpoint: Annotated[str, typer.Option(help="The policy to measure.")] = "best",
    out: Annotated[Path, typer.Option(help="Where to write.")] = OUT,
) -> None:
    """Measure the agents. Example: python -m experiments.bench_agents --rounds 5"""
    console = Console()
    cases = [yardstick()]
    for players in (2, 3, 4, 5):
        views = positions(players)
        cases += searches(views, players)
        try:
            cases += policies(views, players, checkpoint)
        except AgentError as error:
            console.print(str(error))
    measure(cases, rounds, seconds, console)
    found = {case.name: case.summary(cases[0]) for case in cases}
    a_move = {name: round(MOVE * case["median_a_core_second"]) for name, case in found.items() if "iterations," in name}
    command = f"python -m experiments.bench_agents --rounds {rounds} --seconds {seconds:g} --checkpoint {checkpoint}"
    result = {
        "command": command,
        "python": platform.python_version(),
        "digest": cards.load().digest,
        "iterations_in_200_ms_of_a_core": a_move,
        "cases": found,
    }
    write_atomically(out, json.dumps(result, indent=1) + "\n")
    for name, case in found.items():
        console.print(f"{name:40} {case['median_a_core_second']:>14,.0f} {case['unit']} of a core")


if __name__ == "__main__":
    typer.run(main)
