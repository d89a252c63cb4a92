"""P. Buying, selling, what a card gives; and F3, taking it all back."""

from hadara_env.engine.constants import (
    BONUS_TOKEN,
    BUST_STEPS,
    DISPLAY,
    GONE,
    GREEN_STEP,
    NONE,
    NUM_BUSTS,
    NUM_TRACKS,
    PURPLE,
    SELL_BONUS,
    YELLOW_STEP,
)
from hadara_env.engine.jit import kernel


@kernel
def price(g, seat, card, t):
    """P1: the printed cost less one for each card of that colour in the display."""
    return max(0, t.cost[card] - g.colours[seat, t.colour[card]])


@kernel
def can_buy(g, seat, card, t):
    return g.coins[seat] >= price(g, seat, card, t)


@kernel
def selling_price(g, seat, card, t):
    """P3, X1."""
    return 2 + t.epoch[card] + g.ability[seat, SELL_BONUS]


@kernel
def sell(g, seat, card, t):
    g.coins[seat] += selling_price(g, seat, card, t)


@kernel
def buy(g, seat, card, t):
    """P2: pay, add to the display, gain everything at once (a bonus token is placed by its own decision)."""
    g.coins[seat] -= price(g, seat, card, t)
    g.display[seat, g.display_size[seat]] = card
    g.display_size[seat] += 1
    g.place[card] = DISPLAY + seat
    _count(g, seat, card, 1, t)


@kernel
def has_free_token(g, seat):
    for track in range(NUM_TRACKS):
        if g.tokens[seat, track] > 0:
            return True
    return False


@kernel
def place_token(g, seat, card, track):
    """X2."""
    g.tokens[seat, track] -= 1
    g.card_token[card] = track
    g.tracks[seat, track] += 2


@kernel
def discard(g, seat, card, t):
    """F3, F4: out of the display, without coins, with everything it gave."""
    size = g.display_size[seat]
    at = 0
    while g.display[seat, at] != card:
        at += 1
    for i in range(at, size - 1):
        g.display[seat, i] = g.display[seat, i + 1]
    g.display[seat, size - 1] = NONE
    g.display_size[seat] = size - 1
    g.place[card] = GONE
    _count(g, seat, card, -1, t)
    track = g.card_token[card]
    if track != NONE:  # X2: the steps go back, the token is free again
        g.tracks[seat, track] -= 2
        g.tokens[seat, track] += 1
        g.card_token[card] = NONE


@kernel
def _count(g, seat, card, sign, t):
    """Give (sign 1) or take back (sign -1) a card's values, its ability and the steps that ability means."""
    colour, ability = t.colour[card], t.ability[card]
    for track in range(NUM_TRACKS):
        g.tracks[seat, track] += sign * t.values[card, track]
    if colour != PURPLE:
        g.tracks[seat, colour] += sign * g.ability[seat, YELLOW_STEP + colour]  # X0
    elif YELLOW_STEP <= ability <= GREEN_STEP:
        g.tracks[seat, ability - YELLOW_STEP] += sign * g.colours[seat, ability - YELLOW_STEP]  # X0
    elif ability == BUST_STEPS:  # X8
        for bust in range(NUM_BUSTS):
            if g.bust_token[seat, bust] != NONE and g.bust_back[seat, bust] == 0:
                g.tracks[seat, g.bust_token[seat, bust]] += sign * 2
    g.card_points[seat] += sign * t.points[card]
    g.colours[seat, colour] += sign
    g.ability[seat, ability] += sign


@kernel
def needs_token(g, seat, card, t):
    """X2: a bonus_token card takes a token, if one is free."""
    return t.ability[card] == BONUS_TOKEN and has_free_token(g, seat)
