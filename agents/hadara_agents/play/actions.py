"""A seat's legal actions as JSON: what to click, in words, what it costs and what it would change."""

from typing import Any

from hadara_agents.play.changes import Standing, changes_of, token_card
from hadara_agents.play.plain import crest_colour
from hadara_env import View
from hadara_env.cards import COLOURS, TRACKS, CardSet
from hadara_env.engine.actions import (
    BUST_0,
    BUST_REQUIREMENTS,
    COLONY_0,
    COLONY_REQUIREMENTS,
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
from hadara_env.engine.constants import NONE
from hadara_env.engine.rules import busts, colonies, display, seals
from hadara_env.engine.rules.market import top_card
from hadara_env.engine.tables import tables_of
from hadara_env.views.words import plural

Found = tuple[str, str, dict[str, Any]]  # label, short label, target


def actions_of(view: View) -> list[dict[str, Any]]:
    """Every legal action of the view's seat; none when it is not its turn."""
    if not len(view.legal):
        return []
    before = Standing(view.games, view.seat, view.config.cards)
    return [_action(view, int(index), name, before) for index, name in zip(view.legal, view.names, strict=True)]


def label_of(view: View, index: int) -> str:
    """A legal action in words."""
    return _described(view.record, view.seat, index, view.config.cards)[0]


def _action(view: View, index: int, name: str, before: Standing) -> dict[str, Any]:
    label, short, target = _described(view.record, view.seat, index, view.config.cards)
    changes = changes_of(view, index, before)
    note = None
    if changes.get("unknown"):
        note = "The back is turned over only when the colony is yours."
    return {
        "index": index,
        "name": name,
        "label": label,
        "short": short,
        "price": -changes.get("coins", 0) if target["kind"] != "side" else 0,
        "target": target,
        "changes": changes,
        "note": note,
    }


def _described(g: Any, seat: int, index: int, cards: CardSet) -> Found:
    """Words and target of an action."""
    t = tables_of(cards)[0]
    if index == PASS:
        return "Pass", "Pass", {"kind": "pass"}
    if index < WHEEL_0:
        side = "AB"[index - SIDE_0]
        return f"Begin with side {side}", f"Side {side}", {"kind": "side", "side": side}
    if index < DRAFT_0:
        position = index - WHEEL_0
        colour = COLOURS[crest_colour(g, seat, 0, position)]
        target = {"kind": "wheel", "position": position}
        return f"Turn the wheel to position {position}: you draw {colour} first", f"First {colour}", target
    if index < TOKEN_0:
        slot, selling = divmod(index - DRAFT_0, 2)
        card, other = int(g.hand[seat, slot]), int(g.hand[seat, 1 - slot])
        label, short, do = _trade(g, seat, card, selling, cards, t)
        target = {"kind": "hand", "slot": slot, "card": cards.ids[card], "do": do}
        return f"{label}, place {cards.ids[other]}", short, target
    if index < COLONY_0:
        track = TRACKS[index - TOKEN_0]
        card = token_card(g, seat)
        target = {"kind": "token", "track": track, "card": cards.ids[card] if card != NONE else None}
        return f"Put the {track} token on the card: {track} +2", f"{track.capitalize()} +2", target
    if index < BUST_0:
        return _colony(g, seat, *divmod(index - COLONY_0, 2), cards, t)
    if index < TAKE_0:
        return _bust(g, seat, index - BUST_0, cards, t)
    if index < DISCARD_0:
        colour, selling = divmod(index - TAKE_0, 2)
        card = int(top_card(g, colour))
        label, short, do = _trade(g, seat, card, selling, cards, t)
        target = {"kind": "outer", "colour": COLOURS[colour], "card": cards.ids[card], "do": do}
        return label, short, target
    if index < PAY:
        card = cards.ids[index - DISCARD_0]
        return f"Discard {card}", "Discard", {"kind": "display", "card": card, "do": "discard"}
    if index == PAY:
        return "Pay 2 coins to feed a card", "Pay 2", {"kind": "feed", "do": "pay"}
    if index == GOLD_ACTION:
        price = int(seals.gold_price(g, seat))
        return f"Buy a gold seal for {price}", f"Gold · {price}", {"kind": "seal", "do": "gold"}
    track, price = TRACKS[index - SILVER_0], int(seals.silver_price(g, seat))
    target = {"kind": "seal", "do": "silver", "track": track}
    return f"Buy a silver seal on {track} for {price}", f"Silver {track} · {price}", target


def _trade(g: Any, seat: int, card: int, selling: int, cards: CardSet, t: Any) -> tuple[str, str, str]:
    if selling:
        coins = int(display.selling_price(g, seat, card, t))
        return f"Sell {cards.ids[card]} for {coins}", f"Sell +{coins}", "sell"
    coins = int(display.price(g, seat, card, t))
    return f"Buy {cards.ids[card]} for {coins}", f"Buy · {coins}", "buy"


def _colony(g: Any, seat: int, colony: int, allying: int, cards: CardSet, t: Any) -> Found:
    """C3, X14."""
    need = COLONY_REQUIREMENTS[colony]
    entry = int(colonies.colony_price(g, seat, colony, t))
    extra = f", paying {plural(entry, 'coin')} for what is missing" if entry else ""
    target = {"kind": "colony", "need": need, "do": "ally" if allying else "plunder"}
    if allying:
        cost = int(cards.colony_ally_cost[colony])
        return f"Ally with colony {need} for {plural(cost, 'coin')}{extra}", f"Ally · {cost}", target
    coins = int(cards.colony_plunder[colony])
    return f"Plunder colony {need} for {plural(coins, 'coin')}{extra}", f"Plunder +{coins}", target


def _bust(g: Any, seat: int, code: int, cards: CardSet, t: Any) -> Found:
    """U2, X14."""
    bust, track, back = code // 8, TRACKS[code // 2 % 4], code % 2
    entry = int(busts.bust_price(g, seat, bust, t))
    bonus = int(busts.bust_bonus(g, seat, bust, t))
    extra = f", paying {plural(entry, 'coin')} for what is missing" if entry else ""
    gain = plural(bonus, "point") if back else f"{track} +{bonus}"
    target = {
        "kind": "bust",
        "need": BUST_REQUIREMENTS[bust],
        "token": track,
        "do": "back" if back else "front",
    }
    short = f"+{bonus} points" if back else f"{track.capitalize()} +{bonus}"
    label = f"Carve bust {BUST_REQUIREMENTS[bust]} with the {track} token {target['do']} up: {gain}{extra}"
    return label, short, target
