"""The `hadara` command: one typer application, and one place where an error becomes a sentence."""

import sys
from typing import Annotated

import typer

from hadara_agents.commands import agents, arena, bench, cards, demo, play, replay, watch
from hadara_env import CardSetError, HadaraError, __version__

# Plain text instead of boxes: an error stays one sentence on one line, for people and for scripts.
app = typer.Typer(
    name="hadara", no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
)
app.add_typer(cards.app, name="cards")
app.add_typer(replay.app, name="replay")
app.command("agents")(agents.agents)
app.command("arena")(arena.arena)
app.command("bench")(bench.bench)
app.command("watch")(watch.watch)
app.command("play")(play.play)
replay.app.command("arena")(arena.replay_command)
app.command("demo")(demo.demo)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"hadara-env {__version__}")
        raise typer.Exit


@app.callback()
def hadara(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Play, record and study the card game Hadara. `hadara COMMAND --help` shows what a command does, with examples.

    Example: hadara demo
    """


def main() -> None:
    """Run the command. Exit status 1: something could not be done; 2: a wrong option; 130: interrupted."""
    try:
        app(prog_name="hadara")
    except (HadaraError, CardSetError) as error:
        typer.echo(f"Error: {error}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
