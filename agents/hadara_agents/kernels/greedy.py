"""The greedy yardstick: own points if the game ended now, plus coins / 5, plus income for the steps to come / 5.

Of the actions the one that maximises that sum is taken, ties to the lower index. Feeding is looked at only when it
comes. A colony's unknown back counts as the mean of the five tiles.
"""

from hadara_agents.kernels.jit import kernel
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
from hadara_env.engine.constants import (
    BUST,
    COLONY,
    DRAFT,
    FEED,
    FOOD,
    INCOME,
    NUM_TRACKS,
    SEAL,
    SIDE,
    TAKE,
    TOKEN,
    TOTAL,
    WHEEL,
)
from hadara_env.engine.observe import incomes_left
from hadara_env.engine.rules.busts import carve
from hadara_env.engine.rules.colonies import take_colony
from hadara_env.engine.rules.display import buy, discard, place_token, sell
from hadara_env.engine.rules.feeding import is_hungry, pay
from hadara_env.engine.rules.income import income_of
from hadara_env.engine.rules.market import take
from hadara_env.engine.rules.seals import buy_gold, buy_silver
from hadara_env.engine.scoring import points_by_source


@kernel
def choose(g, legal, n, t, copy):
    """The position in `legal` of the best action; `copy` is an array of one game to try actions in."""
    best, most = 0, -1e9
    for i in range(n):
        copy[0] = g
        value = _value_after(copy[0], legal[i], t)
        if value > most + 1e-9:
            best, most = i, value
    return best


@kernel
def choose_in(games, legal, tables, copy):
    """The same for Python: the first game of an array and all its legal actions."""
    return choose(games[0], legal, len(legal), tables[0], copy)


@kernel
def _value_after(g, action, t):
    """Play only what the action does to its own player, then add up."""
    seat, step = g.actor, g.step
    extra = 0.0
    if action == PASS or step == WHEEL:
        extra = 0.0
    elif step == DRAFT:
        _draft(g, seat, action - DRAFT_0, t)
    elif step == TAKE:
        take(g, seat, (action - TAKE_0) // 2, (action - TAKE_0) % 2, t)
    elif step == TOKEN:
        _token(g, seat, action - TOKEN_0, t)
    elif step == COLONY:
        take_colony(g, seat, (action - COLONY_0) // 2, 0, t)
        if (action - COLONY_0) % 2 == 1:
            extra = _ally(g, seat, (action - COLONY_0) // 2, t)
    elif step == BUST:
        code = action - BUST_0
        carve(g, seat, code // 8, code // 2 % 4, code % 2, t)
    elif step == FEED:
        if action == PAY:
            pay(g, seat)
        else:
            discard(g, seat, action - DISCARD_0, t)
        _feed_on(g, seat, t)
    elif step == SEAL:
        if action == GOLD_ACTION:
            buy_gold(g, seat)
        else:
            buy_silver(g, seat, action - SILVER_0)
    elif step == SIDE:
        card = g.start_card[seat]
        g.coins[seat] = t.start_coins[card, action]
        for track in range(NUM_TRACKS):
            g.tracks[seat, track] = t.start_values[card, action, track]
    return extra + _sum(g, seat, t)


@kernel
def _feed_on(g, seat, t):
    """F2: a discard that leaves hunger brings others: the step is valued at its end, cheap cards without food first."""
    while is_hungry(g, seat):
        cheapest, least = g.display[seat, 0], 1e9
        for i in range(g.display_size[seat]):
            card = g.display[seat, i]
            income = t.values[card, INCOME] * incomes_left(g, g.step) / 5.0
            loss = t.points[card] + income + 100.0 * t.values[card, FOOD]
            if loss < least:
                cheapest, least = card, loss
        discard(g, seat, cheapest, t)


@kernel
def _draft(g, seat, code, t):
    card = g.hand[seat, code // 2]
    if code % 2 == 1:
        sell(g, seat, card, t)
    else:
        buy(g, seat, card, t)


@kernel
def _token(g, seat, track, t):
    """X2: in a draw the card is not bought yet."""
    if g.phase == 0:
        _draft(g, seat, g.pending[seat], t)
    place_token(g, seat, g.display[seat, g.display_size[seat] - 1], track)


@kernel
def _ally(g, seat, colony, t):
    """From plundered to allied, with the mean of the tiles in place of the one nobody has seen."""
    g.coins[seat] -= t.colony_plunder[colony] + t.colony_ally_cost[colony]
    points, income, sealed = 0.0, 0.0, 0.0
    for tile in range(5):
        points += 0.2 * t.colony_back_points[colony, tile]
        income += 0.2 * t.colony_values[colony, tile, INCOME]
        for i in range(g.silver_count[seat]):
            sealed += 0.1 * t.colony_values[colony, tile, g.silver[seat, i]]
    return points - t.colony_points[colony] + sealed + income * incomes_left(g, g.step) / 5.0


@kernel
def _sum(g, seat, t):
    points = points_by_source(g, seat, t)
    total = 0.0
    for source in range(TOTAL - 1):  # coins are counted below, without rounding
        total += points[source]
    return total + g.coins[seat] / 5.0 + income_of(g, seat) * incomes_left(g, g.step) / 5.0


__all__ = ["choose", "choose_in"]
