"""GameConfig: what has to be agreed on before a game begins."""

import os
from dataclasses import dataclass, field

from hadara_env.cards import CardSet, load
from hadara_env.errors import HadaraError

RULE_SETS = ("basic", "full")
MAX_SEED = 2**53 - 1  # the largest integer that every JSON reader keeps exactly


@dataclass(frozen=True)
class GameConfig:
    """Number of players, rule set, card set, and whether forced moves are asked for.

    >>> GameConfig(players=4, rules="basic").cards.is_shipped
    True
    """

    players: int = 3
    rules: str = "full"
    cards: CardSet = field(default=None)  # type: ignore[assignment]  # a folder or None is turned into a card set
    ask_forced: bool = False

    def __post_init__(self) -> None:
        whole = hasattr(self.players, "__index__") and not isinstance(self.players, bool)
        if not whole or not 2 <= self.players <= 5:
            raise HadaraError(f"Hadara is for 2 to 5 players, not {self.players!r}.")
        object.__setattr__(self, "players", int(self.players))  # numpy's integers are welcome, but stay outside
        if self.rules not in RULE_SETS:
            raise HadaraError(f"Unknown rules {self.rules!r}; there are {' and '.join(map(repr, RULE_SETS))}.")
        if not isinstance(self.ask_forced, bool):
            raise HadaraError(f"ask_forced is True or False, not {self.ask_forced!r}.")
        if not isinstance(self.cards, CardSet):
            object.__setattr__(self, "cards", _card_set(self.cards))


def _card_set(source: object) -> CardSet:
    if source is None or isinstance(source, (str, os.PathLike)):
        return load(source)
    raise HadaraError(f"cards must be a folder or a CardSet, not {type(source).__name__}.")


def checked_seed(seed: object) -> int:
    """A seed as a plain int, or a clear error."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise HadaraError(f"A seed is an integer from 0 to 2**53 - 1, not {seed!r}.")
    value = int(seed)  # type: ignore[call-overload]
    if not 0 <= value <= MAX_SEED:
        raise HadaraError(f"A seed is an integer from 0 to 2**53 - 1, not {value}.")
    return value
