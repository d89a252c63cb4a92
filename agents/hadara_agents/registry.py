"""Agents by name: `make("buyer")`, `make("name:option=value,...")`.

An option is a keyword of the agent's constructor; its value is read as the type the constructor's annotation names.
"""

import difflib
import inspect
from collections.abc import Iterable
from importlib import import_module
from typing import Any, get_type_hints

from hadara_agents.base import Agent, AgentError

# Name: module and class, imported when somebody asks for it.
AGENTS: dict[str, tuple[str, str]] = {
    "random": ("hadara_agents.random", "RandomAgent"),
    "buyer": ("hadara_agents.buyer", "BuyerAgent"),
    "greedy": ("hadara_agents.greedy", "GreedyAgent"),
    "heuristic": ("hadara_agents.heuristic", "HeuristicAgent"),
    "flatmc": ("hadara_agents.search.flatmc", "FlatMCAgent"),
    "ismcts": ("hadara_agents.search.ismcts", "ISMCTSAgent"),
}
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def make(spec: str) -> Agent:
    """An agent from its spec string; an `AgentError` says what exists where the name or an option does not.

    >>> make("random").name
    'random'
    """
    name, _, tail = spec.strip().partition(":")
    if name not in AGENTS:
        raise AgentError(f"There is no agent {name!r}; {_choose('agents', name, AGENTS)}")
    module, attribute = AGENTS[name]
    kind: Any = getattr(import_module(module), attribute)
    return kind(**_options(kind, spec, tail))


def make_all(specs: str, players: int) -> list[Agent]:
    """One agent for each seat from specs joined by commas; a single spec fills all seats with players of its own."""
    found = split(specs)
    if len(found) not in (1, players):
        raise AgentError(f"{len(found)} agents ({', '.join(found)}) do not fit {players} seats; name 1 or {players}.")
    return [make(spec) for spec in (found * players if len(found) == 1 else found)]


def split(specs: str) -> list[str]:
    """Specs joined by commas. A part that is only `option=value` belongs to the spec before it.

    >>> split("random,searcher:iters=200,width=3,buyer")
    ['random', 'searcher:iters=200,width=3', 'buyer']
    """
    found: list[str] = []
    for part in specs.split(","):
        name = part.partition("=")[0]
        if "=" in part and ":" not in name and found:
            found[-1] += "," + part
        else:
            found.append(part.strip())
    return found


def _options(kind: Any, spec: str, tail: str) -> dict[str, Any]:
    hints = get_type_hints(kind.__init__)
    known = [] if kind.__init__ is object.__init__ else list(inspect.signature(kind).parameters)
    options: dict[str, Any] = {}
    for part in tail.split(",") if tail else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in known:
            raise AgentError(f"Agent {spec!r} has no option {key!r}; {_choose('options', key, known)}")
        if not equals:
            raise AgentError(f"Option {key!r} of agent {spec!r} needs a value: {key}=VALUE.")
        options[key] = _value(spec, key, value, hints.get(key, str))
    return options


def _value(spec: str, key: str, value: str, kind: Any) -> Any:
    if kind is bool:
        if value.lower() not in _TRUTH:
            raise AgentError(f"Option {key!r} of agent {spec!r} is true or false, not {value!r}.")
        return _TRUTH[value.lower()]
    if kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            wanted = "a whole number" if kind is int else "a number"
            raise AgentError(f"Option {key!r} of agent {spec!r} is {wanted}, not {value!r}.") from None
    return value


def _choose(what: str, given: str, known: Iterable[str]) -> str:
    names = list(known)
    near = difflib.get_close_matches(given, names, 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"{what} are: {', '.join(names)}.{hint}" if names else f"it has no {what}."
