"""Where a game starts: the options of `reset`, shared by the single-game environments."""

import difflib
from collections.abc import Callable
from typing import Any

import numpy as np

from hadara_env.config import GameConfig
from hadara_env.errors import HadaraError
from hadara_env.game import Game
from hadara_env.replay import parse, play

_KNOWN = ("setup", "replay", "move")


def start_game(config: GameConfig, seed: Callable[[], int], options: dict[str, Any] | None) -> Game:
    """A new game from a seed, or from `{"setup": ...}`, or at move k of `{"replay": ..., "move": k}`.

    The seed is drawn only where one is needed, and only once nothing can go wrong any more. Keys meant for
    others are let through, as PettingZoo asks, but a misspelt one of ours is an error.
    """
    options = options or {}
    for key in options:
        if key not in _KNOWN and (close := difflib.get_close_matches(str(key), _KNOWN, n=1)):
            raise HadaraError(f"Unknown reset option {key!r}; did you mean {close[0]!r}?")
    if "setup" in options and "replay" in options:
        raise HadaraError("The reset options 'setup' and 'replay' exclude each other.")
    if "move" in options and "replay" not in options:
        raise HadaraError("The reset option 'move' needs 'replay'.")
    if "setup" in options:
        return Game.from_setup(options["setup"], config)
    if "replay" in options:
        return _from_replay(config, options["replay"], options.get("move"))
    return Game.new(config.players, config.rules, seed(), config.cards, config.ask_forced)


def _from_replay(config: GameConfig, replay: Any, move: Any) -> Game:
    replay = parse(replay) if isinstance(replay, (str, bytes)) else replay
    if not isinstance(replay, dict):
        raise HadaraError("The reset option 'replay' must be a hadara-replay/1 object or its JSON text.")
    moves = replay.get("moves")
    if move is not None and isinstance(moves, list):
        if isinstance(move, bool) or not hasattr(move, "__index__") or not 0 <= move <= len(moves):
            raise HadaraError(f"The reset option 'move' must be from 0 to {len(moves)}, not {move!r}.")
        replay = {**replay, "moves": moves[: int(move)], "states": None, "result": None}
    game = play(replay, cards=config.cards, ask_forced=config.ask_forced)
    if (game.players, game.rules) != (config.players, config.rules):
        raise HadaraError(
            f"The replay is a {game.rules} game of {game.players}, but this environment is for {config.rules} "
            f"games of {config.players}."
        )
    if game.is_over:
        raise HadaraError("The replay's game is over at that move; name an earlier one with the option 'move'.")
    return game


def next_seed(generator: np.random.Generator) -> int:
    """The seed of a reset that was given none."""
    return int(generator.integers(2**53))
