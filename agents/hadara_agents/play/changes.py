"""What an action would change for its player, by the engine's own rules tried on a copy of the redacted record.

What is hidden stays unknown: an alliance shows the backs that the tile may have.
"""

from typing import Any

import numpy as np

from hadara_agents.play.box import back_of, moved_tracks, tracks_of
from hadara_agents.play.plain import crest_colour, one_game, plain, score_table
from hadara_env import View
from hadara_env.cards import ABILITIES, COLOURS, TRACKS, CardSet
from hadara_env.engine.actions import (
    BUST_0,
    COLONY_0,
    DISCARD_0,
    DRAFT_0,
    GOLD_ACTION,
    PASS,
    PAY,
    SIDE_0,
    SILVER_0,
    TAKE_0,
    TOKEN_0,
    WHEEL_0,
)
from hadara_env.engine.constants import NONE, NUM_DRAWS, SOURCES
from hadara_env.engine.rules import busts, colonies, display, feeding, seals
from hadara_env.engine.rules.income import income_of
from hadara_env.engine.rules.market import top_card
from hadara_env.engine.tables import tables_of
from hadara_env.views.words import ABILITY_WORDS, listed, steps


class Standing:
    """The figures of a seat that an action can change."""

    def __init__(self, games: np.ndarray, seat: int, cards: CardSet) -> None:
        g = games[0]
        self.coins = int(g.coins[seat])
        self.tracks: list[int] = g.tracks[seat].tolist()
        self.income = int(income_of(g, seat))
        self.points = score_table(games, cards)[seat]

    def since(self, before: "Standing") -> dict[str, Any]:
        """What is different; only what did change."""
        found: dict[str, Any] = {}
        if coins := self.coins - before.coins:
            found["coins"] = coins
        if moved := moved_tracks([new - old for new, old in zip(self.tracks, before.tracks, strict=True)]):
            found["tracks"] = moved
        pairs = zip(SOURCES, self.points, before.points, strict=True)
        sources: dict[str, int] = {name: new - old for name, new, old in pairs if new != old}
        if total := sources.pop("total", 0):
            found["points"] = total
        if sources:
            found["sources"] = sources
        if more := self.income - before.income:
            found["income"] = more
        return found


class Trial:
    """One action tried on a copy of the record, for its own player only."""

    def __init__(self, view: View, before: Standing) -> None:
        self.games = one_game(view.record)
        self.g = self.games[0]
        self.seat = view.seat
        self.cards = view.config.cards
        self.t = tables_of(self.cards)[0]
        self._before = before

    def changes(self) -> dict[str, Any]:
        return Standing(self.games, self.seat, self.cards).since(self._before)


def token_card(g: Any, seat: int) -> int:
    """The card a bonus token goes on: still in the hand in phase A, the last of the display in phase B. X2"""
    if g.phase == 0:
        return int(g.hand[seat, int(g.pending[seat]) // 2])
    return int(g.display[seat, int(g.display_size[seat]) - 1])


def changes_of(view: View, index: int, before: Standing) -> dict[str, Any]:
    """What the action would do to its player, who stands as `before` says."""
    cards, seat = view.config.cards, view.seat
    if index == PASS:
        return {}
    if index < WHEEL_0:
        card = int(view.record.start_card[seat])
        tracks = tracks_of(cards.start_values[card, index - SIDE_0])
        return {"coins": int(cards.start_coins[card, index - SIDE_0]), "tracks": tracks}
    if index < DRAFT_0:
        return {"crests": _crests(view, index - WHEEL_0)}
    trial = Trial(view, before)
    if COLONY_0 <= index < BUST_0:
        return _colony_changes(trial, *divmod(index - COLONY_0, 2))
    extra = _try(trial, index)
    return {**trial.changes(), **extra}


def _crests(view: View, position: int) -> list[dict[str, Any]]:
    g = plain(view.record)
    return [
        {"seat": k, "colours": [COLOURS[crest_colour(g, k, draw, position)] for draw in range(NUM_DRAWS)]}
        for k in range(g.num_players)
    ]


def _try(trial: Trial, index: int) -> dict[str, Any]:
    """Play the action's own effect on the copy; returns what the difference of two records does not tell."""
    g, seat, cards, t = trial.g, trial.seat, trial.cards, trial.t
    if index < TOKEN_0:
        slot, selling = divmod(index - DRAFT_0, 2)
        card, other = int(g.hand[seat, slot]), int(g.hand[seat, 1 - slot])
        return {**_trade_changes(trial, card, selling), "places": cards.ids[other]}
    if index < COLONY_0:
        card = token_card(g, seat)
        if g.phase == 0:
            display.buy(g, seat, card, t)
        display.place_token(g, seat, card, index - TOKEN_0)
        return {"card": cards.ids[card], "token": TRACKS[index - TOKEN_0]}
    if index < TAKE_0:
        code = index - BUST_0
        busts.carve(g, seat, code // 8, code // 2 % 4, code % 2, t)
        return {"token": TRACKS[code // 2 % 4]}
    if index < DISCARD_0:
        colour, selling = divmod(index - TAKE_0, 2)
        return _trade_changes(trial, int(top_card(g, colour)), selling)
    if index < PAY:
        display.discard(g, seat, index - DISCARD_0, t)
        return {"loses": cards.ids[index - DISCARD_0]}
    if index == PAY:
        feeding.pay(g, seat)
        return {}
    if index == GOLD_ACTION:
        seals.buy_gold(g, seat)
        return {}
    seals.buy_silver(g, seat, index - SILVER_0)
    return {"token": TRACKS[index - SILVER_0]}


def _trade_changes(trial: Trial, card: int, selling: int) -> dict[str, Any]:
    if selling:
        display.sell(trial.g, trial.seat, card, trial.t)
        return {}
    display.buy(trial.g, trial.seat, card, trial.t)
    ability = ABILITY_WORDS[ABILITIES[trial.cards.ability[card]]]
    return {"card": trial.cards.ids[card], **({"ability": ability} if ability else {})}


def _colony_changes(trial: Trial, colony: int, allying: int) -> dict[str, Any]:
    """C3: the back of the tile is unknown, so an alliance shows the backs that it may be."""
    g, seat, cards = trial.g, trial.seat, trial.cards
    possible = _possible_backs(g, colony)
    colonies.take_colony(g, seat, colony, 0, trial.t)
    if not allying:
        return trial.changes()
    g.coins[seat] -= cards.colony_plunder[colony] + cards.colony_ally_cost[colony]
    coins = trial.changes().get("coins", 0)
    return {
        **({"coins": coins} if coins else {}),
        "unknown": True,
        "backs": [back_of(cards, colony, tile) for tile in possible],
    }


def _possible_backs(g: Any, colony: int) -> list[int]:
    """The tiles of a stack that nobody has turned over."""
    known = {int(tile) for tile in g.colony_stack[colony, : g.num_players] if tile != NONE}
    return [tile for tile in range(5) if tile not in known]


def sentence(changes: dict[str, Any]) -> str:
    """Changes in words, for the terminal."""
    parts = []
    if coins := changes.get("coins"):
        parts.append(f"{coins:+d} {'coin' if abs(coins) == 1 else 'coins'}")
    if tracks := changes.get("tracks"):
        parts.append(steps([tracks.get(track, 0) for track in TRACKS]))
    if points := changes.get("points"):
        parts.append(f"{points:+d} {'point' if abs(points) == 1 else 'points'} now")
    if ability := changes.get("ability"):
        parts.append(ability)
    return listed([part for part in parts if part])
