"""The numbers every kernel agrees on: colours, tracks, steps, abilities and sizes.

Colour c and track c belong together for c < 4 (yellow/income, red/military, blue/culture, green/food);
purple, the fifth colour, has no track.
"""

from typing import Final

MAX_PLAYERS: Final = 5
NUM_CARDS: Final = 162
NUM_COLOURS: Final = 5
NUM_TRACKS: Final = 4
NUM_EPOCHS: Final = 3
NUM_DRAWS: Final = 5
NUM_COLONIES: Final = 5
NUM_BUSTS: Final = 4
NUM_ABILITIES: Final = 19
DISPLAY_SIZE: Final = 30  # five bought in phase A and five in phase B of each epoch at the very most
PILE_SIZE: Final = 10
DECK_SIZE: Final = 14
NONE: Final = 255  # "no card", "no track", "not chosen yet" in the uint8 fields

YELLOW, RED, BLUE, GREEN, PURPLE = range(NUM_COLOURS)
INCOME, MILITARY, CULTURE, FOOD = range(NUM_TRACKS)

BASIC, FULL = 0, 1
RULES: Final = ("basic", "full")

# Steps of the game, in the order of a turn. OVER has no actor.
SIDE, WHEEL, DRAFT, TOKEN, COLONY, BUST, TAKE, FEED, SEAL, OVER = range(10)
STEPS: Final = ("side", "wheel", "draft", "token", "colony", "bust", "take", "feed", "seal", "over")

# Where a card lies, as the all-seeing record knows it. The seat is added to the last three.
UNSEEN, OUTER, GONE = 0, 1, 2
DISPLAY, SOLD, HAND = 3, 8, 13

# What a seat did with a colony.
NOT_TAKEN, PLUNDERED, ALLIED = 0, 1, 2

# Abilities, as numbered in `hadara_env.cards.ABILITIES`.
(
    NO_ABILITY,
    SELL_BONUS,  # X1
    BONUS_TOKEN,  # X2
    COLONY_COINS,  # X3
    SEAL_DISCOUNT,  # X4
    YELLOW_STEP,  # X0, and the three that follow: YELLOW_STEP + colour
    RED_STEP,
    BLUE_STEP,
    GREEN_STEP,
    PAY_TO_FEED,  # X5
    SURPLUS_FOOD,  # X6
    BALANCED_INCOME,  # X7
    BUST_STEPS,  # X8
    FULL_SILVER,  # X9
    SET_POINTS,  # X10
    SET_JOKER,  # X11
    DOUBLE_STEP,  # X12
    LOWER_REQUIREMENT,  # X13
    BUY_REQUIREMENT,  # X14
) = range(NUM_ABILITIES)

# Points by source, the columns of every score table.
COLONIES, BUSTS, SILVER, GOLD, CARDS, COINS, TOTAL = range(7)
SOURCES: Final = ("colonies", "busts", "silver", "gold", "cards", "coins", "total")
NUM_SOURCES: Final = len(SOURCES)
