"""Positions computed by hand, most of them printed in the rulebooks, hold in the reference."""

import random

import pytest

from tests.reference import ReferenceGame, deal, load_cards
from tests.reference.cards import StartSide
from tests.reference.player import Player
from tests.reference.scoring import result, score
from tests.reference.steps import (
    bust_options,
    carve_bust,
    colony_options,
    feeding_options,
    income_coins,
    is_hungry,
    seal_options,
    surplus_coins,
    take_colony,
)

CARDS = load_cards()


def a_player(ids=(), coins=0, income=0, military=0, culture=0, food=0):
    """A player whose tracks stand as given, the cards in `ids` included."""
    player = Player()
    player.choose_side(StartSide(0, (0, 0, 0, 0)))
    for card in ids:
        player.receive(CARDS.by_id[card].cost)
        player.buy(CARDS.by_id[card])
    steps = tuple(want - has for want, has in zip((income, military, culture, food), player.tracks(), strict=True))
    player.choose_side(StartSide(0, steps))
    player.receive(coins - player.coins)
    return player


def stacks(**first):
    """One colony stack per requirement, the given position (r9=2) on top of the others."""
    return {req: [tiles[first.get(f"r{req}", 0)]] for req, tiles in CARDS.colonies.items()}


# Examples printed in the rulebooks


def test_a_blue_card_of_cost_5_with_two_blue_ones_does_not_cost_3():
    assert a_player(["1B01", "1B02"]).price(CARDS.by_id["2B03"]) == 3


def test_military_19_does_not_reach_exactly_the_colonies_up_to_15():
    player = a_player(military=19)
    for requirement in (3, 9):
        player.add_colony(CARDS.colonies[requirement][0], "plunder")
    options = colony_options(player, stacks(), 0)
    assert list(options) == ["colony:15:plunder"]  # no coins, so no alliance
    take_colony(player, options["colony:15:plunder"])
    assert player.coins == 5
    assert score(player)["colonies"] == 2 + 5 + 8


def test_allying_the_colony_of_requirement_9_gives_something_else():
    player = a_player(military=12, coins=1)
    take_colony(player, colony_options(player, stacks(r9=2), 0)["colony:9:ally"])
    assert (player.coins, player.tracks(), score(player)["colonies"]) == (0, [0, 14, 1, 0], 5)


def test_a_bust_gives_another_bonus_than_printed():
    player = a_player(culture=13)
    carve_bust(player, bust_options(player, CARDS.busts, 0)["bust:12:income:front"])
    assert player.tracks() == [3, 0, 13, 0]
    player = a_player(culture=20)
    carve_bust(player, bust_options(player, CARDS.busts, 0)["bust:20:food:back"])
    assert (player.tracks(), score(player)["busts"]) == ([0, 0, 20, 0], 14 + 4)


def test_feeding_asks_for_the_wrong_number_of_cards():
    six = ["1Y01", "1Y02", "1R01", "1R02", "1B01", "1B02"]
    assert not is_hungry(a_player(six, food=9), 0)
    player = a_player([*six, "1Y04"], food=6, income=5, military=5)
    assert is_hungry(player, 0)
    assert "discard:1Y04" in feeding_options(player, 0)
    player.discard(CARDS.by_id["1Y04"])
    assert player.tracks()[:2] == [4, 4]
    assert not is_hungry(player, 0)


@pytest.mark.parametrize(("track", "value", "points"), [(1, 30, 15), (1, 27, 14), (0, 18, 9)])
def test_a_silver_seal_scores_not_half_its_track(track, value, points):
    player = a_player(income=value, military=value)
    player.add_silver(track)
    assert score(player)["silver"] == points


def test_gold_seals_score_not_7_per_set():
    player = a_player([f"{epoch}{colour}01" for epoch in "123" for colour in "YRBGP"])
    player.add_gold()
    assert score(player)["gold"] == 21
    player.add_gold()
    assert score(player)["gold"] == 42


def test_the_printed_sums_of_points_differ():
    player = a_player(coins=11, income=12)
    for requirement, face in ((6, "front"), (12, "front"), (20, "back")):
        player.add_bust(CARDS.busts[requirement], 0, face)
    for requirement in (3, 9, 15, 21):
        player.add_colony(CARDS.colonies[requirement][0], "plunder")
    points = score(player)
    assert (points["busts"], points["colonies"], points["coins"]) == (30, 26, 2)
    assert income_coins(a_player(income=12)) == 12


def test_sixteen_cards_score_not_their_printed_points():
    player = a_player()
    pool = list(CARDS.by_id.values())
    for worth in (3, 2, 4, 4, 4, 1, 1, 2, 2, 2, 4, 3, 5, 2, 6, 2):
        card = next(card for card in pool if card.points == worth)
        pool.remove(card)
        player.receive(card.cost)
        player.buy(card)
    assert score(player)["cards"] == 47


def test_a_tie_is_not_broken_by_the_coins_left():
    players = [a_player(coins=coins) for coins in (12, 10, 12, 11)]
    assert result(players)["winners"] == [0, 2]


def test_the_green_step_card_counts_something_else_than_green_cards():
    player = a_player(["1G02", "1G03", "1P14", "1G01"], food=20)
    player.discard(CARDS.by_id["1G01"])
    assert player.tracks()[3] == 20 - 2 - 1
    player.discard(CARDS.by_id["1P14"])
    assert player.tracks()[3] == 20 - 2 - 1 - 2


# Abilities in play


def test_a_card_costs_less_than_nothing():
    assert a_player(["1R02", "1R04"]).price(CARDS.by_id["1R01"]) == 0  # P1


def test_a_sale_pays_the_wrong_coins():
    for ability_cards, extra in (([], 0), (["1P01"], 1), (["1P01", "1P02"], 2)):  # X1, P5
        player = a_player(ability_cards)
        paid = []
        for card in ("1R01", "2R01", "3R01"):
            before = player.coins
            player.sell(CARDS.by_id[card])
            paid.append(player.coins - before)
        assert paid == [2 + extra, 3 + extra, 4 + extra]


def test_a_discarded_token_card_keeps_its_token_or_steps():
    player = a_player(["1P03"], culture=3)
    player.put_token(CARDS.by_id["1P03"], 2)
    assert (player.tracks()[2], player.count().tokens) == (5, [2, 2, 1, 2])
    player.discard(CARDS.by_id["1P03"])
    assert (player.tracks()[2], player.count().tokens, player.state()["card_tokens"]) == (3, [2, 2, 2, 2], {})


@pytest.mark.parametrize(("use", "coins"), [("plunder", 4 + 3), ("ally", 4 - 1)])
def test_colony_coins_are_not_paid_once_per_copy(use, coins):
    for copies in (["2P01"], ["2P01", "2P02"]):
        player = a_player(copies, military=3)
        take_colony(player, colony_options(player, stacks(), 0)[f"colony:3:{use}"])
        assert player.coins == coins + 4 * (len(copies) - 1)


def test_paying_to_feed_is_refused_or_unlimited():
    eleven = [f"1R{number:02}" for number in range(1, 11)] + ["2P11"]
    player = a_player(eleven, food=9, coins=4)
    assert is_hungry(player, 1)
    assert not is_hungry(player, 2)
    assert "feed:pay" in feeding_options(player, 5)
    assert "feed:pay" not in feeding_options(player, 6)
    player.pay(3)
    assert "feed:pay" not in feeding_options(player, 0)


def test_a_missing_requirement_is_sold_at_the_wrong_price():
    player = a_player(["3P14"], military=14, coins=3)
    options = colony_options(player, stacks(), 0)
    assert options["colony:15:plunder"][0] == 3
    assert "colony:15:ally" not in options  # the fee leaves no coin
    assert "colony:15:plunder" not in colony_options(player, stacks(), 28)  # 30 a step
    with_colony_coins = a_player(["3P14", "2P01"], military=14, coins=3)
    assert "colony:15:ally" in colony_options(with_colony_coins, stacks(), 0)  # C6
    cheaper = a_player(["3P14", "3P13"], military=10, coins=3)
    assert colony_options(cheaper, stacks(), 0)["colony:15:plunder"][0] == 3
    rich = a_player(["3P14"], culture=20, coins=99)
    assert bust_options(rich, CARDS.busts, 0)["bust:30:food:back"][0] == 30
    assert "bust:30:food:back" not in bust_options(rich, CARDS.busts, 3)


def test_sets_and_seals_ignore_their_purple_cards():
    player = a_player(["1Y01", "1R01", "1B01", "3P03", "3P11"], income=9, food=20)
    player.add_gold()
    assert score(player)["gold"] == 7  # X11 completes the set for the seal, not for X10
    player.add_silver(0)
    player.add_silver(3)
    assert score(player)["silver"] == 5 + 10
    for card, points in (("3P01", 5 + 20), ("3P02", 9 + 20)):  # X9: the better one first
        player.receive(9)
        player.buy(CARDS.by_id[card])
        assert score(player)["silver"] == points


def test_seal_prices_or_limits_are_wrong():
    assert [set(seal_options(a_player(coins=coins), 3)) for coins in (19, 30)] == [
        set(),
        {"seal:gold", *(f"seal:silver:{track}" for track in ("income", "military", "culture", "food"))},
    ]
    dear = a_player(coins=99)
    prices = [
        (seal_options(dear, e)["seal:silver:food"].price, seal_options(dear, e)["seal:gold"].price) for e in (1, 2, 3)
    ]
    assert prices == [(4, 6), (9, 12), (20, 30)]
    dear.add_gold()
    dear.add_gold()
    assert "seal:gold" not in seal_options(dear, 1)
    player = a_player(["2P03", "2P04"], coins=22)
    assert seal_options(player, 3)["seal:gold"] == (22, None)
    assert seal_options(player, 2)["seal:silver:food"] == (4, 3)
    player.add_silver(3)
    player.add_silver(3)
    assert list(seal_options(player, 2)) == ["seal:gold"]


def test_food_or_income_abilities_pay_the_wrong_coins():
    assert [surplus_coins(a_player(["2P12"], food=food)) for food in (0, 1, 2, 5, 9)] == [0, 0, 3, 12, 12]
    assert income_coins(a_player(["2P13"], income=3, military=4, culture=3, food=9)) == 3 + 4


def test_bust_steps_do_not_work_backwards_or_stay_after_a_discard():
    player = a_player(culture=20)
    player.add_bust(CARDS.busts[12], 0, "front")
    player.add_bust(CARDS.busts[20], 0, "back")
    player.receive(7)
    player.buy(CARDS.by_id["2P14"])
    assert (player.tracks()[0], score(player)["busts"]) == (3 + 2, 8 + 14 + 4 + 2)
    player.discard(CARDS.by_id["2P14"])
    assert (player.tracks()[0], score(player)["busts"]) == (3, 8 + 14 + 4)


# Steps with several decisions of one player


def game_with(player):
    """A game at its start whose seat 0 is this player, to run single steps of."""
    game = ReferenceGame(deal(2, "full", random.Random(0), CARDS), "full", 2, CARDS)
    game.players[0] = player
    return game


@pytest.mark.parametrize(("military", "second_is_legal"), [(12, False), (13, True)])
def test_the_30_coins_of_a_step_count_for_each_taking_alone(military, second_is_legal):
    """X12 with X14: 9 + 27 coins are too many although 27 alone are not; 6 + 24 are just right."""
    player = a_player(["3P12", "3P14"], military=military, coins=60)
    step = game_with(player)._colonies_of(0)
    _, _, options = next(step)
    assert {"colony:15:plunder", "colony:21:plunder"} <= set(options)
    _, _, options = step.send(options["colony:15:plunder"])
    assert player.coins == 60 - 3 * (15 - military) + 5
    assert ("colony:21:plunder" in options) == second_is_legal
    assert "colony:15:plunder" not in options
    with pytest.raises(StopIteration):
        step.send(options["colony:9:plunder"])
    assert set(player.colonies) == {15, 9}


def test_the_first_taking_does_not_count_for_the_second():
    """X12: the front bust of requirement 6 lifts culture from 10 to 12, enough for the next."""
    player = a_player(["3P12"], culture=10)
    step = game_with(player)._busts_of(0)
    _, _, options = next(step)
    assert {name.split(":")[1] for name in options if name != "pass"} == {"6"}
    _, _, options = step.send(options["bust:6:culture:front"])
    assert {name.split(":")[1] for name in options if name != "pass"} == {"12"}
    with pytest.raises(StopIteration):
        step.send(options["pass"])


def test_a_payment_for_food_is_lost_with_the_card_that_allowed_it():
    """X5: of three cards without food one is paid, the paying card goes, and one more: the last one stays."""
    player = a_player(["1R01", "1R02", "2P11"], coins=10)
    step = game_with(player)._feeding([0])
    _, _, options = next(step)
    _, _, options = step.send(options["feed:pay"])
    assert set(options) == {"discard:1R01", "discard:1R02", "discard:2P11", "feed:pay"}
    _, _, options = step.send(options["discard:2P11"])
    assert set(options) == {"discard:1R01", "discard:1R02"}
    with pytest.raises(StopIteration):
        step.send(options["discard:1R02"])
    assert (player.coins, player.state()["cards"]) == (8, ["1R01"])


def test_the_second_ally_of_a_stack_gets_the_first_tile_again():
    game = game_with(a_player(military=3, coins=9))
    game.players[1] = a_player(military=3, coins=9)
    dealt = [CARDS.colonies[3][position].steps for position in game._setup["colonies"]["3"]]
    for seat, steps in enumerate(dealt):
        step = game._colonies_of(seat)
        _, _, options = next(step)
        with pytest.raises(StopIteration):
            step.send(options["colony:3:ally"])
        assert game.players[seat].tracks() == [a + b for a, b in zip((0, 3, 0, 0), steps, strict=True)]
