"""Who may see what: the one place that hides, and the one that guesses what is hidden."""

from hadara_env.engine.constants import (
    ALLIED,
    DRAFT,
    HAND,
    NONE,
    NUM_CARDS,
    NUM_COLONIES,
    NUM_COLOURS,
    NUM_DRAWS,
    NUM_EPOCHS,
    SIDE,
    SOLD,
    TOKEN,
    UNSEEN,
)
from hadara_env.engine.flow import next_in_draw, next_side
from hadara_env.engine.jit import kernel
from hadara_env.engine.random import below, shuffle
from hadara_env.engine.rules.draft import crest_colour


@kernel
def in_draw(g):
    """Whether a simultaneous draw is being committed."""
    return g.step == DRAFT or (g.step == TOKEN and g.phase == 0)


@kernel
def redact(g, seat):
    """Blank, in place, all that a seat may not know. The result is what a `View` carries."""
    g.seed = -1
    g.pile[:] = NONE
    for colony in range(NUM_COLONIES):
        for position in range(g.num_players):
            if not _is_open(g, colony, position):
                g.colony_stack[colony, position] = NONE
    for other in range(g.num_players):
        if other != seat:
            g.pending_side[other] = NONE
            g.pending[other] = g.pending_token[other] = NONE
            g.hand[other, 0] = g.hand[other, 1] = NONE
    if g.actor != seat and (in_draw(g) or g.step == SIDE):
        _hide_progress(g, seat)
    for epoch in range(g.epoch + 1):
        for colour in range(NUM_COLOURS):
            for visit in range(g.num_players):
                card = g.kept[epoch, colour, visit]
                if card != NONE and _is_secret(g.place[card], seat):
                    g.kept[epoch, colour, visit] = NONE
    for card in range(NUM_CARDS):
        if _is_secret(g.place[card], seat):
            g.place[card] = UNSEEN


@kernel
def _hide_progress(g, seat):
    """A3: how far the others are with their choices says something about them (an X2 token takes longer)."""
    start = 0
    if g.step != SIDE:
        g.step = DRAFT
        start = g.first[g.epoch]
    g.actor = start if start != seat else (start + 1) % g.num_players


@kernel
def _is_open(g, colony, position):
    """C3, C5: a tile's back is known once somebody has allied it, and only then."""
    for seat in range(g.num_players):
        if g.colony[seat, colony] == ALLIED and g.colony_tile[seat, colony] == position:
            return True
    return False


@kernel
def _is_secret(place, seat):
    """A1, A4: another seat's hand, or what it sold in phase A."""
    return place >= SOLD and place != SOLD + seat and place != HAND + seat


@kernel
def determinize(g, seat, rng, t, scratch):
    """Fill, in place, the blanks of a redacted record: uniform over all deals that fit what the seat knows.

    Others' commitments of an unrevealed draw or side choice are not guessed but cleared; the next actor is then the
    first seat without one. `scratch` is an int64 array of at least 14.
    """
    for epoch in range(NUM_EPOCHS):
        for colour in range(NUM_COLOURS):
            _fill_pile(g, seat, epoch, colour, rng, t, scratch)
    for colony in range(NUM_COLONIES):
        _fill_colonies(g, colony, rng, scratch)
    if in_draw(g):
        next_in_draw(g, t)
    elif g.step == SIDE:
        next_side(g, t)


@kernel
def _fill_pile(g, seat, epoch, colour, rng, t, scratch):
    """Deal the unseen cards to the places that hold an unknown one: secret sales, others' hands, the pile itself."""
    size = 0
    for i in range(t.deck_size[g.rules, epoch, colour]):
        card = t.deck[g.rules, epoch, colour, i]
        if g.place[card] == UNSEEN:
            scratch[size] = card
            size += 1
    shuffle(rng, scratch, size)
    drawn = _pairs_drawn(g, epoch, colour)
    for visit in range(drawn):
        size = _fill_pair(g, epoch, colour, visit, rng, scratch, size)
    first = 2 * drawn
    if epoch == g.epoch and in_draw(g):
        drawer = _drawer(g, colour)
        if drawer >= 0:
            size = _fill_hand(g, seat, drawer, epoch, colour, first, rng, scratch, size)
            first += 2
    for i in range(first, 2 * g.num_players):
        size -= 1
        g.pile[epoch, colour, i] = scratch[size]


@kernel
def _pairs_drawn(g, epoch, colour):
    if epoch == g.epoch:
        return g.visits[colour]
    return g.num_players if epoch < g.epoch else 0


@kernel
def _fill_pair(g, epoch, colour, visit, rng, scratch, size):
    """A pair whose choice is public: its placed card, and the kept one, guessed where it was sold in secret."""
    kept = g.kept[epoch, colour, visit]
    if kept == NONE:
        size -= 1
        kept = scratch[size]
        g.kept[epoch, colour, visit] = kept
        g.place[kept] = SOLD + _visitor(g, epoch, colour, visit)
    flip = below(rng, 2)
    g.pile[epoch, colour, 2 * visit + flip] = kept
    g.pile[epoch, colour, 2 * visit + 1 - flip] = g.placed[epoch, colour, visit]
    return size


@kernel
def _fill_hand(g, seat, drawer, epoch, colour, first, rng, scratch, size):
    """The pair in somebody's hand: known to the seat itself, guessed for the others."""
    if drawer != seat:
        size -= 2
        a, b = scratch[size], scratch[size + 1]
        g.hand[drawer, 0], g.hand[drawer, 1] = min(a, b), max(a, b)
        g.place[a] = HAND + drawer
        g.place[b] = HAND + drawer
    flip = below(rng, 2)
    g.pile[epoch, colour, first + flip] = g.hand[drawer, 0]
    g.pile[epoch, colour, first + 1 - flip] = g.hand[drawer, 1]
    return size


@kernel
def _drawer(g, colour):
    """The seat that holds a pair of this colour in the present draw, -1 if none."""
    for seat in range(g.num_players):
        if crest_colour(g, seat, g.lap) == colour:
            return seat
    return -1


@kernel
def _visitor(g, epoch, colour, visit):
    """The seat that drew the visit-th pair of a pile."""
    seen = 0
    for draw in range(NUM_DRAWS):
        for seat in range(g.num_players):
            if g.board[(g.crest[seat] + g.wheel[epoch] + draw) % NUM_COLOURS] == colour:
                if seen == visit:
                    return seat
                seen += 1
    return -1


@kernel
def _fill_colonies(g, colony, rng, scratch):
    """Tiles nobody has turned over are equally likely in every closed position."""
    size = 0
    for tile in range(5):
        known = False
        for position in range(g.num_players):
            if g.colony_stack[colony, position] == tile:
                known = True
        if not known:
            scratch[size] = tile
            size += 1
    shuffle(rng, scratch, size)
    for position in range(g.num_players):
        if g.colony_stack[colony, position] == NONE:
            size -= 1
            g.colony_stack[colony, position] = scratch[size]
