"""What the cards on offer would bring the next seat, and those beneath them both: what a network may be told besides.

With two players a card left lying is the other's, and one that is taken uncovers the next. Reckoned as in `prospects`;
what X8 gives for busts carved before is left out.
"""

import numpy as np

from hadara_agents.kernels import held, prospects
from hadara_agents.kernels.jit import kernel
from hadara_agents.kernels.prospects import NUM_OFFERS, OFFERED, SEAT
from hadara_env.cards import CardSet
from hadara_env.engine.constants import NUM_ABILITIES, NUM_CARDS, NUM_COLOURS, NUM_TRACKS, PURPLE, YELLOW_STEP
from hadara_env.engine.observation import OBS

# What is told of each card on offer: what it changes of the next seat's total and of its lack of food; and what the
# card beneath it does, for the observer and for the next seat.
OFFERS, OFFER = 0, 6
SIZE = NUM_OFFERS * OFFER

# A card's figures, in order.
_COLOUR, _COST, _POINTS, _ABILITY, _STEPS = range(5)
_FIGURES = _STEPS + NUM_TRACKS
FACES = NUM_CARDS * _FIGURES
_ROOMS = 3 * held.SIZE
ROOM = _ROOMS + SEAT + _FIGURES

_OUTER = OBS.slice("cards.outer").start
_TOP, _BENEATH = 0.9, 0.7  # the top card is 1 there, the next one 0.8


def card_figures(cards: CardSet) -> np.ndarray:
    """The figures of all cards as one row."""
    columns = (cards.colour, cards.cost, cards.points, cards.ability, *cards.values.T)
    return np.stack(columns, axis=1).astype(np.float32).ravel()


@kernel
def _in_hand(observation, k, mine, face):
    """Write the figures of a card in the observer's hand; without the steps that X0 would add for the observer."""
    card = OFFERED[k]
    colour = held.position(observation, prospects.HAND_COLOUR, NUM_COLOURS)
    face[_COLOUR], face[_ABILITY] = colour, 0
    face[_COST] = held.whole(observation, card + 1, 10.0)
    face[_POINTS] = held.whole(observation, card + 9, 12.0)
    for track in range(NUM_TRACKS):
        face[_STEPS + track] = held.whole(observation, card + 5 + track, 5.0)
    if colour < PURPLE:
        face[_STEPS + colour] -= mine[held.ABILITIES + YELLOW_STEP + colour]
        return
    for ability in range(1, NUM_ABILITIES):
        if observation[card + 12 + ability] > 0.5:
            face[_ABILITY] = ability
    track = int(face[_ABILITY]) - YELLOW_STEP
    if 0 <= track < NUM_TRACKS:
        face[_STEPS + track] -= mine[held.COLOURS + track]


@kernel
def _change(face, has, room, at_hand, box, epoch, incomes, now, lack, out, at):
    """Write what buying a card changes of a seat's total and lack; nothing where it cannot be paid."""
    colour = int(face[_COLOUR])
    price = max(0.0, face[_COST] - has[held.COLOURS + colour])  # P1
    if price > has[held.COINS]:
        return
    room[:] = has
    room[held.COINS] -= price
    room[held.CARDS] += 1
    room[held.COLOURS + colour] += 1
    room[held.POINTS] += face[_POINTS]
    for track in range(NUM_TRACKS):
        room[held.TRACKS + track] += face[_STEPS + track]
    if colour < PURPLE:
        room[held.TRACKS + colour] += has[held.ABILITIES + YELLOW_STEP + colour]  # X0
    ability = int(face[_ABILITY])
    if ability > 0:
        room[held.ABILITIES + ability] += 1
    if 0 <= ability - YELLOW_STEP < NUM_TRACKS:
        room[held.TRACKS + ability - YELLOW_STEP] += has[held.COLOURS + ability - YELLOW_STEP]  # X0
    held.count_income(room)
    prospects.reach(room, box, epoch, incomes, 0, at_hand, 0)
    out[at], out[at + 1] = 10 * (at_hand[0] - now), at_hand[1] - lack


@kernel
def reckon(observation, told, box, faces, out, scratch):
    """Write SIZE numbers; `told` are those of `prospects`. Needs room for ROOM others."""
    out[:SIZE] = 0.0
    epoch, incomes, still = prospects.ahead(observation)
    if still > 0:  # no card is on offer
        return
    mine, theirs, room = scratch[: held.SIZE], scratch[held.SIZE : 2 * held.SIZE], scratch[2 * held.SIZE : _ROOMS]
    end, face = scratch[_ROOMS : _ROOMS + SEAT], scratch[_ROOMS + SEAT : ROOM]
    held.read(observation, 0, mine)
    held.read(observation, 1, theirs)
    for k in range(2):
        if observation[OFFERED[k]] > 0.5:
            _in_hand(observation, k, mine, face)
            _change(face, theirs, room, end, box, epoch, incomes, told[SEAT], told[SEAT + 1], out, OFFER * k)
    for card in range(NUM_CARDS):
        height = observation[_OUTER + card]
        if height < _BENEATH:
            continue
        figures = faces[card * _FIGURES : (card + 1) * _FIGURES]
        at = OFFER * (2 + int(figures[_COLOUR]))
        if height < _TOP:
            _change(figures, mine, room, end, box, epoch, incomes, told[0], told[1], out, at + 2)
            at += 4
        _change(figures, theirs, room, end, box, epoch, incomes, told[SEAT], told[SEAT + 1], out, at)


@kernel
def reckon_rows(observations, told, box, faces, out):
    """`reckon` for every row."""
    scratch = np.empty(ROOM, np.float32)
    for i in range(len(observations)):
        reckon(observations[i], told[i], box, faces, out[i], scratch)
