"""What a move did, in words, with the coins it cost or brought; the story strings these together."""

from typing import Any, Final, NamedTuple

from hadara_env.cards import COLOURS, TRACKS, CardSet
from hadara_env.engine.actions import (
    BUST_0,
    BUST_REQUIREMENTS,
    COLONY_0,
    COLONY_REQUIREMENTS,
    DISCARD_0,
    GOLD_ACTION,
    PASS,
    PAY,
    SILVER_0,
    TAKE_0,
    TOKEN_0,
)
from hadara_env.engine.constants import (
    ALLIED,
    BUST,
    COLONY,
    COLONY_COINS,
    DISPLAY,
    DRAFT,
    FEED,
    NONE,
    SEAL,
    TAKE,
    TOKEN,
    WHEEL,
)
from hadara_env.engine.rules.busts import bust_price
from hadara_env.engine.rules.colonies import colony_price
from hadara_env.engine.rules.display import price, selling_price
from hadara_env.engine.rules.draft import crest_colour
from hadara_env.engine.rules.market import top_card
from hadara_env.engine.rules.seals import gold_price, silver_price
from hadara_env.engine.tables import tables_of
from hadara_env.game import Move
from hadara_env.views.words import gives, plural, round_of, steps

_X3_COINS: Final = 4
_X5_COINS: Final = 2


class Deed(NamedTuple):
    """What a seat did, and by how much it changed its coins."""

    seat: int
    text: str
    coins: int = 0


def deeds_of(before: Any, after: Any, move: Move, cards: CardSet) -> list[Deed]:
    """What became visible with a move: nothing while a draw is being committed, everything with its last move."""
    seat, index = move.seat, move.index
    moved = _moved(before, after, seat)
    if before.step == WHEEL:
        return [Deed(seat, f"turns the wheel to position {after.wheel[after.epoch]}: {_crests(after)}")]
    if before.step in (DRAFT, TOKEN) and before.phase == 0:
        if after.step in (DRAFT, TOKEN) and round_of(after) == round_of(before):
            return []
        players = int(before.num_players)
        order = [(int(before.first[before.epoch]) + turn) % players for turn in range(players)]
        return [_drafted(before, after, drawer, cards) for drawer in order]
    if before.step == TAKE:
        card = int(top_card(before, (index - TAKE_0) // 2))
        return [_traded(before, after, seat, card, (index - TAKE_0) % 2 == 1, cards, "")]
    if before.step == TOKEN:
        return [Deed(seat, f"puts a bonus token on it: {TRACKS[index - TOKEN_0]} +2")]
    if index == PASS:
        return [Deed(seat, "passes")]
    if before.step == COLONY:
        return [_colony(before, after, seat, (index - COLONY_0) // 2, cards)]
    if before.step == BUST:
        return [_bust(before, seat, (index - BUST_0) // 8, index, moved, cards)]
    if before.step == FEED:
        return [_fed(before, seat, index, moved, cards)]
    if before.step == SEAL:
        return [_seal(before, seat, index)]
    return []


def _moved(before: Any, after: Any, seat: int) -> str:
    return steps((after.tracks[seat] - before.tracks[seat]).tolist())


def _crests(g: Any) -> str:
    seats = range(int(g.num_players))
    return ", ".join(f"seat {s} to {COLOURS[int(crest_colour(g, s, 0))]}" for s in seats)


def _drafted(before: Any, after: Any, seat: int, cards: CardSet) -> Deed:
    colour = int(crest_colour(before, seat, round_of(before)))
    visit = int(before.visits[colour])
    card, other = int(after.kept[before.epoch, colour, visit]), int(after.placed[before.epoch, colour, visit])
    selling = after.place[card] != DISPLAY + seat
    return _traded(before, after, seat, card, selling, cards, f", places {cards.ids[other]}")


def _traded(before: Any, after: Any, seat: int, card: int, selling: bool, cards: CardSet, rest: str) -> Deed:
    """P1, P2, P3."""
    t = tables_of(cards)[0]
    if selling:
        coins = int(selling_price(before, seat, card, t))
        return Deed(seat, f"sells {cards.ids[card]} for {coins}{rest}", coins)
    coins = int(price(before, seat, card, t))
    printed, moved = steps(cards.values[card].tolist()), _moved(before, after, seat)
    more = f"; in all {moved}" if moved != printed else ""  # X0, X2, X8 give more than is printed
    return Deed(seat, f"buys {cards.ids[card]} for {coins} ({gives(cards, card)}{more}){rest}", -coins)


def _colony(before: Any, after: Any, seat: int, colony: int, cards: CardSet) -> Deed:
    """C3, C6, X3, X14."""
    entry = int(colony_price(before, seat, colony, tables_of(cards)[0]))
    bonus = _X3_COINS * int(before.ability[seat, COLONY_COINS])
    extras = f" after paying {plural(entry, 'coin')} for what is missing" if entry else ""
    extras += f", taking {bonus} coins with it" if bonus else ""
    need = COLONY_REQUIREMENTS[colony]
    if after.colony[seat, colony] == ALLIED:
        cost = int(cards.colony_ally_cost[colony])
        tile = int(after.colony_stack[colony, after.colony_tile[seat, colony]])
        gain = steps(cards.colony_values[colony, tile].tolist())
        points = plural(int(cards.colony_back_points[colony, tile]), "point")
        text = f"allies colony {need} for {cost}{extras}: {gain}, {points}"
        return Deed(seat, text, bonus - entry - cost)
    coins = int(cards.colony_plunder[colony])
    points = plural(int(cards.colony_front_points[colony]), "point")
    return Deed(seat, f"plunders colony {need} for {coins}{extras}: {points}", bonus - entry + coins)


def _bust(before: Any, seat: int, bust: int, index: int, moved: str, cards: CardSet) -> Deed:
    """U2, X14."""
    entry = int(bust_price(before, seat, bust, tables_of(cards)[0]))
    track, back = TRACKS[(index - BUST_0) // 2 % 4], (index - BUST_0) % 2 == 1
    extras = f" after paying {plural(entry, 'coin')} for what is missing" if entry else ""
    bonus = f"and {cards.bust_bonus[bust]} more for the token" if back else f"and {moved}"
    gain = f"{plural(int(cards.bust_points[bust]), 'point')} {bonus}"
    side = "back" if back else "front"
    return Deed(seat, f"carves bust {BUST_REQUIREMENTS[bust]}{extras} with the {track} token {side} up: {gain}", -entry)


def _fed(before: Any, seat: int, index: int, moved: str, cards: CardSet) -> Deed:
    """F2, F3, X5."""
    if index == PAY:
        return Deed(seat, f"pays {_X5_COINS} coins to feed a card", -_X5_COINS)
    card = index - DISCARD_0
    token = f", {TRACKS[before.card_token[card]]} token free again" if before.card_token[card] != NONE else ""
    return Deed(seat, f"cannot feed all and discards {cards.ids[card]} ({moved or 'no steps lost'}{token})")


def _seal(before: Any, seat: int, index: int) -> Deed:
    """M1, M3."""
    if index == GOLD_ACTION:
        coins = int(gold_price(before, seat))
        return Deed(seat, f"buys a gold seal for {coins}", -coins)
    coins = int(silver_price(before, seat))
    return Deed(seat, f"buys a silver seal on {TRACKS[index - SILVER_0]} for {coins}", -coins)
