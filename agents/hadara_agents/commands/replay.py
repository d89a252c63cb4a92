"""`hadara replay`: record games between agents, check recorded games against the rules, tell one as a story."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from hadara_agents.base import Agent, AgentError
from hadara_agents.commands.options import Cards, Games, Players, Rules, Seed, whole_number
from hadara_agents.match import play_game
from hadara_agents.progress import tracked
from hadara_agents.registry import make_all
from hadara_env import GameConfig, HadaraError, ReplayError
from hadara_env.cards import CardSet, load
from hadara_env.config import MAX_SEED
from hadara_env.files import write_atomically
from hadara_env.replay import read, to_replay, verify
from hadara_env.views.text import story
from hadara_env.views.words import plural

app = typer.Typer(help="Record games, check them against the rules, read them as a story.", no_args_is_help=True)

_NUMBER = whole_number(1, 10**9, "games are numbered from 1")


@app.command("record")
def record_command(
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the games go; replaced once all are played.")],
    players: Players = 3,
    rules: Rules = "full",
    seed: Seed = 0,
    agents: Annotated[
        str, typer.Option(metavar="SPEC,...", help="Who plays: one spec for every seat, or one for each.")
    ] = "random",
    states: Annotated[bool, typer.Option("--states", help="Also write the state after every move.")] = False,
    games: Games = 1,
    cards: Cards = None,
) -> None:
    """Let agents play and write the games, one JSON object for one game, JSON lines for several.

    Game 1 is dealt from the seed, game 2 from the seed after it, and so on.

    \b
    Example: hadara replay record --agents buyer,random,random --out game.json
    Example: hadara replay record --players 2 --games 100 --states --out games.jsonl
    """
    if seed + games - 1 > MAX_SEED:
        raise typer.BadParameter(f"with {games} games the last seed would be past {MAX_SEED}.", param_hint="'--seed'")
    try:
        line_up = make_all(agents, players)
    except AgentError as error:
        raise typer.BadParameter(str(error), param_hint="'--agents'") from None
    config = GameConfig(players, rules, load(cards))
    _check_writable(out)
    played = _played(line_up, config, range(seed, seed + games), states)
    write_atomically(out, "".join(tracked(played, games, "Playing")))
    typer.echo(f"{out}: {plural(games, 'game')} of {players} players, {rules} rules, {_seeds(seed, games)}.")


def _seeds(seed: int, games: int) -> str:
    return f"seed {seed}" if games == 1 else f"seeds {seed} to {seed + games - 1}"


def _played(agents: list[Agent], config: GameConfig, seeds: range, states: bool) -> Iterator[str]:
    for seed in seeds:
        yield json.dumps(to_replay(play_game(agents, config, seed), states)) + "\n"


def _check_writable(path: Path) -> None:
    """Before hours of play, not after them."""
    if path.is_dir():
        raise HadaraError(f"{path} cannot be written: it is a folder.")
    folder = path.parent
    while not folder.exists():
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise HadaraError(f"{path} cannot be written: {error.strerror}.") from error


@app.command("verify")
def verify_command(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Replays, or JSON lines of them.", show_default=False)
    ],
    cards: Cards = None,
) -> None:
    """Play recorded games again and check every move, state and result against the rules.

    The first fault of a file is named with its game and move; the other files are looked at all the same.

    Example: hadara replay verify game.json games.jsonl
    """
    box = load(cards)
    faults = [path for path in files if not _is_sound(path, box)]
    if faults:
        raise typer.Exit(1)


def _is_sound(path: Path, cards: CardSet) -> bool:
    games = 0
    try:
        for replay in tracked(read(path), None, f"Checking {path}"):
            games += 1
            _check(replay, cards, games)
    except ReplayError as error:
        typer.echo(f"{path}: {error}", err=True)
        return False
    typer.echo(f"{path}: {plural(games, 'game')}, every move is right.")
    return True


def _check(replay: dict[str, Any], cards: CardSet, number: int) -> None:
    try:
        verify(replay, cards)
    except ReplayError as error:
        raise ReplayError(f"game {number}: {error}", error.move) from error


@app.command("show")
def show_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay, or JSON lines of them.", show_default=False)],
    game: Annotated[int, typer.Option(parser=_NUMBER, metavar="K", help="Which game of a file with several.")] = 1,
    cards: Cards = None,
) -> None:
    """Tell a recorded game as a story: who did what, at what price and what it gave.

    Example: hadara replay show games.jsonl --game 3
    """
    replay = _pick(file, game)
    try:
        lines = story(replay, load(cards))
    except ReplayError as error:
        raise HadaraError(f"{file}, game {game}: {error}") from error
    for line in lines:
        typer.echo(line)


def _pick(path: Path, game: int) -> dict[str, Any]:
    found = 0
    try:
        for found, replay in enumerate(read(path), 1):
            if found == game:
                return replay
    except ReplayError as error:
        raise HadaraError(f"{path}: {error}") from error
    raise HadaraError(f"{path} has {plural(found, 'game')}, so there is no game {game}.")
