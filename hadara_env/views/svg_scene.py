"""What a picture shows: one game as plain numbers, and which hands lie open."""

from dataclasses import dataclass, field
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from hadara_env.cards import CardSet
from hadara_env.config import GameConfig
from hadara_env.engine import batch
from hadara_env.engine.constants import DRAFT, NONE, NUM_COLOURS, OVER, SIDE, TOKEN, TOTAL
from hadara_env.engine.layout import GAME
from hadara_env.engine.tables import tables_of
from hadara_env.views.words import describe_card

CREST_NAMES = ("monkey", "dragon", "lion", "pegasus", "scarab")  # by slot on the wheel; S3
SPECTATOR = 99  # a seat nobody has: redacting for it hides every hand

_HIDDEN_FIELDS = ("seed", "pile", "kept", "place", "pending", "pending_token", "pending_side")
_COLUMNS = (
    *("epoch", "colour", "star", "cost", "points", "ability", "values"),
    *("start_coins", "start_values"),
    *("colony_requirement", "colony_front_points", "colony_plunder", "colony_ally_cost"),
    *("colony_values", "colony_back_points", "bust_requirement", "bust_points", "bust_bonus"),
)


@dataclass(frozen=True)
class Scene:
    """One game, ready to be drawn. `g` has the fields of the record and `box` those of the card set, as plain lists."""

    g: Any
    box: Any
    viewer: int | None  # the seat whose eyes these are
    revealed: bool  # every hand lies open
    scores: list[list[int]] = field(repr=False)  # by seat and source, as if the game ended now

    @property
    def seats(self) -> range:
        return range(self.g.num_players)

    @property
    def is_over(self) -> bool:
        return self.g.step == OVER

    @property
    def first_player(self) -> int:
        return self.g.first[self.g.epoch]

    @property
    def in_draw(self) -> bool:
        """Everybody holds two cards. A1"""
        return self.g.phase == 0 and self.g.step in (DRAFT, TOKEN)

    @property
    def wheel_is_set(self) -> bool:
        return self.g.wheel[self.g.epoch] >= 0

    @property
    def order(self) -> list[int]:
        """The seats in the order of play; sides are chosen from seat 0 on."""
        first = 0 if self.g.step == SIDE else self.first_player
        return [(first + turn) % self.g.num_players for turn in self.seats]

    @property
    def ranking(self) -> list[tuple[int, int]]:
        """(rank, seat), best first; seats that are level share a rank. Z7"""
        keys = {seat: (self.scores[seat][TOTAL], self.g.coins[seat] % 5) for seat in self.seats}
        ranks = {seat: 1 + sum(key > keys[seat] for key in keys.values()) for seat in self.seats}
        return sorted((rank, seat) for seat, rank in ranks.items())

    def crest(self, seat: int) -> str:
        return CREST_NAMES[self.g.crest[seat]]

    def name(self, seat: int) -> str:
        return f"Seat {seat} ({self.crest(seat)})"

    def hand(self, seat: int) -> list[int] | None:
        """The cards in a hand, None where they lie face down."""
        cards = self.g.hand[seat]
        return None if NONE in cards else cards

    def segment(self, slot: int) -> int:
        """The segment a slot of the wheel points at; after the last draw it stays where it is. E2"""
        turned = self.g.lap if self.in_draw else 4
        return (slot + self.g.wheel[self.g.epoch] + turned) % NUM_COLOURS

    def pile_size(self, colour: int) -> int:
        """Cards on an inner pile: what was dealt, less the pairs played and the pair in a hand. S4, A1"""
        held = self.in_draw and any(
            self.g.board[self.segment(self.g.crest[seat])] == colour for seat in self.seats
        )  # fmt: skip
        return 2 * (self.g.num_players - self.g.visits[colour] - held)

    def outer_stack(self, colour: int) -> list[int]:
        """The cards of an outer stack, top first: all of them were placed before everyone's eyes. B2"""
        return self.g.placed[self.g.epoch][colour][: self.g.outer_size[colour]][::-1]

    def colony_tile(self, seat: int, colony: int) -> int:
        """The tile an ally turned over."""
        return self.g.colony_stack[colony][self.g.colony_tile[seat][colony]]


def scene_of(record: np.record, config: GameConfig, viewer: int | None, reveal: bool) -> Scene:
    """Read a record that already hides what must not be seen."""
    games = np.empty(1, GAME)
    games[0] = record
    if viewer is None and not reveal:
        batch.redact(games, 0, SPECTATOR)
        games[0].actor = record.actor  # whoever holds the game knows whom it waits for
    scores = batch.score_buffer()
    batch.scores(games, 0, tables_of(config.cards), scores)
    fields = {name: games[0][name].tolist() for name in GAME.names or () if name not in _HIDDEN_FIELDS}
    return Scene(SimpleNamespace(**fields), _columns(config.cards), viewer, reveal, scores.tolist())


@lru_cache(maxsize=8)
def _columns(cards: CardSet) -> SimpleNamespace:
    """The card set as lists, with a line in words for each card."""
    words = [describe_card(cards, card) for card in range(len(cards.ids))]
    return SimpleNamespace(words=words, ids=cards.ids, **{name: getattr(cards, name).tolist() for name in _COLUMNS})
