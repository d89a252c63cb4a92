"""Play a hadara-replay/1 object through and check everything it claims."""

from typing import Any

from .cards import ReferenceCards
from .game import ReferenceGame

FORMAT = "hadara-replay/1"
KEYS = ("format", "rules", "players", "seed", "cards", "setup", "moves", "result")


class ReplayMismatch(ValueError):  # noqa: N818 - a mismatch is what it is
    """A replay says something the laws do not."""


def replay_game(replay: dict[str, Any], cards: ReferenceCards) -> ReferenceGame:
    """The game as it stands after the replay's moves; raises ReplayMismatch at the first thing that differs."""
    _check_head(replay, cards)
    try:
        game = ReferenceGame(replay["setup"], replay["rules"], replay["players"], cards)
    except (ValueError, TypeError) as fault:
        raise ReplayMismatch(f"setup: {fault}") from fault
    moves, states = replay["moves"], replay.get("states")
    if not isinstance(moves, list):
        raise ReplayMismatch(f"moves must be a list, not {type(moves).__name__}")
    if states is not None and (not isinstance(states, list) or len(states) != len(moves)):
        raise ReplayMismatch(f"states must be a list of one state per move, {len(moves)} in all")
    for index, move in enumerate(moves):
        _check_move(game, index, move)
        if states is not None:
            _compare(f"move {index}, state after it", states[index], game.state())
    _compare(f"move {len(moves)} (the end), result", replay["result"], game.result())
    return game


def difference(claimed: Any, found: Any, path: str = "") -> str | None:
    """Where two JSON values first differ, types included; None where they do not."""
    if type(claimed) is not type(found):
        return f"{path or 'value'} is {claimed!r}, should be {found!r}"
    if isinstance(found, dict):
        if claimed.keys() != found.keys():
            return f"{path or 'value'} has the keys {sorted(map(str, claimed))}, should have {sorted(found)}"
        pairs = [(f"{path}.{key}" if path else key, claimed[key], found[key]) for key in found]
    elif isinstance(found, list):
        if len(claimed) != len(found):
            return f"{path or 'value'} is {claimed!r}, should be {found!r}"
        pairs = [(f"{path}[{place}]", *both) for place, both in enumerate(zip(claimed, found, strict=True))]
    else:
        return None if claimed == found else f"{path or 'value'} is {claimed!r}, should be {found!r}"
    return next((fault for name, one, other in pairs if (fault := difference(one, other, name))), None)


def _compare(where: str, claimed: Any, found: Any) -> None:
    fault = difference(claimed, found)
    if fault:
        raise ReplayMismatch(f"{where}: {fault}")


def _check_head(replay: dict[str, Any], cards: ReferenceCards) -> None:
    if not isinstance(replay, dict) or replay.get("format") != FORMAT:
        raise ReplayMismatch(f"format: not a {FORMAT} object")
    missing = [key for key in KEYS if key not in replay]
    unknown = [key for key in replay if key not in (*KEYS, "states")]
    if missing or unknown:
        raise ReplayMismatch(f"keys: missing {missing}, unknown {unknown}")
    if replay["seed"] is not None and type(replay["seed"]) is not int:
        raise ReplayMismatch(f"seed: an integer or null, not {replay['seed']!r}")
    if replay["cards"] != cards.digest:
        raise ReplayMismatch(f"cards: played with the card set {replay['cards']}, checked with {cards.digest}")


def _check_move(game: ReferenceGame, index: int, move: Any) -> None:
    where = f"move {index}"
    if game.actor is None:
        raise ReplayMismatch(f"{where}: {move!r} comes after the end of the game")
    if not isinstance(move, dict) or not {"seat", "action"} <= move.keys() <= {"seat", "action", "forced"}:
        raise ReplayMismatch(f"{where}: {move!r} is not an object of seat, action and perhaps forced")
    if type(move["seat"]) is not int or move["seat"] != game.actor:
        raise ReplayMismatch(f"{where}: seat {move['seat']!r} moves, but seat {game.actor} is to decide ({game.step})")
    try:
        game.apply(move["action"])
    except ValueError as fault:
        raise ReplayMismatch(f"{where}: {fault}") from fault
    _compare(where, move, game.moves[-1])
