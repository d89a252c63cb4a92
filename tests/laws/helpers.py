"""What the tests of the laws look at, how they play, and card sets with other figures."""

import csv
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hadara_env.cards import SHIPPED, CardSet, load
from hadara_env.engine.layout import GAME
from hadara_env.game import Game
from hadara_env.state import state_of


def options(game: Game, beginning: str = "") -> set[str]:
    """The names of the actor's legal actions, or of those that begin with something."""
    return {action.name for action in game.legal_actions() if action.name.startswith(beginning)}


def player(game: Game, seat: int = 0) -> dict[str, Any]:
    """What lies before a seat, as replays write it."""
    return state_of(game.record, game.cards)["players"][seat]


def tracks(game: Game, seat: int = 0) -> tuple[int, ...]:
    """Income, military, culture, food."""
    return tuple(game.record.tracks[seat].tolist())


def coins(game: Game, seat: int = 0) -> int:
    return int(game.record.coins[seat])


def looks_alike(game: Game, other: Game, seat: int) -> bool:
    """Whether a seat sees the same in both games."""
    one, two = game.view(seat).record, other.view(seat).record
    return all(np.array_equal(one[name], two[name]) for name in GAME.names or ())


def play(game: Game, *actions: str) -> Game:
    """Apply actions one after the other."""
    for action in actions:
        game.apply(action)
    return game


def play_until(game: Game, done: Callable[[Game], bool], choose: Callable[[Game], str]) -> Game:
    """Play on until something is the case."""
    while not game.is_over and not done(game):
        game.apply(choose(game))
    return game


def sell_and_pass(game: Game) -> str:
    """A player who sells everything, takes nothing and discards the oldest card."""
    names = [action.name for action in game.legal_actions()]
    return next((name for name in names if ":sell" in name or name == "pass"), names[0])


def edited(folder: Path, file: str, changes: dict[str, dict[str, Any]]) -> CardSet:
    """The shipped card set with some cells changed; rows are named by their first cells, joined by a space."""
    return load(edited_folder(folder, file, changes))


def edited_folder(folder: Path, file: str, changes: dict[str, dict[str, Any]]) -> Path:
    """The same, not loaded."""
    for source in SHIPPED.glob("*.csv"):
        shutil.copy(source, folder)
    path = folder / file
    with path.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    for name, cells in changes.items():
        row = next(row for row in rows if " ".join(row.values()).startswith(f"{name} "))
        row.update({column: str(value) for column, value in cells.items()})
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return folder
