"""A. Phase A: hidden cards."""

import pytest

from hadara_env import Game, IllegalActionError
from hadara_env.engine.constants import DISPLAY, GONE, HAND, NONE, OUTER, SOLD, UNSEEN
from tests.laws.helpers import coins, looks_alike, options, play, play_until, player, sell_and_pass
from tests.laws.table import Seat, position

HANDS = ["1Y01 1Y03", "1R01 1R06"]


def card(game, name):
    return game.cards.index(name)


def test_a1_all_draw_the_top_two_cards_of_the_pile_at_their_crest():
    game = play_until(Game.new(5, "full", seed=4), lambda game: game.step == "draft", sell_and_pass)
    g = game.record
    for draw in range(5):
        for seat in range(5):
            colour = g.board[(g.crest[seat] + g.wheel[0] + draw) % 5]
            top = g.pile[0, colour, 2 * draw : 2 * draw + 2]  # one pair has gone in every draw before this one
            assert g.hand[seat].tolist() == sorted(top.tolist())
        for _ in range(5):
            game.apply(sell_and_pass(game))


def test_a1_only_the_drawer_sees_the_two_cards():
    game = position("draft", hands=HANDS)
    own, other = game.view(0).record, game.view(1).record
    assert own.hand[:2].tolist() == [[card(game, "1Y01"), card(game, "1Y03")], [NONE, NONE]]
    assert other.hand[:2].tolist() == [[NONE, NONE], [card(game, "1R01"), card(game, "1R06")]]
    assert [own.place[card(game, name)] for name in ("1Y01", "1R01")] == [HAND, UNSEEN]
    assert [other.place[card(game, name)] for name in ("1Y01", "1R01")] == [UNSEEN, HAND + 1]
    assert set(own.pile.ravel().tolist()) == {NONE}


def test_a2_one_card_is_bought_or_sold_and_the_other_placed():
    game = position("draft", Seat(coins=5), Seat(coins=5), hands=HANDS)
    choices = {"draft:buy:1Y01", "draft:sell:1Y01", "draft:buy:1Y03", "draft:sell:1Y03"}
    assert options(game) == choices
    for choice in sorted(choices):
        twin = play(game.clone(), choice, "draft:sell:1R01")
        _, deed, kept = choice.split(":")
        placed = {"1Y01": "1Y03", "1Y03": "1Y01"}[kept]
        assert player(twin)["cards"] == ([kept] if deed == "buy" else [])
        assert twin.record.outer_size.tolist() == [1, 1, 0, 0, 0]
        assert twin.record.placed[0, 0, 0] == card(twin, placed)
        assert twin.record.place[card(twin, placed)] == OUTER


def test_a2_without_the_coins_a_card_can_only_be_sold():
    game = position("draft", Seat(coins=1), hands=HANDS)
    assert options(game) == {"draft:buy:1Y01", "draft:sell:1Y01", "draft:sell:1Y03"}
    with pytest.raises(IllegalActionError, match="draft:buy:1Y03"):
        game.apply("draft:buy:1Y03")


def test_a2_the_placed_card_becomes_the_top_of_the_outer_stack():
    game = position("draft", Seat(coins=50), Seat(coins=50), hands=HANDS)
    play(game, "draft:sell:1Y03", "draft:sell:1R06")
    kept, placed = (game.cards.ids[i] for i in game.record.hand[0])  # the wheel has turned: seat 0 draws red now
    game.apply(f"draft:sell:{kept}")
    play_until(game, lambda game: game.step == "take", sell_and_pass)
    play(game, "take:red:buy", "take:red:buy")
    assert [player(game, seat)["cards"] for seat in (0, 1)] == [[placed], ["1R01"]]


@pytest.mark.parametrize("choice", ["draft:buy:1Y01", "draft:sell:1Y01", "draft:buy:1Y03", "draft:sell:1Y03"])
def test_a3_a_choice_changes_nothing_others_can_see_before_the_reveal(choice):
    before = position("draft", Seat(coins=5), Seat(coins=5), Seat(coins=5), players=3, hands=[*HANDS, "1B01 1B02"])
    game, other = play(before.clone(), choice), play(before.clone(), "draft:sell:1Y03")
    assert (game.step, game.actor) == ("draft", 1)
    assert player(game) == player(before)
    assert game.record.outer_size.tolist() == [0] * 5
    for viewer in (1, 2):
        assert looks_alike(game, other, viewer)
    play(game, "draft:buy:1R01")
    assert [player(game, seat) for seat in range(3)] == [player(before, seat) for seat in range(3)]
    play(game, "draft:buy:1B01")
    assert [player(game, seat)["cards"] for seat in (1, 2)] == [["1R01"], ["1B01"]]
    assert (game.step, game.actor) == ("draft", 0)


def test_a3_a_token_is_named_in_secret_too():
    game = position("draft", Seat(coins=9), Seat(coins=9), hands=["1P03 1P05", "1R01 1R06"])
    sold, bought = play(game.clone(), "draft:sell:1P03"), play(game.clone(), "draft:buy:1P03")
    assert (bought.step, bought.actor, bought.view(1).step) == ("token", 0, "draft")
    assert looks_alike(game, bought, 1)
    play(bought, "token:food")
    assert bought.actor == 1
    assert player(bought) == player(game)
    assert looks_alike(sold, bought, 1)
    play(bought, "draft:sell:1R01")
    assert (player(bought)["card_tokens"], player(bought)["food"]) == ({"1P03": "food"}, 2)


def test_a4_only_the_seller_knows_what_was_sold_in_phase_a():
    game = play(position("draft", Seat(), Seat(coins=9), hands=HANDS), "draft:sell:1Y01", "draft:buy:1R06")
    seller, other = game.view(0).record, game.view(1).record
    sold = card(game, "1Y01")
    assert (seller.place[sold], seller.kept[0, 0, 0]) == (SOLD, sold)
    assert (other.place[sold], other.kept[0, 0, 0]) == (UNSEEN, NONE)
    for view in (seller, other):
        assert (view.place[card(game, "1Y03")], view.place[card(game, "1R01")]) == (OUTER, OUTER)
        assert (view.place[card(game, "1R06")], view.kept[0, 1, 0]) == (DISPLAY + 1, card(game, "1R06"))


def test_a4_everybody_knows_what_was_sold_in_phase_b():
    game = play(position("take", top="1R06"), "take:red:sell")
    for seat in (0, 1):
        assert game.view(seat).record.place[card(game, "1R06")] == GONE
    assert coins(game) == 2


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a5_five_draws_bring_everybody_to_every_colour_and_empty_the_piles(players):
    game = play_until(Game.new(players, "full", seed=6), lambda game: game.step == "draft", sell_and_pass)
    g = game.record
    drawn = [set() for _ in range(players)]
    seen = set()
    while game.step == "draft":
        for seat in range(players):
            seen |= set(g.hand[seat].tolist())
            drawn[seat] |= {int(game.cards.colour[i]) for i in g.hand[seat]}
        game.apply(sell_and_pass(game))
    assert drawn == [{0, 1, 2, 3, 4}] * players
    assert seen == set(g.pile[0, :, : 2 * players].ravel().tolist())
    assert g.visits.tolist() == g.outer_size.tolist() == [players] * 5
