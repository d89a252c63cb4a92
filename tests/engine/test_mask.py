"""The mask is exactly what `apply` accepts, in both directions."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hadara_env.engine.actions import NUM_ACTIONS, action_names
from hadara_env.errors import IllegalActionError
from hadara_env.game import Game
from hadara_env.names import index_of
from tests.engine.play import CARDS, PROPERTY, Plan, finished, plans, record_bytes, states

STRANGE: list[Any] = [
    -1, NUM_ACTIONS, 10**9, -(10**30), 2**64, "nonsense", "", "pass ", "draft:buy:", "draft:buy:?", "draft:buy:low",
    "draft:sell:9Z99", "discard:9Z99", 1.5, 3.0, float("nan"), True, False, None, b"pass", [], (), {}, object,
    np.True_, np.float32(3), np.array(3), np.array([1, 2]),
]  # fmt: skip


def refused(game: Game, action: Any) -> None:
    before, log, legal = record_bytes(game), list(game.log), game.legal_actions()
    with pytest.raises(IllegalActionError) as caught:
        game.apply(action)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert record_bytes(game) == before, action
    assert game.log == log
    assert game.legal_actions() == legal


def some_states(plan: Plan, every: int) -> list[Game]:
    """Every so many decisions of a game, and each step it comes to at least once."""
    seen: set[str] = set()
    found = []
    for k, game in enumerate(states(plan)):
        if k % every == 0 or game.step not in seen:
            seen.add(game.step)
            found.append(game.clone())
    return found


@settings(PROPERTY, max_examples=8)
@given(plans)
def test_illegal_index_is_played_or_leaves_a_trace(plan: Plan):
    for game in some_states(plan, every=60):
        legal = {action.index for action in game.legal_actions()}
        for index in set(range(NUM_ACTIONS)) - legal:
            refused(game, index)


@settings(PROPERTY, max_examples=15)
@given(plans)
def test_strange_action_is_played_or_leaves_a_trace(plan: Plan):
    for game in some_states(plan, every=60):
        for action in STRANGE:
            refused(game, action)


@settings(PROPERTY, max_examples=15)
@given(plans)
def test_illegal_name_is_played_or_leaves_a_trace(plan: Plan):
    names = [f"draft:{deed}:{card}" for deed in ("buy", "sell") for card in CARDS.ids] + [*action_names(CARDS.ids)]
    for game in some_states(plan, every=90):
        legal = {action.name for action in game.legal_actions()}
        for name in random.Random(len(game.log)).sample(names, 40):
            if name not in legal:
                refused(game, name)


@PROPERTY
@given(plans, st.booleans())
def test_legal_action_is_refused_or_does_nothing(plan: Plan, ask_forced: bool):
    for k, game in enumerate(states(plan, ask_forced)):
        if k % 10 == 0:
            for action in game.legal_actions():
                by_index, by_name = game.clone(), game.clone()
                by_index.apply(action.index)
                by_name.apply(action.name)
                assert record_bytes(by_index) == record_bytes(by_name) != record_bytes(game)
                made = by_index.log[len(game.log)]
                assert (made.seat, made.index, made.name) == (game.actor, action.index, action.name)


@PROPERTY
@given(plans)
def test_mask_list_and_names_disagree(plan: Plan):
    for game in states(plan):
        actions = game.legal_actions()
        indices = [action.index for action in actions]
        assert indices == sorted(set(indices))
        assert np.flatnonzero(game.legal_mask()).tolist() == indices
        assert game.legal_mask().dtype == np.int8
        assert len({action.name for action in actions}) == len(actions)
        for action in actions:
            assert index_of(game.record, action.name, CARDS, int(game.record.actor)) == action.index


@PROPERTY
@given(plans)
def test_player_is_asked_without_a_choice(plan: Plan):
    for game in states(plan):
        if not game.is_over:
            assert len(game.legal_actions()) > 1
    for game in states(plan, ask_forced=True):
        if not game.is_over:
            assert [action.name for action in game.legal_actions()] not in ([], ["pass"])


def test_finished_game_takes_another_move():
    game = finished(Plan(players=2, rules="basic", seed=4))
    for action in (*range(NUM_ACTIONS), "pass", *STRANGE):
        refused(game, action)


def test_index_of_another_integer_type_is_refused():
    game = Game.new(players=2, rules="basic", seed=1)
    game.apply(np.int16(3))  # type: ignore[arg-type]
    assert game.log[0].name == "wheel:1"
    assert type(game.log[0].index) is int
