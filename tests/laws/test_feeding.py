"""F. Feeding."""

import pytest

from hadara_env import Game
from hadara_env.engine.constants import GONE, NONE
from tests.laws.helpers import coins, edited, options, play, play_until, player, sell_and_pass, tracks
from tests.laws.table import Seat, position

FIVE = "1Y04 1R01 1B01 1G04 1P09"


@pytest.mark.parametrize(("food", "hungry"), [(4, True), (5, False), (6, False)])
def test_f1_every_card_but_the_start_card_needs_one_food(food, hungry):
    game = position("feed", Seat(food=food, cards=FIVE, coins=50))
    assert game.step == ("feed" if hungry else "seal")


def test_f2_cards_are_chosen_freely_one_by_one_and_not_one_more_than_needed():
    game = position("feed", Seat(food=3, coins=50, cards="1Y02 1R01 1B01 1P05 1Y01"), Seat(coins=50))
    everything = {f"discard:{card}" for card in ("1Y02", "1R01", "1B01", "1P05", "1Y01")}
    assert options(game) == everything
    game.apply("discard:1B01")
    assert options(game) == everything - {"discard:1B01"}
    game.apply("discard:1Y02")
    assert (player(game)["cards"], game.step) == (["1R01", "1P05", "1Y01"], "seal")


def test_f2_each_player_feeds_their_own():
    hungry = Seat(food=1, cards="1Y01 1Y02")
    game = position("feed", hungry, Seat(food=2, cards="1B01 1B02"), Seat(food=1, cards="1R01 1R02"), players=3)
    play(game, "discard:1Y01")
    assert (game.step, game.actor, options(game)) == ("feed", 2, {"discard:1R01", "discard:1R02"})


@pytest.mark.parametrize("ask", [False, True])
def test_f2_a_single_card_that_cannot_be_fed_is_a_forced_discard(ask):
    game = position("bust", Seat(culture=6, food=0, cards="1R01", coins=4), Seat(), phase="B", ask_forced=ask)
    game.apply("pass")
    if ask:
        assert (game.step, options(game)) == ("feed", {"discard:1R01"})
        game.apply("discard:1R01")
    assert [(move.seat, move.name, move.forced) for move in game.log[-2:]] == [
        (0, "pass", False),
        (0, "discard:1R01", True),
    ]
    assert (player(game)["cards"], game.step) == ([], "seal")


def test_f2_in_a_box_whose_start_cards_give_no_food_a_game_forces_discards(tmp_path):
    hungry = {f"{number} {side}": {"food": 0} for number in range(1, 6) for side in "AB"}
    game = Game.new(2, "basic", seed=1, cards=edited(tmp_path, "start_cards.csv", hungry))

    def buy_one_red(game):
        names = [action.name for action in game.legal_actions()]
        red = next((name for name in names if name.startswith("draft:buy:1R")), None)
        return red if red and not player(game, game.actor)["cards"] else sell_and_pass(game)

    play_until(game, lambda game: game.epoch == 2, buy_one_red)
    assert [move.seat for move in game.log if move.forced and move.name.startswith("discard:1R")] == [
        int(game.record.first[0]),
        1 - int(game.record.first[0]),
    ]
    assert [player(game, seat)["cards"] for seat in (0, 1)] == [[], []]


@pytest.mark.parametrize(
    ("card", "after"),
    [("1Y04", (8, 8, 9, 4)), ("1R01", (9, 8, 9, 4)), ("1B01", (9, 9, 8, 4)), ("1P09", (8, 8, 8, 3))],
)
def test_f3_a_discard_takes_back_the_values_of_the_card(card, after):
    game = position("feed", Seat(income=9, military=9, culture=9, food=4, coins=1, cards=FIVE))
    points = game.scores()[0]["cards"]
    game.apply(f"discard:{card}")
    assert tracks(game) == after
    assert game.scores()[0]["cards"] == points - game.cards.points[game.cards.index(card)]


def test_f3_losing_food_may_cost_more_cards():
    game = position("feed", Seat(income=1, food=4, coins=50, cards=FIVE))
    game.apply("discard:1G04")
    assert (game.step, tracks(game)) == ("feed", (0, 0, 0, 2))
    play(game, "discard:1Y04", "discard:1R01")
    assert (game.step, player(game)["cards"]) == ("seal", ["1B01", "1P09"])


def test_f3_a_discard_raises_prices_again_and_takes_back_the_ability():
    game = position("feed", Seat(food=2, coins=3, cards="1P01 1R01 1R02"))
    game.apply("discard:1P01")
    play_until(game, lambda game: game.step == "draft", sell_and_pass)
    before = coins(game)
    game.apply(sell_and_pass(game))
    game.apply(sell_and_pass(game))
    assert coins(game) == before + 3  # epoch II, without the extra coin of X1
    game = position("feed", Seat(food=2, coins=3, cards="1P01 1R01 1R02"))
    game.apply("discard:1R01")
    assert game.record.colours[0].tolist() == [0, 1, 0, 0, 1]


def test_f3_the_token_of_a_discarded_x2_card_is_free_again():
    own = Seat(food=2, culture=7, cards="1P03 1R01 1R02", card_tokens={"1P03": "culture"})
    game = position("feed", own)
    assert player(game)["tokens"]["culture"] == 1
    game.apply("discard:1P03")
    assert tracks(game) == (0, 0, 5, 2)
    assert player(game)["tokens"]["culture"] == 2
    assert game.record.card_token[game.cards.index("1P03")] == NONE


def test_f3_a_food_token_goes_with_its_card():
    own = Seat(food=3, cards="1P03 1R01 1R02 1R03", card_tokens={"1P03": "food"})
    game = position("feed", own)
    game.apply("discard:1P03")
    assert (game.step, tracks(game)) == ("feed", (0, 0, 0, 1))
    play(game, "discard:1R03", "discard:1R01")
    assert player(game)["cards"] == ["1R02"]


def test_f4_a_discard_pays_nothing_and_leaves_the_game_before_everybody():
    game = position("feed", Seat(food=4, coins=1, military=1, cards=FIVE))
    game.apply("discard:1R01")
    assert coins(game) == 1
    for seat in (0, 1):
        assert game.view(seat).record.place[game.cards.index("1R01")] == GONE
    assert player(game)["cards"] == ["1Y04", "1B01", "1G04", "1P09"]
