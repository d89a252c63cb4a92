"""S7, S10, S11: start cards, who is first player when, and the coins of those who never are."""

from hadara_env.engine.constants import NONE, NUM_EPOCHS, NUM_TRACKS
from hadara_env.engine.jit import kernel


@kernel
def seat_with_initiative_rank(g, rank):
    """The seat whose initiative is the rank-th lowest (0: the lowest)."""
    for seat in range(g.num_players):
        lower = 0
        for other in range(g.num_players):
            if g.start_card[other] < g.start_card[seat]:
                lower += 1
        if lower == rank:
            return seat
    return -1


@kernel
def name_first_players(g):
    """S10: by initiative; with two players the lowest is first in the first and the third epoch."""
    for epoch in range(NUM_EPOCHS):
        g.first[epoch] = seat_with_initiative_rank(g, epoch % g.num_players if g.num_players == 2 else epoch)


@kernel
def first_sideless(g):
    """The seat that chooses its side next; sides are chosen from seat 0 on, -1 when all have."""
    for seat in range(g.num_players):
        if g.pending_side[seat] == NONE:
            return seat
    return -1


@kernel
def reveal_sides(g, t):
    """S7, S11: all sides at once, with their coins and tracks."""
    for seat in range(g.num_players):
        side = g.pending_side[seat]
        card = g.start_card[seat]
        g.side[seat] = side
        g.pending_side[seat] = NONE
        g.coins[seat] = t.start_coins[card, side]
        for track in range(NUM_TRACKS):
            g.tracks[seat, track] = t.start_values[card, side, track]
    if g.num_players == 2:
        g.coins[g.first[1]] += 1
    for rank in range(NUM_EPOCHS, g.num_players):
        g.coins[seat_with_initiative_rank(g, rank)] += 1
