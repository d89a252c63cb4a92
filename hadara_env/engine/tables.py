"""The card set as the one record that kernels read (`layout.TABLES`)."""

import numpy as np

from hadara_env.cards import CardSet
from hadara_env.engine.constants import BASIC, FULL, NUM_COLOURS, NUM_EPOCHS
from hadara_env.engine.layout import TABLES

_BUILT: dict[str, np.ndarray] = {}  # by digest: the same card set gives the same array


def tables_of(cards: CardSet) -> np.ndarray:
    """An array of one `TABLES` record; the same object for the same card set.

    It is left writable, though nothing writes to it: numba compiles everything a second time for a read-only array,
    and copies made by pickle or deepcopy are writable.
    """
    if cards.digest not in _BUILT:
        _BUILT[cards.digest] = _build(cards)
    return _BUILT[cards.digest]


def _build(cards: CardSet) -> np.ndarray:
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t.epoch[:] = cards.epoch - 1
    t.colour[:], t.star[:], t.cost[:] = cards.colour, cards.star, cards.cost
    t.values[:] = cards.values
    t.points[:], t.ability[:] = cards.points, cards.ability
    for rules in (BASIC, FULL):
        for epoch in range(NUM_EPOCHS):
            for colour in range(NUM_COLOURS):
                used = (t.epoch == epoch) & (t.colour == colour) & ((t.star == 0) | (rules == FULL))  # S5
                deck = np.flatnonzero(used)
                t.deck[rules, epoch, colour, : len(deck)] = deck
                t.deck_size[rules, epoch, colour] = len(deck)
    t.start_coins[:], t.start_values[:] = cards.start_coins, cards.start_values
    t.colony_requirement[:], t.colony_points[:] = cards.colony_requirement, cards.colony_front_points
    t.colony_plunder[:], t.colony_ally_cost[:] = cards.colony_plunder, cards.colony_ally_cost
    t.colony_values[:], t.colony_back_points[:] = cards.colony_values, cards.colony_back_points
    t.bust_requirement[:], t.bust_points[:] = cards.bust_requirement, cards.bust_points
    t.bust_bonus[:] = cards.bust_bonus
    return tables
