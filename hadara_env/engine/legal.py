"""What the actor may do now, as a list of action indices."""

from hadara_env.engine.actions import (
    BUST_0,
    COLONY_0,
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
from hadara_env.engine.constants import (
    BUST,
    COLONY,
    DRAFT,
    FEED,
    NONE,
    NUM_BUSTS,
    NUM_COLONIES,
    NUM_COLOURS,
    NUM_TRACKS,
    SEAL,
    SIDE,
    TAKE,
    TOKEN,
    WHEEL,
)
from hadara_env.engine.jit import kernel
from hadara_env.engine.rules.busts import bust_price
from hadara_env.engine.rules.colonies import can_ally, colony_price
from hadara_env.engine.rules.display import can_buy, has_free_token
from hadara_env.engine.rules.feeding import can_pay, is_hungry
from hadara_env.engine.rules.market import top_card
from hadara_env.engine.rules.seals import can_buy_gold, can_buy_silver


@kernel
def legal_actions(g, t, out):
    """Write the actor's legal actions to `out` (room for 236) in ascending order; returns how many."""
    step, seat = g.step, g.actor
    if step == DRAFT:
        return _drafts(g, seat, t, out)
    if step == TAKE:
        return _takes(g, seat, t, out)
    if step == COLONY:
        return _or_pass(out, _colonies(g, seat, t, out))
    if step == BUST:
        return _or_pass(out, _busts(g, seat, t, out))
    if step == SEAL:
        return _or_pass(out, _seals(g, seat, out))
    if step == FEED:
        return _feeding(g, seat, out)
    if step == TOKEN:
        return _free_tokens(g, seat, TOKEN_0, out, 0)
    if step == WHEEL:
        return _range(WHEEL_0, 5, out)
    if step == SIDE:
        return _range(SIDE_0, 2, out)
    return 0


@kernel
def _range(start, size, out):
    for i in range(size):
        out[i] = start + i
    return size


@kernel
def _or_pass(out, n):
    out[n] = PASS
    return n + 1


@kernel
def _drafts(g, seat, t, out):
    """A2."""
    n = 0
    for slot in range(2):
        if can_buy(g, seat, g.hand[seat, slot], t):
            out[n] = DRAFT_0 + 2 * slot
            n += 1
        out[n] = DRAFT_0 + 2 * slot + 1
        n += 1
    return n


@kernel
def _free_tokens(g, seat, start, out, n):
    for track in range(NUM_TRACKS):
        if g.tokens[seat, track] > 0:
            out[n] = start + track
            n += 1
    return n


@kernel
def _colonies(g, seat, t, out):
    n = 0
    for colony in range(NUM_COLONIES):
        entry = colony_price(g, seat, colony, t)
        if entry >= 0:
            out[n] = COLONY_0 + 2 * colony
            n += 1
            if can_ally(g, seat, colony, entry, t):
                out[n] = COLONY_0 + 2 * colony + 1
                n += 1
    return n


@kernel
def _busts(g, seat, t, out):
    """U2: each needs a free token, either side up."""
    n = 0
    for bust in range(NUM_BUSTS):
        if bust_price(g, seat, bust, t) >= 0:
            for track in range(NUM_TRACKS):
                if g.tokens[seat, track] > 0:
                    out[n] = BUST_0 + 8 * bust + 2 * track
                    out[n + 1] = BUST_0 + 8 * bust + 2 * track + 1
                    n += 2
    return n


@kernel
def _takes(g, seat, t, out):
    """B1."""
    n = 0
    for colour in range(NUM_COLOURS):
        card = top_card(g, colour)
        if card != NONE:
            if can_buy(g, seat, card, t):
                out[n] = TAKE_0 + 2 * colour
                n += 1
            out[n] = TAKE_0 + 2 * colour + 1
            n += 1
    return n


@kernel
def _feeding(g, seat, out):
    """F2, X5. The display is in the order of buying; the list must ascend, so each card is put in its place."""
    n = 0
    for i in range(g.display_size[seat]):
        action = DISCARD_0 + g.display[seat, i]
        at = n
        while at > 0 and out[at - 1] > action:
            out[at] = out[at - 1]
            at -= 1
        out[at] = action
        n += 1
    if can_pay(g, seat):
        out[n] = PAY
        n += 1
    return n


@kernel
def _seals(g, seat, out):
    """M1, M2, M3."""
    n = 0
    if can_buy_silver(g, seat):
        n = _free_tokens(g, seat, SILVER_0, out, n)
    if can_buy_gold(g, seat):
        out[n] = GOLD_ACTION
        n += 1
    return n


@kernel
def has_choice(g, t):
    """Whether the seat whose turn it is has anything to decide: an action other than pass."""
    step, seat = g.step, g.actor
    if step == COLONY:
        for colony in range(NUM_COLONIES):
            if colony_price(g, seat, colony, t) >= 0:
                return True
        return False
    if step == BUST:
        if has_free_token(g, seat):
            for bust in range(NUM_BUSTS):
                if bust_price(g, seat, bust, t) >= 0:
                    return True
        return False
    if step == FEED:
        return is_hungry(g, seat)
    if step == SEAL:
        return can_buy_gold(g, seat) or (can_buy_silver(g, seat) and has_free_token(g, seat))
    return True
