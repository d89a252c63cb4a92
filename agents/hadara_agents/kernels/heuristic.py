"""The heuristic player: a value for every legal action, by the weights."""

import numpy as np

from hadara_agents.kernels.jit import kernel
from hadara_agents.kernels.values import COIN, OUTLOOK_SIZE, card_loss, card_value, look_ahead, steps_value
from hadara_agents.kernels.weights import OFFSET
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
    WHEEL_0,
)
from hadara_env.engine.constants import (
    BUST,
    COLONY,
    COLONY_COINS,
    DRAFT,
    FEED,
    FULL_SILVER,
    NUM_COLOURS,
    NUM_TRACKS,
    SEAL,
    SIDE,
    TAKE,
    TOKEN,
    WHEEL,
)
from hadara_env.engine.rules.busts import bust_bonus, bust_price
from hadara_env.engine.rules.colonies import colony_price
from hadara_env.engine.rules.display import price, selling_price
from hadara_env.engine.rules.market import top_card
from hadara_env.engine.rules.seals import gold_price, silver_price
from hadara_env.engine.scoring import gold_sets

_PLACING, _DENYING, _EXPOSING = OFFSET["placing"], OFFSET["denying"], OFFSET["exposing"]
_TOKEN, _GROWTH, _NEW_SETS = OFFSET["token"], OFFSET["growth"], OFFSET["new_sets"]
_THRIFT, _OPENING = OFFSET["thrift"], OFFSET["opening"]
SCRATCH = 2 * OUTLOOK_SIZE + 64


@kernel
def value_actions(g, legal, n, t, w, values, scratch):
    """Write the value of each of the actor's n legal actions to `values`."""
    seat, step = g.actor, g.step
    outlook = scratch[:OUTLOOK_SIZE]
    look_ahead(g, seat, w, outlook)
    if step == DRAFT:
        _value_drafts(g, seat, legal, n, t, w, values, outlook)
    elif step == TAKE:
        _value_takes(g, seat, legal, n, t, w, values, outlook, scratch[OUTLOOK_SIZE : 2 * OUTLOOK_SIZE])
    else:
        for i in range(n):
            values[i] = _value_other(g, seat, legal[i], t, w, outlook)


@kernel
def choose(g, legal, n, t, w, values, scratch):
    """The position in `legal` of the best action, ties to the lower index."""
    value_actions(g, legal, n, t, w, values, scratch)
    best = 0
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
    return best


@kernel
def choose_in(games, legal, tables, w, values, scratch):
    """The same for Python: the first game of an array and all its legal actions."""
    return choose(games[0], legal, len(legal), tables[0], w, values, scratch)


@kernel
def choose_lightly(g, legal, n, t, w, values, scratch):
    """The same without a look at what the next player wants: for rollouts, at a third of the time."""
    if g.step != TAKE:
        return choose(g, legal, n, t, w, values, scratch)
    seat = g.actor
    outlook = scratch[:OUTLOOK_SIZE]
    look_ahead(g, seat, w, outlook)
    best, most, colour, worth, sale = 0, -1e9, -1, 0.0, 0.0
    for i in range(n):
        code = legal[i] - TAKE_0
        if code // 2 != colour:
            colour = code // 2
            card = top_card(g, colour)
            worth = card_value(g, seat, card, t, w, outlook) - outlook[COIN] * price(g, seat, card, t)
            sale = outlook[COIN] * selling_price(g, seat, card, t)
        value = sale if code % 2 == 1 else worth
        if value > most:
            best, most = i, value
    return best


@kernel
def _value_drafts(g, seat, legal, n, t, w, values, outlook):
    """A2: one is bought or sold, the other lies open for everybody in phase B."""
    low, high = g.hand[seat, 0], g.hand[seat, 1]
    worth_low = card_value(g, seat, low, t, w, outlook) - outlook[COIN] * price(g, seat, low, t)
    worth_high = card_value(g, seat, high, t, w, outlook) - outlook[COIN] * price(g, seat, high, t)
    share = w[_PLACING + g.epoch]
    sale = outlook[COIN] * selling_price(g, seat, low, t)
    for i in range(n):
        code = legal[i] - DRAFT_0
        other = worth_high if code < 2 else worth_low
        own = sale if code % 2 == 1 else (worth_low if code < 2 else worth_high)
        values[i] = own + share * max(0.0, other)


@kernel
def _value_takes(g, seat, legal, n, t, w, values, outlook, rival_outlook):
    """B1: what I gain, what the next player loses, and what the next player finds beneath."""
    rival = (seat + 1) % g.num_players
    look_ahead(g, rival, w, rival_outlook)
    colour, shared, worth, sale = -1, 0.0, 0.0, 0.0
    for i in range(n):
        code = legal[i] - TAKE_0
        if code // 2 != colour:
            colour = code // 2
            card = top_card(g, colour)
            worth = card_value(g, seat, card, t, w, outlook) - outlook[COIN] * price(g, seat, card, t)
            sale = outlook[COIN] * selling_price(g, seat, card, t)
            shared = w[_DENYING + g.epoch] * _wanted(g, rival, card, t, w, rival_outlook)
            if g.outer_size[colour] > 1:
                below = g.placed[g.epoch, colour, g.outer_size[colour] - 2]
                shared -= w[_EXPOSING + g.epoch] * _wanted(g, rival, below, t, w, rival_outlook)
        values[i] = shared + (sale if code % 2 == 1 else worth)


@kernel
def _wanted(g, seat, card, t, w, outlook):
    cost = price(g, seat, card, t)
    if cost > g.coins[seat]:
        return 0.0
    return max(0.0, card_value(g, seat, card, t, w, outlook) - outlook[COIN] * cost)


@kernel
def _value_other(g, seat, action, t, w, outlook):
    step = g.step
    if action == PASS:
        return 0.0
    if step == COLONY:
        return _value_colony(g, seat, (action - COLONY_0) // 2, (action - COLONY_0) % 2, t, w, outlook)
    if step == BUST:
        code = action - BUST_0
        return _value_bust(g, seat, code // 8, code // 2 % 4, code % 2, t, w, outlook)
    if step == FEED:
        return -2.0 * outlook[COIN] if action == PAY else -card_loss(g, seat, action - DISCARD_0, t, w, outlook)
    if step == SEAL:
        return _value_seal(g, seat, action, w, outlook)
    if step == TOKEN:
        track = action - TOKEN_0
        return steps_value(g, seat, track, 2, t, w, outlook) - _token_value(g, seat, track, w)
    if step == WHEEL:
        colour = g.board[(g.crest[seat] + action - WHEEL_0) % NUM_COLOURS]
        return w[_OPENING + colour]
    if step == SIDE:
        card = g.start_card[seat]
        value = outlook[COIN] * t.start_coins[card, action]
        for track in range(NUM_TRACKS):
            value += outlook[track] * t.start_values[card, action, track]
        return value
    return 0.0


@kernel
def _token_value(g, seat, track, w):
    """Tokens name the tracks of silver seals: the last one of a high track is worth keeping."""
    if g.silver_count[seat] >= 2:
        return 0.0
    scarce = 2.0 if g.tokens[seat, track] == 1 else 1.0
    return w[_TOKEN + g.epoch] * scarce * g.tracks[seat, track] * 0.1


@kernel
def _value_colony(g, seat, colony, allying, t, w, outlook):
    """C3: the back is unknown, so an alliance is worth the mean of the five tiles."""
    coins = 4.0 * g.ability[seat, COLONY_COINS] - colony_price(g, seat, colony, t)
    if not allying:
        return t.colony_points[colony] + outlook[COIN] * (coins + t.colony_plunder[colony])
    value = outlook[COIN] * (coins - t.colony_ally_cost[colony])
    for tile in range(5):
        value += 0.2 * t.colony_back_points[colony, tile]
        for track in range(NUM_TRACKS):
            value += 0.2 * outlook[track] * t.colony_values[colony, tile, track]
    return value


@kernel
def _value_bust(g, seat, bust, track, back, t, w, outlook):
    """U2."""
    value = t.bust_points[bust] - outlook[COIN] * bust_price(g, seat, bust, t) - _token_value(g, seat, track, w)
    bonus = bust_bonus(g, seat, bust, t)
    if back:
        return value + bonus
    return value + steps_value(g, seat, track, bonus, t, w, outlook)


@kernel
def _value_seal(g, seat, action, w, outlook):
    """M1, Z3, Z4: what it will score, with what is still to come, less its price."""
    coin = outlook[COIN] * w[_THRIFT + g.epoch]
    if action == GOLD_ACTION:
        return 7.0 * (gold_sets(g, seat) + w[_NEW_SETS + g.epoch]) - coin * gold_price(g, seat)
    track = g.tracks[seat, action - SILVER_0] + w[_GROWTH + g.epoch]
    part = 1.0 if g.ability[seat, FULL_SILVER] > g.silver_count[seat] else 0.5
    return part * track - coin * silver_price(g, seat)


def buffers() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Room for `choose`: legal actions, values, scratch."""
    return np.empty(236, np.int16), np.empty(236, np.float64), np.empty(SCRATCH, np.float64)


__all__ = ["buffers", "choose", "choose_in", "choose_lightly", "value_actions"]
