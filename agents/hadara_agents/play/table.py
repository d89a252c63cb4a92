"""The table as JSON for one seat, built from a redacted view and from nothing else.

`table_of` is for players and onlookers; `open_table` shows a finished or loaded game with every hand.
"""

import hashlib
import json
from typing import Any

import numpy as np

from hadara_agents.play.actions import actions_of
from hadara_agents.play.box import TODO
from hadara_agents.play.plain import in_draw, is_simultaneous, places, plain, score_table
from hadara_agents.play.scoring import scoring
from hadara_agents.play.table_seat import seat_json
from hadara_env import GameConfig, View
from hadara_env.cards import COLOURS, CardSet
from hadara_env.engine.actions import BUST_REQUIREMENTS, COLONY_REQUIREMENTS
from hadara_env.engine.constants import NONE, NUM_COLOURS, NUM_DRAWS, OVER, RULES, SIDE, STEPS, TAKE, TOKEN, WHEEL
from hadara_env.views.words import EPOCHS


def table_of(view: View) -> dict[str, Any]:
    """What the view's seat may see, with its legal actions; without the log."""
    g = plain(view.record)
    seat = view.seat if view.seat < g.num_players else None
    table = _table(view.games, g, view.config, seat)
    table["actions"] = actions_of(view)
    table["your_turn"] = bool(table["actions"])
    table["version"] = _version(table)
    return table


def open_table(games: np.ndarray, config: GameConfig) -> dict[str, Any]:
    """Everything, for games that are over or were loaded from a file."""
    table = _table(games, plain(games[0]), config, None)
    table["version"] = _version(table)
    return table


def _version(table: dict[str, Any]) -> str:
    """A name for exactly this table: it says nothing about a game that the table does not."""
    return hashlib.sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()[:16]


def _table(games: np.ndarray, g: Any, config: GameConfig, seat: int | None) -> dict[str, Any]:
    cards = config.cards
    points, order = score_table(games, cards), places(games, cards)
    seats = range(g.num_players)
    together = is_simultaneous(g)
    over = g.step == OVER
    return {
        "seat": seat,
        "rules": RULES[g.rules],
        "num_players": g.num_players,
        "epoch": g.epoch + 1,
        "phase": "AB"[g.phase],
        "step": STEPS[g.step],
        "round": g.lap + 1 if in_draw(g) or g.step in (TAKE, TOKEN) else None,
        "over": over,
        "headline": headline(g),
        "todo": TODO[STEPS[g.step]],
        "turn": None if together or over else g.actor,
        "simultaneous": together,
        "choosing": [k for k in seats if not _is_done(g, k)] if together else ([] if over else [g.actor]),
        "your_turn": False,
        "first": g.first,
        "ring": _ring(g, cards),
        "wheel": {
            "position": g.wheel[g.epoch] if g.wheel[g.epoch] >= 0 else None,
            "turns": g.lap if in_draw(g) else 0,
            "crests": g.crest[: g.num_players],
        },
        "colonies": _colonies(g, cards),
        "busts": _busts(cards),
        "seats": [seat_json(g, k, cards, points[k], order[k]) for k in seats],
        "prices": _prices(g, seat, cards),
        "actions": [],
        "scoring": scoring(g, cards, points, order) if over else None,
    }


def headline(g: Any) -> str:
    """Where the game stands, in a few words."""
    if g.step == OVER:
        return "The game is over"
    if g.step == SIDE:
        return "Setup: start cards"
    where = f"Epoch {EPOCHS[g.epoch]}, phase {'AB'[g.phase]}"
    if in_draw(g):
        return f"{where}, draw {g.lap + 1} of {NUM_DRAWS}"
    if g.step in (TAKE, TOKEN):
        return f"{where}, round {g.lap + 1} of {NUM_DRAWS}"
    what = {"wheel": "the wheel", "colony": "colonies", "bust": "busts", "feed": "feeding", "seal": "seals"}
    return f"{where}, {what[STEPS[g.step]]}"


def _is_done(g: Any, seat: int) -> bool:
    """Whether a record tells that a seat has made its secret choice; a redacted one does so of the own seat only."""
    if g.step == SIDE:
        return g.pending_side[seat] != NONE
    return g.pending[seat] != NONE and not (g.step == TOKEN and g.actor == seat)


def _ring(g: Any, cards: CardSet) -> list[dict[str, Any]]:
    drawing = in_draw(g)
    turned = g.wheel[g.epoch] + (g.lap if drawing else 0) if g.wheel[g.epoch] >= 0 else 0
    pointing = drawing or g.step in (WHEEL, SIDE)
    owners = {g.crest[seat]: seat for seat in range(g.num_players)}
    ring = []
    for i, colour in enumerate(g.board):
        slot = (i - turned) % NUM_COLOURS
        owner = owners.get(slot)
        left = 2 * (g.num_players - g.visits[colour] - int(drawing and owner is not None))
        outer = g.placed[g.epoch][colour][: g.outer_size[colour]]
        ring.append(
            {
                "colour": COLOURS[colour],
                "pile": 0 if g.step == OVER else left,
                "outer": [cards.ids[card] for card in outer],
                "crest": slot if pointing else None,
                "crest_seat": owner if pointing else None,
            }
        )
    return ring


def _colonies(g: Any, cards: CardSet) -> list[dict[str, Any]]:
    return [
        {
            "need": need,
            "left": g.colony_left[k],
            "plunder": int(cards.colony_plunder[k]),
            "ally_cost": int(cards.colony_ally_cost[k]),
            "points": int(cards.colony_front_points[k]),
        }
        for k, need in enumerate(COLONY_REQUIREMENTS)
    ]


def _busts(cards: CardSet) -> list[dict[str, Any]]:
    return [
        {"need": need, "points": int(cards.bust_points[k]), "bonus": int(cards.bust_bonus[k])}
        for k, need in enumerate(BUST_REQUIREMENTS)
    ]


def _prices(g: Any, seat: int | None, cards: CardSet) -> dict[str, int]:
    """What the seat would pay for its hand and for the open cards. P1"""
    if seat is None:
        return {}
    tops = [g.placed[g.epoch][colour][size - 1] for colour, size in enumerate(g.outer_size) if size]
    hand = [card for card in g.hand[seat] if card != NONE]
    own = g.colours[seat]
    return {cards.ids[card]: max(0, int(cards.cost[card]) - own[cards.colour[card]]) for card in [*hand, *tops]}
