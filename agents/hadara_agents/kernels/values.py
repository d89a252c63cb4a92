"""What a card, a step or a tile is worth to a seat, by the weights. Nothing here reads what the seat may not know."""

from hadara_agents.kernels.jit import kernel
from hadara_agents.kernels.weights import OFFSET
from hadara_env.engine.constants import (
    BUST_STEPS,
    CULTURE,
    FOOD,
    FULL_SILVER,
    GREEN_STEP,
    LOWER_REQUIREMENT,
    MILITARY,
    NONE,
    NOT_TAKEN,
    NUM_BUSTS,
    NUM_COLONIES,
    NUM_COLOURS,
    NUM_DRAWS,
    NUM_TRACKS,
    PURPLE,
    SET_POINTS,
    YELLOW_STEP,
)

_COIN, _INCOME, _FOOD = OFFSET["coin"], OFFSET["income"], OFFSET["food"]
_HUNGER, _APPETITE, _CROSSING = OFFSET["hunger"], OFFSET["appetite"], OFFSET["crossing"]
_YELLOW, _SET, _ABILITY = OFFSET["yellow"], OFFSET["set"], OFFSET["ability"]

# A seat's outlook: what a step on each track, a coin and a mouth to feed are worth to it now.
COIN, MOUTH = NUM_TRACKS, NUM_TRACKS + 1
OUTLOOK_SIZE = NUM_TRACKS + 2


@kernel
def stage(g):
    return 2 * g.epoch + g.phase


@kernel
def look_ahead(g, seat, w, outlook):
    """Fill the outlook of a seat."""
    now = stage(g)
    outlook[COIN] = w[_COIN + now]
    for track in range(NUM_TRACKS):
        outlook[track] = w[_INCOME + 6 * track + now]
    for i in range(g.silver_count[seat]):
        outlook[g.silver[seat, i]] += 1.0 if g.ability[seat, FULL_SILVER] > i else 0.5  # Z3, X9
    hunger = _hunger(g, seat, w)
    outlook[FOOD] += hunger
    outlook[MOUTH] = hunger


@kernel
def _hunger(g, seat, w):
    """What one more mouth costs: nothing with food to spare, all with none, in between on a slope of three cards."""
    draws = (1 - g.phase) * NUM_DRAWS + NUM_DRAWS - g.lap
    lack = g.display_size[seat] + w[_APPETITE + g.epoch] * draws - g.tracks[seat, FOOD]
    return w[_HUNGER + g.epoch] * min(1.0, max(0.0, (lack + 1.5) / 3.0))


@kernel
def steps_value(g, seat, track, steps, t, w, outlook):
    """Steps on a track, and the requirements they meet."""
    value = steps * outlook[track]
    if steps <= 0:
        return value
    relief = 4 if g.ability[seat, LOWER_REQUIREMENT] > 0 else 0
    have = g.tracks[seat, track] + relief
    if track == MILITARY:
        for colony in range(NUM_COLONIES):
            need = t.colony_requirement[colony]
            if have < need <= have + steps and g.colony[seat, colony] == NOT_TAKEN:
                value += w[_CROSSING] * t.colony_points[colony]
    elif track == CULTURE:
        for bust in range(NUM_BUSTS):
            need = t.bust_requirement[bust]
            if have < need <= have + steps and g.bust_token[seat, bust] == NONE:
                value += w[_CROSSING + 1] * t.bust_points[bust]
    return value


@kernel
def card_value(g, seat, card, t, w, outlook):
    """A card in the display, whatever it costs."""
    colour, ability, epoch = t.colour[card], t.ability[card], g.epoch
    value = t.points[card] + w[_YELLOW + 3 * colour + epoch] - outlook[MOUTH]
    if ability > 0:
        value += w[_ABILITY + ability - 1]
        if YELLOW_STEP <= ability <= GREEN_STEP:
            track = ability - YELLOW_STEP
            value += steps_value(g, seat, track, g.colours[seat, track], t, w, outlook)
        elif ability == BUST_STEPS:
            for bust in range(NUM_BUSTS):
                if g.bust_token[seat, bust] != NONE:
                    value += 2.0 if g.bust_back[seat, bust] == 1 else 2.0 * outlook[g.bust_token[seat, bust]]
    for track in range(NUM_TRACKS):
        steps = t.values[card, track]
        if track == colour and colour != PURPLE:
            steps += g.ability[seat, YELLOW_STEP + colour]
        if steps > 0:
            value += steps_value(g, seat, track, steps, t, w, outlook)
    if completes_set(g, seat, colour):
        value += w[_SET + epoch] + 7.0 * g.gold[seat] + 4.0 * g.ability[seat, SET_POINTS]
    return value


@kernel
def completes_set(g, seat, colour):
    """Z4: every other colour has more cards than this one."""
    own = g.colours[seat, colour]
    for other in range(NUM_COLOURS):
        if other != colour and g.colours[seat, other] <= own:
            return False
    return True


@kernel
def card_loss(g, seat, card, t, w, outlook):
    """What discarding a card takes away: its points, steps, ability and place in a set. F3"""
    colour, ability = t.colour[card], t.ability[card]
    loss = t.points[card] + w[_YELLOW + 3 * colour + g.epoch]
    if ability > 0:
        loss += w[_ABILITY + ability - 1]
        if YELLOW_STEP <= ability <= GREEN_STEP:
            loss += g.colours[seat, ability - YELLOW_STEP] * outlook[ability - YELLOW_STEP]
        elif g.card_token[card] != NONE:
            loss += 2.0 * outlook[g.card_token[card]]
    for track in range(NUM_TRACKS):
        steps = t.values[card, track]
        if track == colour and colour != PURPLE:
            steps += g.ability[seat, YELLOW_STEP + colour]
        loss += steps * outlook[track]
        if track == FOOD:
            loss += steps * w[_HUNGER + g.epoch]  # each lost food costs another card
    fewest = 99
    for other in range(NUM_COLOURS):
        fewest = min(fewest, g.colours[seat, other])
    if g.colours[seat, colour] == fewest:
        loss += w[_SET + g.epoch] + 7.0 * g.gold[seat] + 4.0 * g.ability[seat, SET_POINTS]
    return loss
