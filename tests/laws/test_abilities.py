"""X1 to X4, X9, X10: the plain purple cards, of the basic and the full game."""

import pytest

from hadara_env import Game
from tests.laws.helpers import coins, edited, options, play, play_until, player, sell_and_pass, tracks
from tests.laws.table import Seat, position

SETS = "1Y01 1R01 1B01 1G01 1Y02 1R02 1B02 1G02"
ALL_TOKENS_BUT_FOOD = {
    "busts": {6: "income:back", 12: "income:back", 20: "military:back", 30: "military:back"},
    "silver": "culture culture",
}


def test_x1_every_sale_pays_one_more_in_both_phases():
    game = play(position("take", Seat(cards="1P01"), Seat(), epoch=3), "take:red:sell", "take:red:sell")
    assert (coins(game), coins(game, 1)) == (4 + 1, 4)
    game = position("draft", Seat(cards="1P02"), hands=["1Y01 1Y02", "1R01 1R02"])
    play(game, "draft:sell:1Y01", "draft:sell:1R02")
    assert (coins(game), coins(game, 1)) == (2 + 1, 2)


@pytest.mark.parametrize("track", ["income", "military", "culture", "food"])
def test_x2_a_free_token_is_placed_for_two_steps(track):
    game = position("take", Seat(coins=9, culture=1), Seat(coins=9), top="1P03")
    game.apply("take:purple:buy")
    assert (game.step, game.actor) == ("token", 0)
    assert options(game) == {"token:income", "token:military", "token:culture", "token:food"}
    game.apply(f"token:{track}")
    expected = {"income": 0, "military": 0, "culture": 1, "food": 0}
    assert {name: player(game)[name] for name in expected} == {**expected, track: expected[track] + 2}
    assert player(game)["tokens"] == {name: 2 - (name == track) for name in expected}
    assert player(game)["card_tokens"] == {"1P03": track}
    assert (game.step, game.actor) == ("take", 1)


def test_x2_in_a_draw_the_token_is_named_with_the_choice():
    game = position("draft", Seat(coins=9), Seat(coins=9), hands=["1P03 1P04", "1R01 1R02"])
    game.apply("draft:buy:1P04")
    assert (game.step, game.actor) == ("token", 0)
    play(game, "token:military", "draft:sell:1R01")
    assert (tracks(game), player(game)["card_tokens"]) == ((0, 2, 0, 0), {"1P04": "military"})
    assert tracks(game, 1) == (0, 0, 0, 0)


def test_x2_selling_such_a_card_places_no_token():
    game = position("draft", Seat(coins=9), Seat(coins=9), hands=["1P03 1P04", "1R01 1R02"])
    play(game, "draft:sell:1P04", "draft:sell:1R01")
    assert (tracks(game), player(game)["tokens"]["food"]) == ((0, 0, 0, 0), 2)
    game = play(position("take", Seat(coins=9), top="1P03"), "take:purple:sell")
    assert game.step == "take"


def test_x2_with_no_free_token_nothing_happens():
    own = Seat(coins=9, tokens=(0, 0, 0, 0), income=5)
    game = play(position("take", own, top="1P03"), "take:purple:buy")
    assert (game.step, game.actor, player(game)["cards"]) == ("take", 1, ["1P03"])
    assert (tracks(game), player(game)["card_tokens"]) == ((5, 0, 0, 0), {})
    game = position("draft", own, hands=["1P03 1P05", "1R01 1R02"])
    play(game, "draft:buy:1P03", "draft:sell:1R01")
    assert (player(game)["cards"], tracks(game), player(game)["card_tokens"]) == (["1P03"], (5, 0, 0, 0), {})


@pytest.mark.parametrize("ask", [False, True])
def test_x2_the_last_free_colour_is_a_forced_move_where_a_box_has_enough_such_cards(tmp_path, ask):
    box = edited(tmp_path, "epoch_cards.csv", {f"1P{n:02}": {"ability": "bonus_token"} for n in (1, 2, 5, 6, 7, 8)})
    own = Seat(coins=50, food=2, cards="1P03", card_tokens={"1P03": "food"}, **ALL_TOKENS_BUT_FOOD)
    game = position("take", own, Seat(), cards=box, top="1P04", ask_forced=ask)
    game.apply("take:purple:buy")
    if ask:
        assert options(game) == {"token:food"}
        game.apply("token:food")
    assert [(m.name, m.forced) for m in game.log[-2:]] == [("take:purple:buy", False), ("token:food", True)]
    assert (game.actor, tracks(game)) == (1, (0, 0, 0, 4))
    assert sum(player(game)["tokens"].values()) == 0
    play(game, "take:red:sell", "take:purple:buy")  # a third such card finds no token
    assert (game.actor, tracks(game)) == (1, (0, 0, 0, 4))
    assert player(game)["card_tokens"] == {"1P03": "food", "1P04": "food"}


def test_x2_a_whole_game_with_such_cards_only_keeps_count_of_the_tokens(tmp_path):
    changes = {f"1P{n:02}": {"ability": "bonus_token", "cost": 0} for n in range(1, 11)}
    game = Game.new(2, "basic", seed=1, cards=edited(tmp_path, "epoch_cards.csv", changes))

    def buy_purple(game):
        names = [action.name for action in game.legal_actions()]
        wanted = (name for name in names if "buy:1P" in name or name == "take:purple:buy" or name.startswith("token"))
        return next(wanted, None) or sell_and_pass(game)

    play_until(game, lambda game: game.step == "feed" or game.epoch == 2, buy_purple)
    for seat in (0, 1):
        own = player(game, seat)
        assert len(own["cards"]) == len(own["card_tokens"]) == 2
        assert sum(own["tokens"].values()) == 8 - 2


@pytest.mark.parametrize(("deed", "due"), [("plunder", 3 + 4), ("ally", 4 - 1)])
def test_x3_each_colony_pays_four_coins_plundered_or_allied(deed, due):
    seats = Seat(coins=5, military=9, cards="2P01"), Seat(coins=5, military=3)
    game = play(position("colony", *seats), f"colony:3:{deed}", f"colony:3:{deed}")
    assert (coins(game), coins(game, 1)) == (5 + due, 5 + due - 4)


def test_x3_colonies_taken_before_pay_nothing():
    game = position("take", Seat(coins=9, colonies={3: "plunder", 9: "ally"}), top="2P01")
    game.apply("take:purple:buy")
    assert coins(game) == 9 - 4


@pytest.mark.parametrize(("epoch", "silver", "gold"), [(1, 4, 6), (2, 4, 6), (3, 15, 22)])
def test_x4_seals_are_cheaper(epoch, silver, gold):
    game = position("seal", Seat(coins=silver - 1, cards="2P03"), epoch=epoch)
    assert options(game) == {"pass"}
    game = position("seal", Seat(coins=silver + gold, cards="2P03"), Seat(coins=0), epoch=epoch)
    play(game, "seal:gold", "seal:silver:food")
    assert coins(game) == 0


def test_x4_is_of_no_use_to_others():
    game = position("seal", Seat(coins=8), Seat(coins=8, cards="2P03"), epoch=2)
    assert options(game) == {"pass"}


def test_x9_one_silver_seal_scores_its_whole_track():
    def silver(**own):
        return position("over", Seat(**own)).scores()[0]["silver"]

    assert silver(military=13, silver="military", cards="3P01") == 13
    assert silver(military=13, food=8, silver="food military", cards="3P01") == 13 + 4
    assert silver(military=13, food=8, silver="military food", cards="3P01") == 13 + 4
    assert silver(culture=9, silver="culture culture", cards="3P02") == 9 + 5
    # Halves are rounded up, so 8 gains as much as 9 would: 4.
    assert silver(culture=9, food=8, silver="culture food", cards="3P02") == 5 + 8
    assert silver(military=13, cards="3P01") == 0


def test_p5_x9_three_copies_still_score_each_seal_once(tmp_path):
    box = edited(tmp_path, "epoch_cards.csv", {"3P05": {"ability": "full_silver"}})
    own = Seat(income=9, food=20, silver="income food", cards="3P01 3P02 3P05")
    assert position("over", own, cards=box).scores()[0]["silver"] == 9 + 20


@pytest.mark.parametrize("gold", [0, 1])
def test_x10_every_set_scores_four_points_with_or_without_gold_seals(gold):
    game = position("over", Seat(cards=f"{SETS} 3P03 1P05", gold=gold), Seat(cards="3P04"))
    assert [score["gold"] for score in game.scores()] == [2 * 4 + 2 * 7 * gold, 0]


def test_x10_counts_its_sets_without_x11():
    game = position("over", Seat(cards=f"{SETS} 3P03 3P11 1Y03 1R03 1B03 1P05", gold=1))
    assert game.scores()[0]["gold"] == 2 * 4 + 3 * 7
