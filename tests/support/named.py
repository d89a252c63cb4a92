"""Whether what a command names is there: the program, its commands and options, files, targets, extras."""

import re
import shlex
import shutil
import subprocess
import tomllib
import warnings
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Any

import typer

from hadara_agents.base import AgentError
from hadara_agents.cli import app
from hadara_agents.registry import is_built_in, make, split
from tests.support.pages import ROOT


def fault_of(line: str) -> str | None:
    """The first thing a command names that does not exist, in a sentence."""
    words = shlex.split(line, comments=True)
    known = {"hadara": _hadara, "python": _python, "make": _make, "pip": _pip, "ray": _ray, "source": _source}
    return known[words[0]](words) if words[0] in known else None


def _hadara(words: Sequence[str]) -> str | None:
    if fault := _options(typer.main.get_command(app), words[1:]):
        return fault
    specs = [spec for option, value in pairwise(words) if option == "--agents" for spec in split(value)]
    return next((fault for spec in specs if (fault := _agent(spec))), None)


def _agent(spec: str) -> str | None:
    """Others and networks in folders are only there when the page is run."""
    if not is_built_in(spec) or re.match(r"ppo\S*:(?:\S*/|FOLDER)", spec):
        return None
    try:
        make(spec)
    except AgentError as error:
        return str(error)
    return None


def _python(words: Sequence[str]) -> str | None:
    path = words[2].replace(".", "/") + ".py" if words[1] == "-m" else words[1]
    if not (ROOT / path).is_file():
        return f"there is no {path}"
    rest = words[3 if words[1] == "-m" else 2 :]
    return _options(_script(path), rest) if rest else None


@cache
def _script(path: str) -> Any:
    program = typer.Typer()
    program.command()(import_module(path.removesuffix(".py").replace("/", ".")).main)
    return typer.main.get_command(program)


def _options(command: Any, words: Sequence[str]) -> str | None:
    """Walks down the commands, then looks at every word that begins like an option. Typer has a click of its own."""
    words = list(words)
    while hasattr(command, "commands") and words and not words[0].startswith("-"):
        if words[0] not in command.commands:
            return f"{command.name} has no command {words[0]!r}"
        command = command.commands[words.pop(0)]
    known = {"--help", *(name for option in command.params for name in [*option.opts, *option.secondary_opts])}
    strange = [name for name in (word.partition("=")[0] for word in words) if name[:1] == "-" and name not in known]
    return f"{command.name} has no option {strange[0]}" if strange else None


def _make(words: Sequence[str]) -> str | None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = [word for word in words[1:] if "=" not in word]
    strange = [target for target in targets if not re.search(rf"^{re.escape(target)}:.* ## ", makefile, re.MULTILINE)]
    if strange:
        return f"the Makefile has no target {strange[0]}"
    if shutil.which("make") is None:  # not at hand on every system
        return None
    done = subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else None


def _pip(words: Sequence[str]) -> str | None:
    """What is installed is the checkout: the package is on no index that a page could count on."""
    *options, what = words[2:]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    asked = re.fullmatch(r"\.(?:\[([\w,]+)\])?", what)
    if asked is None:
        return f"{what} is not the checkout"
    strange = [extra for extra in (asked[1] or "").split(",") if extra and extra not in extras]
    files = [file for option, file in pairwise(options) if option in ("-c", "--constraint")]
    strange += [file for file in files if not (ROOT / file).is_file()]
    return f"there is no {strange[0]}" if strange else None


def _ray(words: Sequence[str]) -> str | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Ray's own, which loads all of its parts for this
        return _options(import_module("ray.scripts.scripts").cli, words[1:])


def _source(words: Sequence[str]) -> str | None:
    home = re.search(r"^BIN := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    return None if home and words[1] == f"{home[1]}/activate" else f"make sets up no {words[1]}"
