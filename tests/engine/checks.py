"""Assertions that hold in every state of every game."""

from types import SimpleNamespace

from hadara_env.engine import constants as c
from tests.engine import recount
from tests.engine.play import CARDS

BOX = recount.Box(CARDS)


def check_record(g: SimpleNamespace) -> None:
    """Everything a record can be checked for without knowing how it came about."""
    check_cards(g)
    for seat in range(g.num_players):
        check_seat(g, seat)
    check_colonies(g)
    check_absent_seats(g)


def check_cards(g: SimpleNamespace) -> None:
    """Each of the 162 cards lies in exactly one place, and `place` says so too."""
    piles = recount.piles(g)
    drawn = [card for _, _, cards, size in piles for card in cards[:size]]
    dealt = [card for _, _, cards, _ in piles for card in cards]
    assert len(set(dealt)) == len(dealt) == 30 * g.num_players
    for epoch, colour, cards, _ in piles:
        assert all(box_row(card) == (epoch + 1, colour) for card in cards)
        assert g.rules == c.FULL or not any(BOX.star[card] for card in cards)
    assert sorted(card for cards in recount.lying(g).values() for card in cards) == sorted(drawn)
    assert g.place == recount.places(g)
    for epoch, colour, cards, _ in piles:
        for visit in range(g.num_players):
            pair = {g.placed[epoch][colour][visit], g.kept[epoch][colour][visit]}
            resolved = epoch < g.epoch or (epoch == g.epoch and visit < g.visits[colour])
            assert pair == (set(cards[2 * visit : 2 * visit + 2]) if resolved else {c.NONE})


def box_row(card: int) -> tuple[int, int]:
    return BOX.epoch[card], BOX.colour[card]


def check_seat(g: SimpleNamespace, seat: int) -> None:
    """Tokens are conserved, coins never fall below zero, and what is counted along equals a fresh count."""
    assert recount.tokens(g, seat) == [2, 2, 2, 2]
    assert min(g.tokens[seat]) >= 0
    assert g.coins[seat] >= 0
    assert g.tracks[seat] == recount.tracks(g, seat, BOX)
    assert g.colours[seat] == recount.colours(g, seat, BOX)
    assert g.ability[seat] == recount.abilities(g, seat, BOX)
    cards, beyond = recount.display(g, seat), g.display[seat][g.display_size[seat] :]
    assert c.NONE not in cards
    assert set(beyond) <= {c.NONE}
    assert g.card_points[seat] == sum(BOX.points[card] for card in cards)
    silver = g.silver[seat]
    assert silver.count(c.NONE) == 2 - g.silver_count[seat]
    assert 0 <= g.gold[seat] <= 2


def check_colonies(g: SimpleNamespace) -> None:
    """The tiles taken from a stack are its first ones, each taken once."""
    for colony in range(c.NUM_COLONIES):
        taken = [g.colony_tile[seat][colony] for seat in range(g.num_players) if g.colony[seat][colony]]
        assert sorted(taken) == list(range(g.num_players - g.colony_left[colony]))
        assert len(set(g.colony_stack[colony][: g.num_players])) == g.num_players


def check_absent_seats(g: SimpleNamespace) -> None:
    for seat in range(g.num_players, c.MAX_PLAYERS):
        assert g.coins[seat] == g.display_size[seat] == g.card_points[seat] == g.gold[seat] == g.silver_count[seat] == 0
        assert not any(g.tracks[seat] + g.tokens[seat] + g.colours[seat] + g.ability[seat] + g.colony[seat])
        assert set(g.display[seat] + g.hand[seat] + g.bust_token[seat] + g.silver[seat]) == {c.NONE}
        assert (g.crest[seat], g.side[seat], g.pending[seat], g.pending_side[seat]) == (-1, c.NONE, c.NONE, c.NONE)
