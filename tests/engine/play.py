"""Games in every state the tests of this folder look at: dealt from a seed, played in one of the styles."""

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from hadara_env.cards import load
from hadara_env.engine.constants import FOOD
from hadara_env.engine.layout import GAME
from hadara_env.engine.tables import tables_of
from hadara_env.game import Game
from tests.differential_styles import STYLES, Decision

CARDS = load()
TABLES = tables_of(CARDS)
EVERY_GAME = [(players, rules) for players in (2, 3, 4, 5) for rules in ("basic", "full")]

# Examples follow from the test alone, so that a run says the same thing everywhere.
PROPERTY = settings(derandomize=True, deadline=None, max_examples=50)


class Plan(NamedTuple):
    """What a game follows from."""

    players: int = 3
    rules: str = "full"
    seed: int = 0
    style: str = "random"
    gift: int = 0  # coins for everybody once the sides are known, so that a lot can be bought
    lean: bool = False  # one token and no food for anybody from then on, so that tokens and discards are forced


plans = st.builds(
    Plan,
    players=st.integers(2, 5),
    rules=st.sampled_from(("basic", "full")),
    seed=st.integers(0, 2**53 - 1),
    style=st.sampled_from(sorted(STYLES)),
    gift=st.sampled_from((0, 0, 60)),
    lean=st.just(False),
)
whole_games = [
    Plan(players, rules, 17 * players + k, style, 40 * (k % 2))
    for players, rules in EVERY_GAME
    for k, style in enumerate(STYLES)
]
# Somebody takes two colonies or busts in one step (X12), which is rare.
whole_games += [Plan(5, "full", 15, "hungry", 40), Plan(5, "full", 15, "saver", 40), Plan(3, "full", 9, "buyer", 40)]


def states(plan: Plan, ask_forced: bool = False) -> Iterator[Game]:
    """One game object in each of its states in turn, the last one over."""
    rng = random.Random(plan.seed)
    game = Game.new(plan.players, plan.rules, plan.seed, ask_forced=ask_forced)
    while True:
        prepare(game, plan)
        yield game
        if game.is_over:
            return
        game.apply(chosen(game, plan.style, rng))


def prepare(game: Game, plan: Plan) -> None:
    """Change the table as the plan says when the wheel is first turned."""
    if game.step == "wheel" and game.epoch == 1 and (plan.gift or plan.lean):
        game.record.coins[: plan.players] += plan.gift
        if plan.lean:
            game.record.tokens[: plan.players] = [1, 0, 0, 0]
            game.record.tracks[: plan.players, FOOD] = 0
        game.refresh()


def chosen(game: Game, style: str, rng: random.Random) -> str:
    """The action a style picks in a game."""
    decision = Decision(game.actor or 0, game.epoch, game.step, [action.name for action in game.legal_actions()])
    return STYLES[style](decision, rng)


def finished(plan: Plan, ask_forced: bool = False) -> Game:
    """The game at its end."""
    game = None
    for game in states(plan, ask_forced):  # noqa: B007 - the last one is wanted
        pass
    assert game is not None
    return game


def record_bytes(game: Game) -> bytes:
    return game.record.tobytes()


def games_of(game: Game) -> np.ndarray:
    """The record as an array of one game of its own, as kernels take it."""
    games = np.empty(1, GAME)
    games[0] = game.record
    return games


def in_draw(game: Game) -> bool:
    """Whether a simultaneous draw is being committed."""
    return game.step == "draft" or (game.step == "token" and int(game.record.phase) == 0)


def plain(record: Any) -> SimpleNamespace:
    """The record as lists and ints, which read much faster one by one than its own attributes."""
    return SimpleNamespace(**{name: record[name].tolist() for name in GAME.names or ()})
