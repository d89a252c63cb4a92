"""`hadara demo`: a short tournament of the shipped agents, so that a newcomer sees who beats whom and by what."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from hadara_agents.arena.plan import Plan
from hadara_agents.commands.arena import play, show
from hadara_agents.commands.options import Cards, Rules, Seed, whole_number
from hadara_env import GameConfig
from hadara_env.cards import load

AGENTS = ("random", "buyer", "greedy", "heuristic", "ismcts:iters=100", "ppo:best")
_SETS = whole_number(1, 10**6, "the number of sets is a whole number from 1 on")


def demo(
    sets: Annotated[int, typer.Option(parser=_SETS, metavar="S", help="Deals that every pair plays twice.")] = 8,
    rules: Rules = "full",
    seed: Seed = 0,
    cards: Cards = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where games and page go.", show_default="a new temporary folder"),
    ] = None,
) -> None:
    """Let the shipped agents play a short tournament, everybody against everybody, and show the ladder.

    Example: hadara demo --sets 20
    """
    config = GameConfig(2, rules, load(cards))
    # A policy knows the cards it was trained with; others it meets like everybody here, unprepared.
    agents = AGENTS if config.cards.is_shipped else [f"{a},any_cards=true" if a == "ppo:best" else a for a in AGENTS]
    plan = Plan.of(agents, config, sets, seed, cards=cards)
    folder = out or Path(tempfile.mkdtemp(prefix="hadara-demo-"))
    show(play(plan, folder), folder)
    typer.echo("The page shows who beats whom and where the points come from. Now try:")
    typer.echo("  hadara agents")
    typer.echo("  hadara watch --agents ppo:best,heuristic")
