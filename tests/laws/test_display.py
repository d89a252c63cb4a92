"""P. Buying and selling, what a card gives."""

import pytest

from hadara_env.cards import CardSetError, load
from tests.laws.helpers import coins, edited_folder, options, play, player, tracks
from tests.laws.table import Seat, position

MANY_RED = "1R01 1R02 1R03 1R04"


@pytest.mark.parametrize(("reds", "price"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_p1_price_falls_with_each_card_of_the_colour(reds, price):
    own = " ".join(MANY_RED.split()[:reds])
    game = position("take", Seat(coins=10, cards=own), Seat(cards="1R05"), top="1R10")
    game.apply("take:red:buy")
    assert coins(game) == 10 - price


@pytest.mark.parametrize("step", ["take", "draft"])
def test_p1_without_the_coins_a_card_cannot_be_bought(step):
    for held, may_buy in ((1, False), (2, True)):
        own = Seat(coins=held, cards="1R01 1B01")  # cost 3, one red card: 2 coins
        if step == "take":
            game = position(step, own, top="1R10")
            assert ("take:red:buy" in options(game), "take:red:sell" in options(game)) == (may_buy, True)
        else:
            game = position(step, own, hands=["1R10 1R09", "1Y01 1Y02"])
            assert ("draft:buy:1R10" in options(game), "draft:sell:1R10" in options(game)) == (may_buy, True)


def test_p1_only_ones_own_cards_of_the_colour_lower_the_price():
    game = position("take", Seat(coins=10, cards="1B01 1G01 1Y01 1P05"), Seat(cards=MANY_RED), top="1R10")
    game.apply("take:red:buy")
    assert coins(game) == 10 - 3


def test_p1_p2_buying_a_card_in_a_draw_pays_and_gains_the_same():
    game = position("draft", Seat(coins=5, cards="1Y01", income=1), hands=["1Y08 1Y10", "1R01 1R02"])
    play(game, "draft:buy:1Y08", "draft:sell:1R01")
    assert (coins(game), tracks(game)) == (5 - 2, (3, 1, 0, 0))
    assert player(game)["cards"] == ["1Y01", "1Y08"]


@pytest.mark.parametrize(
    ("card", "colour", "gains"),
    [
        ("1Y10", "yellow", (2, 1, 0, 0)),
        ("1R09", "red", (0, 1, 1, 0)),
        ("1B10", "blue", (0, 0, 2, 1)),
        ("1G08", "green", (1, 0, 0, 3)),
        ("1P09", "purple", (1, 1, 1, 1)),
    ],
)
def test_p2_a_bought_card_joins_the_display_and_gives_its_values_at_once(card, colour, gains):
    game = position("take", Seat(coins=10, income=3, military=5, culture=7, food=9, cards="1Y01"), top=card)
    points = game.scores()[0]["cards"]
    game.apply(f"take:{colour}:buy")
    assert tracks(game) == tuple(a + b for a, b in zip((3, 5, 7, 9), gains, strict=True))
    assert player(game)["cards"] == ["1Y01", card]
    assert game.scores()[0]["cards"] == points + game.cards.points[game.cards.index(card)]


def test_p2_an_ability_works_at_once():
    game = position("take", Seat(coins=10), Seat(), top="1P01")
    play(game, "take:purple:buy", "take:red:sell", "take:red:sell")
    assert coins(game) == 10 - 2 + 3  # the very next sale of seat 0 pays one more
    assert coins(game, 1) == 2


@pytest.mark.parametrize(("epoch", "price"), [(1, 2), (2, 3), (3, 4)])
def test_p3_a_sale_pays_by_epoch_in_both_phases(epoch, price):
    game = play(position("take", Seat(coins=1), epoch=epoch), "take:blue:sell")
    assert coins(game) == 1 + price
    game = position("draft", Seat(coins=1), hands=[f"{epoch}Y01 {epoch}Y02", f"{epoch}R01 {epoch}R02"])
    play(game, f"draft:sell:{epoch}Y01", f"draft:sell:{epoch}R01")
    assert (coins(game), coins(game, 1)) == (1 + price, price)
    assert (tracks(game), player(game)["cards"]) == ((0, 0, 0, 0), [])


def test_p4_tracks_have_no_upper_bound():
    game = position("take", Seat(coins=10, income=500, military=254, culture=99, food=30), top="1R06")
    game.apply("take:red:buy")
    assert tracks(game) == (500, 257, 99, 30)
    game = position("bust", Seat(culture=40, food=254))
    game.apply("bust:30:food:front")
    assert tracks(game)[3] == 260


def test_p5_x1_copies_add_up():
    game = play(position("take", Seat(cards="1P01 1P02")), "take:red:sell")
    assert coins(game) == 2 + 2


def test_p5_x2_copies_add_up():
    game = position("take", Seat(coins=9, cards="1P03", card_tokens={"1P03": "food"}, food=2), top="1P04")
    play(game, "take:purple:buy", "token:food")
    assert player(game)["card_tokens"] == {"1P03": "food", "1P04": "food"}
    assert (tracks(game)[3], player(game)["tokens"]["food"]) == (4, 0)


def test_p5_x3_copies_add_up():
    game = play(position("colony", Seat(military=3, cards="2P01 2P02")), "colony:3:plunder")
    assert coins(game) == 3 + 8


def test_p5_x4_copies_keep_the_fixed_prices():
    game = position("seal", Seat(coins=40, cards="2P03 2P04"))
    play(game, "seal:gold", "seal:silver:food")
    assert coins(game) == 40 - 6 - 4


def test_p5_x9_copies_add_up():
    own = Seat(income=9, food=20, silver="income food", cards="3P01")
    assert position("over", own).scores()[0]["silver"] == 5 + 20
    own = Seat(income=9, food=20, silver="income food", cards="3P01 3P02")
    assert position("over", own).scores()[0]["silver"] == 9 + 20


def test_p5_x10_copies_add_up():
    game = position("over", Seat(cards="1Y01 1R01 1B01 1G01 3P03 3P04"))
    assert game.scores()[0]["gold"] == 8


@pytest.mark.parametrize(
    ("card", "ability"), [("1P05", "green_step"), ("2P05", "pay_to_feed"), ("3P05", "double_step")]
)
def test_p5_a_card_set_with_two_copies_of_a_starred_ability_is_refused(tmp_path, card, ability):
    folder = edited_folder(tmp_path, "epoch_cards.csv", {card: {"ability": ability, "star": 1}})
    with pytest.raises(CardSetError, match=f"starred ability {ability} is in row .* already; each has one copy"):
        load(folder)
