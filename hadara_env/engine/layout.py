"""GAME: the structured type of one game, and who may see each of its fields.

`np.zeros(B, GAME)` is B games. One record holds everything the rules need and nothing else: copying, comparing,
hashing and saving a game are single memory operations, and a batch is an array. All shuffles of the whole game lie in
`pile` and `colony_stack` from the start; a step draws no random number.

Fields used in arithmetic are int16; uint8 is for flags and ids (255: none). Seats index the first axis of
the per-seat fields; absent seats stay zero or 255.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from hadara_env.engine.constants import (
    DECK_SIZE,
    DISPLAY_SIZE,
    MAX_PLAYERS,
    NUM_ABILITIES,
    NUM_BUSTS,
    NUM_CARDS,
    NUM_COLONIES,
    NUM_COLOURS,
    NUM_EPOCHS,
    NUM_TRACKS,
    PILE_SIZE,
)

PUBLIC: Final = "public"  # everybody sees it
OWNER: Final = "owner"  # only the seat it belongs to sees it
HIDDEN: Final = "hidden"  # nobody sees it, or only the parts that have come to light: hidden.py decides


@dataclass(frozen=True)
class Field:
    """One field of the record."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    seen_by: str
    meaning: str


_SEATS = (MAX_PLAYERS,)
FIELDS: Final = (
    Field("seed", "i8", (), HIDDEN, "the deal's seed, -1 for a game set up by hand"),
    Field("rules", "i2", (), PUBLIC, "0 basic, 1 full"),
    Field("num_players", "i2", (), PUBLIC, "2 to 5"),
    Field("ask_forced", "i2", (), PUBLIC, "1: a player with a single legal action is asked all the same"),
    Field("epoch", "i2", (), PUBLIC, "0, 1, 2"),
    Field("phase", "i2", (), PUBLIC, "0: A, two hidden cards; 1: B, open cards"),
    Field("step", "i2", (), PUBLIC, "what is to be decided (constants.STEPS); others see a pending token as draft"),
    Field("actor", "i2", (), PUBLIC, "the seat to decide, -1 when the game is over"),
    Field("lap", "i2", (), PUBLIC, "draw of phase A or round of phase B, 0 to 4"),
    Field("turn", "i2", (), PUBLIC, "how many seats have had their turn in this step"),
    Field("taken", "i2", (), PUBLIC, "colonies or busts the actor has taken in this step"),
    Field("paid", "i2", (), PUBLIC, "coins the actor has paid in this step for X14 or X5"),
    Field("first", "i2", (NUM_EPOCHS,), PUBLIC, "the first player of each epoch"),
    Field("board", "u1", (NUM_COLOURS,), PUBLIC, "colour of each ring segment, clockwise"),
    Field("crest", "i2", _SEATS, PUBLIC, "each seat's slot on the wheel, -1 absent"),
    Field("wheel", "i2", (NUM_EPOCHS,), PUBLIC, "the position chosen at the start of each epoch, -1 before"),
    Field("start_card", "u1", _SEATS, PUBLIC, "row of the start card (initiative - 1)"),
    Field("side", "u1", _SEATS, PUBLIC, "0 A, 1 B once revealed, 255 before"),
    Field("pending_side", "u1", _SEATS, OWNER, "side chosen but not yet revealed"),
    Field("coins", "i2", _SEATS, PUBLIC, "coins"),
    Field("tracks", "i2", (MAX_PLAYERS, NUM_TRACKS), PUBLIC, "income, military, culture, food"),
    Field("display", "u1", (MAX_PLAYERS, DISPLAY_SIZE), PUBLIC, "cards in the order they were bought"),
    Field("display_size", "i2", _SEATS, PUBLIC, "how many cards lie in the display"),
    Field("colours", "i2", (MAX_PLAYERS, NUM_COLOURS), PUBLIC, "cards of each colour in the display"),
    Field("card_points", "i2", _SEATS, PUBLIC, "points printed on the cards in the display"),
    Field("ability", "i2", (MAX_PLAYERS, NUM_ABILITIES), PUBLIC, "copies of each ability in the display"),
    Field("card_token", "u1", (NUM_CARDS,), PUBLIC, "track of the bonus token on an X2 card, 255 none"),
    Field("tokens", "i2", (MAX_PLAYERS, NUM_TRACKS), PUBLIC, "free bonus tokens"),
    Field("colony", "u1", (MAX_PLAYERS, NUM_COLONIES), PUBLIC, "0 not taken, 1 plundered, 2 allied"),
    Field("colony_tile", "u1", (MAX_PLAYERS, NUM_COLONIES), PUBLIC, "position in colony_stack of the tile taken"),
    Field("bust_token", "u1", (MAX_PLAYERS, NUM_BUSTS), PUBLIC, "track of the token on a carved bust, 255 not carved"),
    Field("bust_back", "u1", (MAX_PLAYERS, NUM_BUSTS), PUBLIC, "1: that token lies back up"),
    Field("silver", "u1", (MAX_PLAYERS, 2), PUBLIC, "tracks of the silver seals in the order they were bought"),
    Field("silver_count", "i2", _SEATS, PUBLIC, "silver seals bought"),
    Field("gold", "i2", _SEATS, PUBLIC, "gold seals bought"),
    Field("colony_left", "i2", (NUM_COLONIES,), PUBLIC, "tiles left in each stack"),
    Field("colony_stack", "u1", (NUM_COLONIES, MAX_PLAYERS), HIDDEN, "tiles of each stack, first taken first"),
    Field("pile", "u1", (NUM_EPOCHS, NUM_COLOURS, PILE_SIZE), HIDDEN, "the whole deal, first drawn first"),
    Field("visits", "i2", (NUM_COLOURS,), PUBLIC, "how many pairs have been drawn from each pile of this epoch"),
    Field("hand", "u1", (MAX_PLAYERS, 2), OWNER, "the two cards drawn, lower index first; 255 outside a draw"),
    Field("pending", "u1", _SEATS, OWNER, "the draft choice (0 to 3) committed but not revealed, 255 none"),
    Field("pending_token", "u1", _SEATS, OWNER, "the track named for an X2 card in that commitment, 255 none"),
    Field("placed", "u1", (NUM_EPOCHS, NUM_COLOURS, MAX_PLAYERS), PUBLIC, "card each pair put on the outer stack"),
    Field("kept", "u1", (NUM_EPOCHS, NUM_COLOURS, MAX_PLAYERS), OWNER, "card each pair bought or sold; a sold one "
          "is known to its seller alone"),
    Field("outer_size", "i2", (NUM_COLOURS,), PUBLIC, "cards on each outer stack: the first of `placed`, top last"),
    Field("place", "u1", (NUM_CARDS,), OWNER, "where each card lies (constants.UNSEEN ...); hands and secretly sold "
          "cards are known to their seat alone"),
)  # fmt: skip


def _game_type() -> np.dtype:
    """Wide fields first and the end filled up, so that no byte lies between fields: equal games are equal bytes."""
    fields = [(f.name, f.dtype, f.shape) for f in sorted(FIELDS, key=lambda f: -np.dtype(f.dtype).itemsize)]
    filler = 8 - np.dtype(fields).itemsize % 8
    return np.dtype((np.record, np.dtype([*fields, ("filler", "u1", (filler,))], align=True)))


GAME: Final = _game_type()

# The card set as one record, so that a kernel gets it as a single argument. Built by tables.py.
TABLES: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("epoch", "i2", (NUM_CARDS,)),
                ("colour", "i2", (NUM_CARDS,)),
                ("star", "i2", (NUM_CARDS,)),
                ("cost", "i2", (NUM_CARDS,)),
                ("values", "i2", (NUM_CARDS, NUM_TRACKS)),
                ("points", "i2", (NUM_CARDS,)),
                ("ability", "i2", (NUM_CARDS,)),
                ("deck", "i2", (2, NUM_EPOCHS, NUM_COLOURS, DECK_SIZE)),  # cards each rule set uses; S5
                ("deck_size", "i2", (2, NUM_EPOCHS, NUM_COLOURS)),
                ("start_coins", "i2", (5, 2)),
                ("start_values", "i2", (5, 2, NUM_TRACKS)),
                ("colony_requirement", "i2", (NUM_COLONIES,)),
                ("colony_points", "i2", (NUM_COLONIES,)),
                ("colony_plunder", "i2", (NUM_COLONIES,)),
                ("colony_ally_cost", "i2", (NUM_COLONIES,)),
                ("colony_values", "i2", (NUM_COLONIES, 5, NUM_TRACKS)),
                ("colony_back_points", "i2", (NUM_COLONIES, 5)),
                ("bust_requirement", "i2", (NUM_BUSTS,)),
                ("bust_points", "i2", (NUM_BUSTS,)),
                ("bust_bonus", "i2", (NUM_BUSTS,)),
            ],
            align=True,
        ),
    )
)
