"""`hadara agents`: who there is to play against, with a line each."""

import inspect
from typing import Any

import typer

from hadara_agents.base import AgentError
from hadara_agents.registry import AGENTS, EXEC, kind_of, offers, options_of
from hadara_env.views.words import wrapped

_COLUMN = 12
_STYLES = "heuristic"


def agents() -> None:
    """List the agents, their options with the defaults, and how to bring your own.

    Example: hadara agents
    """
    for name in [*AGENTS, *offers()]:
        try:
            kind = kind_of(name)
        except AgentError as error:
            _show(name, str(error))
            continue
        _show(name, (inspect.getdoc(kind) or "No description.").partition("\n")[0])
        if options := _options(kind):
            _show("", f"options: {options}")
        if name == _STYLES:
            from hadara_agents.kernels.weights import styles

            _show("", f"styles: {', '.join(styles())}")
    _show("module:Class", "A class of your own, from a module that can be imported here; options after another colon.")
    _show(f"{EXEC}:COMMAND", "A program in any language that reads and writes JSON lines.")
    typer.echo("Options follow a colon: ismcts:iters=500 or ismcts:ms=200,c=1.5. Packages add agents by the entry")
    typer.echo("point group hadara.agents; docs/howto/bring-your-own-agent.md shows all three ways.")


def _options(kind: Any) -> str:
    return ", ".join(
        name if default is inspect.Parameter.empty else f"{name}={default}"
        for name, default in options_of(kind).items()
    )


def _show(name: str, text: str) -> None:
    lines = wrapped(text, _COLUMN + 2, 0)
    typer.echo(f"{name:<{_COLUMN}}  {lines[0].strip()}")
    for line in lines[1:]:
        typer.echo(line)
