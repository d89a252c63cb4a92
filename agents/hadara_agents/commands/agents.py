"""`hadara agents`: who there is to play against, with a line each."""

import inspect
from typing import Any

import typer

from hadara_agents.base import AgentError
from hadara_agents.registry import AGENTS, EXEC, kind_of, offers, options_of
from hadara_env.views.words import wrapped

_COLUMN = 12
_STYLES = "heuristic"
# A search needs one of these two; their defaults mean "not given" and would be refused.
_BUDGETS = ("iters", "ms")
# Specs that work as they stand, for those whose options are worth trying.
EXAMPLES = {
    "heuristic": ("heuristic:style=military",),
    "flatmc": ("flatmc:rollouts=500",),
    "ismcts": ("ismcts:iters=2000", "ismcts:ms=200,c=1.5"),
    "ppo": ("ppo:best", "ppo:best,temperature=1"),
    "ppo+search": ("ppo+search:iters=200", "ppo+search:best,ms=200"),
}


def agents() -> None:
    """List the agents with examples, their options with the defaults, and how to bring your own.

    Example: hadara agents
    """
    for name in [*AGENTS, *offers()]:
        try:
            kind = kind_of(name)
        except AgentError as error:
            _show(name, str(error))
            continue
        _show(name, (inspect.getdoc(kind) or "No description.").partition("\n")[0])
        if examples := EXAMPLES.get(name):
            _show("", f"such as: {' or '.join(examples)}")
        if options := _options(kind):
            _show("", f"options: {options}")
        if name == _STYLES:
            from hadara_agents.kernels.weights import styles

            _show("", f"styles: {', '.join(styles())}")
    _show("module:Class", "A class of your own, from a module that can be imported here; options after another colon.")
    _show(f"{EXEC}:COMMAND", "A program in any language that reads and writes JSON lines.")
    typer.echo("Options follow a colon; networks of yours are named by their folder: ppo:runs/two. Packages")
    typer.echo("add agents by the entry point group hadara.agents; docs/howto/bring-your-own-agent.md shows how.")


def _options(kind: Any) -> str:
    found = options_of(kind)
    budgets = [" or ".join(_BUDGETS)] if [found.get(name) for name in _BUDGETS] == [0, 0] else []
    others = [
        name if default is inspect.Parameter.empty else f"{name}={default}"
        for name, default in found.items()
        if not budgets or name not in _BUDGETS
    ]
    return ", ".join([*budgets, *others])


def _show(name: str, text: str) -> None:
    lines = wrapped(text, _COLUMN + 2, 0)
    typer.echo(f"{name:<{_COLUMN}}  {lines[0].strip()}")
    for line in lines[1:]:
        typer.echo(line)
