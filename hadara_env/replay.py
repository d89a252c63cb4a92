"""hadara-replay/1: a whole game as one JSON object that another program can play again and check.

>>> from hadara_env import Game
>>> from hadara_env import replay
>>> replay.verify(replay.to_replay(Game.new(seed=3))).players
3
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hadara_env.cards import load
from hadara_env.config import RULE_SETS, GameConfig, checked_seed
from hadara_env.errors import HadaraError, IllegalActionError, ReplayError
from hadara_env.files import write_atomically
from hadara_env.game import Game
from hadara_env.state import setup_of, state_of

FORMAT = "hadara-replay/1"
_REQUIRED = ("format", "rules", "players", "seed", "cards", "setup", "moves", "result")


def to_replay(game: Game, states: bool = False) -> dict[str, Any]:
    """The game so far, with all its moves; `states` adds what lay before each player after every move."""
    replay: dict[str, Any] = {
        "format": FORMAT,
        "rules": game.rules,
        "players": game.players,
        "seed": game.seed,
        "cards": game.cards.digest,
        "setup": setup_of(game.record, game.cards),
        "moves": [
            {"seat": move.seat, "action": move.name, **({"forced": True} if move.forced else {})} for move in game.log
        ],
    }
    if states:
        replay["states"] = _states(replay, game)
    replay["result"] = result_of(game)
    return replay


def result_of(game: Game) -> dict[str, Any] | None:
    """Scores by source and the winners, or None for an unfinished game."""
    return {"scores": game.scores(), "winners": game.winners()} if game.is_over else None


def _states(replay: dict[str, Any], game: Game) -> list[dict[str, Any]]:
    config = GameConfig(game.players, game.rules, game.cards, ask_forced=True)
    again = Game.from_setup(replay["setup"], config)
    states = []
    for move in game.log:
        again.apply(move.index)
        states.append(state_of(again.record, again.cards))
    return states


def parse(text: str | bytes, first_line: int = 1) -> dict[str, Any]:
    """One replay from its JSON text; `first_line` is where that stands in its file, for messages."""
    try:
        replay = json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: broken, not Unicode, or a number of endless length
        line = first_line + (error.lineno - 1 if isinstance(error, json.JSONDecodeError) else 0)
        column = f", column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise ReplayError(f"not a replay: the JSON is broken or cut off at line {line}{column}.") from error
    if not isinstance(replay, dict):
        raise ReplayError(f"not a replay: line {first_line} is a {type(replay).__name__}, not a JSON object.")
    return replay


def read(path: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
    """The replays of a file: one object, or JSON lines with one game a line. Errors name the line."""
    text = _text(Path(path))
    if not text.strip():
        raise ReplayError("not a replay: the file is empty.")
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and _is_object(lines[0][1]):
        for number, line in lines:
            yield parse(line, number)
    else:
        yield parse(text)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ReplayError(f"not a replay: byte {error.start} is not UTF-8 text.") from error
    except OSError as error:
        raise ReplayError(f"cannot be read: {error.strerror}.") from error


def _is_object(line: str) -> bool:
    """Whether a first line is a whole object by itself, as in JSON lines, and not the opening brace of one."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return line.lstrip().startswith("{") and line.strip() != "{" and '"format"' in line and len(line) > 200


def write(path: str | os.PathLike[str], replays: list[dict[str, Any]]) -> None:
    """One replay as an object, several as JSON lines; a file is replaced only once the new one is complete."""
    if isinstance(replays, dict):
        raise ReplayError("write takes a list of replays; one goes in as [replay].")
    write_atomically(Path(path), "".join(json.dumps(replay) + "\n" for replay in replays))


def play(replay: dict[str, Any], cards: Any = None, ask_forced: bool = True, check: bool = False) -> Game:
    """Play all moves of a replay; a `ReplayError` names the first that does not fit.

    `check` also compares the forced flags, the states and the result, as `verify` does.
    """
    config = _config(replay, cards, ask_forced)
    try:
        game = Game.from_setup(replay["setup"], config, _seed(replay["seed"]))
    except HadaraError as error:
        raise ReplayError(str(error)) from error
    moves, states = replay["moves"], replay.get("states")
    _check_lists(moves, states)
    for k, move in enumerate(moves):
        if len(game.log) <= k:
            _apply(game, k, move)
        if check or not ask_forced:
            _check_move(game, k, move, states if check else None)
    if check:
        _check_result(game, replay["result"])
    return game


def verify(replay: dict[str, Any], cards: Any = None) -> Game:
    """Check everything a replay claims against the rules; returns the game at its end."""
    return play(replay, cards=cards, check=True)


def _config(replay: dict[str, Any], cards: Any, ask_forced: bool) -> GameConfig:
    if not isinstance(replay, dict):
        raise ReplayError(f"a replay is a dict, as parse returns it, not {type(replay).__name__}.")
    if replay.get("format") != FORMAT:
        raise ReplayError(f"format is {replay.get('format')!r}; only {FORMAT!r} can be read.")
    if missing := [key for key in _REQUIRED if key not in replay]:
        raise ReplayError(
            f"the key{'s' * (len(missing) > 1)} {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing."
        )
    if replay["rules"] not in RULE_SETS:
        raise ReplayError(f"rules is {replay['rules']!r}; there are {' and '.join(map(repr, RULE_SETS))}.")
    card_set = load(cards) if cards is None or isinstance(cards, (str, os.PathLike)) else cards
    if replay["cards"] != card_set.digest:
        raise ReplayError(
            f"the game was played with the card set {replay['cards']!r}, but the one in use ({card_set.source}) "
            f"is {card_set.digest!r}."
        )
    try:
        return GameConfig(replay["players"], replay["rules"], card_set, ask_forced)
    except HadaraError as error:
        raise ReplayError(f"players: {error}") from error


def _seed(seed: Any) -> int | None:
    return None if seed is None else checked_seed(seed)


def _check_lists(moves: Any, states: Any) -> None:
    if not isinstance(moves, list):
        raise ReplayError("moves must be a list.")
    if states is not None and (not isinstance(states, list) or len(states) != len(moves)):
        found = len(states) if isinstance(states, list) else type(states).__name__
        raise ReplayError(f"states must be a list of one per move, {len(moves)}; found {found}.")


def _apply(game: Game, k: int, move: Any) -> None:
    if not isinstance(move, dict) or not isinstance(move.get("action"), str):
        raise ReplayError(f"move {k} must be an object with seat and action.", k)
    if game.actor is not None and not _same(move.get("seat"), game.actor):
        raise ReplayError(
            f"move {k} ({move['action']}) is by seat {move.get('seat')!r}, but it is seat {game.actor}'s turn.", k
        )
    try:
        game.apply(move["action"])
    except IllegalActionError as error:
        raise ReplayError(f"move {k}: {error}", k) from error


def _check_move(game: Game, k: int, move: Any, states: list[Any] | None) -> None:
    made = game.log[k]
    if not isinstance(move, dict) or not _same([move.get("seat"), move.get("action")], [made.seat, made.name]):
        raise ReplayError(f"move {k} must be {made.name} by seat {made.seat}, which is forced; found {move!r}.", k)
    if move.get("forced", False) is not made.forced or ("forced" in move and not made.forced):
        raise ReplayError(
            f"move {k} ({made.name}) {'is' if made.forced else 'is not'} forced, the replay says otherwise.", k
        )
    if states is not None:
        expected = state_of(game.record, game.cards)
        if not _same(states[k], expected):
            raise ReplayError(f"the state after move {k} ({made.name}) differs: {_difference(expected, states[k])}.", k)


def _check_result(game: Game, result: Any) -> None:
    expected = result_of(game)
    if not _same(result, expected):
        if expected is None:
            raise ReplayError(f"the moves end at {game!r}, but there is a result.")
        if result is None:
            raise ReplayError("the game is over, but result is null.")
        raise ReplayError(f"the result differs: {_difference(expected, result)}.")


def _difference(expected: Any, found: Any, where: str = "") -> str:
    """The first place where two JSON values differ, in words."""
    if isinstance(expected, dict) and isinstance(found, dict) and set(expected) == set(found):
        parts: Any = [(f"{where}.{key}".lstrip("."), expected[key], found[key]) for key in expected]
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        parts = [(f"{where}[{i}]", a, b) for i, (a, b) in enumerate(zip(expected, found, strict=True))]
    else:
        return f"{where or 'value'} should be {expected!r} and is {found!r}"
    return next(_difference(a, b, place) for place, a, b in parts if not _same(a, b))


def _same(a: Any, b: Any) -> bool:
    """Equal as JSON: true is not 1, and 1.0 is not 1."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)
