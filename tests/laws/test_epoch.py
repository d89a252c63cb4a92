"""E. The course of an epoch."""

from itertools import groupby

import pytest

from hadara_env import Game
from hadara_env.engine.constants import NONE
from tests.laws.helpers import coins, options, play, play_until, sell_and_pass
from tests.laws.table import Seat, position

# Somebody who has something to decide in every step, whatever was decided before.
BUSY = Seat(coins=99, income=7, military=9, culture=12, food=1, cards="1Y01 1Y02")


def steps_of_an_epoch(game):
    """(phase, step, actor) of every decision, until the next epoch begins."""
    seen, epoch = [], game.epoch
    while not game.is_over and game.epoch == epoch:
        seen.append(("AB"[game.record.phase], game.step, game.actor))
        game.apply(sell_and_pass(game))
    return seen


@pytest.mark.parametrize("rules", ["basic", "full"])
def test_e1_the_first_player_of_each_epoch_turns_the_wheel_over_new_cards(rules):
    game = Game.new(4, rules, seed=2)
    for epoch in range(3):
        play_until(game, lambda game: game.step == "wheel", sell_and_pass)
        assert (game.epoch, game.actor) == (epoch + 1, game.record.first[epoch])
        assert options(game) == {f"wheel:{w}" for w in range(5)}
        assert game.record.outer_size.tolist() == game.record.visits.tolist() == [0] * 5
        game.apply("wheel:3")
        hands = game.record.hand[:4].ravel()
        assert set(game.cards.epoch[hands].tolist()) == {epoch + 1}
        assert set(hands.tolist()) <= set(game.record.pile[epoch].ravel().tolist())


@pytest.mark.parametrize("wheel", range(5))
def test_e1_s3_the_wheel_points_each_crest_at_one_segment(wheel):
    game = play_until(Game.new(5, "basic", seed=9), lambda game: game.step == "wheel", sell_and_pass)
    game.apply(f"wheel:{wheel}")
    g = game.record
    for seat in range(5):
        colour = g.board[(g.crest[seat] + wheel) % 5]
        assert set(game.cards.colour[g.hand[seat]].tolist()) == {colour}


def test_e2_five_draws_with_the_wheel_turning_then_income_colony_bust():
    game = position("wheel", BUSY, BUSY, BUSY, players=3)
    game.apply("wheel:2")
    g = game.record
    for draw in range(5):
        assert (game.step, g.phase, int(g.visits.sum())) == ("draft", 0, 3 * draw)
        for seat in range(3):
            colour = g.board[(g.crest[seat] + 2 + draw) % 5]
            assert set(game.cards.colour[g.hand[seat]].tolist()) == {colour}
        for _ in range(3):
            game.apply(sell_and_pass(game))
    assert set(g.hand.ravel().tolist()) == {NONE}
    assert (game.step, g.phase) == ("colony", 0)
    assert coins(game) == 99 + 5 * 2 + 7
    play(game, "pass", "pass", "pass")
    assert (game.step, g.phase) == ("bust", 0)
    play(game, "pass", "pass", "pass")
    assert (game.step, g.phase) == ("take", 1)


def test_e3_five_rounds_then_income_colony_bust_feeding_seals():
    game = position("take", BUSY, BUSY, BUSY, players=3)
    seen = [(phase, step) for phase, step, _ in steps_of_an_epoch(game)]
    order = [(key, len(list(group))) for key, group in groupby(seen)]
    assert order == [
        (("B", "take"), 15),
        (("B", "colony"), 3),
        (("B", "bust"), 3),
        (("B", "feed"), 3),
        (("B", "seal"), 3),
    ]
    assert coins(game) == 99 + 5 * 2 + 7
    assert (game.epoch, game.step) == (2, "wheel")


@pytest.mark.parametrize("first", [0, 1, 2])
def test_e4_everybody_plays_each_step_in_turn_from_the_first_player(first):
    game = position("wheel", BUSY, BUSY, BUSY, players=3, first=first)
    turns = [first, (first + 1) % 3, (first + 2) % 3]
    steps = [("A", step) for step in [*["draft"] * 5, "colony", "bust"]]
    steps += [("B", step) for step in [*["take"] * 5, "colony", "bust", "feed", "seal"]]
    expected = [(*step, seat) for step in steps for seat in turns]
    assert steps_of_an_epoch(game) == [("A", "wheel", first), *expected]


def test_e4_who_has_nothing_to_decide_is_passed_over():
    idle = Seat(food=2, cards="1B01 1B02")
    game = position("colony", idle, BUSY, idle, players=3, phase="B", first=1)
    # Seats 0 and 2 can neither take, carve, nor buy, and need no discard; each step goes on to the next all the same.
    assert steps_of_an_epoch(game) == [("B", step, 1) for step in ("colony", "bust", "feed", "seal")]
