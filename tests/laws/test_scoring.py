"""Z. The end and the score."""

import pytest

from tests.laws.helpers import options, play
from tests.laws.table import Seat, position

SETS = "1Y01 1R01 1B01 1G01 1P05 1Y02 1R02 1B02 1G02 1P06 1Y03 1R03 1B03 1G03"


def points(source, *seats):
    return [score[source] for score in position("over", *seats).scores()]


def test_z1_colonies_score_the_side_that_lies_up():
    own = Seat(colonies={3: "plunder", 9: "ally", 30: "plunder"})
    other = Seat(colonies={3: "ally", 9: "ally", 21: "plunder", 30: "ally"})
    game = position("over", own, other, tiles={9: 4, 3: 4, 30: 1})
    # Seat 0 has the tiles on top, seat 1 those that come next: 0 of requirement 3, 9 and 30.
    assert [score["colonies"] for score in game.scores()] == [2 + 10 + 16, 2 + 5 + 11 + 24]


def test_z2_busts_score_their_points_and_the_bonus_of_tokens_back_up():
    own = Seat(busts={6: "food:back", 12: "food:front", 30: "income:back"})
    assert points("busts", own) == [4 + 2 + 8 + 22 + 6, 0]


@pytest.mark.parametrize(
    ("income", "food", "score"), [(0, 0, 0), (1, 0, 1), (8, 4, 6), (7, 4, 6), (7, 5, 7), (7, 7, 8)]
)
def test_z3_each_silver_seal_scores_half_its_track_rounded_up(income, food, score):
    seats = Seat(income=income, food=food, silver="income food"), Seat(income=30, food=30)
    assert points("silver", *seats) == [score, 0]


def test_z3_two_silver_seals_may_score_the_same_track():
    assert points("silver", Seat(culture=9, silver="culture culture")) == [5 + 5, 0]


@pytest.mark.parametrize(("cards", "sets"), [("1Y01 1R01 1B01 1G01", 0), (SETS, 2), (SETS + " 1P07 1P08", 3)])
@pytest.mark.parametrize("gold", [0, 1, 2])
def test_z4_gold_seals_score_7_for_each_set_of_five_colours(cards, sets, gold):
    assert points("gold", Seat(cards=cards, gold=gold)) == [7 * sets * gold, 0]


@pytest.mark.parametrize("colour", "YRBGP")
def test_z4_the_rarest_colour_gives_the_number_of_sets(colour):
    cards = [card for card in f"{SETS} 1P07".split() if card[1] != colour]
    alone = f"1{colour}09"
    assert points("gold", Seat(cards=" ".join([*cards, alone]), gold=1)) == [7, 0]


def test_z5_cards_score_their_printed_points():
    assert points("cards", Seat(cards="1Y05 1R07 1B06 3P10"), Seat(cards="2G07")) == [5 + 7 + 0 + 12, 7]


@pytest.mark.parametrize(("coins", "score"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (54, 10)])
def test_z6_five_coins_score_one_point(coins, score):
    assert points("coins", Seat(coins=coins)) == [score, 0]


def test_z7_the_total_is_the_sum_of_all_sources_and_the_most_points_win():
    own = Seat(coins=11, food=9, cards=SETS, gold=1, silver="food", colonies={9: "plunder"}, busts={6: "income:back"})
    game = position("over", own, Seat(coins=14), players=3)
    score = game.scores()[0]
    assert score == {**score, "colonies": 5, "busts": 6, "silver": 5, "gold": 14, "coins": 2}
    assert score["total"] == 5 + 6 + 5 + 14 + score["cards"] + 2
    assert (game.winners(), game.standings()) == ([0], [(0, 1), (1, 1), (2, 1)])


def test_z7_a_tie_goes_to_the_player_with_more_coins_left_over():
    # 2 points each: 10 coins; 14 coins; 2 points on a card and 4 coins; 1 point in coins, 1 on a card, 8 coins.
    seats = Seat(coins=10), Seat(coins=14), Seat(coins=3, cards="1R04"), Seat(coins=8, cards="1Y01")
    game = position("over", *seats, players=4)
    assert [score["total"] for score in game.scores()] == [2, 2, 2, 2]
    assert game.standings() == [(3, 1), (0, 1), (1, 2), (1, 2)]
    assert game.winners() == [1]


def test_z7_a_tie_in_points_and_coins_left_is_shared():
    seats = Seat(coins=12), Seat(coins=2, cards="1R04"), Seat(coins=11), Seat(coins=9)
    game = position("over", *seats, players=4)
    assert game.winners() == [0, 1]


def test_z7_the_game_ends_with_the_seals_of_epoch_iii():
    game = position("seal", Seat(coins=20), Seat(coins=19), epoch=3)
    assert game.winners() == []
    play(game, "pass")
    assert (game.is_over, game.winners(), options(game)) == (True, [0], set())
