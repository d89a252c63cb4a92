"""One player of the table as JSON, from a record in plain lists."""

from typing import Any

from hadara_agents.play.box import back_of, tracks_of
from hadara_agents.play.plain import crest_colour, in_draw
from hadara_env.cards import ABILITIES, COLOURS, TRACKS, CardSet
from hadara_env.engine.actions import BUST_REQUIREMENTS, COLONY_REQUIREMENTS
from hadara_env.engine.constants import (
    ALLIED,
    BALANCED_INCOME,
    BUST_STEPS,
    FOOD,
    INCOME,
    NONE,
    NOT_TAKEN,
    NUM_COLOURS,
    NUM_DRAWS,
    NUM_TRACKS,
    SEAL_DISCOUNT,
    SIDE,
    SOLD,
    SOURCES,
)
from hadara_env.views.words import ABILITY_WORDS

_SILVER, _SILVER_X4 = (4, 9, 20), (4, 4, 15)  # M1, X4
_GOLD, _GOLD_X4 = (6, 12, 30), (6, 6, 22)


def seat_json(g: Any, seat: int, cards: CardSet, points: list[int], place: int) -> dict[str, Any]:
    """All that lies before a player, and the hand where the record tells it."""
    display = g.display[seat][: g.display_size[seat]]
    colours = g.colours[seat]
    sold = _sold(g, seat)
    cheaper = g.ability[seat][SEAL_DISCOUNT] > 0
    return {
        "seat": seat,
        "coins": g.coins[seat],
        "tracks": tracks_of(g.tracks[seat]),
        "start": {"card": g.start_card[seat] + 1, "side": "AB"[g.side[seat]] if g.side[seat] != NONE else None},
        "display": [cards.ids[card] for card in display],
        "card_tokens": {cards.ids[card]: TRACKS[g.card_token[card]] for card in display if g.card_token[card] != NONE},
        "colours": dict(zip(COLOURS, colours, strict=True)),
        "sets": min(colours),
        "colonies": colonies_of(g, seat, cards),
        "busts": busts_of(g, seat, cards),
        "silver": [TRACKS[track] for track in g.silver[seat][: g.silver_count[seat]]],
        "gold": g.gold[seat],
        "tokens": tracks_of(g.tokens[seat]),
        "abilities": [
            {"ability": ABILITIES[i], "words": ABILITY_WORDS[ABILITIES[i]], "count": n}
            for i, n in enumerate(g.ability[seat])
            if i and n
        ],
        "hand": _hand(g, seat, cards),
        "hand_colour": COLOURS[crest_colour(g, seat, g.lap)] if in_draw(g) else None,
        "sold": [cards.ids[card] if card != NONE else None for _, _, card in sold],
        "sold_backs": [{"epoch": epoch + 1, "colour": COLOURS[colour]} for epoch, colour, _ in sold],
        "chosen": _chosen(g, seat, cards),
        "income": income(g, seat),
        "hungry": max(0, g.display_size[seat] - g.tracks[seat][FOOD]),
        "silver_price": (_SILVER_X4 if cheaper else _SILVER)[g.epoch],
        "gold_price": (_GOLD_X4 if cheaper else _GOLD)[g.epoch],
        "points": dict(zip(SOURCES, points, strict=True)),
        "place": place,
    }


def income(g: Any, seat: int) -> int:
    """What an income step would bring now. I1, X7"""
    own = g.tracks[seat][INCOME]
    if g.ability[seat][BALANCED_INCOME] == 0:
        return own
    return own + sum(2 for track in range(1, NUM_TRACKS) if g.tracks[seat][track] > own)


def colonies_of(g: Any, seat: int, cards: CardSet) -> list[dict[str, Any]]:
    """The colonies a seat has taken, with what the side up gives. C5"""
    found = []
    for colony, need in enumerate(COLONY_REQUIREMENTS):
        state = g.colony[seat][colony]
        if state == ALLIED:
            back = back_of(cards, colony, g.colony_stack[colony][g.colony_tile[seat][colony]])
            found.append({"need": need, "state": "ally", **back})
        elif state != NOT_TAKEN:
            points = int(cards.colony_front_points[colony])
            found.append({"need": need, "state": "plunder", "values": {}, "points": points})
    return found


def busts_of(g: Any, seat: int, cards: CardSet) -> list[dict[str, Any]]:
    """U2, X8: the bonus is steps, or points where the token lies back up."""
    found = []
    more = 2 if g.ability[seat][BUST_STEPS] > 0 else 0
    for bust, need in enumerate(BUST_REQUIREMENTS):
        token, back = g.bust_token[seat][bust], g.bust_back[seat][bust] == 1
        if token != NONE:
            bonus = int(cards.bust_bonus[bust]) + more
            points = int(cards.bust_points[bust]) + (bonus if back else 0)
            side = "back" if back else "front"
            steps = 0 if back else bonus
            found.append({"need": need, "token": TRACKS[token], "side": side, "points": points, "steps": steps})
    return found


def _hand(g: Any, seat: int, cards: CardSet) -> list[str | None]:
    if not in_draw(g):
        return []
    return [cards.ids[card] if card != NONE else None for card in g.hand[seat]]


def _chosen(g: Any, seat: int, cards: CardSet) -> dict[str, Any] | None:
    """A choice that the others do not know yet."""
    if g.step == SIDE and g.pending_side[seat] != NONE:
        return {"name": f"side:{'AB'[g.pending_side[seat]]}", "token": None}
    if not in_draw(g) or g.pending[seat] == NONE:
        return None
    card = g.hand[seat][g.pending[seat] // 2]
    deed = ("buy", "sell")[g.pending[seat] % 2]
    token = g.pending_token[seat]
    name = f"draft:{deed}:{cards.ids[card] if card != NONE else '?'}"
    return {"name": name, "token": TRACKS[token] if token != NONE else None}


def _sold(g: Any, seat: int) -> list[tuple[int, int, int]]:
    """A4: epoch, colour and card of each sale of phase A; the card is 255 where only its back was seen."""
    found = []
    for epoch in range(g.epoch + 1):
        visits = [0] * NUM_COLOURS
        for draw in range(NUM_DRAWS if g.wheel[epoch] >= 0 else 0):
            for drawer in range(g.num_players):
                colour = g.board[(g.crest[drawer] + g.wheel[epoch] + draw) % NUM_COLOURS]
                visit, visits[colour] = visits[colour], visits[colour] + 1
                if drawer == seat and g.placed[epoch][colour][visit] != NONE:
                    card = g.kept[epoch][colour][visit]
                    if card == NONE or g.place[card] == SOLD + seat:
                        found.append((epoch, colour, card))
    return found
