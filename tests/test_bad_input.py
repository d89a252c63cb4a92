"""Bad input to a game: one clear sentence each, that names what and where, and nothing changed."""

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hadara_env import CardSetError, Game, GameConfig, IllegalActionError, ReplayError, replay
from hadara_env.cards import load
from hadara_env.state import setup_of
from tests.complaints import complaint
from tests.engine.play import Plan, finished

# ---- what has to be agreed on before a game


@pytest.mark.parametrize("players", [11, 1, 0, -3, 6, "3", 3.0, True, None, [3]])
def test_wrong_number_of_players_is_dealt(players: Any):
    for wrong in (lambda: GameConfig(players), lambda: Game.new(players)):
        assert complaint(wrong) == f"Hadara is for 2 to 5 players, not {players!r}."


@pytest.mark.parametrize("rules", ["expert", "", "FULL", None, 1, ["full"], {}])
def test_unknown_rules_are_played(rules: Any):
    for wrong in (lambda: GameConfig(3, rules), lambda: Game.new(3, rules)):
        assert complaint(wrong) == f"Unknown rules {rules!r}; there are 'basic' and 'full'."


@pytest.mark.parametrize("seed", [-1, 2**53, 10**30, 1.0, "7", True, [7]])
def test_seed_that_no_replay_could_hold_is_dealt(seed: Any):
    assert complaint(lambda: Game.new(seed=seed)) == f"A seed is an integer from 0 to 2**53 - 1, not {seed!r}."


@pytest.mark.parametrize("ask_forced", ["yes", 2, None, 0.5])
def test_something_else_than_yes_or_no_decides_about_forced_moves(ask_forced: Any):
    for wrong in (lambda: GameConfig(ask_forced=ask_forced), lambda: Game.new(ask_forced=ask_forced)):
        assert complaint(wrong) == f"ask_forced is True or False, not {ask_forced!r}."


def test_missing_card_set_is_played_with(tmp_path: Path):
    with pytest.raises(CardSetError, match="nowhere"):
        Game.new(cards=tmp_path / "nowhere")
    assert complaint(lambda: GameConfig(cards=7)) == "cards must be a folder or a CardSet, not int."  # type: ignore[arg-type]


# ---- a game in play


def refused(game: Game, action: Any) -> str:
    before, log = game.record.tobytes(), list(game.log)
    sentence = complaint(lambda: game.apply(action), IllegalActionError)
    assert (game.record.tobytes(), game.log) == (before, log)
    return sentence


def test_unknown_card_is_played():
    game = Game.new(2, "basic", 1)
    game.apply("wheel:0")
    sentence = refused(game, "draft:buy:9Z99")
    assert sentence.startswith(
        f"Action 'draft:buy:9Z99' is not legal for seat {game.actor} in step 'draft'; legal are: "
    )
    for action in game.legal_actions():
        assert f"{action.name} ({action.index})" in sentence
    with pytest.raises(ValueError, match="Unknown card '9Z99'"):
        game.cards.index("9Z99")


@pytest.mark.parametrize("action", [-1, 236, 10**9, "nonsense", 1.5, True, None, np.array([1, 2])])
def test_action_that_does_not_exist_is_played(action: Any):
    game = Game.new(3, "full", 7)
    expected = f"Action {action!r} is not legal for seat 0 in step 'side'; legal are: side:A (0), side:B (1)."
    assert refused(game, action) == expected


def test_illegal_action_is_named_by_number_alone():
    assert refused(Game.new(3, "full", 7), 235).startswith("Action 235 (pass) is not legal for seat 0 in step 'side'; ")


def test_finished_game_goes_on():
    game = finished(Plan(2, "basic", 3))
    assert refused(game, "pass") == "The game is over: 'pass' cannot be played."
    assert refused(game, 4) == "The game is over: 4 cannot be played."


def test_fresh_game_takes_something_back():
    game = Game.new(2, "full", 3)
    assert complaint(game.undo) == "There is nothing to undo: no move has been made since this game was set up."


@pytest.mark.parametrize("seat", [2, -1, "0", 0.0, None, True])
def test_seat_that_does_not_exist_has_a_view(seat: Any):
    assert complaint(lambda: Game.new(2, "full", 3).view(seat)) == (
        f"There is no seat {seat!r} with 2 players; seats are 0 to 1."
    )


# ---- a game laid out by hand

SETUP = setup_of(Game.new(3, "basic", 5).record, load())
BAD_SETUPS: list[tuple[tuple[str, ...], Any, str]] = [
    ((), [], "setup must be an object"),
    (("board",), None, "setup.board must be a list of 5"),
    (("board",), ["red"] * 5, "setup.board[1] is 'red' for the second time"),
    (("board",), ["red", "yellow", "green", "purple", "pink"], "setup.board[4] is 'pink'"),
    (("crests",), [0, 1], "setup.crests must be a list of 3"),
    (("crests",), [0, 1, 5], "setup.crests[2] is 5"),
    (("crests",), [0, 1, True], "setup.crests[2] is True"),
    (("crests",), [0, 1, 1], "setup.crests[2] is 1 for the second time"),
    (("start_cards",), [0, 1, 2], "setup.start_cards[0] is 0"),
    (("start_cards",), [1, 2, 2.0], "setup.start_cards[2] is 2.0"),
    (("piles",), {"1": {}}, "setup.piles must have exactly the keys 1, 2, 3; found 1"),
    (("piles", "2"), {"yellow": []}, "setup.piles.2 must have exactly the keys yellow, red, blue, green, purple"),
    (("piles", "2"), [], "setup.piles.2 must have exactly the keys"),
    (("piles", "3", "red"), ["3R01"], "setup.piles.3.red must be a list of 6"),
    (("piles", "3", "red"), ["3R01", "3R02", "3R03", "3R04", "3R05", "9Z99"], "setup.piles.3.red[5] is '9Z99'"),
    (("piles", "1", "red"), ["1R01", "1R02", "1R03", "1R04", "1R05", "2R06"], "setup.piles.1.red[5] is '2R06'"),
    (("piles", "1", "red"), ["1R01", "1R02", "1R03", "1R04", "1R05", "1R01"], "[5] is '1R01' for the second time"),
    (("piles", "1", "purple"), ["1P01", "1P02", "1P03", "1P04", "1P05", "1P14"], "setup.piles.1.purple[5] is '1P14'"),
    (("colonies",), {}, "setup.colonies must have exactly the keys 3, 9, 15, 21, 30; found none"),
    (("colonies", "21"), [0, 1, 9], "setup.colonies.21[2] is 9"),
    (("colonies", "30"), [0, 1, 2, 3], "setup.colonies.30 must be a list of 3"),
]


@pytest.mark.parametrize(("place", "value", "words"), BAD_SETUPS, ids=[words for _, _, words in BAD_SETUPS])
def test_impossible_table_is_laid_out(place: tuple[str, ...], value: Any, words: str):
    setup: Any = copy.deepcopy(SETUP)
    if place:
        part = setup
        for key in place[:-1]:
            part = part[key]
        part[place[-1]] = value
    else:
        setup = value
    assert words in complaint(lambda: Game.from_setup(setup, GameConfig(3, "basic")))
    whole = replay.to_replay(Game.new(3, "basic", 5)) | {"setup": setup}
    assert words in complaint(lambda: replay.verify(whole), ReplayError)


def test_part_of_the_table_is_missing_or_foreign():
    for key in SETUP:
        rest = {name: part for name, part in SETUP.items() if name != key}
        assert "setup must have exactly the keys" in complaint(lambda rest=rest: Game.from_setup(rest, GameConfig(3)))
    assert "extra" in complaint(lambda: Game.from_setup({**SETUP, "extra": 1}, GameConfig(3)))
