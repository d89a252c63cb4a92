"""What a seat holds, read from an observation into a row of numbers, as it may be reckoned with."""

import numpy as np

from hadara_agents.kernels.jit import kernel
from hadara_env.engine import constants
from hadara_env.engine.constants import (
    BALANCED_INCOME,
    NUM_ABILITIES,
    NUM_BUSTS,
    NUM_COLONIES,
    NUM_COLOURS,
    NUM_TRACKS,
)
from hadara_env.engine.observation import OBS

# In order.
COINS, INCOME, CARDS, GOLD, POINTS, TRACKS = range(6)  # points of colonies, busts and cards
TOKENS = TRACKS + NUM_TRACKS
SILVER = TOKENS + NUM_TRACKS
COLOURS = SILVER + NUM_TRACKS
ABILITIES = COLOURS + NUM_COLOURS - 1  # by the numbers of `constants`, where 0 is none
COLONIES = ABILITIES + NUM_ABILITIES
BUSTS = COLONIES + NUM_COLONIES
SIZE = BUSTS + NUM_BUSTS

_SEATS = np.array(
    [
        [
            OBS.slice(f"{seat}.{piece}").start
            for piece in ("coins", "income", "cards", "gold", "silver", "points", "tracks", "tokens", "colours")
            + ("abilities", "plundered", "allied", "bust_front", "bust_back")
        ]
        for seat in ("me", "next1")
    ]
)


@kernel
def whole(observation, column, scale):
    return np.floor(observation[column] * scale + 0.5)


@kernel
def position(observation, start, count):
    for k in range(count):
        if observation[start + k] > 0.5:
            return k
    return 0


@kernel
def read(observation, seat, has):
    """A seat's holdings."""
    columns = _SEATS[seat]
    has[COINS] = whole(observation, columns[0], 50.0)
    has[INCOME] = whole(observation, columns[1], 20.0)
    has[CARDS] = whole(observation, columns[2], 30.0)
    has[GOLD] = whole(observation, columns[3], 2.0)
    for k in range(NUM_TRACKS):
        has[SILVER + k] = whole(observation, columns[4] + k, 2.0)
        has[TRACKS + k] = whole(observation, columns[6] + k, 30.0)
        has[TOKENS + k] = whole(observation, columns[7] + k, 2.0)
    has[POINTS] = 0.0
    for source in (constants.COLONIES, constants.BUSTS, constants.CARDS):
        has[POINTS] += whole(observation, columns[5] + source, 50.0)
    for colour in range(NUM_COLOURS):
        has[COLOURS + colour] = whole(observation, columns[8] + colour, 6.0)
    for ability in range(NUM_ABILITIES - 1):
        has[ABILITIES + 1 + ability] = whole(observation, columns[9] + ability, 2.0)
    for k in range(NUM_COLONIES):
        has[COLONIES + k] = observation[columns[10] + k] + observation[columns[11] + k]
    for k in range(NUM_BUSTS):
        has[BUSTS + k] = observation[columns[12] + k] + observation[columns[13] + k]


@kernel
def count_income(has):
    """What an income step pays (I1, X7)."""
    has[INCOME] = has[TRACKS]
    if has[ABILITIES + BALANCED_INCOME] > 0:
        for track in range(1, NUM_TRACKS):
            has[INCOME] += 2 if has[TRACKS + track] > has[TRACKS] else 0
