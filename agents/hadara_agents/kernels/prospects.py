"""How this epoch's end would turn out, reckoned from an observation: what a network may be told besides.

For the observer, the next seat, and the observer with each card on offer bought or sold: coins after the incomes left,
the best colony and bust in reach, food that lacks, and the seals that bring most. An estimate by the cards' figures:
what others take until then and what discards cost is left to the network.
"""

import numpy as np

from hadara_agents.kernels import held
from hadara_agents.kernels.jit import kernel
from hadara_env.cards import COLOURS, CardSet
from hadara_env.engine.constants import (
    BUST,
    BUST_STEPS,
    BUY_REQUIREMENT,
    COLONY,
    COLONY_COINS,
    CULTURE,
    DOUBLE_STEP,
    FEED,
    FOOD,
    FULL_SILVER,
    LOWER_REQUIREMENT,
    MILITARY,
    NUM_ABILITIES,
    NUM_BUSTS,
    NUM_COLONIES,
    NUM_COLOURS,
    NUM_EPOCHS,
    NUM_TRACKS,
    PAY_TO_FEED,
    PURPLE,
    SEAL,
    SEAL_DISCOUNT,
    SET_JOKER,
    SET_POINTS,
    SURPLUS_FOOD,
)
from hadara_env.engine.observation import OBS
from hadara_env.engine.rules import seals as laws

# What is told, in order; every number about 0 to 1.
SEAT = 6  # of the observer and of the next seat: total, lack of food, seals' points, coins, silver, gold
LEAD, ALLY, TRACK = 2 * SEAT, 2 * SEAT + 1, 2 * SEAT + 2  # ahead of the next seat; ally or plunder; the best to seal
OFFERS = TRACK + NUM_TRACKS
OFFER = 3  # of each card on offer: what buying it changes of the total and of the lack, what selling it does
NUM_OFFERS = 2 + NUM_COLOURS
SIZE = OFFERS + NUM_OFFERS * OFFER
COLUMNS = OBS.slice("next1").stop  # the part of an observation that is read

ROOM = 2 * held.SIZE + SEAT

# The figures of colonies and busts, in order.
_NEED, _PLUNDERED, _LOOT, _FEE, _ALLIED = (NUM_COLONIES * k for k in range(5))
_BUST_NEED, _BUST_POINTS, _BUST_BONUS = (5 * NUM_COLONIES + NUM_BUSTS * k for k in range(3))
BOX = 5 * NUM_COLONIES + 3 * NUM_BUSTS

OFFERED = np.array(
    [OBS.slice(offer).start for offer in ("hand.low", "hand.high", *(f"top.{colour}" for colour in COLOURS))]
)
TOP_ABILITY = OBS.slice("top.ability").start
HAND_COLOUR = OBS.slice("hand.colour").start
_EPOCH, _PHASE, _STEP = (OBS.slice(f"game.{piece}").start for piece in ("epoch", "phase", "step"))
_INCOMES, _FIRST = OBS.slice("game.incomes").start, OBS.slice("game.first").start
_MOST, _NUM_STEPS = laws.MAX_SEALS, SEAL + 1
_PRICES = np.array([[laws._SILVER, laws._GOLD], [laws._SILVER_X4, laws._GOLD_X4]])  # M1, X4


def box_figures(cards: CardSet) -> np.ndarray:
    """The figures of colonies and busts as one row."""
    columns = (
        cards.colony_requirement, cards.colony_front_points, cards.colony_plunder, cards.colony_ally_cost,
        cards.colony_back_points.mean(axis=1), cards.bust_requirement, cards.bust_points, cards.bust_bonus,
    )  # fmt: skip
    return np.concatenate(columns).astype(np.float32)


@kernel
def _sets(has, joker):
    """Z4, X11."""
    fewest, lacking = 99.0, 0
    for colour in range(NUM_COLOURS):
        count = has[held.COLOURS + colour]
        if count < fewest:
            fewest, lacking = count, 0
        if count == fewest:
            lacking += 1
    return fewest + (1.0 if joker and has[held.ABILITIES + SET_JOKER] > 0 and lacking == 1 else 0.0)


@kernel
def _silver_points(has, first, second, more):
    """Z3, X9: of the seals there are and of `more` for tracks as high as these."""
    points, best, every = 0.0, 0.0, 0.0
    for k in range(NUM_TRACKS):
        height, count = has[held.TRACKS + k], has[held.SILVER + k]
        points += count * ((height + 1) // 2)
        every += count * (height // 2)
        best = max(best, height // 2 if count > 0 else 0.0)
    for a in range(more):
        height = first if a == 0 else second
        points += (height + 1) // 2
        every += height // 2
        best = max(best, height // 2)
    copies = has[held.ABILITIES + FULL_SILVER]
    return points + (every if copies > 1 else best if copies > 0 else 0.0)


@kernel
def _entry(has, track, need):
    """Coins due to meet a requirement (X13, X14), -1 if it cannot be met."""
    miss = need - has[held.TRACKS + track] - (4.0 if has[held.ABILITIES + LOWER_REQUIREMENT] > 0 else 0.0)
    if miss <= 0:
        return 0.0
    pays = has[held.ABILITIES + BUY_REQUIREMENT] > 0 and miss <= 10 and has[held.COINS] >= 3 * miss
    return 3.0 * miss if pays else -1.0


@kernel
def reach(has, box, epoch, incomes, still, out, at):
    """Write how the epoch would end for a seat (SEAT numbers); returns whether allying, and the best track to seal.

    `still` is the step the seat has before it: what lies before that is over. Changes `has`.
    """
    has[held.COINS] += incomes * has[held.INCOME]
    takings = 2 if has[held.ABILITIES + DOUBLE_STEP] > 0 else 1
    plundered, loot, allied, fee = 0.0, 0.0, 0.0, 0.0
    free = 0.0
    for track in range(NUM_TRACKS):
        free += has[held.TOKENS + track]
    points = has[held.POINTS]
    left = takings if still <= COLONY else 0
    for k in range(NUM_COLONIES - 1, -1, -1):
        entry = _entry(has, MILITARY, box[_NEED + k])
        if left > 0 and has[held.COLONIES + k] == 0 and entry >= 0:
            left -= 1
            gain = 4.0 * has[held.ABILITIES + COLONY_COINS] - entry
            plundered += box[_PLUNDERED + k]
            loot += gain + box[_LOOT + k]
            if has[held.COINS] + fee + gain >= box[_FEE + k]:
                allied += box[_ALLIED + k]
                fee += gain - box[_FEE + k]
            else:
                allied += box[_PLUNDERED + k]
                fee += gain + box[_LOOT + k]
    left = takings if still <= BUST else 0
    for k in range(NUM_BUSTS - 1, -1, -1):
        if left > 0 and free > 0 and has[held.BUSTS + k] == 0 and _entry(has, CULTURE, box[_BUST_NEED + k]) == 0:
            left -= 1
            free -= 1
            points += box[_BUST_POINTS + k] + box[_BUST_BONUS + k]
            points += 2.0 if has[held.ABILITIES + BUST_STEPS] > 0 else 0.0
    lack = max(0.0, has[held.CARDS] - has[held.TRACKS + FOOD])
    first, second, track = 0.0, 0.0, 0  # of the tracks a silver seal could name, each as often as it has tokens
    for k in range(NUM_TRACKS):
        for _ in range(int(has[held.TOKENS + k])):
            height = has[held.TRACKS + k]
            if height > first:
                first, second, track = height, first, k
            elif height > second:
                second = height
    sets, sealed = _sets(has, True), 0.0
    for k in range(NUM_TRACKS):
        sealed += has[held.SILVER + k]
    points += 7.0 * has[held.GOLD] * sets + 4.0 * has[held.ABILITIES + SET_POINTS] * _sets(has, False)  # Z4, X10
    before = _silver_points(has, first, second, 0)
    one, two = _silver_points(has, first, second, 1) - before, _silver_points(has, first, second, 2) - before
    cheap = 1 if has[held.ABILITIES + SEAL_DISCOUNT] > 0 else 0
    silver, gold = _PRICES[cheap, 0, epoch], _PRICES[cheap, 1, epoch]
    best, worth, spent, silvers, golds, allying = -1.0, 0.0, 0.0, 0, 0, 0
    for ally in range(1 if loot == fee else 2):  # no colony is in reach
        coins = has[held.COINS] + (fee if ally == 1 else loot)
        if still <= FEED and has[held.ABILITIES + PAY_TO_FEED] > 0:
            coins -= 2 * min(lack, 6.0, coins // 2)
        if still <= FEED and has[held.ABILITIES + SURPLUS_FOOD] > 0:
            coins += min(12.0, 3.0 * max(0.0, has[held.TRACKS + FOOD] - has[held.CARDS]))
        for a in range(_MOST + 1):
            for b in range(_MOST + 1):
                cost = a * silver + b * gold
                some = a + b > 0
                if some and (still > SEAL or cost > coins or a > free):
                    continue
                if (a > 0 and a + sealed > _MOST) or (b > 0 and b + has[held.GOLD] > _MOST):
                    continue
                seals = 7.0 * b * sets + (0.0 if a == 0 else one if a == 1 else two)
                total = seals + (coins - cost) // 5 + (allied if ally == 1 else plundered)
                if total > best:
                    best, worth, spent, silvers, golds, allying = total, seals, coins, a, b, ally
    out[at], out[at + 1] = (points + before + best) / 100, lack / 5
    out[at + 2], out[at + 3] = worth / 20, spent / 30
    out[at + 4], out[at + 5] = silvers / 2, golds / 2
    return allying, track


@kernel
def ahead(observation):
    """The epoch, the incomes left in it, and the observer's step there from phase B's colonies on, else 0."""
    epoch, step = held.position(observation, _EPOCH, NUM_EPOCHS), held.position(observation, _STEP, _NUM_STEPS)
    incomes = held.whole(observation, _INCOMES, 6.0) - 2 * (NUM_EPOCHS - 1 - epoch)
    still = 0 if observation[_PHASE] < 0.5 or step < COLONY or COLONY + 1 < step < FEED else step
    return epoch, incomes, still


@kernel
def reckon(observation, box, out, scratch):
    """Write SIZE numbers; needs room for ROOM others."""
    has, other = scratch[: held.SIZE], scratch[held.SIZE : 2 * held.SIZE]
    end = scratch[2 * held.SIZE : ROOM]
    out[:SIZE] = 0.0
    epoch, incomes, still = ahead(observation)
    held.read(observation, 1, other)
    reach(other, box, epoch, incomes, still + (still > 0 and observation[_FIRST + 1] > 0.5), out, SEAT)
    held.read(observation, 0, has)
    other[:] = has
    allying, track = reach(other, box, epoch, incomes, still, out, 0)
    out[LEAD] = 4 * (out[0] - out[SEAT])
    out[ALLY], out[TRACK + track] = allying, 1.0
    if still > 0:  # no card is on offer
        return
    sale, sold = -1.0, np.float32(0.0)  # most cards on offer sell alike
    for k in range(NUM_OFFERS):
        card = OFFERED[k]
        if observation[card] < 0.5:
            continue
        at = OFFERS + OFFER * k
        if observation[card + 3] > 0.5:
            other[:] = has
            _buy(other, observation, k)
            reach(other, box, epoch, incomes, still, end, 0)
            out[at], out[at + 1] = 10 * (end[0] - out[0]), end[1] - out[1]
        if held.whole(observation, card + 4, 10.0) != sale:
            sale = held.whole(observation, card + 4, 10.0)
            other[:] = has
            other[held.COINS] += sale
            reach(other, box, epoch, incomes, still, end, 0)
            sold = 10 * (end[0] - out[0])
        out[at + 2] = sold


@kernel
def _buy(has, observation, k):
    """Put a card on offer into a seat's holdings."""
    card = OFFERED[k]
    colour = k - 2 if k >= 2 else held.position(observation, HAND_COLOUR, NUM_COLOURS)
    has[held.COINS] -= held.whole(observation, card + 2, 10.0)
    has[held.CARDS] += 1
    has[held.COLOURS + colour] += 1
    has[held.POINTS] += held.whole(observation, card + 9, 12.0)
    if colour == PURPLE:
        first = card + 13 if k < 2 else TOP_ABILITY
        for ability in range(NUM_ABILITIES - 1):
            has[held.ABILITIES + 1 + ability] += observation[first + ability]
    for track in range(NUM_TRACKS):
        has[held.TRACKS + track] += held.whole(observation, card + 5 + track, 5.0)
    held.count_income(has)


@kernel
def reckon_rows(observations, box, out):
    """`reckon` for every row."""
    scratch = np.empty(ROOM, np.float32)
    for i in range(len(observations)):
        reckon(observations[i], box, out[i], scratch)
