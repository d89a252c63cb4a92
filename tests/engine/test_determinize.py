"""A determinization is a whole game that fits a view: it keeps what the seat knows and guesses the rest."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hadara_env.engine import constants as c
from hadara_env.game import Game
from tests.engine import recount
from tests.engine.checks import check_record
from tests.engine.play import PROPERTY, TABLES, Plan, chosen, games_of, in_draw, plain, plans, states
from tests.engine.seen import determinized, is_unrevealed, redacted, telling_states, unasked


def test_seat_forgets_or_learns_something():
    for k, game in enumerate(telling_states(every=3)):
        for seat in range(game.players):
            view = redacted(games_of(game), seat)
            back = redacted(determinized(view, seat, k), seat)
            if is_unrevealed(game):
                assert unasked(back) == unasked(view), (seat, game)
            else:
                assert back.tobytes() == view.tobytes(), (seat, game)


def test_guess_asks_the_wrong_seat():
    """Others' commitments are cleared: the first seat without one decides next, in its own sub-step."""
    for k, game in enumerate(telling_states(every=2)):
        if not is_unrevealed(game):
            continue
        for seat in range(game.players):
            guess = Game(game.config, determinized(redacted(games_of(game), seat), seat, k))
            g, whole = plain(guess.record), plain(game.record)
            others = [s for s in range(game.players) if s != seat]
            assert {g.pending[s] for s in others} == {g.pending_side[s] for s in others} == {c.NONE}
            if game.step == "side":
                own, order = whole.pending_side[seat], range(game.players)
                done = own != c.NONE
            else:
                first = whole.first[whole.epoch]
                own, order = whole.pending[seat], [(first + turn) % game.players for turn in range(game.players)]
                done = own != c.NONE and not (game.step == "token" and game.actor == seat)
            assert guess.actor == next(s for s in order if s != seat or not done)
            own_token = guess.actor == seat and game.actor == seat and game.step == "token"
            assert guess.step == ("side" if game.step == "side" else "token" if own_token else "draft")


def test_guess_is_no_whole_game():
    """Every card in one place again, hands and secret sales filled in, tiles distinct."""
    for k, game in enumerate(telling_states(every=3)):
        seat = k % game.players
        g = plain(determinized(redacted(games_of(game), seat), seat, k)[0])
        check_record(g)
        assert g.seed == -1
        held = [card for hand in g.hand[: game.players] for card in hand]
        assert (c.NONE not in held) if in_draw(game) else set(held) == {c.NONE}
        assert all(low < high for low, high in g.hand[: game.players] if low != c.NONE)


@settings(PROPERTY, max_examples=30)
@given(plans, st.integers(0, 150), st.integers(0, 4), st.integers(0, 2**53 - 1))
def test_guess_cannot_be_played_to_the_end(plan: Plan, turn: int, chair: int, seed: int):
    seat = chair % plan.players
    for k, game in enumerate(states(plan)):
        if k == turn or game.is_over:
            guess = Game(game.config, determinized(redacted(games_of(game), seat), seat, seed))
            rng = random.Random(turn)
            while not guess.is_over:
                guess.apply(chosen(guess, plan.style, rng))
                check_record(plain(guess.record))
            assert len(guess.winners()) >= 1
            return


def test_guess_follows_from_more_than_the_view_and_the_seed():
    for game in telling_states(every=11):
        view = redacted(games_of(game), 0)
        for seed in (0, 1, 2**53 - 1):
            assert determinized(view, 0, seed).tobytes() == determinized(view, 0, seed).tobytes()


def test_guess_is_always_the_same_or_impossible():
    """What has more than one possibility varies between guesses, and never beyond what the view leaves open."""
    for game in [game for game in telling_states(every=25) if not game.is_over]:
        seat = game.players - 1
        games = redacted(games_of(game), seat)
        view, guesses = plain(games[0]), [plain(determinized(games, seat, seed)[0]) for seed in range(40)]
        for epoch, colour, cards, drawn in recount.piles(plain(game.record)):
            deck = TABLES[0].deck[view.rules, epoch, colour, : TABLES[0].deck_size[view.rules, epoch, colour]].tolist()
            unseen = {card for card in deck if view.place[card] == c.UNSEEN}
            for i in range(drawn, len(cards)):
                varies({g.pile[epoch][colour][i] for g in guesses}, unseen)
            if epoch == view.epoch and in_draw(game):
                pairs = {tuple(hand) for g in guesses for hand in g.hand if hand[0] in deck} - {tuple(view.hand[seat])}
                varies({card for pair in pairs for card in pair}, unseen)
        for colony, tiles in enumerate(view.colony_stack):
            closed = set(range(5)) - set(tiles)
            for i in range(game.players):
                if tiles[i] == c.NONE:
                    varies({g.colony_stack[colony][i] for g in guesses}, closed)


def varies(found: set[int], possible: set[int]) -> None:
    assert found <= possible
    assert len(found) > 1 or len(found) == len(possible) or not found


def test_observer_guesses_own_secrets():
    """A1, A4: own hand, own sales and own commitment are known, so every guess has them as they are."""
    checked = 0
    for game in telling_states(every=9):
        for seat in range(game.players):
            truth = plain(game.record)
            g = plain(determinized(redacted(games_of(game), seat), seat, 5)[0])
            assert g.hand[seat] == truth.hand[seat]
            assert g.pending[seat] == truth.pending[seat]
            assert g.pending_token[seat] == truth.pending_token[seat]
            own = [card for card, place in enumerate(truth.place) if place in (c.SOLD + seat, c.HAND + seat)]
            assert own == [card for card, place in enumerate(g.place) if place in (c.SOLD + seat, c.HAND + seat)]
            checked += len(own)
    assert checked > 1000


@pytest.mark.parametrize("rules", ["basic", "full"])
def test_guess_deals_a_card_the_rules_leave_out(rules: str):
    """S5: starred cards have no place in the basic game."""
    game = Game.new(5, rules, 8)
    piles = np.stack([determinized(redacted(games_of(game), 2), 2, seed)["pile"][0] for seed in range(60)])
    starred = {index for index, star in enumerate(game.cards.star) if star}
    assert bool(starred & set(piles.ravel().tolist())) is (rules == "full")
