"""S7 to S11: start cards, tokens, and who is first player."""

import numpy as np
import pytest

from hadara_env import Game, GameConfig
from hadara_env.cards import load
from hadara_env.state import setup_of
from tests.laws.helpers import coins, looks_alike, options, play, player, sell_and_pass, tracks
from tests.laws.table import Seat, position

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])
BOX = load()


def with_start_cards(start: list[int], rules: str = "full") -> Game:
    """A game whose seats hold start cards of these initiatives."""
    config = GameConfig(len(start), rules)
    layout = setup_of(Game.new(len(start), rules, seed=1).record, config.cards)
    return Game.from_setup({**layout, "start_cards": start}, config)


def test_s7_start_cards_are_dealt_at_random():
    dealt = [Game.new(3, "basic", seed=seed).record.start_card[:3].tolist() for seed in range(80)]
    assert all(len(set(cards)) == 3 for cards in dealt)
    for seat in range(3):
        assert {cards[seat] for cards in dealt} == {0, 1, 2, 3, 4}


def test_s7_the_basic_game_is_played_with_side_a():
    game = with_start_cards([2, 3, 1], "basic")
    assert game.step == "wheel"
    assert [coins(game, seat) for seat in range(3)] == [8, 8, 8]
    assert [tracks(game, seat) for seat in range(3)] == [(2, 1, 3, 4), (3, 2, 2, 3), (3, 2, 1, 4)]


def test_s7_in_the_full_game_sides_are_chosen_in_secret_and_shown_together():
    game = with_start_cards([4, 3, 5])
    for seat, side in enumerate("BAB"):
        assert (game.step, game.actor, options(game)) == ("side", seat, {"side:A", "side:B"})
        other = game.clone()
        game.apply(f"side:{side}")
        other.apply(f"side:{'AB'[side == 'A']}")
        if seat == 2:
            break
        for viewer in {0, 1, 2} - {seat}:
            assert looks_alike(game, other, viewer)
        assert not looks_alike(game, other, seat)
        assert [player(game, s)["coins"] + sum(tracks(game, s)) for s in range(3)] == [0, 0, 0]
    assert game.step == "wheel"
    assert [coins(game, seat) for seat in range(3)] == [10, 8, 11]
    assert [tracks(game, seat) for seat in range(3)] == [(2, 2, 1, 4), (3, 2, 2, 3), (1, 1, 1, 6)]


def test_s7_every_side_gives_its_printed_coins_and_tracks():
    for initiative in range(1, 6):
        for side in (0, 1):
            other = initiative % 5 + 1
            game = with_start_cards([initiative, other, (other % 5) + 1])
            play(game, f"side:{'AB'[side]}", "side:A", "side:A")
            assert coins(game) == BOX.start_coins[initiative - 1, side]
            assert tracks(game) == tuple(BOX.start_values[initiative - 1, side].tolist())


@PLAYERS
def test_s8_everybody_has_two_tokens_of_each_track_and_no_seals(players):
    game = Game.new(players, "basic", seed=5)
    two_each = {"income": 2, "military": 2, "culture": 2, "food": 2}
    for seat in range(players):
        assert player(game, seat)["tokens"] == two_each
        assert (player(game, seat)["silver"], player(game, seat)["gold"]) == ([], 0)


def test_s9_coins_and_plus_ten_markers_never_run_out():
    game = position("take", Seat(coins=9000, income=290, food=1), Seat(coins=9000), top="1Y03 1R01", last_round=True)
    play(game, "take:yellow:buy", "take:red:sell")
    assert tracks(game)[0] == 292
    assert coins(game) + coins(game, 1) == 9000 - 2 + 292 + 9000 + 2


@pytest.mark.parametrize(
    ("start", "first"),
    [
        ([4, 2], [1, 0, 1]),
        ([1, 5], [0, 1, 0]),
        ([3, 5, 1], [2, 0, 1]),
        ([5, 2, 4, 1], [3, 1, 2]),
        ([5, 4, 1, 3, 2], [2, 4, 3]),
    ],
)
def test_s10_first_players_follow_the_initiative(start, first):
    game = with_start_cards(start, "basic")
    turned = []
    while not game.is_over:
        if game.step == "wheel":
            turned.append(game.actor)
        game.apply(sell_and_pass(game))
    assert turned == first


@pytest.mark.parametrize(
    ("start", "extra"),
    [
        ([4, 2], [1, 0]),
        ([1, 5], [0, 1]),
        ([3, 5, 1], [0, 0, 0]),
        ([5, 2, 4, 1], [1, 0, 0, 0]),
        ([3, 2, 1, 4], [0, 0, 0, 1]),
        ([5, 4, 1, 3, 2], [1, 1, 0, 0, 0]),
    ],
)
@pytest.mark.parametrize("rules", ["basic", "full"])
def test_s11_whoever_is_never_first_player_gets_a_coin(start, extra, rules):
    game = with_start_cards(start, rules)
    while game.step == "side":
        game.apply("side:A")
    printed = np.array([BOX.start_coins[initiative - 1, 0] for initiative in start])
    assert (game.record.coins[: len(start)] - printed).tolist() == extra
