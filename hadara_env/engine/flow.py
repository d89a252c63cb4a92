"""E. Whose turn, which step, what follows by itself.

`apply` plays one decision and everything after it that needs none, up to the next decision or the end. Forced
moves are decisions too: `batch.step` plays them where nobody wants to be asked.
"""

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
    FULL,
    NONE,
    NUM_DRAWS,
    NUM_EPOCHS,
    OVER,
    SEAL,
    SIDE,
    TAKE,
    TOKEN,
    WHEEL,
)
from hadara_env.engine.jit import kernel
from hadara_env.engine.legal import has_choice
from hadara_env.engine.rules.busts import carve
from hadara_env.engine.rules.colonies import take_colony
from hadara_env.engine.rules.display import discard, needs_token, place_token
from hadara_env.engine.rules.draft import clear_outer, draw_hands, first_uncommitted, reveal
from hadara_env.engine.rules.feeding import is_hungry, pay, take_surplus
from hadara_env.engine.rules.income import pay_income
from hadara_env.engine.rules.market import take
from hadara_env.engine.rules.requirements import takings_allowed
from hadara_env.engine.rules.seals import buy_gold, buy_silver
from hadara_env.engine.rules.start import first_sideless, name_first_players, reveal_sides


@kernel
def begin(g, t):
    """From a dealt record to the first decision."""
    name_first_players(g)
    if g.rules == FULL:
        _ask(g, SIDE, 0)
    else:
        for seat in range(g.num_players):
            g.pending_side[seat] = 0  # S7: side A
        reveal_sides(g, t)
        _begin_epoch(g)


@kernel
def apply(g, action, t):
    """Play one legal action of the actor (nothing is checked here) and go on to the next decision."""
    step, seat = g.step, g.actor
    if step == DRAFT:
        g.pending[seat] = action - DRAFT_0
        next_in_draw(g, t)
    elif step == TAKE:
        _take(g, seat, action - TAKE_0, t)
    elif step == COLONY:
        if action != PASS:
            take_colony(g, seat, (action - COLONY_0) // 2, (action - COLONY_0) % 2, t)
        _after_taking(g, seat, action)
    elif step == BUST:
        if action != PASS:
            code = action - BUST_0
            carve(g, seat, code // 8, code // 2 % 4, code % 2, t)
        _after_taking(g, seat, action)
    elif step == FEED:
        if action == PAY:
            pay(g, seat)
        else:
            discard(g, seat, action - DISCARD_0, t)
        if not is_hungry(g, seat):
            _next_turn(g)
    elif step == SEAL:
        if action == PASS:
            _next_turn(g)
        elif action == GOLD_ACTION:
            buy_gold(g, seat)
        else:
            buy_silver(g, seat, action - SILVER_0)
    elif step == TOKEN:
        _token(g, seat, action - TOKEN_0, t)
    elif step == WHEEL:
        g.wheel[g.epoch] = action - WHEEL_0
        _begin_draw(g)
    elif step == SIDE:
        g.pending_side[seat] = action - SIDE_0
        next_side(g, t)
    _settle(g, t)


@kernel
def next_side(g, t):
    """S7: secretly, seat by seat; revealed with the last."""
    seat = first_sideless(g)
    if seat >= 0:
        _ask(g, SIDE, seat)
    else:
        reveal_sides(g, t)
        _begin_epoch(g)


@kernel
def next_in_draw(g, t):
    """A3: the next seat commits, or everything is revealed."""
    seat = first_uncommitted(g, t)
    if seat >= 0:
        _ask(g, TOKEN if g.pending[seat] != NONE else DRAFT, seat)
        return
    reveal(g, t)
    g.lap += 1
    if g.lap < NUM_DRAWS:
        _begin_draw(g)
    else:
        _begin_income(g)


@kernel
def _take(g, seat, code, t):
    take(g, seat, code // 2, code % 2, t)
    if code % 2 == 0 and needs_token(g, seat, g.display[seat, g.display_size[seat] - 1], t):
        g.step = TOKEN
    else:
        _next_turn(g)


@kernel
def _token(g, seat, track, t):
    """X2: in a draw the token is part of the commitment, in phase B it is placed at once."""
    if g.phase == 0:
        g.pending_token[seat] = track
        next_in_draw(g, t)
    else:
        place_token(g, seat, g.display[seat, g.display_size[seat] - 1], track)
        g.step = TAKE
        _next_turn(g)


@kernel
def _after_taking(g, seat, action):
    """C1, U1, X12: one taking, or two."""
    g.taken += 1
    if action == PASS or g.taken >= takings_allowed(g, seat):
        _next_turn(g)


@kernel
def _settle(g, t):
    """Pass over everybody who has nothing to decide (E4)."""
    while g.step != OVER and not has_choice(g, t):
        _next_turn(g)


@kernel
def _ask(g, step, seat):
    g.step = step
    g.actor = seat


@kernel
def _begin_turn(g, turn):
    g.turn = turn
    g.taken = 0
    g.paid = 0
    g.actor = (g.first[g.epoch] + turn) % g.num_players
    if g.step == FEED:
        take_surplus(g, g.actor)


@kernel
def _begin_step(g, step):
    """All players in turn from the first player. E4"""
    g.step = step
    _begin_turn(g, 0)


@kernel
def _next_turn(g):
    if g.turn + 1 < g.num_players:
        _begin_turn(g, g.turn + 1)
    elif g.step == TAKE:
        g.lap += 1
        if g.lap < NUM_DRAWS:
            _begin_step(g, TAKE)
        else:
            _begin_income(g)
    elif g.step == COLONY:
        _begin_step(g, BUST)
    elif g.step == BUST:
        if g.phase == 0:
            g.phase = 1
            _begin_step(g, TAKE)
        else:
            _begin_step(g, FEED)
    elif g.step == FEED:
        _begin_step(g, SEAL)
    else:
        _end_epoch(g)


@kernel
def _begin_income(g):
    """E2, E3: income for all, then colonies."""
    g.lap = 0
    pay_income(g)
    _begin_step(g, COLONY)


@kernel
def _begin_epoch(g):
    """E1: the first player turns the wheel."""
    g.phase = 0
    g.lap = 0
    g.turn = 0
    clear_outer(g)
    _ask(g, WHEEL, g.first[g.epoch])


@kernel
def _begin_draw(g):
    draw_hands(g)
    _ask(g, DRAFT, g.first[g.epoch])


@kernel
def _end_epoch(g):
    if g.epoch + 1 < NUM_EPOCHS:
        g.epoch += 1
        _begin_epoch(g)
    else:
        _ask(g, OVER, -1)
