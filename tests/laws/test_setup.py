"""S1 to S6: players, board, crests, cards and colonies."""

from collections import Counter

import pytest

from hadara_env import Game, HadaraError
from hadara_env.cards import COLOURS, load
from hadara_env.engine.actions import COLONY_REQUIREMENTS
from hadara_env.engine.constants import ALLIED, NONE, UNSEEN
from tests.laws.helpers import (
    edited_folder,
    play,
    play_until,
    sell_and_pass,
)
from tests.laws.table import Seat, position

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])
BOX = load()


@PLAYERS
def test_s1_two_to_five_players_sit_clockwise(players):
    game = position("colony", *[Seat(military=3)] * players, players=players, first=1)
    asked = []
    while game.step == "colony":
        asked.append(game.actor)
        game.apply("pass")
    assert asked == [*range(1, players), 0]


@pytest.mark.parametrize("players", [0, 1, 6, 11])
def test_s1_fewer_than_two_or_more_than_five_players_are_refused(players):
    with pytest.raises(HadaraError, match="2 to 5 players"):
        Game.new(players=players, seed=1)


def test_s2_the_board_is_a_random_ring_of_the_five_colours():
    boards = [tuple(Game.new(2, "full", seed=seed).record.board.tolist()) for seed in range(300)]
    assert all(sorted(board) == [0, 1, 2, 3, 4] for board in boards)
    assert len(set(boards)) > 90  # 300 draws of the 120 orders should hit about 110
    for ring in range(5):
        assert min(Counter(board[ring] for board in boards).values()) > 30
    assert tuple(Game.new(2, "full", seed=7).record.board.tolist()) == boards[7]


@PLAYERS
def test_s3_every_player_owns_one_crest_drawn_at_random(players):
    crests = [Game.new(players, "full", seed=seed).record.crest.tolist() for seed in range(100)]
    for crest in crests:
        assert len(set(crest[:players])) == players
        assert set(crest[:players]) <= {0, 1, 2, 3, 4}
        assert crest[players:] == [-1] * (5 - players)
    for seat in range(players):
        assert {crest[seat] for crest in crests} == {0, 1, 2, 3, 4}


@PLAYERS
@pytest.mark.parametrize("rules", ["basic", "full"])
def test_s4_s5_piles_hold_2n_random_cards_of_their_epoch_and_colour(players, rules):
    dealt = [Game.new(players, rules, seed=seed).record.pile for seed in range(150)]
    for epoch in range(3):
        for colour in range(5):
            deck = {
                i
                for i in range(162)
                if BOX.epoch[i] == epoch + 1 and BOX.colour[i] == colour and (rules == "full" or not BOX.star[i])
            }
            assert len(deck) == (14 if rules == "full" and COLOURS[colour] == "purple" else 10)
            piles = [pile[epoch, colour].tolist() for pile in dealt]
            for pile in piles:
                assert len(set(pile[: 2 * players])) == 2 * players
                assert set(pile[: 2 * players]) <= deck
                assert set(pile[2 * players :]) <= {NONE}
            assert {pile[0] for pile in piles} == deck  # any of them may lie on top


def test_s4_cards_not_dealt_leave_the_game_unseen():
    game = play_until(Game.new(2, "full", seed=3), lambda _: False, sell_and_pass)
    dealt = set(game.record.pile[:, :, :4].ravel().tolist())
    assert len(dealt) == 60
    assert {i for i in range(162) if game.record.place[i] == UNSEEN} == set(range(162)) - dealt


def test_s5_each_epoch_has_ten_plain_and_four_starred_purple_cards(tmp_path):
    purple = BOX.colour == COLOURS.index("purple")
    assert [int((purple & (BOX.epoch == epoch)).sum()) for epoch in (1, 2, 3)] == [14, 14, 14]
    assert [int((BOX.star[BOX.epoch == epoch]).sum()) for epoch in (1, 2, 3)] == [4, 4, 4]
    assert set(BOX.colour[BOX.star == 1].tolist()) == {COLOURS.index("purple")}
    wrong = edited_folder(tmp_path, "epoch_cards.csv", {"1P05": {"star": 1}})
    with pytest.raises(ValueError, match="1P05 has no ability, so its star must be 0"):
        load(wrong)


@PLAYERS
def test_s6_each_colony_stack_keeps_n_random_tiles(players):
    assert BOX.colony_front_points.tolist() == [2, 5, 8, 11, 16]
    stacks = [Game.new(players, "full", seed=seed).record.colony_stack for seed in range(60)]
    for colony in range(5):
        for stack in stacks:
            kept = stack[colony, :players].tolist()
            assert len(set(kept)) == players
            assert set(kept) <= {0, 1, 2, 3, 4}
        assert {int(stack[colony, 0]) for stack in stacks} == {0, 1, 2, 3, 4}
    # All may take a colony of each value, and then the stack is used up.
    game = position("colony", *[Seat(military=3)] * players, players=players)
    play(game, *["colony:3:plunder"] * players)
    assert game.record.colony_left.tolist() == [0, *[players] * 4]


def test_s6_a_back_is_seen_by_all_once_allied_and_by_nobody_before():
    game = position("colony", Seat(military=9, coins=9), Seat(military=9, coins=9), tiles={3: 2, 9: 4})

    def seen(seat):
        return game.view(seat).record.colony_stack[: len(COLONY_REQUIREMENTS), :2].tolist()

    hidden = [NONE, NONE]
    assert seen(0) == seen(1) == [hidden] * 5
    game.apply("colony:3:plunder")
    assert seen(0) == seen(1) == [hidden] * 5  # not even its owner turns a plundered tile over
    game.apply("colony:9:ally")
    assert game.record.colony[1, 1] == ALLIED
    assert seen(0) == seen(1) == [hidden, [4, NONE], hidden, hidden, hidden]
