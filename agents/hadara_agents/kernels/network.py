"""The policy network over one observation, in plain loops: what learned agents play with.

A network lies in one flat array of numbers with its sizes beside it (`policy.packed` makes both). Weights are stored by
input, and inputs that are zero are passed over: most numbers of an observation are. Every row is computed by itself,
so an agent decides the same whether it is asked alone or among thousands.
"""

import math

import numpy as np

from hadara_agents.kernels import prospects, rivals
from hadara_agents.kernels.counted import COUNTED
from hadara_agents.kernels.jit import kernel
from hadara_env.engine.actions import DISCARD_0, DRAFT_0, NUM_ACTIONS, TAKE_0
from hadara_env.engine.constants import NUM_CARDS, NUM_COLOURS
from hadara_env.engine.observation import OBS

# The sizes, in order; the widths of the layers follow.
LAYERS, CARD_WIDTH, BLOCKS, RUNGS, PROSPECTS, RIVALS, WIDTHS = 0, 1, 2, 3, 4, 5, 6
MAX_LAYERS = 6
NUM_SIZES = WIDTHS + MAX_LAYERS
MAX_WIDTH = 2048
NUM_VALUES = 2

_INPUTS = OBS.size
_HAND, _TOP = 31, 13
_HAND_0 = OBS.slice("hand.low").start
_TOP_0 = OBS.slice("top.yellow").start
_ABILITY_0 = OBS.slice("top.ability").start
_PURPLE = NUM_COLOURS - 1
_COUNTED = np.array([(*number.columns, number.rungs) for number in COUNTED])
_SCALES = np.array([number.scales for number in COUNTED])
_TOLD = 4 * MAX_WIDTH
_MORE = _TOLD + prospects.SIZE
SCRATCH = _MORE + rivals.SIZE  # two layers, a card's context and its own numbers, prospects, rivals


@kernel
def _layer(inputs, size, p, at, out, width, rectified):
    """out = inputs times the matrix at `at`, plus the bias behind it; returns where the next begins."""
    bias = at + size * width
    for j in range(width):
        out[j] = p[bias + j]
    for i in range(size):
        x = inputs[i]
        if x != 0.0:
            row = p[at + i * width : at + (i + 1) * width]
            for j in range(width):
                out[j] += x * row[j]
    if rectified:
        _rectify(out, width)
    return bias + width


@kernel
def _rectify(out, width):
    for j in range(width):
        out[j] = max(out[j], np.float32(0.0))


@kernel
def evaluate(observation, p, sizes, logits, values, scratch):
    """Write all 236 logits and both values."""
    a, b = scratch[:MAX_WIDTH], scratch[MAX_WIDTH : 2 * MAX_WIDTH]
    told, more_told = scratch[_TOLD:_MORE], scratch[_MORE:SCRATCH]
    at, size = 0, _INPUTS
    for k in range(sizes[LAYERS]):
        width = sizes[WIDTHS + k]
        at = _layer(observation if k == 0 else a, size, p, at, b, width, k > 0)
        if k == 0:
            if sizes[RUNGS] == 1:
                at = _add_rungs(observation, p, at, b, width)
            if sizes[PROSPECTS] == 1:
                box = p[at : at + prospects.BOX]
                at += prospects.BOX
                prospects.reckon(observation, box, told, a)
                _add_inputs(told, 0, prospects.SIZE, p, at, width, b)
                at += prospects.SIZE * width
                if sizes[RIVALS] == 1:
                    rivals.reckon(observation, told, box, p[at : at + rivals.FACES], more_told, a)
                    at += rivals.FACES
                    _add_inputs(more_told, 0, rivals.SIZE, p, at, width, b)
                    at += rivals.SIZE * width
            _rectify(b, width)
        a, b = b, a
        size = width
    more = scratch[2 * MAX_WIDTH : 4 * MAX_WIDTH]
    for _ in range(sizes[BLOCKS]):
        at = _layer(a, size, p, at, b, size, True)
        at = _layer(b, size, p, at, more, size, False)
        for j in range(size):
            a[j] += more[j]
    at = _layer(a, size, p, at, logits, NUM_ACTIONS, False)
    at = _layer(a, size, p, at, values, NUM_VALUES, False)
    cards = sizes[CARD_WIDTH]
    if cards > 0:
        if sizes[PROSPECTS] == 0:
            told = told[:0]
        if sizes[RIVALS] == 0:
            more_told = more_told[:0]
        _add_cards(observation, a, size, cards, told, more_told, p, at, logits, b, more)


@kernel
def _add_rungs(observation, p, at, out, width):
    """What the first layer is told of whole numbers; returns where what follows begins."""
    for k in range(len(_COUNTED)):
        first, second, rungs = _COUNTED[k]
        number = int(observation[first] * _SCALES[k, 0] + observation[second] * _SCALES[k, 1] + 0.5)
        if number > 0:
            row = at + (min(number, rungs) - 1) * width
            for j in range(width):
                out[j] += p[row + j]
        at += rungs * width
    return at


@kernel
def _add_cards(observation, hidden, size, cards, told, more_told, p, at, logits, b, more):
    context, card = more[:cards], more[cards : 2 * cards]
    at = _layer(hidden, size, p, at, context, cards, False)  # its bias is the offer's own
    offer = at
    at += _HAND * cards
    score = at
    at += 2 * cards + 2
    prospect = at
    at += prospects.OFFER * cards if len(told) > 0 else 0
    rival = at
    at += rivals.OFFER * cards if len(more_told) > 0 else 0
    for k in range(2 + NUM_COLOURS):
        start = _HAND_0 + k * _HAND if k < 2 else _TOP_0 + (k - 2) * _TOP
        if observation[start] == 0.0:  # no such card: what its score would be is nobody's business
            continue
        for j in range(cards):
            card[j] = context[j]
        _add_inputs(observation, start, _HAND if k < 2 else _TOP, p, offer, cards, card)
        if k == 2 + _PURPLE:
            _add_inputs(observation, _ABILITY_0, _HAND - _TOP, p, offer + _TOP * cards, cards, card)
        if len(told) > 0:
            _add_inputs(told, prospects.OFFERS + k * prospects.OFFER, prospects.OFFER, p, prospect, cards, card)
        if len(more_told) > 0:
            _add_inputs(more_told, k * rivals.OFFER, rivals.OFFER, p, rival, cards, card)
        action = DRAFT_0 + 2 * k if k < 2 else TAKE_0 + 2 * (k - 2)
        for deed in range(2):
            total = p[score + 2 * cards + deed]
            for j in range(cards):
                if card[j] > 0.0:
                    total += card[j] * p[score + 2 * j + deed]
            logits[action + deed] += total
    discards = b[:NUM_CARDS]
    _layer(hidden, size, p, at, discards, NUM_CARDS, False)
    for k in range(NUM_CARDS):
        logits[DISCARD_0 + k] += discards[k]


@kernel
def _add_inputs(observation, start, count, p, at, width, out):
    for i in range(count):
        x = observation[start + i]
        if x != 0.0:
            row = p[at + i * width : at + (i + 1) * width]
            for j in range(width):
                out[j] += x * row[j]


@kernel
def evaluate_rows(observations, p, sizes, logits, values):
    """`evaluate` for every row."""
    scratch = np.empty(SCRATCH, np.float32)
    for i in range(len(observations)):
        evaluate(observations[i], p, sizes, logits[i], values[i], scratch)


@kernel
def best_of(logits, legal, n):
    """The position in `legal` of the likeliest action; ties to the lower index."""
    best = 0
    for i in range(1, n):
        if logits[legal[i]] > logits[legal[best]]:
            best = i
    return best


@kernel
def probabilities(logits, legal, n, temperature, out):
    """A softmax over the legal actions."""
    most, total = logits[legal[0]], 0.0
    for i in range(1, n):
        most = max(most, logits[legal[i]])
    for i in range(n):
        out[i] = math.exp((logits[legal[i]] - most) / temperature)
        total += out[i]
    for i in range(n):
        out[i] /= total
