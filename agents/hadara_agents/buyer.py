"""buyer: buy what you can, the dearest first. No plan, but no opportunity missed either."""

from collections.abc import Callable
from typing import Any

import numpy as np

from hadara_env import CardSet, GameConfig, View
from hadara_env.engine.actions import (
    BUST_0,
    COLONY_0,
    DISCARD_0,
    DRAFT_0,
    GOLD_ACTION,
    PASS,
    PAY,
    SILVER_0,
    TAKE_0,
    TOKEN_0,
)
from hadara_env.engine.constants import FOOD, NUM_EPOCHS
from hadara_env.engine.rules.market import top_card

Worth = Callable[[Any, int, int, CardSet], tuple[int, ...]]


class BuyerAgent:
    """Buys the dearest card it can pay, takes every colony and bust, spends what is left on seals."""

    name = "buyer"

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        """Nothing to remember and nothing left to chance."""

    def act(self, view: View) -> int:
        """The legal action worth most, the lower index where two are level."""
        worth = WORTH[view.step]
        return max(map(int, view.legal), key=lambda index: worth(view.record, view.seat, index, view.config.cards))


def _first(g: Any, seat: int, index: int, cards: CardSet) -> tuple[int, ...]:
    return (-index,)


def _draft(g: Any, seat: int, index: int, cards: CardSet) -> tuple[int, ...]:
    slot, selling = divmod(index - DRAFT_0, 2)
    return _trade(int(g.hand[seat, slot]), selling, cards)


def _take(g: Any, seat: int, index: int, cards: CardSet) -> tuple[int, ...]:
    colour, selling = divmod(index - TAKE_0, 2)
    return _trade(int(top_card(g, colour)), selling, cards)


def _trade(card: int, selling: int, cards: CardSet) -> tuple[int, ...]:
    """Buying before selling; the dearest is bought, the cheapest sold."""
    cost = int(cards.cost[card])
    return (0, -cost) if selling else (1, cost)


def _token(g: Any, seat: int, index: int, cards: CardSet) -> tuple[int, ...]:
    """The colour it has most tokens left of."""
    return (int(g.tokens[seat, index - TOKEN_0]),)


def _colony(g: Any, seat: int, index: int, cards: CardSet) -> tuple[int, ...]:
    """The most demanding one, and rather as an ally."""
    return (-1,) if index == PASS else (index - COLONY_0,)


def _bust(g: Any, seat: int, index: int, cards: CardSet) -> tuple[int, ...]:
    """The most demanding one; steps early in the game, points in its last epoch."""
    if index == PASS:
        return (-1,)
    bust, track, back = (index - BUST_0) // 8, (index - BUST_0) // 2 % 4, (index - BUST_0) % 2
    late = int(g.epoch) == NUM_EPOCHS - 1
    return bust, int(back == late), int(g.tokens[seat, track])


def _feed(g: Any, seat: int, index: int, cards: CardSet) -> tuple[int, ...]:
    """Pay where it can; otherwise the cheapest of the cards that give no food."""
    if index == PAY:
        return (1,)
    card = index - DISCARD_0
    return 0, -int(cards.values[card, FOOD]), -int(cards.cost[card])


def _seal(g: Any, seat: int, index: int, cards: CardSet) -> tuple[int, ...]:
    """Gold once it has a set, then silver on its highest track."""
    if index == PASS:
        return (0,)
    if index == GOLD_ACTION:
        return (3 if np.min(g.colours[seat]) > 0 else 1,)
    return 2, int(g.tracks[seat, index - SILVER_0])


WORTH: dict[str, Worth] = {
    "side": _first,
    "wheel": _first,
    "draft": _draft,
    "take": _take,
    "token": _token,
    "colony": _colony,
    "bust": _bust,
    "feed": _feed,
    "seal": _seal,
}
