"""Hadara Env: the card game Hadara, exact and fast, as an environment library.

>>> from hadara_env import Game
>>> game = Game.new(players=3, rules="full", seed=7)
>>> while not game.is_over:
...     game.apply(game.legal_actions()[0].index)
>>> game.winners()  # doctest: +SKIP
[1]

Everything listed in `__all__` is loaded when it is first asked for: importing the package compiles nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from hadara_env.cards import CardSet, CardSetError
    from hadara_env.config import GameConfig
    from hadara_env.envs.seat import SeatEnv
    from hadara_env.envs.vector import HadaraVec
    from hadara_env.errors import HadaraError, IllegalActionError, ReplayError
    from hadara_env.game import Action, Game, Move
    from hadara_env.view import View

_HOME = {
    "Action": "game",
    "CardSet": "cards",
    "CardSetError": "cards",
    "Game": "game",
    "GameConfig": "config",
    "HadaraVec": "envs.vector",
    "HadaraError": "errors",
    "IllegalActionError": "errors",
    "Move": "game",
    "ReplayError": "errors",
    "SeatEnv": "envs.seat",
    "View": "view",
}

__all__ = [
    "Action",
    "CardSet",
    "CardSetError",
    "Game",
    "GameConfig",
    "HadaraError",
    "HadaraVec",
    "IllegalActionError",
    "Move",
    "ReplayError",
    "SeatEnv",
    "View",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'hadara_env' has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"hadara_env.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
