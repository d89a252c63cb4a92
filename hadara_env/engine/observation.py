"""OBS: the layout of the observation, piece by piece, in the order `observe.encode` writes them.

Seats are relative to the observer: `me`, then `next1` to `next4` clockwise; absent seats are zero. Values are scaled
to about 0..1; the scale is in the meaning. docs/observation.md is printed from this table.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

from hadara_env.cards import ABILITIES, COLOURS
from hadara_env.engine.constants import NUM_CARDS, SOURCES, STEPS

SEAT_NAMES: Final = ("me", "next1", "next2", "next3", "next4")
NUM_STEPS: Final = len(STEPS) - 1  # the end of the game is observed by nobody


@dataclass(frozen=True)
class Piece:
    """A named run of the observation."""

    name: str
    size: int
    meaning: str


_GAME = (
    Piece("game.players", 4, "number of players, one-hot 2 to 5"),
    Piece("game.full", 1, "1 in the full game"),
    Piece("game.epoch", 3, "epoch, one-hot"),
    Piece("game.phase", 1, "1 in phase B"),
    Piece("game.step", NUM_STEPS, "step, one-hot: " + ", ".join(STEPS[:-1])),
    Piece("game.round", 5, "draw of phase A or round of phase B, one-hot"),
    Piece("game.actor", 5, "who decides, by relative seat; in a simultaneous choice only whether I still have to"),
    Piece("game.first", 5, "first player of this epoch, by relative seat"),
    Piece("game.next_first", 5, "first player of the next epoch, by relative seat; zero in the last"),
    Piece("game.taken", 1, "the actor has taken a colony or bust in this step already"),
    Piece("game.paid", 1, "coins the actor has paid in this step for X14 or X5, /30"),
    Piece("game.incomes", 1, "income steps still to come, /6"),
    Piece("board.after", 25, "for each colour, one-hot: the colour the wheel turns to after it"),
    Piece("wheel.mine", 25, "for each wheel position, one-hot: the colour I would draw from first"),
)
_CARD = (
    ("present", 1, "there is such a card"),
    ("cost", 1, "printed cost, /10"),
    ("price", 1, "its price for me, /10"),
    ("affordable", 1, "I can buy it"),
    ("sale", 1, "what selling pays me, /10"),
    ("steps", 4, "steps it would give me on each track, X0 included, /5"),
    ("points", 1, "printed points, /12"),
    ("set", 1, "it would complete another set of five colours"),
    ("colony", 1, "it would meet the requirement of a colony I lack now"),
    ("bust", 1, "it would meet the requirement of a bust I lack now"),
)
_SEAT = (
    ("present", 1, "the seat is taken"),
    ("coins", 2, "coins /50; and the same /10, at most 1"),
    ("income", 1, "coins of an income step, X7 included, /20"),
    ("tracks", 4, "income, military, culture, food, /30"),
    ("cards", 1, "cards in the display, /30"),
    ("surplus", 1, "food less cards, /10"),
    ("colours", 5, "cards of each colour, /6"),
    ("sets", 1, "complete sets of five colours, /6"),
    ("abilities", len(ABILITIES) - 1, "copies of each ability, /2: " + ", ".join(ABILITIES[1:])),
    ("tokens", 4, "free bonus tokens of each track, /2"),
    ("plundered", 5, "colonies plundered"),
    ("allied", 5, "colonies allied"),
    ("colony_reach", 5, "of each colony not taken: how much of its requirement is met, X13 included, at most 1"),
    ("bust_front", 4, "busts carved with the token front up"),
    ("bust_back", 4, "busts carved with the token back up"),
    ("bust_reach", 4, "of each bust not carved: how much of its requirement is met, X13 included, at most 1"),
    ("silver", 4, "silver seals on each track, /2"),
    ("gold", 1, "gold seals, /2"),
    ("points", 7, "points if the game ended now, /50 (total /100): " + ", ".join(SOURCES)),
    ("crest", 5, "phase A: the colour it draws from now, one-hot"),
    ("next_crest", 5, "phase A: the colour it draws from in the next draw, one-hot"),
    ("initiative", 1, "/5"),
    ("side_b", 1, "start card with side B up (mine at once, others' once revealed)"),
)  # fmt: skip


def _block(name: str, parts: tuple[tuple[str, int, str], ...]) -> tuple[Piece, ...]:
    return tuple(Piece(f"{name}.{part}", size, meaning) for part, size, meaning in parts)


_HAND = (*_CARD, ("ability", len(ABILITIES) - 1, "its ability, one-hot"))

PIECES: Final = (
    *_GAME,
    Piece("hand.colour", 5, "colour of my two hand cards, one-hot"),
    *_block("hand.low", _HAND),
    *_block("hand.high", _HAND),
    *(piece for colour in COLOURS for piece in _block(f"top.{colour}", _CARD)),
    Piece("top.ability", len(ABILITIES) - 1, "ability of the purple outer stack's top card, one-hot"),
    Piece("outer.size", 5, "cards on each outer stack, /5"),
    *(piece for seat in SEAT_NAMES for piece in _block(seat, _SEAT)),
    Piece("cards.mine", NUM_CARDS, "cards in my display, by index"),
    Piece("cards.outer", NUM_CARDS, "cards on the outer stacks: 1 for a top card, 0.2 less for each card above"),
    Piece("cards.unseen", NUM_CARDS, "cards I have not seen: in a pile, in another's hand, sold in secret or left out"),
)


class Layout:
    """Where each piece lies: `OBS.slice("me.tracks")`, `OBS.size`, `OBS.hash`."""

    def __init__(self, pieces: tuple[Piece, ...]) -> None:
        self.pieces = pieces
        self._slices: dict[str, slice] = {}
        start = 0
        for piece in pieces:
            self._slices[piece.name] = slice(start, start + piece.size)
            start += piece.size
        self.size = start
        text = "\n".join(f"{piece.name} {piece.size} {piece.meaning}" for piece in pieces)
        self.hash = hashlib.sha256(text.encode()).hexdigest()[:16]

    def slice(self, name: str) -> slice:
        """The place of a piece, or of a whole block such as `me`."""
        if name in self._slices:
            return self._slices[name]
        inside = [part for key, part in self._slices.items() if key.startswith(f"{name}.")]
        if not inside:
            raise KeyError(f"no piece {name!r} in the observation; there are {', '.join(self._slices)}")
        return slice(inside[0].start, inside[-1].stop)


OBS: Final = Layout(PIECES)
