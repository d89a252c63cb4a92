"""`hadara play`: the table in the browser, or in this terminal."""

import logging
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from hadara_agents.base import AgentError
from hadara_agents.commands.options import Cards, Players, Rules, whole_number
from hadara_agents.registry import make, split
from hadara_env import GameConfig, HadaraError
from hadara_env.cards import load
from hadara_env.config import MAX_SEED

_PORT = whole_number(1, 65535, "a port is a whole number from 1 to 65535")
_COUNT = whole_number(1, 10_000, "a number of games is a whole number from 1 to 10000")
_DAYS = whole_number(1, 36_500, "a number of days is a whole number from 1 to 36500")
_SEED = whole_number(0, MAX_SEED, f"a seed is a whole number from 0 to {MAX_SEED}")


def play(
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here, in text, instead of in a browser.")] = False,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where the server listens. Other machines reach 0.0.0.0.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(parser=_PORT, metavar="P", help="The server's port.")] = 8230,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where games are saved.", show_default="the user's data folder"),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the page.")] = False,
    max_sessions: Annotated[
        int, typer.Option(parser=_COUNT, metavar="N", help="How many games may be going on at once.")
    ] = 100,
    keep_days: Annotated[
        int, typer.Option(parser=_DAYS, metavar="D", help="Delete games nobody has touched for so long.")
    ] = 90,
    agents: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC,...",
            help="In the browser: agents to offer besides the usual ones. In the terminal: your opponents.",
            show_default=False,
        ),
    ] = None,
    players: Players = 3,
    rules: Rules = "full",
    seed: Annotated[
        int | None, typer.Option(parser=_SEED, metavar="S", help="Terminal: the deal.", show_default="a random one")
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="ID", help="Terminal: go on with a saved game.", show_default=False)
    ] = None,
    cards: Cards = None,
) -> None:
    """Play against agents, and with friends: opens a page in the browser, or plays in this terminal.

    \b
    Example: hadara play
    Example: hadara play --port 9000 --data games --no-browser
    Example: hadara play --terminal --agents heuristic,greedy
    """
    specs = _checked(agents)
    if terminal:
        _in_terminal(specs, players, rules, seed, game, data, cards)
    else:
        _in_browser(specs, host, port, data, max_sessions, keep_days, cards, not no_browser)


def _checked(agents: str | None) -> list[str]:
    specs = split(agents) if agents else []
    for spec in specs:
        try:
            make(spec)
        except AgentError as error:
            raise typer.BadParameter(str(error), param_hint="'--agents'") from None
    return specs


def _in_browser(
    specs: list[str],
    host: str,
    port: int,
    data: Path | None,
    max_sessions: int,
    keep_days: int,
    cards: Path | None,
    browser: bool,
) -> None:
    if missing := [name for name in ("fastapi", "uvicorn") if find_spec(name) is None]:
        raise HadaraError(f"The page needs {' and '.join(missing)}: install the extra `web`, or use --terminal.")
    from hadara_agents.play.serve import serve
    from hadara_agents.play.settings import Settings
    from hadara_agents.play.store import default_folder

    settings = Settings(
        host=host,
        port=port,
        data=data or default_folder(),
        cards=load(cards),
        agents=tuple(specs),
        max_sessions=max_sessions,
        keep_days=keep_days,
    )
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    if not settings.is_local:
        typer.echo(f"Whoever can reach {host} can play here; there are no passwords.", err=True)
    serve(settings, browser, typer.echo)


def _in_terminal(
    specs: list[str],
    players: int,
    rules: str,
    seed: int | None,
    game: str | None,
    data: Path | None,
    cards: Path | None,
) -> None:
    from hadara_agents.play.offers import Offers
    from hadara_agents.play.session import AGENT, PERSON, Player, Session
    from hadara_agents.play.store import Store, default_folder
    from hadara_agents.play.terminal import Leave, Terminal, summary

    offers = Offers(tuple(specs))
    store = Store(data or default_folder())
    config = GameConfig(players, rules, load(cards))
    if game is not None:
        session = Session.load(*store.load(game), config, offers)
    else:
        opponents = specs or [offers.default_agent] * (players - 1)
        if len(opponents) == 1:
            opponents = opponents * (players - 1)
        if len(opponents) >= players:
            raise typer.BadParameter(
                f"{len(opponents)} opponents leave no seat for you among {players} players.", param_hint="'--agents'"
            )
        people = [Player(PERSON, f"Player {k + 1}") for k in range(players - len(opponents))]
        seats = [*people, *(Player(AGENT, offers.label(spec), spec) for spec in opponents)]
        session = Session.new(seats, config, seed, offers)
    try:
        Terminal(session, store, input, typer.echo).play()
    except Leave:
        typer.echo("")
        typer.echo(summary(session))
    finally:
        session.close()
