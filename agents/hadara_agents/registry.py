"""Agents by name: `make("buyer")`, `make("name:option=value,...")`.

An option is a keyword of the agent's constructor; its value is read as the type the constructor's annotation names.
Besides the agents here a spec may name one that an installed package offers under the entry point group
`hadara.agents`, any class as `module:Class` (with options: `module:Class:option=value`), or a program in any language
as `exec:COMMAND`.
"""

import difflib
import inspect
import re
import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, get_type_hints

from hadara_agents.base import Agent, AgentError
from hadara_agents.external import ExecAgent

# Name: module and class, imported when somebody asks for it.
AGENTS: dict[str, tuple[str, str]] = {
    "random": ("hadara_agents.random", "RandomAgent"),
    "buyer": ("hadara_agents.buyer", "BuyerAgent"),
    "greedy": ("hadara_agents.greedy", "GreedyAgent"),
    "heuristic": ("hadara_agents.heuristic", "HeuristicAgent"),
    "flatmc": ("hadara_agents.search.flatmc", "FlatMCAgent"),
    "ismcts": ("hadara_agents.search.ismcts", "ISMCTSAgent"),
    "ppo": ("hadara_agents.policy.agent", "PolicyAgent"),
    "ppo+search": ("hadara_agents.search.guided", "GuidedAgent"),
}
GROUP = "hadara.agents"
EXEC = "exec"
_CLASS = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<attribute>[A-Za-z_]\w*)(?::(?P<options>.*))?")
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def make(spec: str) -> Agent:
    """An agent from its spec string; an `AgentError` says what exists where the name or an option does not.

    >>> make("random").name
    'random'
    """
    spec = spec.strip()
    name, _, tail = spec.partition(":")
    if name == EXEC:
        return ExecAgent(tail)
    if name in AGENTS:
        kind = _imported(spec, *AGENTS[name])
    elif name in (offered := offers()):
        kind = _loaded(spec, offered[name])
    elif found := _CLASS.fullmatch(spec):
        kind, tail = _imported(spec, found["module"], found["attribute"]), found["options"] or ""
    else:
        known = _choose("agents", name, [*AGENTS, *offered])
        raise AgentError(f"There is no agent {name!r}; {known} Others are named module:Class or {EXEC}:COMMAND.")
    return _made(kind, spec, tail)


def offers() -> dict[str, EntryPoint]:
    """What installed packages offer under the entry point group; nobody can replace an agent of ours."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in AGENTS}


def is_built_in(spec: str) -> bool:
    """Whether a spec names an agent of this package."""
    return spec.strip().partition(":")[0] in AGENTS


def kind_of(name: str) -> Any:
    """The class behind a name that is ours or offered, for those who want to tell about it."""
    return _imported(name, *AGENTS[name]) if name in AGENTS else _loaded(name, offers()[name])


def _imported(spec: str, module: str, attribute: str) -> Any:
    # Like `python -m`, and unlike installed scripts: a module beside the user's feet can be named.
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        home = import_module(module)
    except Exception as error:
        raise AgentError(f"Agent {spec!r}: the module {module!r} cannot be imported: {_words(error)}.") from error
    if not hasattr(home, attribute):
        near = _choose("classes", attribute, [name for name, kind in vars(home).items() if inspect.isclass(kind)])
        raise AgentError(f"Agent {spec!r}: the module {module!r} has no {attribute!r}; {near}")
    return getattr(home, attribute)


def _loaded(spec: str, point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as error:
        raise AgentError(f"Agent {spec!r}: its entry point {point.value!r} fails: {_words(error)}.") from error


def _made(kind: Any, spec: str, tail: str) -> Agent:
    if not callable(kind):
        raise AgentError(f"Agent {spec!r} is a {type(kind).__name__}, not a class that makes agents.")
    options = _options(kind, spec, tail)
    try:
        agent: Any = kind(**options)
    except AgentError:
        raise
    except Exception as error:
        raise AgentError(f"Agent {spec!r} cannot be made: {_words(error)}.") from error
    if missing := [part for part in ("name", "reset", "act") if not hasattr(agent, part)]:
        raise AgentError(f"Agent {spec!r} is no agent: it has no {' and no '.join(missing)}.")
    return agent


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(".")


def make_all(specs: str, players: int) -> list[Agent]:
    """One agent for each seat from specs joined by commas; a single spec fills all seats with players of its own."""
    found = split(specs)
    if len(found) not in (1, players):
        raise AgentError(f"{len(found)} agents ({', '.join(found)}) do not fit {players} seats; name 1 or {players}.")
    return [make(spec) for spec in (found * players if len(found) == 1 else found)]


def split(specs: str) -> list[str]:
    """Specs joined by commas. A part that is only `option=value` belongs to the spec before it; quotes keep commas.

    >>> split("random,searcher:iters=200,width=3,buyer")
    ['random', 'searcher:iters=200,width=3', 'buyer']
    """
    found: list[str] = []
    for part in re.findall(r"""(?:^|,)((?:"[^"]*"|'[^']*'|[^,])*)""", specs):
        name = part.partition("=")[0]
        if "=" in part and ":" not in name and found:
            found[-1] += "," + part
        else:
            found.append(part.strip())
    return found


def _options(kind: Any, spec: str, tail: str) -> dict[str, Any]:
    known = options_of(kind)
    hints = get_type_hints(kind.__init__ if inspect.isclass(kind) else kind) if tail else {}
    options: dict[str, Any] = {}
    first = getattr(kind, "first_option", None)  # may be given without its name: `ppo:best`
    for k, part in enumerate(tail.split(",") if tail else ()):
        if k == 0 and first and "=" not in part:
            options[first] = part.strip()
            continue
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in known:
            raise AgentError(f"Agent {spec!r} has no option {key!r}; {_choose('options', key, known)}")
        if not equals:
            raise AgentError(f"Option {key!r} of agent {spec!r} needs a value: {key}=VALUE.")
        options[key] = _value(spec, key, value, hints.get(key, str))
    return options


def options_of(kind: Any) -> dict[str, Any]:
    """The options of an agent's class with their defaults."""
    if inspect.isclass(kind) and kind.__init__ is object.__init__:
        return {}
    return {name: parameter.default for name, parameter in inspect.signature(kind).parameters.items()}


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
