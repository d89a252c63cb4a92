"""M. Seals."""

import pytest

from tests.laws.helpers import coins, options, play, play_until, player, sell_and_pass
from tests.laws.table import Seat, position

SILVER = {f"seal:silver:{track}" for track in ("income", "military", "culture", "food")}
PRICES = [(1, 4, 6), (2, 9, 12), (3, 20, 30)]


@pytest.mark.parametrize(("epoch", "silver", "gold"), PRICES)
def test_m1_seals_have_a_price_in_each_epoch(epoch, silver, gold):
    for held, legal in (
        (silver - 1, {"pass"}),
        (silver, SILVER | {"pass"}),
        (gold - 1, SILVER | {"pass"}),
        (gold, SILVER | {"seal:gold", "pass"}),
    ):
        assert options(position("seal", Seat(coins=held), epoch=epoch)) == legal
    game = position("seal", Seat(coins=100), epoch=epoch)
    game.apply("seal:silver:food")
    assert coins(game) == 100 - silver
    game.apply("seal:gold")
    assert coins(game) == 100 - silver - gold


def test_m1_any_number_of_seals_in_one_turn():
    game = position("seal", Seat(coins=30), Seat(coins=4))
    play(game, "seal:gold", "seal:silver:food", "seal:gold", "seal:silver:income")
    assert (player(game)["silver"], player(game)["gold"], coins(game)) == (["food", "income"], 2, 10)
    assert (game.step, game.actor) == ("seal", 1)
    game.apply("pass")
    assert (game.epoch, game.step) == (2, "wheel")
    assert (player(game, 1)["silver"], player(game, 1)["gold"]) == ([], 0)


def test_m2_s8_two_silver_and_two_gold_seals_in_the_whole_game():
    assert options(position("seal", Seat(coins=99, gold=2), epoch=2)) == SILVER | {"pass"}
    assert options(position("seal", Seat(coins=99, silver="food income"), epoch=2)) == {"seal:gold", "pass"}
    game = position("seal", Seat(coins=900))
    play(game, "seal:gold", "seal:gold", "seal:silver:food", "pass")
    play_until(game, lambda game: game.step == "seal" and game.actor == 0, sell_and_pass)
    assert (game.epoch, options(game)) == (2, SILVER | {"pass"})
    game.apply("seal:silver:food")
    play_until(game, lambda game: game.step == "seal" and game.actor == 0, sell_and_pass)
    assert game.is_over  # nothing was left to buy in epoch III
    assert (player(game)["silver"], player(game)["gold"]) == (["food", "food"], 2)


def test_m3_a_silver_seal_uses_up_a_token_of_its_track():
    game = position("seal", Seat(coins=30))
    play(game, "seal:silver:military", "seal:silver:military")
    assert player(game)["silver"] == ["military", "military"]
    assert player(game)["tokens"] == {"income": 2, "military": 0, "culture": 2, "food": 2}


def test_m3_without_a_free_token_there_is_no_silver_seal():
    game = position("seal", Seat(coins=99, tokens=(0, 1, 0, 0)))
    assert options(game) == {"seal:silver:military", "seal:gold", "pass"}
    game.apply("seal:silver:military")
    assert options(game) == {"seal:gold", "pass"}
    play(game, "seal:gold", "seal:gold")
    assert (game.step, game.log[-1].name) == ("wheel", "seal:gold")  # and nobody had to pass
    game = position("feed", Seat(coins=5, food=1, cards="1R01 1R02", tokens=(0, 0, 0, 0)))
    game.apply("discard:1R01")
    assert (game.step, game.log[-1].name) == ("wheel", "discard:1R01")  # a token is missing, not the coins
