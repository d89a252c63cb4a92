"""A record as plain Python lists: looking a field up in one is many times faster than in a numpy record."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from hadara_env import GameConfig
from hadara_env.cards import CardSet
from hadara_env.engine import batch
from hadara_env.engine.constants import DRAFT, NONE, NUM_COLOURS, SIDE, TOKEN
from hadara_env.engine.layout import FIELDS, GAME
from hadara_env.engine.tables import tables_of
from hadara_env.view import View

NOBODY = 99  # a seat that does not exist: its view holds what everybody may see and no more
_NAMES = [field.name for field in FIELDS]


def plain(record: Any) -> SimpleNamespace:
    """Every field as an int or as nested lists of them."""
    fields = np.asarray(record)  # an array looks its fields up many times faster than numpy's record does
    return SimpleNamespace(**{name: fields[name].tolist() for name in _NAMES})


def public_view(games: np.ndarray, config: GameConfig) -> View:
    """What everybody may see: nobody's hand, no secret sale."""
    return View(games, NOBODY, config)


def seen_by(games: np.ndarray, seat: int | None, config: GameConfig) -> View:
    """The view of a seat, or with None the public one."""
    return public_view(games, config) if seat is None else View(games, seat, config)


def in_draw(g: Any) -> bool:
    """Whether a simultaneous draw is being chosen."""
    return g.step == DRAFT or (g.step == TOKEN and g.phase == 0)


def is_simultaneous(g: Any) -> bool:
    """Whether everybody chooses at once, a card of a draw or a side. A3, S7"""
    return g.step == SIDE or in_draw(g)


def crest_colour(g: Any, seat: int, draw: int, turned: int | None = None) -> int:
    """The colour a crest points at in a draw, with the wheel as it stands or at a position. E2"""
    position = g.wheel[g.epoch] if turned is None else turned
    return g.board[(g.crest[seat] + position + draw) % NUM_COLOURS]


def score_table(games: np.ndarray, cards: CardSet) -> list[list[int]]:
    """Points by source of every seat as if the game ended now."""
    table = batch.score_buffer()
    batch.scores(games, 0, tables_of(cards), table)
    return table[: int(games[0]["num_players"])].tolist()


def places(games: np.ndarray, cards: CardSet) -> list[int]:
    """Place of every seat, 1 the best; level seats share one. Z7"""
    table = batch.score_buffer()
    batch.scores(games, 0, tables_of(cards), table)
    out = np.zeros((int(games[0]["num_players"]), 2), np.int64)
    batch.standings(games, 0, table, out)
    return (out[:, 0] + 1).tolist()


def one_game(record: Any) -> np.ndarray:
    """An array of one game with a copy of the record."""
    games = np.empty(1, GAME)
    games[0] = record
    return games


__all__ = [
    "NOBODY",
    "NONE",
    "crest_colour",
    "in_draw",
    "is_simultaneous",
    "one_game",
    "places",
    "plain",
    "public_view",
    "score_table",
    "seen_by",
]
