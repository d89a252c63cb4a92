"""X12, X13, X14: abilities about taking colonies and carving busts."""

import pytest

from tests.laws.helpers import coins, options, play, play_until, player, sell_and_pass, tracks
from tests.laws.table import Seat, position


def needs(game):
    """Requirements of what may be taken now."""
    return {int(name.split(":")[1]) for name in options(game) if name != "pass"}


def test_x12_two_colonies_and_two_busts_a_step():
    game = position("colony", Seat(military=15, culture=20, cards="3P12"), Seat(military=3))
    game.apply("colony:15:plunder")
    assert (game.actor, needs(game)) == (0, {3, 9})
    game.apply("colony:3:plunder")
    assert (game.step, game.actor) == ("colony", 1)
    game.apply("pass")
    assert (game.step, game.actor, needs(game)) == ("bust", 0, {6, 12, 20})
    play(game, "bust:6:food:back", "bust:20:food:front")
    assert (game.step, set(player(game)["colonies"]), set(player(game)["busts"])) == ("take", {"3", "15"}, {"6", "20"})


def test_x12_one_may_stop_after_the_first_or_before():
    game = play(position("colony", Seat(military=15, cards="3P12"), Seat(military=3)), "colony:15:plunder", "pass")
    assert (game.actor, set(player(game)["colonies"])) == (1, {"15"})
    game = play(position("bust", Seat(culture=12, cards="3P12"), Seat(culture=6)), "pass")
    assert (game.actor, player(game)["busts"]) == (1, {})


def test_x12_nobody_is_asked_for_a_second_that_cannot_be_had():
    game = play(position("colony", Seat(military=3, cards="3P12"), Seat(military=3)), "colony:3:plunder")
    assert (game.step, game.actor) == ("colony", 1)


def test_x12_what_the_first_colony_gives_counts_for_the_second():
    game = position("colony", Seat(military=8, coins=5, cards="3P12"), tiles={3: 0})  # its back gives 1 military
    assert needs(game) == {3}
    game.apply("colony:3:ally")
    assert (tracks(game)[1], needs(game)) == (9, {9})
    game = play(position("colony", Seat(military=8, coins=5, cards="3P12"), tiles={3: 0}), "colony:3:plunder")
    assert game.step != "colony"


def test_x12_what_the_first_bust_gives_counts_for_the_second():
    game = position("bust", Seat(culture=10, cards="3P12"))
    assert needs(game) == {6}
    game.apply("bust:6:culture:front")
    assert needs(game) == {12}


@pytest.mark.parametrize(("step", "values"), [("colony", (3, 9, 15, 21, 30)), ("bust", (6, 12, 20, 30))])
def test_x13_requirements_are_four_lower(step, values):
    def seat(steps, cards=""):
        return Seat(military=steps, cards=cards) if step == "colony" else Seat(culture=steps, cards=cards)

    for need in values:
        assert need in needs(position(step, seat(max(0, need - 4), "3P13")))
        if need > 4:
            assert need not in needs(position(step, seat(need - 5, "3P13")))
        assert need not in needs(position(step, seat(need - 1), seat(0, "3P13")))


def test_x14_three_coins_buy_a_missing_point():
    for held in (5, 6):
        game = position("colony", Seat(coins=held, military=7, cards="3P14"))
        assert (9 in needs(game)) == (held == 6)
    game.apply("colony:9:plunder")
    assert (coins(game), tracks(game)) == (6 - 6 + 4, (0, 7, 0, 0))
    for held in (8, 9):
        game = position("bust", Seat(coins=held, culture=9, cards="3P14"))
        assert (12 in needs(game)) == (held == 9)
    game.apply("bust:12:income:front")
    assert (coins(game), tracks(game)) == (0, (3, 0, 9, 0))


def test_x14_nothing_is_paid_for_a_requirement_that_is_met():
    game = play(position("colony", Seat(coins=50, military=10, cards="3P14")), "colony:9:plunder")
    assert coins(game) == 54


def test_x14_others_cannot_buy_what_is_missing():
    game = position("colony", Seat(coins=50, military=8), Seat(cards="3P14"))
    assert needs(game) == {3}


@pytest.mark.parametrize("step", ["colony", "bust"])
def test_x14_at_most_thirty_coins_a_step(step):
    for have in (19, 20):
        game = position(step, Seat(military=have, culture=have, coins=99, cards="3P14"))
        assert (30 in needs(game)) == (have == 20)


def test_x14_after_x13_exactly_what_is_missing_is_paid():
    game = position("colony", Seat(coins=7, military=9, cards="3P13 3P14"))
    assert needs(game) == {3, 9, 15}
    game.apply("colony:15:plunder")
    assert coins(game) == 7 - 3 * 2 + 5
    game = position("colony", Seat(coins=99, military=16, cards="3P13 3P14"))
    assert 30 in needs(game)  # ten points missing after X13


@pytest.mark.parametrize(("military", "second"), [(0, False), (1, True)])
def test_x14_both_colonies_of_x12_share_the_limit(military, second):
    game = position("colony", Seat(coins=99, military=military, cards="3P12 3P14"))
    game.apply("colony:3:plunder")
    # 9 coins paid and 27 due are too many; 6 and 24 are exactly 30.
    assert (game.step == "colony") == second
    if second:
        game.apply("colony:9:plunder")
        assert coins(game) == 99 - 6 + 3 - 24 + 4


@pytest.mark.parametrize(("culture", "second"), [(3, False), (4, True)])
def test_x14_both_busts_of_x12_share_the_limit(culture, second):
    game = position("bust", Seat(coins=99, culture=culture, cards="3P12 3P14"))
    game.apply("bust:6:food:back")
    # 9 coins paid and 27 due are too many; 6 and 24 are exactly 30.
    assert (game.step == "bust") == second
    if second:
        game.apply("bust:12:food:back")
        assert coins(game) == 99 - 6 - 24


def test_x14_colony_step_and_bust_step_have_their_own_limits():
    game = position("colony", Seat(coins=99, military=20, culture=20, cards="3P14"))
    play(game, "colony:30:plunder", "bust:30:food:back")
    assert (coins(game), game.step) == (99 - 30 + 12 - 30, "take")


def test_x14_each_player_has_their_own_limit():
    # Only one such card exists; the coins its owner paid must not count against anybody's later step either.
    game = position("colony", Seat(coins=99, military=20, cards="3P14"))
    game.apply("colony:30:plunder")
    play_until(game, lambda game: game.step == "colony", sell_and_pass)
    assert (game.record.phase, needs(game)) == (1, {3, 9, 15, 21})
