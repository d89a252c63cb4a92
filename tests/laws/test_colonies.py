"""C. Colonies."""

import pytest

from hadara_env.cards import CardSetError, load
from tests.laws.helpers import coins, edited_folder, options, play, play_until, player, sell_and_pass, tracks
from tests.laws.table import Seat, position

NEEDS = (3, 9, 15, 21, 30)
PLUNDER = {3: 3, 9: 4, 15: 5, 21: 7, 30: 12}
ALLY = {3: 1, 9: 1, 15: 2, 21: 2, 30: 4}


def plundered(*needs):
    return {f"colony:{need}:plunder" for need in needs}


@pytest.mark.parametrize("need", NEEDS)
def test_c1_the_military_track_must_reach_the_requirement_and_stays(need):
    assert f"colony:{need}:plunder" not in options(position("colony", Seat(military=need - 1, coins=50)))
    game = position("colony", Seat(military=need, income=99, culture=99, food=99))
    assert options(game) == plundered(*(n for n in NEEDS if n <= need)) | {"pass"}
    game.apply(f"colony:{need}:plunder")
    assert tracks(game) == (99, need, 99, 99)


def test_c1_one_colony_a_step_and_none_if_one_likes():
    game = position("colony", Seat(military=30), Seat(military=3))
    game.apply("colony:3:plunder")
    assert (game.step, game.actor) == ("colony", 1)
    game.apply("pass")
    assert game.step != "colony"
    assert (player(game)["colonies"], player(game, 1)["colonies"]) == ({"3": "plunder"}, {})


def test_c1_an_empty_stack_gives_nothing():
    game = position("colony", Seat(military=9), Seat(colonies={3: "ally"}), Seat(colonies={3: "plunder"}), players=3)
    assert options(game) == plundered(3, 9) | {"pass"}
    game.record.colony_left[0] = 0
    game.refresh()
    assert options(game) == plundered(9) | {"pass"}


def test_c2_no_second_colony_of_the_same_value_and_any_order():
    game = position("colony", Seat(military=30))
    taken = []
    for need in (21, 3, 30, 15, 9):
        assert options(game, "colony:") & plundered(*NEEDS) == plundered(*(n for n in NEEDS if n not in taken))
        game.apply(f"colony:{need}:plunder")
        taken.append(need)
        if len(taken) < 5:  # on to the next colony step
            play_until(game, lambda game: game.step == "colony", sell_and_pass)
            assert game.step == "colony"
    assert set(player(game)["colonies"]) == {"3", "9", "15", "21", "30"}
    before = len(game.log)
    play_until(game, lambda _: False, sell_and_pass)
    assert not [move for move in game.log[before:] if move.name.startswith("colony")]


@pytest.mark.parametrize("need", NEEDS)
def test_c3_plundering_pays_the_coins_shown(need):
    game = play(position("colony", Seat(military=need, coins=2)), f"colony:{need}:plunder")
    assert coins(game) == 2 + PLUNDER[need]
    assert (tracks(game), player(game)["colonies"]) == ((0, need, 0, 0), {str(need): "plunder"})


@pytest.mark.parametrize("need", NEEDS)
@pytest.mark.parametrize("tile", range(5))
def test_c3_allying_costs_coins_and_gives_the_back_at_once(need, tile):
    game = position("colony", Seat(military=need, coins=9), tiles={need: tile})
    game.apply(f"colony:{need}:ally")
    gains = game.cards.colony_values[NEEDS.index(need), tile].tolist()
    assert sum(gains) > 0
    assert tracks(game) == (gains[0], need + gains[1], gains[2], gains[3])
    assert (coins(game), player(game)["colonies"]) == (9 - ALLY[need], {str(need): "ally"})


@pytest.mark.parametrize("need", NEEDS)
def test_c3_allying_is_possible_only_with_the_coins(need):
    for held in (ALLY[need] - 1, ALLY[need]):
        game = position("colony", Seat(military=need, coins=held))
        assert (f"colony:{need}:ally" in options(game)) == (held == ALLY[need])


def test_c3_tiles_are_taken_from_the_top_of_their_stack():
    game = position("colony", Seat(military=3, coins=9), Seat(military=3, coins=9), tiles={3: 4})
    play(game, "colony:3:plunder", "colony:3:ally")
    assert tracks(game, 1) == (0, 4, 1, 0)  # the plundered tile 4 is gone, tile 0 was next
    game = position("colony", Seat(military=3, coins=9), Seat(military=3, coins=9), tiles={3: 4})
    play(game, "colony:3:ally", "colony:3:ally")
    assert (tracks(game), tracks(game, 1)) == ((0, 3, 1, 0), (0, 4, 1, 0))


def test_c3_the_choice_is_final():
    game = play(position("colony", Seat(military=9, coins=5)), "colony:9:plunder")
    play_until(game, lambda game: game.step == "colony", sell_and_pass)
    assert options(game) == {"colony:3:plunder", "colony:3:ally", "pass"}


def test_c4_a_colony_and_its_values_stay_when_the_military_track_falls():
    own = Seat(military=9, culture=2, food=2, cards="1R06 1R10 1R02", colonies={9: "ally"})
    game = position("feed", own)
    game.apply("discard:1R06")
    assert (tracks(game), player(game)["colonies"]) == ((0, 6, 2, 2), {"9": "ally"})
    assert game.scores()[0]["colonies"] == 5


@pytest.mark.parametrize(("deed", "points"), [("plunder", 2), ("ally", 7)])
def test_c5_the_side_that_lies_up_scores(deed, points):
    game = play(position("colony", Seat(military=3, coins=1), tiles={3: 4}), f"colony:3:{deed}")
    assert game.scores()[0]["colonies"] == points


def test_c5_a_back_worth_less_than_its_front_is_refused(tmp_path):
    folder = edited_folder(tmp_path, "colonies.csv", {"21 11 7 2 1 0 0 1 16": {"back_points": 10}})
    with pytest.raises(CardSetError, match="10 points on the back are fewer than the 11 on the front"):
        load(folder)


def test_c6_x3_coins_pay_the_alliance():
    game = position("colony", Seat(military=30, cards="2P01"))
    assert "colony:30:ally" in options(game)
    game.apply("colony:30:ally")
    assert coins(game) == 4 - 4


def test_c6_x14_is_paid_before_x3_gives_coins():
    for held in (2, 3):
        game = position("colony", Seat(coins=held, military=14, cards="3P14 2P01"))
        assert ("colony:15:plunder" in options(game)) == (held == 3)
    game.apply("colony:15:ally")
    assert coins(game) == 3 - 3 + 4 - 2


def test_c6_without_x3_the_coins_paid_for_x14_are_missing_for_the_alliance():
    for held in (4, 5):
        game = position("colony", Seat(coins=held, military=14, cards="3P14"))
        assert ("colony:15:ally" in options(game)) == (held == 5)
    game.apply("colony:15:ally")
    assert coins(game) == 0
