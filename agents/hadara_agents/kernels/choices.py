"""Choices of a game that are worth a second look, and how to play on as if one of them had been refused.

A choice is refused in one of two ways. Where there is an opposite (the other side of the start card, plunder or ally,
a token's front or back, a seal in place of none) that is played instead. Otherwise the seat may not do it: a card
never, a colony, a bust or a kind of seal not in this step; what it does instead is its own decision.
"""

from typing import Final

from hadara_agents.kernels.jit import kernel
from hadara_env.engine.actions import BUST_0, COLONY_0, DRAFT_0, GOLD_ACTION, PASS, SIDE_0, SILVER_0, TAKE_0
from hadara_env.engine.constants import BUST, COLONY, DRAFT, NUM_TRACKS, SEAL, SIDE, TAKE
from hadara_env.engine.rules.market import top_card

KINDS: Final = ("card", "colony", "bust", "silver", "gold", "side", "mode", "face", "no_gold", "no_silver")
CARD, COLONY_TAKEN, BUST_CARVED, SILVER, GOLD, SIDE_CHOSEN, MODE, FACE, NO_GOLD, NO_SILVER = range(len(KINDS))
OPPOSITES: Final = SIDE_CHOSEN  # kinds from here on are refused by playing their opposite


@kernel
def bought_card(g, action):
    """The card that the action buys, -1 if it buys none."""
    if g.step == DRAFT and (action - DRAFT_0) % 2 == 0:
        return int(g.hand[g.actor, (action - DRAFT_0) // 2])
    if g.step == TAKE and (action - TAKE_0) % 2 == 0:
        return int(top_card(g, (action - TAKE_0) // 2))
    return -1


@kernel
def stage(g):
    """The half of an epoch, 0 to 5: phase A of the first to phase B of the third."""
    return 2 * g.epoch + g.phase


@kernel
def kind_of(g, action):
    """Of the choice an action is, and what it is about: a card, a colony, a bust, a track, a side; -1 for others."""
    if g.step == DRAFT or g.step == TAKE:
        card = bought_card(g, action)
        return (CARD, card) if card >= 0 else (-1, -1)
    if action == PASS:
        return -1, -1
    if g.step == COLONY:
        return COLONY_TAKEN, (action - COLONY_0) // 2
    if g.step == BUST:
        return BUST_CARVED, (action - BUST_0) // (2 * NUM_TRACKS)
    if g.step == SEAL:
        return (GOLD, 0) if action == GOLD_ACTION else (SILVER, action - SILVER_0)
    if g.step == SIDE:
        return SIDE_CHOSEN, int(g.start_card[g.actor])
    return -1, -1


@kernel
def opposite_of(g, action, legal, n, second):
    """Kind and action of the opposite, -1 where there is none; buying no seal has two, gold and (`second`) silver."""
    kind, instead = -1, -1
    if second:
        if g.step == SEAL and action == PASS:
            kind, instead = NO_SILVER, _highest_silver(g, legal, n)
    elif g.step == SIDE:
        kind, instead = SIDE_CHOSEN, 2 * SIDE_0 + 1 - action
    elif g.step == SEAL and action == PASS:
        kind, instead = NO_GOLD, GOLD_ACTION
    elif g.step == COLONY and action != PASS:
        kind, instead = MODE, COLONY_0 + ((action - COLONY_0) ^ 1)
    elif g.step == BUST and action != PASS:
        kind, instead = FACE, BUST_0 + ((action - BUST_0) ^ 1)
    for i in range(n):
        if legal[i] == instead:
            return kind, instead
    return -1, -1  # nothing of the kind, or an alliance or a seal that cannot be paid


@kernel
def _highest_silver(g, legal, n):
    """The silver seal that would score most now; -1 where none can be bought."""
    best = -1
    for i in range(n):
        if SILVER_0 <= legal[i] < GOLD_ACTION:
            if best < 0 or g.tracks[g.actor, legal[i] - SILVER_0] > g.tracks[g.actor, best - SILVER_0]:
                best = int(legal[i])
    return best


@kernel
def is_refused(g, action, kind, what, when):
    """Whether the action is what was refused to the actor."""
    if kind == CARD:
        return bought_card(g, action) == what
    if stage(g) != when:
        return False
    found, about = kind_of(g, action)
    return found == kind and (about == what or kind == SILVER)


@kernel
def drop_refused(g, legal, n, kind, what, when):
    """Strike it from the legal actions; passing or selling is always left. Returns how many remain."""
    m = 0
    for i in range(n):
        if not is_refused(g, legal[i], kind, what, when):
            legal[m] = legal[i]
            m += 1
    return m
