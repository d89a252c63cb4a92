"""A game follows from its seed and its moves, and from nothing else."""

import copy
import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hadara_env.engine import batch
from hadara_env.engine.layout import GAME
from hadara_env.errors import HadaraError
from hadara_env.game import Game
from hadara_env.state import setup_of
from tests.engine.play import CARDS, EVERY_GAME, PROPERTY, TABLES, Plan, finished, plans, prepare, record_bytes, states


def test_copy_of_a_record_leaves_bytes_behind():
    """numpy copies fields, not the gaps between them: with a gap, equal games would have different bytes."""
    assert sum(GAME[name].itemsize for name in GAME.names or ()) == GAME.itemsize


def test_field_hides_behind_a_method_of_the_record():
    """`g.round` would be numpy's method, not the field, in everything but compiled code."""
    plain_record = np.zeros(1, np.dtype((np.record, [("a", "i2")])))[0]
    assert [name for name in GAME.names or () if hasattr(plain_record, name)] == []


@settings(PROPERTY, max_examples=20)
@given(plans)
def test_same_seed_and_moves_give_other_bytes(plan: Plan):
    path = [record_bytes(game) for game in states(plan)]
    assert [record_bytes(game) for game in states(plan)] == path


@pytest.mark.parametrize(("players", "rules"), EVERY_GAME)
def test_dirty_buffer_changes_a_deal(players: int, rules: str):
    games = np.frombuffer(bytearray(b"\xa5" * 2 * GAME.itemsize), GAME)
    for b in range(2):
        batch.deal(games, b, 99, players, int(rules == "full"), 0, TABLES)
    assert games[0].tobytes() == games[1].tobytes() == record_bytes(Game.new(players, rules, 99))


@pytest.mark.parametrize(("players", "rules"), EVERY_GAME)
def test_two_seeds_share_a_deal_of_an_epoch(players: int, rules: str):
    """Also neighbours, powers of two and seeds alike in their low 32 bits."""
    seeds = [*range(40), *(2**k for k in range(6, 53)), *(7 + (k << 32) for k in range(1, 20)), 2**53 - 1]
    deals = [Game.new(players, rules, seed).record.pile for seed in seeds]
    for epoch in range(3):
        assert len({deal[epoch].tobytes() for deal in deals}) == len(seeds)


def test_seed_is_not_kept_exactly():
    for seed in (0, 1, 2**31, 2**32, 2**53 - 1):
        game = Game.new(2, "basic", seed)
        assert game.seed == seed
        assert record_bytes(Game.from_setup(setup_of(game.record, CARDS), game.config, seed)) == record_bytes(game)
    assert len({Game.new(2, "basic").seed for _ in range(20)}) == 20


@settings(PROPERTY, max_examples=20)
@given(plans, st.integers(0, 200))
def test_clone_shares_something_with_its_original(plan: Plan, turn: int):
    game = nth_state(plan, turn)
    before, log = record_bytes(game), list(game.log)
    twin = game.clone()
    assert (record_bytes(twin), twin.log, twin.legal_actions()) == (before, log, game.legal_actions())
    rng = random.Random(1)
    while not twin.is_over:
        twin.apply(rng.choice(twin.legal_actions()).index)
    assert (record_bytes(game), game.log) == (before, log)
    while twin.log:
        twin.undo()
    assert (record_bytes(game), game.log) == (before, log)


def nth_state(plan: Plan, turn: int) -> Game:
    """The game after so many decisions, or just before its end."""
    found = None
    for k, game in enumerate(states(plan)):
        if game.is_over:
            break
        found = game.clone()
        if k == turn:
            break
    assert found is not None
    return found


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game)), copy.copy])
@pytest.mark.parametrize("turn", [0, 25, 60, 10_000])
def test_copied_game_plays_on_differently(copied, turn: int):
    game = nth_state(Plan(3, "full", 12, "buyer"), turn)
    twin = copied(game)
    rng_a, rng_b = random.Random(5), random.Random(5)
    while not game.is_over:
        assert (record_bytes(twin), twin.log) == (record_bytes(game), game.log)
        game.apply(rng_a.choice(game.legal_actions()).name)
        twin.apply(rng_b.choice(twin.legal_actions()).name)
    assert (record_bytes(twin), twin.scores()) == (record_bytes(game), game.scores())


FORCED = [Plan(players, "full", 3, style, 60, lean=True) for players in (2, 5) for style in ("buyer", "hungry")]


def check_undo(plan: Plan, ask_forced: bool) -> None:
    path, game = [], None
    for game in states(plan, ask_forced):
        path.append((record_bytes(game), list(game.log), game.legal_actions()))
    assert game is not None
    for before, log, legal in reversed(path[:-1]):
        expected = game.log[len(log)]
        assert game.undo() == expected
        assert (game.log, game.legal_actions()) == (log, legal)
        if log and not log[-1].name.startswith("side"):  # where the table was changed by hand, no move leads back
            assert record_bytes(game) == before
    with pytest.raises(HadaraError, match="nothing to undo"):
        game.undo()
    assert game.log == []


@settings(PROPERTY, max_examples=20)
@given(plans, st.booleans())
def test_undo_does_not_lead_back_exactly(plan: Plan, ask_forced: bool):
    check_undo(plan, ask_forced)


@pytest.mark.parametrize("plan", FORCED, ids=str)
def test_undo_stops_at_a_forced_move(plan: Plan):
    check_undo(plan, ask_forced=False)


def check_asked_alike(plan: Plan) -> None:
    silent = finished(plan)
    asked = Game.new(plan.players, plan.rules, plan.seed, ask_forced=True)
    for move in silent.log:
        prepare(asked, plan)
        assert asked.actor == move.seat
        assert (len(asked.legal_actions()) == 1) is move.forced
        asked.apply(move.name)
    assert asked.log == silent.log
    asked.record.ask_forced = 0
    assert record_bytes(asked) == record_bytes(silent)


@settings(PROPERTY, max_examples=20)
@given(plans)
def test_being_asked_for_forced_moves_changes_the_game(plan: Plan):
    check_asked_alike(plan)


@pytest.mark.parametrize("plan", FORCED, ids=str)
def test_being_asked_changes_a_game_full_of_forced_moves(plan: Plan):
    check_asked_alike(plan)


def test_lean_games_have_no_forced_moves():
    """The tests above mean something only if takes, tokens and discards are forced."""
    forced = {move.name.split(":")[0] for plan in FORCED for move in finished(plan).log if move.forced}
    assert forced == {"take", "token", "discard"}
