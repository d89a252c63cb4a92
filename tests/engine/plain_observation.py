"""The observation a second time, piece by piece from the meanings in OBS, in plain Python over a game's record.

Returns numbers as they are meant, not as fast; the tests compare them with what `encode` writes.
"""

from collections.abc import Callable
from types import SimpleNamespace

from hadara_env.cards import COLOURS
from hadara_env.engine import constants as c
from hadara_env.engine.observation import SEAT_NAMES
from hadara_env.game import Game
from hadara_env.views.words import round_of
from tests.engine.checks import BOX
from tests.engine.play import in_draw, plain

Pieces = dict[str, list[float]]


def one_hot(size: int, *ones: int) -> list[float]:
    return [float(i in ones) for i in range(size)]


class Watched:
    """A game as one seat sees it."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat, self.g = game, seat, plain(game.record)
        self.n, self.drawing, self.round = game.players, in_draw(game), round_of(game.record)
        self.scores = game.scores()

    def relative(self, other: int) -> int:
        return (other - self.seat) % self.n

    def crest_colour(self, seat: int, draw: int) -> int:
        g = self.g
        return g.board[(g.crest[seat] + g.wheel[g.epoch] + draw) % 5]

    def owes_token(self) -> bool:
        """X2: a bonus_token card is committed to be bought, its token not yet named."""
        g, choice = self.g, self.g.pending[self.seat]
        if not self.drawing or choice in (1, 3, c.NONE) or g.pending_token[self.seat] != c.NONE:
            return False
        card = g.hand[self.seat][choice // 2]
        return BOX.ability[card] == c.BONUS_TOKEN and sum(g.tokens[self.seat]) > 0

    def step(self) -> int:
        if self.drawing:
            return c.TOKEN if self.owes_token() else c.DRAFT
        return self.g.step


def observed(game: Game, seat: int) -> Pieces:
    """Every piece of the observation of a seat."""
    w = Watched(game, seat)
    return {**game_pieces(w), **hand_pieces(w), **top_pieces(w), **seats_pieces(w), **card_lists(w)}


def game_pieces(w: Watched) -> Pieces:
    g, step = w.g, w.step()
    if w.drawing:
        actor = one_hot(5, 0) if g.pending[w.seat] == c.NONE or w.owes_token() else one_hot(5)
    elif w.game.step == "side":
        actor = one_hot(5, 0) if g.pending_side[w.seat] == c.NONE else one_hot(5)
    else:
        actor = one_hot(5) if w.game.is_over else one_hot(5, w.relative(g.actor))
    before_income = w.game.step in ("side", "wheel", "draft", "token", "take")
    return {
        "game.players": one_hot(4, w.n - 2),
        "game.full": [float(w.game.rules == "full")],
        "game.epoch": one_hot(3, w.game.epoch - 1),
        "game.phase": [float(g.phase)],
        "game.step": one_hot(9, step),
        "game.round": one_hot(5, w.round),
        "game.actor": actor,
        "game.first": one_hot(5, w.relative(g.first[g.epoch])),
        "game.next_first": one_hot(5, w.relative(g.first[g.epoch + 1])) if g.epoch < 2 else one_hot(5),
        "game.taken": [float(g.taken if w.game.step in ("colony", "bust") else 0)],
        "game.paid": [g.paid / 30],
        "game.incomes": [((2 - g.epoch) * 2 + (1 - g.phase) + before_income) / 6],
        "board.after": [x for a in range(5) for x in one_hot(5, g.board[(g.board.index(a) + 1) % 5])],
        "wheel.mine": [x for p in range(5) for x in one_hot(5, g.board[(g.crest[w.seat] + p) % 5])],
    }


def card_pieces(w: Watched, card: int) -> Pieces:
    """What a card would mean to the seat."""
    g, seat = w.g, w.seat
    colour, ability, own = BOX.colour[card], BOX.ability[card], g.colours[seat]
    price = max(0, BOX.cost[card] - own[colour])
    steps = list(BOX.values[card])
    if colour < 4:
        steps[colour] += g.ability[seat][c.YELLOW_STEP + colour]
    if c.YELLOW_STEP <= ability <= c.GREEN_STEP:
        steps[ability - c.YELLOW_STEP] += own[ability - c.YELLOW_STEP]
    if ability == c.BUST_STEPS:
        for track, back in zip(g.bust_token[seat], g.bust_back[seat], strict=True):
            if track != c.NONE and not back:
                steps[track] += 2
    relief = 4 if g.ability[seat][c.LOWER_REQUIREMENT] else 0
    military, culture = g.tracks[seat][c.MILITARY] + relief, g.tracks[seat][c.CULTURE] + relief
    colonies = [need for need, state in zip(BOX.colony_requirement, g.colony[seat], strict=True) if not state]
    busts = [need for need, token in zip(BOX.bust_requirement, g.bust_token[seat], strict=True) if token == c.NONE]
    after = [count + (other == colour) for other, count in enumerate(own)]
    return {
        "present": [1.0],
        "cost": [BOX.cost[card] / 10],
        "price": [price / 10],
        "affordable": [float(g.coins[seat] >= price)],
        "sale": [(1 + BOX.epoch[card] + g.ability[seat][c.SELL_BONUS]) / 10],
        "steps": [step / 5 for step in steps],
        "points": [BOX.points[card] / 12],
        "set": [float(min(after) > min(own))],
        "colony": [float(any(military < need <= military + steps[c.MILITARY] for need in colonies))],
        "bust": [float(any(culture < need <= culture + steps[c.CULTURE] for need in busts))],
        "ability": one_hot(18, ability - 1) if ability else one_hot(18),
    }


def named(prefix: str, pieces: Pieces, without: tuple[str, ...] = ()) -> Pieces:
    return {f"{prefix}.{name}": piece for name, piece in pieces.items() if name not in without}


def nothing(pieces: Pieces) -> Pieces:
    return {name: [0.0] * len(piece) for name, piece in pieces.items()}


def hand_pieces(w: Watched) -> Pieces:
    if not w.drawing:
        empty = nothing(card_pieces(w, 0))
        return {"hand.colour": one_hot(5), **named("hand.low", empty), **named("hand.high", empty)}
    low, high = w.g.hand[w.seat]
    return {
        "hand.colour": one_hot(5, BOX.colour[low]),
        **named("hand.low", card_pieces(w, low)),
        **named("hand.high", card_pieces(w, high)),
    }


def top_pieces(w: Watched) -> Pieces:
    pieces: Pieces = {"outer.size": [size / 5 for size in w.g.outer_size], "top.ability": one_hot(18)}
    for colour, name in enumerate(COLOURS):
        size = w.g.outer_size[colour]
        card = w.g.placed[w.g.epoch][colour][size - 1] if size else 0
        parts = card_pieces(w, card) if size else nothing(card_pieces(w, card))
        pieces |= named(f"top.{name}", parts, without=("ability",))
        if name == "purple" and size:
            pieces["top.ability"] = parts["ability"]
    return pieces


def seats_pieces(w: Watched) -> Pieces:
    pieces: Pieces = {}
    for turn, name in enumerate(SEAT_NAMES):
        if turn < w.n:
            pieces |= named(name, seat_pieces(w, (w.seat + turn) % w.n))
        else:
            pieces |= named(name, nothing(seat_pieces(w, w.seat)))
    return pieces


def seat_pieces(w: Watched, seat: int) -> Pieces:
    g = w.g
    coins, tracks, size = g.coins[seat], g.tracks[seat], g.display_size[seat]
    balanced = 2 * sum(track > tracks[0] for track in tracks[1:]) if g.ability[seat][c.BALANCED_INCOME] else 0
    relief = 4 if g.ability[seat][c.LOWER_REQUIREMENT] else 0
    side = g.pending_side[seat] if seat == w.seat and w.game.step == "side" else g.side[seat]
    *points, total = w.scores[seat].values()
    colour_now = one_hot(5, w.crest_colour(seat, w.round)) if w.drawing else one_hot(5)
    coming = w.drawing and w.round < 4
    return {
        "present": [1.0],
        "coins": [coins / 50, min(1.0, coins / 10)],
        "income": [(tracks[0] + balanced) / 20],
        "tracks": [track / 30 for track in tracks],
        "cards": [size / 30],
        "surplus": [(tracks[c.FOOD] - size) / 10],
        "colours": [count / 6 for count in g.colours[seat]],
        "sets": [min(g.colours[seat]) / 6],
        "abilities": [copies / 2 for copies in g.ability[seat][1:]],
        "tokens": [count / 2 for count in g.tokens[seat]],
        "plundered": [float(state == c.PLUNDERED) for state in g.colony[seat]],
        "allied": [float(state == c.ALLIED) for state in g.colony[seat]],
        "colony_reach": reach(BOX.colony_requirement, tracks[c.MILITARY] + relief, lambda k: not g.colony[seat][k]),
        "bust_front": [
            float(t != c.NONE and not b) for t, b in zip(g.bust_token[seat], g.bust_back[seat], strict=True)
        ],
        "bust_back": [float(t != c.NONE and b) for t, b in zip(g.bust_token[seat], g.bust_back[seat], strict=True)],
        "bust_reach": reach(
            BOX.bust_requirement, tracks[c.CULTURE] + relief, lambda k: g.bust_token[seat][k] == c.NONE
        ),
        "silver": [g.silver[seat].count(track) / 2 for track in range(4)],
        "gold": [g.gold[seat] / 2],
        "points": [*(point / 50 for point in points), total / 100],
        "crest": colour_now,
        "next_crest": one_hot(5, w.crest_colour(seat, w.round + 1)) if coming else one_hot(5),
        "initiative": [(g.start_card[seat] + 1) / 5],
        "side_b": [float(side == 1)],
    }


def reach(requirements: list[int], have: int, is_open: Callable[[int], bool]) -> list[float]:
    return [min(1.0, have / need) if is_open(k) else 0.0 for k, need in enumerate(requirements)]


def card_lists(w: Watched) -> Pieces:
    g = w.g
    mine = one_hot(c.NUM_CARDS, *g.display[w.seat][: g.display_size[w.seat]])
    outer = [0.0] * c.NUM_CARDS
    for stack, size in zip(g.placed[g.epoch], g.outer_size, strict=True):
        for above, card in enumerate(reversed(stack[:size])):
            outer[card] = 1 - 0.2 * above
    return {"cards.mine": mine, "cards.outer": outer, "cards.unseen": [float(x) for x in unseen(g, w.seat)]}


def unseen(g: SimpleNamespace, seat: int) -> list[bool]:
    """Not drawn yet, left out, in another's hand, or sold by another in phase A."""
    known = (c.SOLD + seat, c.HAND + seat)
    return [place == c.UNSEEN or (place >= c.SOLD and place not in known) for place in g.place]
