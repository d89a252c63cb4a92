"""`hadara watch`: agents play before your eyes, step by step."""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from hadara_agents.base import Agent, AgentError
from hadara_agents.commands.options import Cards, Players, Rules, Seed, whole_number
from hadara_agents.match import begin, play_turn
from hadara_agents.registry import make_all
from hadara_env import Game, GameConfig
from hadara_env.cards import load
from hadara_env.engine.constants import SIDE
from hadara_env.game import Move
from hadara_env.views.deeds import deeds_of
from hadara_env.views.text import table
from hadara_env.views.words import EPOCHS, PHASES, score_lines, verdict, wrapped

_SEAT = whole_number(0, 4, "seats are numbered from 0 to 4")


def _delay(value: str | float) -> float:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 3600:
        raise typer.BadParameter(f"a delay is a number of seconds from 0 to 3600, not {value!r}.")
    return number


def watch(
    agents: Annotated[
        str, typer.Option(metavar="SPEC,...", help="Who plays: one spec for every seat, or one for each.")
    ] = "heuristic",
    players: Players = 2,
    rules: Rules = "full",
    seed: Seed = 0,
    delay: Annotated[
        float, typer.Option(parser=_delay, metavar="SECONDS", help="Pause after a decision, in a terminal only.")
    ] = 0.5,
    seat: Annotated[
        int | None,
        typer.Option(parser=_SEAT, metavar="K", help="See only what this seat may see.", show_default="everything"),
    ] = None,
    tables: Annotated[bool, typer.Option("--tables", help="Show the whole table before every decision.")] = False,
    cards: Cards = None,
) -> None:
    """Watch agents play: every decision in words, with what a searching agent thought of its alternatives.

    \b
    Example: hadara watch --agents heuristic,greedy --seed 7
    Example: hadara watch --agents ismcts:iters=500,heuristic --seat 0 --delay 2
    """
    if seat is not None and seat >= players:
        raise typer.BadParameter(f"with {players} players there is no seat {seat}.", param_hint="'--seat'")
    try:
        line_up = make_all(agents, players)
    except AgentError as error:
        raise typer.BadParameter(str(error), param_hint="'--agents'") from None
    config = GameConfig(players, rules, load(cards))
    pause = delay if Console().is_terminal else 0.0
    for line in _played(line_up, config, seed, seat, tables):
        if line is None:
            time.sleep(pause)
        else:
            typer.echo(line)


def _played(agents: list[Agent], config: GameConfig, seed: int, eye: int | None, tables: bool) -> Iterator[str | None]:
    """The lines to show; None where the watcher may draw breath."""
    game = begin(agents, config, seed)
    shown = -1
    while not game.is_over:
        if tables or shown != game.epoch:
            yield f"\n{table(game if eye is None else game.view(eye))}\n"
            shown = game.epoch
        before, made = game.record.copy(), len(game.log)
        play_turn(game, agents)
        thinker = agents[int(before.actor)]
        if eye is None or eye == before.actor:
            yield from _thoughts(thinker, game.log[made])
        yield from _told(before, game, game.log[made:], agents, eye)
        yield None
    yield ""
    yield from score_lines(game.scores(), "Final scores")
    yield verdict(game.winners(), game.scores())


def _told(before: Any, game: Game, moves: Sequence[Move], agents: Sequence[Agent], eye: int | None) -> Iterator[str]:
    """What became visible with a decision and the forced moves after it."""
    step = before.step
    again = Game(replace(game.config, ask_forced=True), np.array([before]))
    for move in moves:
        earlier = again.record.copy()
        again.apply(move.index)
        place = f"{EPOCHS[earlier.epoch]} {PHASES[earlier.phase]}"
        if step == SIDE and again.record.step != SIDE:
            for seat, agent in enumerate(agents):
                yield f"{place}  Seat {seat} ({agent.name}) takes side {'AB'[again.record.side[seat]]}."
        for deed in deeds_of(earlier, again.record, move, game.cards):
            text = deed.text
            if eye not in (None, deed.seat) and earlier.phase == 0:
                text = re.sub(r"^sells \w+ for", "sells a card for", text)  # A4: known to its seller alone
            yield from wrapped(f"{place}  Seat {deed.seat} ({agents[deed.seat].name}) {text}.", 0, 6)


def _thoughts(agent: Agent, move: Move) -> Iterator[str]:
    """The best of what a search weighed up, where the agent tells it and the move was one of them."""
    alternatives = getattr(agent, "alternatives", [])
    if move.index in [found.index for found in alternatives]:
        best = ", ".join(f"{found.name} {found.value:.2f} ({found.visits})" for found in alternatives[:4])
        yield from wrapped(f"Seat {move.seat} weighs up {best}.", 6, 2)
