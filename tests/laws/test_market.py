"""B. Phase B: open cards."""

import pytest

from hadara_env import IllegalActionError
from hadara_env.engine.constants import DISPLAY, GONE
from tests.laws.helpers import coins, options, play, player
from tests.laws.table import Seat, position

COLOURS = ("yellow", "red", "blue", "green", "purple")


def test_b1_the_top_card_of_any_stack_is_bought_or_sold():
    top = "1Y05 1R07 1B07 1G05 1P10"
    game = position("take", Seat(coins=3), top=top)
    assert options(game) == {f"take:{colour}:{deed}" for colour in COLOURS for deed in ("buy", "sell")}
    for colour, card in zip(COLOURS, top.split(), strict=True):
        bought = play(game.clone(), f"take:{colour}:buy")
        assert (player(bought)["cards"], coins(bought), bought.actor) == ([card], 0, 1)
        assert bought.record.place[game.cards.index(card)] == DISPLAY
        sold = play(game.clone(), f"take:{colour}:sell")
        assert (player(sold)["cards"], coins(sold), sold.actor) == ([], 5, 1)
        assert sold.record.place[game.cards.index(card)] == GONE


def test_b1_a_card_cannot_be_put_back_nor_left():
    game = position("take", Seat(coins=2), top="1Y05 1R07 1B07 1G05 1P10")
    assert options(game) == {f"take:{colour}:sell" for colour in COLOURS}
    with pytest.raises(IllegalActionError, match="pass"):
        game.apply("pass")


def test_b1_an_empty_stack_offers_nothing():
    game = position("take", Seat(coins=20), Seat(coins=20), top="1R01 1G01", last_round=True)
    assert options(game) == {"take:red:buy", "take:red:sell", "take:green:buy", "take:green:sell"}
    game.apply("take:green:buy")
    assert options(game) == {"take:red:buy", "take:red:sell"}


def test_b2_only_the_top_card_can_be_taken_and_the_one_beneath_comes_next():
    game = position("take", Seat(coins=9), Seat(coins=9), Seat(coins=9), players=3, top="1R06")
    stack = [game.cards.ids[i] for i in game.record.placed[0, 1, :3]]
    assert stack[-1] == "1R06"
    play(game, "take:red:buy", "take:red:buy", "take:red:buy")
    assert [player(game, seat)["cards"] for seat in range(3)] == [[card] for card in reversed(stack)]


def test_b2_what_lies_beneath_is_known_to_all():
    game = position("take", players=3)
    stacks = game.record.placed[0, :, :3].tolist()
    for seat in range(3):
        assert game.view(seat).record.placed[0, :, :3].tolist() == stacks


@pytest.mark.parametrize("players", [2, 3, 5])
def test_b3_five_rounds_empty_the_stacks(players):
    game = position("take", *[Seat(military=3)] * players, players=players, ask_forced=True)
    takers = []
    while game.step == "take":
        assert int(game.record.outer_size.sum()) == 5 * players - len(takers)
        takers.append(game.actor)
        game.apply(sorted(options(game))[0])
    assert takers == list(range(players)) * 5
    assert (game.step, game.record.outer_size.tolist()) == ("colony", [0] * 5)


def test_b3_the_last_card_is_a_forced_move_for_those_who_cannot_buy_it():
    for coins_left, forced in ((0, True), (3, False)):
        game = position("take", Seat(military=3), Seat(coins=coins_left), top="1R10 1G05", last_round=True)
        game.apply("take:red:sell")
        assert (game.step == "colony") == forced
        if forced:
            assert [(move.seat, move.name, move.forced) for move in game.log[-2:]] == [
                (0, "take:red:sell", False),
                (1, "take:green:sell", True),
            ]
    game = position("take", Seat(military=3), Seat(), top="1R10 1G05", last_round=True, ask_forced=True)
    game.apply("take:red:sell")
    assert (game.step, game.actor, options(game)) == ("take", 1, {"take:green:sell"})
