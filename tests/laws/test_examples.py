"""The examples printed in the rulebooks, numbered as in docs/rules.md."""

import pytest

from hadara_env import Game
from tests.laws.helpers import coins, options, play, player, tracks
from tests.laws.table import Seat, position

ELEVEN = "2P11 1Y01 1Y02 1Y03 1R01 1R02 1R03 1B01 1B02 1B03 1P05"
SIXTEEN = {  # a card for each of the points printed
    "1R01": 3, "1R04": 2, "1R08": 4, "1R09": 4, "1B08": 4, "1R02": 1, "1Y01": 1, "1Y06": 2,
    "1Y07": 2, "1B05": 2, "1G09": 4, "1B01": 3, "1R03": 5, "1G02": 2, "2B07": 6, "1B09": 2,
}  # fmt: skip


def test_example_1_p1_a_blue_card_of_cost_5_costs_3():
    game = position("take", Seat(coins=3, cards="1B01 1B02"), top="2B03")
    assert game.cards.cost[game.cards.index("2B03")] == 5
    game.apply("take:blue:buy")
    assert coins(game) == 0


def test_example_2_c1_c3_military_19_takes_the_colony_of_requirement_15():
    game = position("colony", Seat(military=19, colonies={3: "plunder", 9: "plunder"}))
    assert options(game) == {"colony:15:plunder", "pass"}
    before = game.scores()[0]["colonies"]
    game.apply("colony:15:plunder")
    assert (coins(game), game.scores()[0]["colonies"] - before) == (5, 8)


def test_example_3_c3_allying_the_colony_of_requirement_9():
    game = position("colony", Seat(military=12, coins=1), tiles={9: 2})
    game.apply("colony:9:ally")
    assert (coins(game), tracks(game), game.scores()[0]["colonies"]) == (0, (0, 14, 1, 0), 5)


def test_example_4_u2_culture_13_advances_income_by_3():
    game = play(position("bust", Seat(culture=13, income=6)), "bust:12:income:front")
    assert tracks(game) == (9, 0, 13, 0)


def test_example_5_z2_the_bust_of_requirement_20_back_up_scores_14_and_4():
    game = play(position("bust", Seat(culture=20)), "bust:20:military:back")
    assert (tracks(game), game.scores()[0]["busts"]) == ((0, 0, 20, 0), 14 + 4)


def test_example_6_f1_food_9_feeds_6_cards():
    game = position("feed", Seat(food=9, coins=4, cards="1Y01 1R01 1B01 1G01 1P05 1Y02"))
    assert (game.step, len(player(game)["cards"])) == ("seal", 6)


def test_example_7_f2_f3_food_6_and_7_cards_cost_one():
    own = Seat(income=5, military=5, food=6, coins=4, cards="1Y01 1R01 1B01 1G01 1P05 1Y02 1Y04")
    game = position("feed", own)
    assert game.step == "feed"
    game.apply("discard:1Y04")
    assert (game.step, tracks(game)) == ("seal", (4, 4, 0, 6))


@pytest.mark.parametrize(("track", "value", "score"), [("military", 30, 15), ("military", 27, 14), ("income", 18, 9)])
def test_example_8_z3_a_silver_seal_scores_half_its_track(track, value, score):
    game = position("over", Seat(**{track: value}, silver=track))
    assert game.scores()[0]["silver"] == score


@pytest.mark.parametrize(("gold", "score"), [(1, 21), (2, 42)])
def test_example_9_z4_three_sets(gold, score):
    three = " ".join(f"1{colour}{number:02}" for number in (5, 6, 7) for colour in "YRBGP")
    assert position("over", Seat(gold=gold, cards=three)).scores()[0]["gold"] == score


def test_example_10_z2_busts_of_4_8_and_14_with_one_bonus_of_4():
    game = position("over", Seat(busts={6: "food:front", 12: "income:front", 20: "food:back"}))
    assert game.scores()[0]["busts"] == 30


def test_example_11_z1_colonies_of_2_5_8_and_11():
    game = position("over", Seat(colonies=dict.fromkeys((3, 9, 15, 21), "plunder")))
    assert game.scores()[0]["colonies"] == 26


def test_example_12_z6_z7_11_coins_are_2_points_and_1_coin_for_a_tie():
    game = position("over", Seat(coins=11), Seat(coins=10), Seat(coins=12), Seat(coins=11), players=4)
    assert [score["coins"] for score in game.scores()] == [2, 2, 2, 2]
    assert game.standings() == [(1, 2), (3, 1), (0, 1), (1, 2)]


def test_example_13_x5_food_9_and_11_cards():
    game = position("feed", Seat(food=9, coins=20, cards=ELEVEN))
    paid = play(game.clone(), "feed:pay", "feed:pay")
    assert (paid.step, coins(paid), len(player(paid)["cards"])) == ("seal", 16, 11)
    mixed = play(game.clone(), "feed:pay", "discard:1Y01")
    assert (mixed.step, coins(mixed), len(player(mixed)["cards"])) == ("seal", 18, 10)
    other = play(game.clone(), "discard:1Y01", "feed:pay")
    assert (other.step, coins(other), len(player(other)["cards"])) == ("seal", 18, 10)


def test_example_14_x14_military_14_pays_3_coins_for_requirement_15():
    game = position("colony", Seat(coins=3, military=14, cards="3P14"))
    assert "colony:15:plunder" in options(game)
    game.apply("colony:15:plunder")
    assert coins(game) == 3 - 3 + 5


def test_example_15_i1_income_12_pays_12_coins():
    game = position("take", Seat(income=12), top="1R01 1B01", last_round=True)
    game.apply("take:red:sell")
    assert coins(game) == 2 + 12


def test_example_16_s4_four_players_have_piles_of_8():
    pile = Game.new(4, "full", seed=1).record.pile
    assert ((pile != 255).sum(axis=2) == 8).all()


def test_example_17_z5_sixteen_cards_score_47_points():
    game = position("over", Seat(cards=" ".join(SIXTEEN)))
    printed = [int(game.cards.points[game.cards.index(card)]) for card in SIXTEEN]
    assert sorted(printed) == sorted([3, 2, 4, 4, 4, 1, 1, 2, 2, 2, 4, 3, 5, 2, 6, 2])
    assert game.scores()[0]["cards"] == 47


def test_example_18_x0_the_green_card_with_two_green_cards_gives_two_food():
    game = position("take", Seat(coins=5, food=4, cards="1G01 1G02"), top="1P14")
    game.apply("take:purple:buy")
    assert tracks(game) == (0, 0, 0, 6)
