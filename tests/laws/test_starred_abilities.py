"""X0, X5 to X8, X11: the starred purple cards, but for those about requirements."""

import pytest

from tests.laws.helpers import coins, options, play, play_until, player, sell_and_pass, tracks
from tests.laws.table import Seat, position

SETS = "1Y01 1R01 1B01 1G01 1Y02 1R02 1B02 1G02"


def after_income(own):
    """Coins of a seat that sold its last card of epoch II and then took its income."""
    game = position("take", own, Seat(), epoch=2, top="2R01 2B01", last_round=True)
    game.apply("take:red:sell")
    return coins(game) - 3


@pytest.mark.parametrize(
    ("card", "own", "later", "track"),
    [
        ("1P11", "1Y01 1Y02 1R01", "1Y03", 0),
        ("1P12", "1R01 1R02 1Y01", "1R04", 1),
        ("1P13", "1B01 1B02 1Y01", "1B05", 2),
        ("1P14", "1G01 1G02 1Y01", "1G03", 3),
    ],
)
def test_x0_each_card_of_the_colour_gives_one_more_step_now_and_later(card, own, later, track):
    game = position("take", Seat(coins=20, cards=own), Seat(cards="1Y04"), top=f"{card} {later}")
    game.apply("take:purple:buy")
    steps = [0, 0, 0, 0]
    steps[track] = 2
    assert tracks(game) == tuple(steps)
    colour = ("yellow", "red", "blue", "green")[track]
    other = ("red", "blue", "green", "yellow")[track]
    play(game, f"take:{other}:sell", f"take:{colour}:buy")
    printed = int(game.cards.values[game.cards.index(later), track])
    steps[track] += printed + 1
    assert tracks(game) == tuple(steps)
    assert tracks(game, 1) == (0, 0, 0, 0)


def test_x0_steps_are_lost_with_the_card_and_with_each_card_of_the_colour():
    game = position("feed", Seat(income=9, military=9, food=3, cards="1P12 1R01 1R02 1Y01 1Y02"))
    game.apply("discard:1R01")
    assert tracks(game) == (9, 9 - 1 - 1, 0, 3)
    twin = play(game.clone(), "discard:1Y01")
    assert tracks(twin) == (8, 7, 0, 3)
    game.apply("discard:1P12")
    assert tracks(game) == (9, 7 - 1, 0, 3)


def test_x5_two_coins_feed_a_card_for_this_step():
    own = Seat(coins=5, food=2, cards="2P11 1R01 1R02 1R03 1R04")
    game = position("feed", own, Seat(food=1, coins=9, cards="1Y01 1Y02"))
    assert "feed:pay" in options(game)
    play(game, "feed:pay", "feed:pay")
    assert (coins(game), len(player(game)["cards"]), game.actor) == (1, 5, 0)
    assert "feed:pay" not in options(game)  # one coin is not enough
    game.apply("discard:1R01")
    assert (game.actor, options(game)) == (1, {"discard:1Y01", "discard:1Y02"})


def test_x5_paying_ends_the_step_when_nobody_goes_hungry():
    game = position("feed", Seat(coins=50, food=2, cards="2P11 1R01 1R02"))
    game.apply("feed:pay")
    assert (game.step, coins(game), len(player(game)["cards"])) == ("seal", 48, 3)


def test_x5_at_most_twelve_coins_a_step():
    eight = "2P11 1R01 1R02 1R03 1R04 1B01 1B02 1B03"
    game = position("feed", Seat(coins=50, food=1, cards=eight))
    for _ in range(6):
        game.apply("feed:pay")
    assert (game.step, coins(game)) == ("feed", 50 - 12)
    assert options(game) == {f"discard:{card}" for card in eight.split()}
    game.apply("discard:1B03")
    assert len(player(game)["cards"]) == 7


def test_x5_each_step_has_its_own_limit():
    own = Seat(coins=50, food=1, cards="2P11 1R01 1R02 1R03 1R04 1B01 1B02")
    game = position("feed", own)
    for _ in range(6):
        game.apply("feed:pay")
    play_until(game, lambda game: game.step == "feed", sell_and_pass)
    assert (game.epoch, "feed:pay" in options(game)) == (3, True)
    assert len(player(game)["cards"]) == 7


def test_x5_what_was_paid_stands_when_the_card_itself_is_discarded():
    game = position("feed", Seat(coins=50, food=1, cards="2P11 1R01 1R02 1R03 1R04"))
    play(game, "feed:pay", "feed:pay", "discard:2P11")
    assert "feed:pay" not in options(game)
    game.apply("discard:1R01")
    assert (game.step, player(game)["cards"]) == ("seal", ["1R02", "1R03", "1R04"])


@pytest.mark.parametrize(("food", "due"), [(1, 0), (2, 0), (3, 3), (5, 9), (6, 12), (7, 12), (40, 12)])
def test_x6_food_too_many_pays_three_coins_each_and_twelve_at_most(food, due):
    game = position("feed", Seat(food=food, cards="2P12 1R01"), Seat(food=40))
    if food == 1:
        game.apply("discard:1R01")  # no food is left over after a discard
    assert (coins(game), coins(game, 1)) == (due, 0)


def test_x6_pays_in_feeding_turn_order():
    game = position("feed", Seat(food=1, cards="1R01 1R02"), Seat(food=9, cards="2P12", coins=5))
    assert (game.actor, coins(game, 1)) == (0, 5)
    game.apply("discard:1R01")
    assert coins(game, 1) == 17


@pytest.mark.parametrize(
    ("military", "culture", "food", "more"),
    [(5, 5, 5, 0), (6, 5, 5, 2), (4, 6, 5, 2), (5, 5, 6, 2), (9, 5, 30, 4), (6, 6, 6, 6), (40, 40, 40, 6)],
)
def test_x7_each_track_higher_than_income_pays_two_coins(military, culture, food, more):
    own = {"income": 5, "military": military, "culture": culture, "food": food}
    assert after_income(Seat(**own, cards="2P13")) == 5 + more
    assert after_income(Seat(**own)) == 5


def test_x8_busts_carved_later_are_worth_two_more():
    game = position("bust", Seat(culture=6, cards="2P14"), Seat(culture=6))
    twin = play(game.clone(), "bust:6:income:front", "bust:6:income:front")
    assert (tracks(twin), tracks(twin, 1)) == ((2 + 2, 0, 6, 0), (2, 0, 6, 0))
    play(game, "bust:6:income:back", "bust:6:income:back")
    assert (tracks(game), [score["busts"] for score in game.scores()]) == ((0, 0, 6, 0), [4 + 2 + 2, 4 + 2])


def test_x8_busts_carved_before_are_worth_two_more():
    busts = {6: "income:front", 12: "food:front", 20: "food:back"}
    game = position("take", Seat(coins=9, busts=busts), Seat(busts={6: "income:front"}), top="2P14")
    game.apply("take:purple:buy")
    assert (tracks(game), tracks(game, 1)) == ((2, 0, 0, 2), (0, 0, 0, 0))
    assert game.scores()[0]["busts"] == 4 + 8 + 14 + 4 + 2


def test_x8_is_taken_back_with_the_card():
    busts = {6: "income:front", 12: "food:front", 20: "food:back"}
    game = position("feed", Seat(income=8, food=3, busts=busts, cards="2P14 1R01 1R02 1R03"))
    game.apply("discard:2P14")
    assert (game.step, tracks(game)) == ("feed", (6, 0, 0, 1))
    assert game.scores()[0]["busts"] == 4 + 8 + 14 + 4


@pytest.mark.parametrize(
    ("cards", "sets"),
    [
        ("1Y01 1R01 1B01 3P11", 1),  # a green card is missing
        ("1Y01 1R01 3P11", 0),  # two are missing
        ("1Y01 1R01 1B01 1G01 3P11", 1),  # four would be missing for a second set
        (f"{SETS} 3P11", 2),  # one purple card for the second
        (f"{SETS} 3P11 1P05 1Y03 1R03 1B03 1P06", 3),
        ("1Y01 1Y02 1Y03 1R01 1R02 1R03 1B01 1B02 1B03 3P11 1P05 1P06", 1),  # not one for each of three sets
    ],
)
def test_x11_one_missing_card_may_be_added_to_one_set_for_gold_seals(cards, sets):
    for gold in (1, 2):
        assert position("over", Seat(cards=cards, gold=gold)).scores()[0]["gold"] == 7 * sets * gold
    without = " ".join(card if card != "3P11" else "1P07" for card in cards.split())
    complete = min(sum(card[1] == colour for card in without.split()) for colour in "YRBGP")
    assert position("over", Seat(cards=without, gold=1)).scores()[0]["gold"] == 7 * complete
