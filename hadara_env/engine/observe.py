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
_CARD_SIZE = OBS.slice("top.yellow").stop - OBS.slice("top.yellow").start
_SEAT_SIZE = OBS.slice("me").stop - OBS.slice("me").start
_HANDS, _TOPS, _TOP_ABILITY = OBS.slice("hand.colour").start, OBS.slice("top").start, OBS.slice("top.ability").start
_OUTER, _SEATS = OBS.slice("outer.size").start, OBS.slice("me").start
_MINE, _STACKED = OBS.slice("cards.mine").start, OBS.slice("cards.outer").start
_NOT_SEEN = OBS.slice("cards.unseen").start


@kernel
def encode(g, seat, t, out):
    """Write what a seat observes to `out` (float32, OBS.size)."""
    out[:_NOT_SEEN] = 0.0  # the last piece is written in full
    in_draw = g.step == DRAFT or (g.step == TOKEN and g.phase == 0)
    _encode_game(g, seat, in_draw, t, out)
    if in_draw:
        _encode_hand(g, seat, t, out)
    for colour in range(NUM_COLOURS):
        card = top_card(g, colour)
        if card != NONE:
            _encode_card(g, seat, card, t, out, _TOPS + colour * _CARD_SIZE)
            out[_OUTER + colour] = np.float32(0.2) * g.outer_size[colour]
            if colour == PURPLE and t.ability[card] > 0:
                out[_TOP_ABILITY + t.ability[card] - 1] = 1.0
            for i in range(g.outer_size[colour]):
                depth = g.outer_size[colour] - 1 - i
                out[_STACKED + np.int64(g.placed[g.epoch, colour, i])] = np.float32(1.0) - np.float32(0.2) * depth
    for turn in range(g.num_players):
        _encode_seat(g, seat, (seat + turn) % g.num_players, in_draw, t, out, _SEATS + turn * _SEAT_SIZE)
    for i in range(g.display_size[seat]):
        out[_MINE + np.int64(g.display[seat, i])] = 1.0
    sold, held = SOLD + seat, HAND + seat
    for card in range(NUM_CARDS):
        place = g.place[card]
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
    out[k + 2] = np.float32(1 / 6) * _incomes_left(g, step)
    k += 3
    for i in range(NUM_COLOURS):
        here, after = np.int64(g.board[i]), np.int64(g.board[(i + 1) % NUM_COLOURS])
        out[k + NUM_COLOURS * here + after] = 1.0
    k += NUM_COLOURS * NUM_COLOURS
    for position in range(NUM_COLOURS):
        colour = np.int64(g.board[(g.crest[seat] + position) % NUM_COLOURS])
        out[k + NUM_COLOURS * position + colour] = 1.0


@kernel
def _incomes_left(g, step):
    """Two an epoch; that of the running phase is over once colonies begin. E2, E3"""
    left = 2 * (NUM_EPOCHS - 1 - g.epoch) + (1 - g.phase)
    if step == SIDE or step == WHEEL or step == DRAFT or step == TOKEN or step == TAKE:
        left += 1
    return left


@kernel
def _encode_hand(g, seat, t, out):
    colour = t.colour[g.hand[seat, 0]]
    out[_HANDS + colour] = 1.0
    at = _HANDS + NUM_COLOURS
    for slot in range(2):
        card = g.hand[seat, slot]
        _encode_card(g, seat, card, t, out, at)
        at += _CARD_SIZE
        if t.ability[card] > 0:
            out[at + t.ability[card] - 1] = 1.0
        at += NUM_ABILITIES - 1


@kernel
def _encode_card(g, seat, card, t, out, k):
    """What a card would mean to me; steps include X0 both ways and X8."""
    colour, ability = t.colour[card], t.ability[card]
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
    out[k + 1] = _completes_set(g, seat, colour)
    relief = 4 if g.ability[seat, LOWER_REQUIREMENT] > 0 else 0
    have = g.tracks[seat, MILITARY] + relief
    for colony in range(NUM_COLONIES):
        need = t.colony_requirement[colony]
        if g.colony[seat, colony] == NOT_TAKEN and have < need <= have + military:
            out[k + 2] = 1.0
    have = g.tracks[seat, CULTURE] + relief
    for bust in range(NUM_BUSTS):
        need = t.bust_requirement[bust]
        if g.bust_token[seat, bust] == NONE and have < need <= have + culture:
            out[k + 3] = 1.0


@kernel
def _completes_set(g, seat, colour):
    """Z4: every other colour has more cards than this one."""
    own = g.colours[seat, colour]
    for other in range(NUM_COLOURS):
        if other != colour and g.colours[seat, other] <= own:
            return False
    return True


@kernel
def _encode_seat(g, observer, seat, in_draw, t, out, k):
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
    k += NUM_TRACKS
    k = _encode_takings(g, seat, t, out, k)
    for i in range(g.silver_count[seat]):
        out[k + np.int64(g.silver[seat, i])] += np.float32(0.5)
    k += NUM_TRACKS
    out[k] = np.float32(0.5) * g.gold[seat]
    k += 1
    points = points_by_source(g, seat, t)
    total = 0
    for source in range(TOTAL):
        out[k + source] = np.float32(0.02) * points[source]
        total += points[source]
    out[k + TOTAL] = np.float32(0.01) * total
    k += NUM_SOURCES
    if in_draw:
        out[k + crest_colour(g, seat, g.lap)] = 1.0
        if g.lap + 1 < NUM_DRAWS:
            out[k + NUM_COLOURS + crest_colour(g, seat, g.lap + 1)] = 1.0
    k += 2 * NUM_COLOURS
    out[k] = np.float32(0.2) * (g.start_card[seat] + 1)
    side = g.side[seat]
    if seat == observer and g.step == SIDE:
        side = g.pending_side[seat]
    out[k + 1] = side == 1


@kernel
def _reach(have, need):
    """How much of a requirement is met, at most 1."""
    return np.float32(1.0) if have >= need else np.float32(have) / np.float32(need)


@kernel
def _encode_takings(g, seat, t, out, k):
    """Colonies and busts: what is taken, and how near the rest is."""
    relief = 4 if g.ability[seat, LOWER_REQUIREMENT] > 0 else 0
    have = g.tracks[seat, MILITARY] + relief
    for colony in range(NUM_COLONIES):
        state = g.colony[seat, colony]
        if state == NOT_TAKEN:
            out[k + 2 * NUM_COLONIES + colony] = _reach(have, t.colony_requirement[colony])
        elif state == ALLIED:
            out[k + NUM_COLONIES + colony] = 1.0
        else:
            out[k + colony] = 1.0
    k += 3 * NUM_COLONIES
    have = g.tracks[seat, CULTURE] + relief
    for bust in range(NUM_BUSTS):
        if g.bust_token[seat, bust] == NONE:
            out[k + 2 * NUM_BUSTS + bust] = _reach(have, t.bust_requirement[bust])
        else:
            out[k + NUM_BUSTS * np.int64(g.bust_back[seat, bust]) + bust] = 1.0
    return k + 3 * NUM_BUSTS
