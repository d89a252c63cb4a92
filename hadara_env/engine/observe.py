"""encode: the observation of one seat, written piece by piece in the order of `observation.PIECES`.

Nothing here reads a field that the seat may not see: encoding a game, its redacted record and any determinization of
that record gives the same numbers.
"""

import numpy as np

from hadara_env.engine.constants import (
    ALLIED,
    BUST,
    BUST_STEPS,
    COLONY,
    CULTURE,
    DISPLAY,
    DRAFT,
    FOOD,
    FULL,
    GREEN_STEP,
    HAND,
    LOWER_REQUIREMENT,
    MAX_PLAYERS,
    MILITARY,
    NONE,
    NOT_TAKEN,
    NUM_ABILITIES,
    NUM_BUSTS,
    NUM_CARDS,
    NUM_COLONIES,
    NUM_COLOURS,
    NUM_DRAWS,
    NUM_EPOCHS,
    NUM_SOURCES,
    NUM_TRACKS,
    PLUNDERED,
    PURPLE,
    SIDE,
    SOLD,
    TAKE,
    TOKEN,
    TOTAL,
    UNSEEN,
    WHEEL,
    YELLOW_STEP,
)
from hadara_env.engine.jit import kernel
from hadara_env.engine.observation import NUM_STEPS, OBS
from hadara_env.engine.rules.display import price, selling_price
from hadara_env.engine.rules.draft import crest_colour, owes_token
from hadara_env.engine.rules.income import income_of
from hadara_env.engine.rules.market import top_card
from hadara_env.engine.scoring import points_by_source, sets

SIZE = OBS.size


def _start(name: str) -> int:
    return OBS.slice(name).start


_CARD_SIZE = _start("top.red") - _start("top.yellow")
_HAND_SIZE = _start("hand.high") - _start("hand.low")
_SEAT_SIZE = _start("next1") - _start("me")
_HANDS, _TOPS, _TOP_ABILITY = _start("hand.low"), _start("top"), _start("top.ability")
_HAND_COLOUR, _OUTER, _SEATS = _start("hand.colour"), _start("outer.size"), _start("me")
_TAKINGS, _SEALS, _POINTS = (_start(name) - _SEATS for name in ("me.plundered", "me.silver", "me.points"))
_MINE, _STACKED, _NOT_SEEN = _start("cards.mine"), _start("cards.outer"), _start("cards.unseen")
_OUT_OF_REACH = 1000  # more steps than any card gives


@kernel
def encode(g, seat, t, out):
    """Write what a seat observes to `out` (float32, OBS.size).

    Only this function calls those that write the pieces: numba counts references to `out` in every function that
    calls another too large to be inlined, and each count costs as much as a piece.
    """
    out[:_SEATS] = 0.0
    out[_SEATS + g.num_players * _SEAT_SIZE : _MINE] = 0.0  # present seats, my cards and unseen ones are written whole
    out[_STACKED:_NOT_SEEN] = 0.0
    in_draw = g.step == DRAFT or (g.step == TOKEN and g.phase == 0)
    _encode_game(g, seat, in_draw, t, out)
    goals = _goals(g, seat, t)
    if in_draw:
        out[_HAND_COLOUR + t.colour[g.hand[seat, 0]]] = 1.0
        for slot in range(2):
            card, at = g.hand[seat, slot], _HANDS + slot * _HAND_SIZE
            _encode_card(g, seat, card, goals, t, out, at)
            if t.ability[card] > 0:
                out[at + _CARD_SIZE + t.ability[card] - 1] = 1.0
    for colour in range(NUM_COLOURS):
        card = top_card(g, colour)
        if card != NONE:
            _encode_card(g, seat, card, goals, t, out, _TOPS + colour * _CARD_SIZE)
            out[_OUTER + colour] = np.float32(0.2) * g.outer_size[colour]
            if colour == PURPLE and t.ability[card] > 0:
                out[_TOP_ABILITY + t.ability[card] - 1] = 1.0
            for i in range(g.outer_size[colour]):
                depth = g.outer_size[colour] - 1 - i
                out[_STACKED + np.int64(g.placed[g.epoch, colour, i])] = np.float32(1.0) - np.float32(0.2) * depth
    for turn in range(g.num_players):
        other = (seat + turn) % g.num_players
        at = _SEATS + turn * _SEAT_SIZE
        _encode_seat(g, seat, other, in_draw, out, at)
        _encode_takings(g, other, t, out, at + _TAKINGS)
        _encode_points(points_by_source(g, other, t), out, at + _POINTS)
    own, sold, held = np.uint8(DISPLAY + seat), np.uint8(SOLD + seat), np.uint8(HAND + seat)
    for card in range(NUM_CARDS):
        place = g.place[card]
        out[_MINE + card] = place == own
        out[_NOT_SEEN + card] = (place == UNSEEN) | ((place >= SOLD) & (place != sold) & (place != held))


@kernel
def _relative(g, seat, other):
    return (other - seat) % g.num_players


@kernel
def _encode_game(g, seat, in_draw, t, out):
    k = 0
    out[k + g.num_players - 2] = 1.0
    k += 4
    out[k] = g.rules == FULL
    k += 1
    out[k + g.epoch] = 1.0
    k += 3
    out[k] = g.phase
    k += 1
    step = g.step
    if in_draw:
        step = TOKEN if owes_token(g, seat, t) else DRAFT
    if step < NUM_STEPS:
        out[k + step] = 1.0
    k += NUM_STEPS
    out[k + g.lap] = 1.0
    k += 5
    if in_draw:
        out[k] = g.pending[seat] == NONE or step == TOKEN
    elif step == SIDE:
        out[k] = g.pending_side[seat] == NONE
    elif g.actor >= 0:
        out[k + _relative(g, seat, g.actor)] = 1.0
    k += MAX_PLAYERS
    out[k + _relative(g, seat, g.first[g.epoch])] = 1.0
    k += MAX_PLAYERS
    if g.epoch + 1 < NUM_EPOCHS:
        out[k + _relative(g, seat, g.first[g.epoch + 1])] = 1.0
    k += MAX_PLAYERS
    if step == COLONY or step == BUST:
        out[k] = g.taken
    out[k + 1] = g.paid * np.float32(1 / 30)
    out[k + 2] = np.float32(1 / 6) * incomes_left(g, step)
    k += 3
    for i in range(NUM_COLOURS):
        here, after = np.int64(g.board[i]), np.int64(g.board[(i + 1) % NUM_COLOURS])
        out[k + NUM_COLOURS * here + after] = 1.0
    k += NUM_COLOURS * NUM_COLOURS
    for position in range(NUM_COLOURS):
        colour = np.int64(g.board[(g.crest[seat] + position) % NUM_COLOURS])
        out[k + NUM_COLOURS * position + colour] = 1.0


@kernel
def incomes_left(g, step):
    """Income steps still to come: two an epoch; that of the running phase is over once colonies begin. E2, E3"""
    left = 2 * (NUM_EPOCHS - 1 - g.epoch) + (1 - g.phase)
    if step == SIDE or step == WHEEL or step == DRAFT or step == TOKEN or step == TAKE:
        left += 1
    return left


@kernel
def _goals(g, seat, t):
    """What cards are measured by: steps to my next colony and my next bust, and the colour that completes a set. Z4"""
    relief = 4 if g.ability[seat, LOWER_REQUIREMENT] > 0 else 0
    military, culture = g.tracks[seat, MILITARY] + relief, g.tracks[seat, CULTURE] + relief
    to_colony = to_bust = _OUT_OF_REACH
    for colony in range(NUM_COLONIES):
        lack = t.colony_requirement[colony] - military
        to_colony = min(to_colony, lack if (g.colony[seat, colony] == NOT_TAKEN) & (lack > 0) else _OUT_OF_REACH)
    for bust in range(NUM_BUSTS):
        lack = t.bust_requirement[bust] - culture
        to_bust = min(to_bust, lack if (g.bust_token[seat, bust] == NONE) & (lack > 0) else _OUT_OF_REACH)
    fewest = sets(g, seat)
    lacking, missing = 0, 0
    for colour in range(NUM_COLOURS):
        if g.colours[seat, colour] == fewest:
            lacking += 1
            missing = colour
    return to_colony, to_bust, missing if lacking == 1 else -1


@kernel
def _encode_card(g, seat, card, goals, t, out, at):
    """What a card would mean to me; steps include X0 both ways and X8."""
    k = int(np.uint16(at))  # an unsigned number spares the compiler a test for negative indices at every cell
    colour, ability = t.colour[card], t.ability[card]
    to_colony, to_bust, missing = goals
    own_price = price(g, seat, card, t)
    out[k] = 1.0
    out[k + 1] = np.float32(0.1) * t.cost[card]
    out[k + 2] = np.float32(0.1) * own_price
    out[k + 3] = g.coins[seat] >= own_price
    out[k + 4] = np.float32(0.1) * selling_price(g, seat, card, t)
    k += 5
    military = t.values[card, MILITARY]
    culture = t.values[card, CULTURE]
    for track in range(NUM_TRACKS):
        out[k + track] = np.float32(0.2) * t.values[card, track]
    if colour != PURPLE:
        extra = g.ability[seat, YELLOW_STEP + colour]
        out[k + colour] += np.float32(0.2) * extra
        military += extra if colour == MILITARY else 0
        culture += extra if colour == CULTURE else 0
    elif YELLOW_STEP <= ability <= GREEN_STEP:
        track = ability - YELLOW_STEP
        extra = g.colours[seat, track]
        out[k + track] += np.float32(0.2) * extra
        military += extra if track == MILITARY else 0
        culture += extra if track == CULTURE else 0
    elif ability == BUST_STEPS:
        for bust in range(NUM_BUSTS):
            track = np.int64(g.bust_token[seat, bust])
            if track != NONE and g.bust_back[seat, bust] == 0:
                out[k + track] += np.float32(0.4)
                military += 2 if track == MILITARY else 0
                culture += 2 if track == CULTURE else 0
    k += NUM_TRACKS
    out[k] = np.float32(1 / 12) * t.points[card]
    out[k + 1] = colour == missing
    out[k + 2] = military >= to_colony
    out[k + 3] = culture >= to_bust


@kernel
def _encode_seat(g, observer, seat, in_draw, out, at):
    """All cells but those of takings and points; each is written, for nobody has cleared them."""
    k = int(np.uint16(at))
    coins = g.coins[seat]
    out[k] = 1.0
    out[k + 1] = np.float32(0.02) * coins
    out[k + 2] = min(np.float32(1.0), np.float32(0.1) * coins)
    out[k + 3] = np.float32(0.05) * income_of(g, seat)
    k += 4
    for track in range(NUM_TRACKS):
        out[k + track] = np.float32(g.tracks[seat, track]) * np.float32(1 / 30)
    k += NUM_TRACKS
    out[k] = np.float32(1 / 30) * g.display_size[seat]
    out[k + 1] = np.float32(0.1) * (g.tracks[seat, FOOD] - g.display_size[seat])
    k += 2
    for colour in range(NUM_COLOURS):
        out[k + colour] = np.float32(g.colours[seat, colour]) * np.float32(1 / 6)
    k += NUM_COLOURS
    out[k] = np.float32(1 / 6) * sets(g, seat)
    k += 1
    for ability in range(1, NUM_ABILITIES):
        out[k + ability - 1] = np.float32(g.ability[seat, ability]) * np.float32(0.5)
    k += NUM_ABILITIES - 1
    for track in range(NUM_TRACKS):
        out[k + track] = np.float32(g.tokens[seat, track]) * np.float32(0.5)
    k += NUM_TRACKS + _SEALS - _TAKINGS
    for track in range(NUM_TRACKS):
        seals = np.float32(0.0)
        for i in range(2):
            seals += np.float32(0.5) if g.silver[seat, i] == track else np.float32(0.0)
        out[k + track] = seals
    k += NUM_TRACKS
    out[k] = np.float32(0.5) * g.gold[seat]
    k += 1 + NUM_SOURCES
    now = crest_colour(g, seat, g.lap) if in_draw else NONE
    after = crest_colour(g, seat, g.lap + 1) if in_draw and g.lap + 1 < NUM_DRAWS else NONE
    for colour in range(NUM_COLOURS):
        out[k + colour] = now == colour
        out[k + NUM_COLOURS + colour] = after == colour
    k += 2 * NUM_COLOURS
    out[k] = np.float32(0.2) * (g.start_card[seat] + 1)
    side = g.side[seat]
    if seat == observer and g.step == SIDE:
        side = g.pending_side[seat]
    out[k + 1] = side == 1


@kernel
def _encode_takings(g, seat, t, out, at):
    """Colonies and busts: what is taken, and how near the rest is, at most 1."""
    k = int(np.uint16(at))
    relief = 4 if g.ability[seat, LOWER_REQUIREMENT] > 0 else 0
    have = np.float32(g.tracks[seat, MILITARY] + relief)
    for colony in range(NUM_COLONIES):
        state = g.colony[seat, colony]
        reach = min(np.float32(1.0), have / np.float32(t.colony_requirement[colony]))
        out[k + colony] = state == PLUNDERED
        out[k + NUM_COLONIES + colony] = state == ALLIED
        out[k + 2 * NUM_COLONIES + colony] = reach if state == NOT_TAKEN else np.float32(0.0)
    k += 3 * NUM_COLONIES
    have = np.float32(g.tracks[seat, CULTURE] + relief)
    for bust in range(NUM_BUSTS):
        carved, back = g.bust_token[seat, bust] != NONE, g.bust_back[seat, bust] == 1
        reach = min(np.float32(1.0), have / np.float32(t.bust_requirement[bust]))
        out[k + bust] = carved & (not back)
        out[k + NUM_BUSTS + bust] = carved & back
        out[k + 2 * NUM_BUSTS + bust] = np.float32(0.0) if carved else reach


@kernel
def _encode_points(points, out, at):
    k = int(np.uint16(at))
    total = 0
    for source in range(TOTAL):
        out[k + source] = np.float32(0.02) * points[source]
        total += points[source]
    out[k + TOTAL] = np.float32(0.01) * total
