"""Guesses are uniform over all deals that fit a view: counted, with the bounds that test_shuffles explains."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from hadara_env.engine import constants as c
from hadara_env.game import Game
from tests.engine import recount
from tests.engine.play import TABLES, Plan, games_of, in_draw, plain, states
from tests.engine.seen import determinizations, redacted

NUMBER = 4000
BOUND = 7.0


def deviations(counts: np.ndarray, p: float) -> float:
    if p in (0.0, 1.0):
        return 0.0 if (counts == NUMBER * p).all() else np.inf
    return float(np.abs(counts - NUMBER * p).max() / np.sqrt(NUMBER * p * (1 - p)))


def found_state(plan: Plan, epoch: int, kind: str) -> Game:
    """A state of an epoch in the middle of a draw, of phase B, or at its end."""
    for game in states(plan):
        g = game.record
        late = game.epoch == epoch and int(g.visits.sum()) >= 2 * plan.players
        mid = in_draw(game) and game.actor not in (None, int(g.first[g.epoch]))
        if late and (mid if kind == "draw" else game.step == kind):
            return game.clone()
    raise AssertionError("no such state in this game; choose another seed")


STATES = [
    (Plan(3, "full", 5, "random"), 1, "draw"),
    (Plan(4, "full", 6, "saver"), 2, "draw"),
    (Plan(5, "basic", 7, "random"), 2, "draw"),
    (Plan(2, "full", 8, "saver"), 3, "draw"),
    (Plan(5, "full", 9, "saver"), 1, "take"),
    (Plan(3, "basic", 10, "random"), 3, "colony"),
    (Plan(4, "basic", 11, "buyer"), 2, "take"),
]


class Guessed:
    """A view, and many guesses at what it hides."""

    def __init__(self, plan: Plan, epoch: int, kind: str, seat: int) -> None:
        self.game = found_state(plan, epoch, kind)
        games = redacted(games_of(self.game), seat)
        self.seat, self.view = seat, plain(games[0])
        self.guesses = determinizations(games, seat, 1000 + epoch, NUMBER)

    def unseen(self, epoch: int, colour: int) -> list[int]:
        size = TABLES[0].deck_size[self.view.rules, epoch, colour]
        deck = TABLES[0].deck[self.view.rules, epoch, colour, :size].tolist()
        return [card for card in deck if self.view.place[card] == c.UNSEEN]


@pytest.fixture(scope="module", params=[(*state, seat) for state in STATES for seat in (0, 1)], ids=str)
def guessed(request: pytest.FixtureRequest) -> Guessed:
    return Guessed(*request.param)


def slots(truth: SimpleNamespace, guessed: Guessed) -> list[tuple[int, int, np.ndarray]]:
    """(epoch, colour, the card each guess puts there) for every single place that holds an unknown card."""
    found = []
    for epoch, colour, cards, drawn in recount.piles(truth):
        found += [(epoch, colour, guessed.guesses["pile"][:, epoch, colour, i]) for i in range(drawn, len(cards))]
    for epoch, colour, visit, _ in recount.visitors(truth):
        if guessed.view.kept[epoch][colour][visit] == c.NONE:
            found.append((epoch, colour, guessed.guesses["kept"][:, epoch, colour, visit]))
    return found


def test_unseen_card_prefers_a_pile_place_or_a_sale(guessed: Guessed):
    single = slots(plain(guessed.game.record), guessed)
    assert single or guessed.view.epoch == 2
    for epoch, colour, cards in single:
        unseen = guessed.unseen(epoch, colour)
        counts = np.bincount(cards, minlength=256)
        assert counts[unseen].sum() == NUMBER
        assert deviations(counts[unseen], 1 / len(unseen)) < BOUND


def test_two_unseen_cards_prefer_two_places(guessed: Guessed):
    single = slots(plain(guessed.game.record), guessed)
    for (e1, c1, a), (e2, c2, b) in itertools.pairwise(single):
        if (e1, c1) == (e2, c2):
            unseen = guessed.unseen(e1, c1)
            joint = np.bincount(a.astype(np.int64) * 256 + b, minlength=65536).reshape(256, 256)[np.ix_(unseen, unseen)]
            off = ~np.eye(len(unseen), dtype=bool)
            assert joint[off].sum() == NUMBER
            assert deviations(joint[off], 1 / off.sum()) < BOUND


def test_unseen_card_prefers_a_hand_or_the_box(guessed: Guessed):
    """Each unseen card is as likely as any other to be in somebody's hand, and to have been left out of the deal."""
    place, truth = guessed.guesses["place"], plain(guessed.game.record)
    for epoch, colour, cards, _ in recount.piles(truth):
        unseen = guessed.unseen(epoch, colour)
        for other in range(guessed.view.num_players):
            held = (truth.place[card] == c.HAND + other for card in unseen)
            expected = sum(held) / len(unseen) if unseen else 0.0
            counts = (place[:, unseen] == c.HAND + other).sum(axis=0)
            assert deviations(counts, expected) < BOUND
        if unseen:
            dealt = guessed.guesses["pile"][:, epoch, colour, : len(cards)]
            left_out = np.array([NUMBER - (dealt == card).sum() for card in unseen])
            expected = 1 - sum(card in cards for card in unseen) / len(unseen)
            assert deviations(left_out, expected) < BOUND


def test_seller_of_a_secret_sale_is_known_wrongly(guessed: Guessed):
    """Who sold is public; what was sold is not: each place has the seller of the truth."""
    truth = plain(guessed.game.record)
    for seat in range(guessed.view.num_players):
        sold = sum(place == c.SOLD + seat for place in truth.place)
        assert set((guessed.guesses["place"] == c.SOLD + seat).sum(axis=1).tolist()) == {sold}


def test_order_within_a_drawn_pair_is_preferred(guessed: Guessed):
    for epoch, colour, visit, _ in recount.visitors(plain(guessed.game.record)):
        kept, pile = guessed.guesses["kept"][:, epoch, colour, visit], guessed.guesses["pile"][:, epoch, colour]
        assert deviations(np.array([(pile[:, 2 * visit] == kept).sum()]), 0.5) < BOUND


def test_closed_colony_tile_prefers_a_position(guessed: Guessed):
    for colony, tiles in enumerate(guessed.view.colony_stack):
        closed = sorted(set(range(5)) - set(tiles))
        for i in range(guessed.view.num_players):
            counts = np.bincount(guessed.guesses["colony_stack"][:, colony, i], minlength=256)
            if tiles[i] == c.NONE:
                assert counts[closed].sum() == NUMBER
                assert deviations(counts[closed], 1 / len(closed)) < BOUND
            else:
                assert counts[tiles[i]] == NUMBER


def test_states_hide_too_little_to_count():
    hidden = {"sale": 0, "hand": 0, "pile": 0, "tile": 0}
    for plan, epoch, kind in STATES:
        truth = plain(found_state(plan, epoch, kind).record)
        hidden["sale"] += sum(c.SOLD < place < c.HAND for place in truth.place)
        hidden["hand"] += sum(place > c.HAND for place in truth.place)
        hidden["pile"] += sum(len(cards) - drawn for _, _, cards, drawn in recount.piles(truth))
        hidden["tile"] += sum(truth.colony_left)
    assert min(hidden.values()) >= 20, hidden
