"""Z. Points by source, ranks and ties."""

import numpy as np

from hadara_env.engine.constants import (
    ALLIED,
    FULL_SILVER,
    NONE,
    NOT_TAKEN,
    NUM_BUSTS,
    NUM_COLONIES,
    NUM_COLOURS,
    SET_JOKER,
    SET_POINTS,
    TOTAL,
)
from hadara_env.engine.jit import kernel
from hadara_env.engine.rules.busts import bust_bonus

_GOLD_POINTS = 7
_X10_POINTS = 4
_COINS_A_POINT = 5


@kernel
def points_by_source(g, seat, t):
    """The seat's points if the game ended now, in the order of SOURCES without the total."""
    return (
        _colony_points(g, seat, t),
        _bust_points(g, seat, t),
        _silver_points(g, seat),
        _gold_points(g, seat),
        np.int64(g.card_points[seat]),  # Z5
        np.int64(g.coins[seat] // _COINS_A_POINT),  # Z6
    )


@kernel
def score(g, seat, t, out):
    """Write the same to `out` (7), with the total."""
    points = points_by_source(g, seat, t)
    total = 0
    for source in range(TOTAL):
        out[source] = points[source]
        total += points[source]
    out[TOTAL] = total


@kernel
def _colony_points(g, seat, t):
    """Z1, C5."""
    points = 0
    for colony in range(NUM_COLONIES):
        state = g.colony[seat, colony]
        if state == ALLIED:
            points += t.colony_back_points[colony, g.colony_stack[colony, g.colony_tile[seat, colony]]]
        elif state != NOT_TAKEN:
            points += t.colony_points[colony]
    return points


@kernel
def _bust_points(g, seat, t):
    """Z2, X8."""
    points = 0
    for bust in range(NUM_BUSTS):
        if g.bust_token[seat, bust] != NONE:
            points += t.bust_points[bust]
            if g.bust_back[seat, bust] == 1:
                points += bust_bonus(g, seat, bust, t)
    return points


@kernel
def _silver_points(g, seat):
    """Z3; X9 doubles the seals that gain most, one for each copy."""
    points, best, every = 0, 0, 0
    for i in range(g.silver_count[seat]):
        track = g.tracks[seat, g.silver[seat, i]]
        points += (track + 1) // 2
        best = max(best, track // 2)
        every += track // 2
    copies = g.ability[seat, FULL_SILVER]
    if copies == 1:
        points += best
    elif copies > 1:
        points += every
    return points


@kernel
def sets(g, seat):
    """Z4: complete sets of five colours."""
    fewest = g.colours[seat, 0]
    for colour in range(1, NUM_COLOURS):
        fewest = min(fewest, g.colours[seat, colour])
    return fewest


@kernel
def gold_sets(g, seat):
    """X11: one more set if a single card is missing from it."""
    complete = sets(g, seat)
    lacking = 0
    for colour in range(NUM_COLOURS):
        if g.colours[seat, colour] == complete:
            lacking += 1
    return complete + (1 if lacking == 1 and g.ability[seat, SET_JOKER] > 0 else 0)


@kernel
def _gold_points(g, seat):
    """Z4, X10."""
    points = _GOLD_POINTS * g.gold[seat] * gold_sets(g, seat)
    return points + _X10_POINTS * g.ability[seat, SET_POINTS] * sets(g, seat)


@kernel
def score_all(g, t, out):
    """`out` is (5, 7); rows of absent seats become zero."""
    for seat in range(out.shape[0]):
        if seat < g.num_players:
            score(g, seat, t, out[seat])
        else:
            out[seat, :] = 0


@kernel
def standing(g, scores, seat):
    """Z7: (seats ahead, seats level, the seat itself included) by total, then by coins left over."""
    ahead, level = 0, 0
    own, left = scores[seat, TOTAL], g.coins[seat] % _COINS_A_POINT
    for other in range(g.num_players):
        points, coins = scores[other, TOTAL], g.coins[other] % _COINS_A_POINT
        if points > own or (points == own and coins > left):
            ahead += 1
        elif points == own and coins == left:
            level += 1
    return ahead, level
