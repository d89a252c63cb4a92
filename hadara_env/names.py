"""Action names in the context of a game: a draft is named after the card, which needs the hand."""

import operator
from functools import lru_cache
from typing import Any

import numpy as np

from hadara_env.cards import CardSet
from hadara_env.engine.actions import DRAFT_0, NUM_ACTIONS, TOKEN_0, action_names
from hadara_env.engine.constants import NONE

_DRAFT = "draft:"


@lru_cache(maxsize=8)
def _static_names(card_ids: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, int]]:
    names = action_names(card_ids)
    return names, {name: index for index, name in enumerate(names)}


def name_of(record: Any, index: int, cards: CardSet, seat: int) -> str:
    """The replay name of an action of a seat."""
    if DRAFT_0 <= index < TOKEN_0:
        slot, selling = divmod(index - DRAFT_0, 2)
        card = int(record.hand[seat, slot])
        return f"draft:{'sell' if selling else 'buy'}:{cards.ids[card] if card != NONE else '?'}"
    return _static_names(cards.ids)[0][index]


def index_of(record: Any, name: str, cards: CardSet, seat: int) -> int | None:
    """The index of a name for a seat, or None where no action is called that."""
    if name.startswith(_DRAFT):
        for index in range(DRAFT_0, TOKEN_0):
            if name_of(record, index, cards, seat) == name:
                return index
        return None
    return _static_names(cards.ids)[1].get(name)


def is_index(action: object) -> bool:
    """Whether something is a whole number that could name an action; neither a truth value nor an array is one."""
    if isinstance(action, (bool, np.bool_, np.ndarray)) or not hasattr(action, "__index__"):
        return False
    return 0 <= operator.index(action) < NUM_ACTIONS  # type: ignore[arg-type]
