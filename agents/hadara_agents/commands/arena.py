"""`hadara arena`: a tournament between agents, played so that its answer can be trusted and repeated."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hadara_agents.arena.again import play_again
from hadara_agents.arena.plan import Plan
from hadara_agents.arena.results import Result
from hadara_agents.arena.runner import run
from hadara_agents.arena.schedule import ScheduleError
from hadara_agents.arena.store import GAMES, REPORT
from hadara_agents.arena.summary import Summary
from hadara_agents.arena.table import ladder, remarks
from hadara_agents.base import AgentError
from hadara_agents.commands.options import Cards, Players, Rules, Seed, seconds_or_none, whole_number
from hadara_agents.progress import tracked
from hadara_agents.registry import split
from hadara_env import GameConfig
from hadara_env.cards import load
from hadara_env.files import write_atomically
from hadara_env.replay import to_replay

_SETS = whole_number(1, 10**7, "the number of sets is a whole number from 1 on")
_GAME = whole_number(0, 10**12, "games are numbered from 0")
_PROCESSES = whole_number(1, 1024, "the number of processes is a whole number from 1 to 1024")


def arena(
    agents: Annotated[
        str,
        typer.Option(metavar="SPEC,...", help="Who plays; `hadara agents` lists them.", show_default=False),
    ],
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where games, summary and report go.", show_default=False)
    ],
    players: Players = 2,
    rules: Rules = "full",
    sets: Annotated[
        int, typer.Option(parser=_SETS, metavar="S", help="Deals; each is played with every rotation of the seats.")
    ] = 100,
    seed: Seed = 0,
    vs_field: Annotated[
        bool, typer.Option("--vs-field", help="Put the first agent in one seat and the second in all others.")
    ] = False,
    processes: Annotated[
        int | None,
        typer.Option(parser=_PROCESSES, metavar="P", help="Processes for slow agents.", show_default="one per core"),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Ray cluster for slow agents' games; local starts one here.", show_default=False
        ),
    ] = None,
    cards: Cards = None,
    move_limit: Annotated[
        float | None,
        typer.Option(parser=seconds_or_none, metavar="SECONDS", help="How long a move may take, or none."),
    ] = 60.0,  # long enough for any search on a busy machine; what it is for is the agent that never answers
    resume: Annotated[bool, typer.Option(help="Go on with the tournament that the folder holds.")] = True,
) -> None:
    """Play a tournament: every deal with every rotation of the agents over the seats.

    With more agents than seats every choice of as many as there are seats plays. Stopped at any time, the same command
    goes on where it was. An agent that raises an error, plays an illegal action or takes too long is ranked last in
    that game.

    \b
    Example: hadara arena --agents heuristic,greedy,random --sets 200 --out results
    Example: hadara arena --agents ismcts:iters=500,heuristic --players 4 --vs-field --sets 10 --out field
    Example: hadara arena --agents ismcts:iters=2000,ppo:best --sets 1000 --out strong --ray 10.0.0.1:6379
    """
    config = GameConfig(players, rules, load(cards))
    try:
        plan = Plan.of(split(agents), config, sets, seed, vs_field, move_limit, cards)
        plan.agents()
    except (AgentError, ScheduleError) as error:
        raise typer.BadParameter(str(error), param_hint="'--agents'") from None
    summary = play(plan, out, processes, resume, ray)
    show(summary, out)


def replay_command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A tournament's folder.", show_default=False)],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the game goes.", show_default=False)],
    game: Annotated[int, typer.Option(parser=_GAME, metavar="K", help="Its number in games.jsonl, from 0.")] = 0,
    cards: Cards = None,
) -> None:
    """Write a game of a tournament as a replay, with all its moves.

    Example: hadara replay arena results --game 17 --out game.json
    """
    again = play_again(folder, game, load(cards))
    write_atomically(out, json.dumps(to_replay(again)) + "\n")
    typer.echo(f"{out}: game {game} of {folder}, seed {again.seed}.")


def play(
    plan: Plan, out: Path, processes: int | None = None, resume: bool = True, cluster: str | None = None
) -> Summary:
    """Run with a progress bar; an interrupt leaves a sentence about how to go on."""
    left = len(plan.schedule)

    def watch(results: Iterable[Result], todo: int) -> Iterable[Result]:
        nonlocal left
        left = todo
        for result in tracked(results, todo, "Playing"):
            yield result
            left -= 1

    try:
        return run(plan, out, processes, resume, watch, lambda text: typer.echo(text, err=True), cluster)
    except KeyboardInterrupt:
        done = len(plan.schedule) - left
        typer.echo(
            f"Stopped: {out / GAMES} holds {done} of {len(plan.schedule)} games; the same command goes on.", err=True
        )
        raise typer.Exit(130) from None


def show(summary: Summary, out: Path) -> None:
    """The ladder, what else there is to say, and where the page lies."""
    console = Console(highlight=False)
    console.print(ladder(summary))
    for text in remarks(summary):
        console.print(text, markup=False, soft_wrap=True)
    console.print(f"Page: {out / REPORT}", markup=False, soft_wrap=True)
