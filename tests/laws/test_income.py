"""I. Income."""

from tests.laws.helpers import coins, play, tracks
from tests.laws.table import Seat, position


def test_i1_everybody_takes_their_income_after_phase_a():
    game = position("draft", Seat(income=4), Seat(), Seat(income=11), players=3)
    while game.step == "draft":
        game.apply(next(action.name for action in game.legal_actions() if "sell" in action.name))
    assert [coins(game, seat) for seat in range(3)] == [10 + 4, 10, 10 + 11]  # five sales of two coins
    assert [tracks(game, seat)[0] for seat in range(3)] == [4, 0, 11]


def test_i1_everybody_takes_their_income_after_phase_b():
    seats = Seat(coins=9, income=4, military=9), Seat(), Seat(income=11)
    game = position("take", *seats, players=3, top="1Y05 1R01 1B01", last_round=True)
    play(game, "take:yellow:buy", "take:red:sell")  # what is left to seat 2 is forced
    assert game.step == "colony"
    assert [coins(game, seat) for seat in range(3)] == [9 - 3 + 5, 2, 2 + 11]  # the card just bought counts
    assert [tracks(game, seat)[0] for seat in range(3)] == [5, 0, 11]
