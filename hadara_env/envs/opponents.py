"""Who sits in the other seats: anything that takes a view and returns an action, or the spec string of an agent."""

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any, Protocol, cast

import numpy as np

from hadara_env.config import GameConfig
from hadara_env.errors import HadaraError
from hadara_env.view import View

Chooser = Callable[[View], int]


class Opponent(Protocol):
    """An agent, as far as an environment needs to know it."""

    def reset(self, seat: int, config: GameConfig, seed: int) -> None: ...

    def act(self, view: View) -> int: ...


class RandomOpponent:
    """Uniformly random legal moves."""

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self._generator = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        return int(self._generator.choice(view.legal))


class FunctionOpponent:
    """A plain function of the view."""

    def __init__(self, choose: Chooser) -> None:
        self._choose = choose
        self.name: str = getattr(choose, "__name__", repr(choose))

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        """A function has nothing to forget."""

    def act(self, view: View) -> int:
        return self._choose(view)


def make_opponent(opponent: Any) -> Opponent:
    """An opponent from an agent, a function `view -> action`, or a spec string such as "random"."""
    if isinstance(opponent, str):
        return RandomOpponent() if opponent == "random" else _from_registry(opponent)
    if hasattr(opponent, "act"):
        return opponent
    if callable(opponent):
        return FunctionOpponent(cast(Chooser, opponent))
    raise HadaraError(
        f"An opponent is an agent with act(view), a function of a view, or a spec string; {opponent!r} is none of them."
    )


def _from_registry(spec: str) -> Opponent:
    """Agents live in a package of their own, which makes itself known by an entry point."""
    found = entry_points(group="hadara.registry", name="make")
    if not found:
        raise HadaraError(f"The agent {spec!r} is unknown: no agent package is installed, only 'random' is built in.")
    return next(iter(found)).load()(spec)
