"""Long odd play: games by players with strange tastes, looked at from all sides on the way; and wrong calls."""

from collections.abc import Callable
from typing import Any

import numpy as np

from experiments.soak_damage import Chance, odd
from hadara_env import (
    CardSetError,
    Game,
    GameConfig,
    HadaraError,
    HadaraVec,
    IllegalActionError,
    SeatEnv,
    cards,
    hadara_v0,
    replay,
)
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.views.svg import svg
from hadara_env.views.text import table


class BrokenError(AssertionError):
    """Something that must never be."""


def must(holds: Any, what: str) -> None:
    if not holds:
        raise BrokenError(what)


def refused(call: Callable[[], Any]) -> bool:
    """Whether a call is refused in the words of this library; any other error is passed on."""
    try:
        call()
    except HadaraError as error:
        must(str(error).strip(), "the error says nothing")
        must("\n" not in str(error) or isinstance(error, CardSetError), f"more than one sentence: {error}")
        return True
    return False


def play(chance: Chance) -> str:
    """A game by players who want the rarest thing, always the same things, or anything; looked at from all sides."""
    players = int(chance.integers(2, 6))
    rules = ("basic", "full")[int(chance.integers(2))]
    game = Game.new(players, rules, int(chance.integers(2**53)), ask_forced=bool(chance.integers(2)))
    tastes = [_taste(chance) for _ in range(players)]
    seen = np.zeros(NUM_ACTIONS, np.int64)
    while not game.is_over:
        must(len(game.log) < 1000, "the game does not end")
        if chance.random() < 0.04:
            _look(game, chance)
        legal = [action.index for action in game.legal_actions()]
        must(legal, "a decision without a legal action")
        action = tastes[int(game.record.actor)](legal, seen)
        seen[action] += 1
        if chance.random() < 0.04:
            _there_and_back(game, action)
        game.apply(action)
    must(game.winners(), "a game without a winner")
    must(replay.verify(replay.to_replay(game, states=bool(chance.integers(2)))).is_over, "the replay does not end")
    return f"{players} players, {rules}"


def _taste(chance: Chance) -> Callable[[list[int], np.ndarray], int]:
    kind, order = int(chance.integers(3)), chance.permutation(NUM_ACTIONS)
    if kind == 0:
        return lambda legal, seen: min(legal, key=lambda action: (seen[action], order[action]))
    if kind == 1:
        return lambda legal, seen: min(legal, key=lambda action: order[action])
    return lambda legal, seen: int(chance.choice(legal))


def _look(game: Game, chance: Chance) -> None:
    """Views, pictures and copies; then actions that are none."""
    drawn = int(chance.integers(game.players))
    for seat in range(game.players):
        view = game.view(seat)
        must(np.isfinite(view.observation).all(), "an observation that is not finite")
        expected = [a.index for a in game.legal_actions()] if seat == game.actor else []
        must(view.legal.tolist() == expected, f"seat {seat} sees other legal actions than there are")
        if seat == drawn:
            must(len(table(view)) > 100 and svg(view).endswith("</svg>"), "a picture that is not whole")
    twin = Game.from_json(game.to_json(), ask_forced=game.config.ask_forced)
    must(twin.position().tobytes() == game.position().tobytes(), "a game read back stands elsewhere")
    before = game.position().tobytes()
    wrong = odd(chance) if chance.integers(2) else int(chance.integers(-5, NUM_ACTIONS + 5))
    if refused(lambda: game.clone().apply(wrong)):
        must(refused(lambda: game.apply(wrong)), "refused once and accepted then")
        must(game.position().tobytes() == before, "a refused action changed the game")


def _there_and_back(game: Game, action: int) -> None:
    before, moves = game.position().tobytes(), len(game.log)
    game.apply(action)
    after = game.position().tobytes()
    must(game.undo().index == action, "another move was taken back")
    must((game.position().tobytes(), len(game.log)) == (before, moves), "undo leads elsewhere")
    twin = game.clone()
    twin.apply(action)
    must(twin.position().tobytes() == after, "the same action leads elsewhere")


def batch(chance: Chance) -> str:
    """A batch with the rarest action in every row, for some hundred steps."""
    pair = sorted(chance.integers(2, 6, 2).tolist())
    reward = ("win", "rank", "margin")[int(chance.integers(3))]
    vec = HadaraVec(int(chance.integers(1, 9)), pair, ("basic", "full", "both")[int(chance.integers(3))], reward)
    vec.reset(int(chance.integers(2**53)))
    seen, order = np.zeros(NUM_ACTIONS), chance.random(NUM_ACTIONS)
    for _ in range(150):
        must(vec.mask.any(axis=1).all(), "a row without a legal action")
        must(((vec.actor >= 0) & (vec.actor < vec.num_players)).all(), "a row whose actor is nobody")
        actions = np.where(vec.mask == 1, seen + order, np.inf).argmin(axis=1)
        np.add.at(seen, actions, 1)
        if chance.random() < 0.1:
            _wrong_row(vec, actions, chance)
        vec.step(actions)
        must(np.isfinite(vec.obs).all(), "an observation that is not finite")
        must(np.abs(vec.reward.sum(axis=1)).max() < 1e-4, "rewards that do not sum up to 0")
        must(not vec.reward[~vec.done].any(), "a reward before the end")
    return f"{pair[0]} to {pair[1]} players"


def _wrong_row(vec: HadaraVec, actions: np.ndarray, chance: Chance) -> None:
    before, wrong = vec.games.tobytes(), actions.copy()
    row = int(chance.integers(len(wrong)))
    wrong[row] = int(chance.choice(np.flatnonzero(vec.mask[row] == 0)))
    try:
        vec.step(wrong)
    except IllegalActionError:
        must(vec.games.tobytes() == before, "a refused batch has moved")
    else:
        raise BrokenError(f"the illegal action {wrong[row]} was taken")


def calls(chance: Chance) -> str:
    """The doors, asked for with arguments that make no sense."""
    doors: list[tuple[Callable[..., Any], tuple[str, ...]]] = [
        (GameConfig, ("players", "rules", "cards", "ask_forced")),
        (Game.new, ("players", "rules", "seed", "cards", "ask_forced")),
        (HadaraVec, ("num_envs", "num_players", "rules", "reward", "seed", "cards")),
        (SeatEnv, ("num_players", "rules", "reward", "opponents", "seat", "illegal", "render_mode", "cards")),
        (hadara_v0.raw_env, ("num_players", "rules", "reward", "render_mode", "cards", "illegal")),
        (hadara_v0.env, ("num_players", "rules", "reward", "render_mode", "cards", "illegal")),
        (_or_wrong_type(cards.load), ("folder",)),
        (_or_wrong_type(replay.parse), ("text",)),
        (replay.play, ("replay",)),
        (lambda seat: Game.new(2, seed=1).view(seat), ("seat",)),
    ]
    door, names = doors[int(chance.integers(len(doors)))]
    given = {name: odd(chance) for name in names if chance.random() < 0.4 or len(names) == 1}
    if door is HadaraVec:
        given.setdefault("num_envs", 2)
        if isinstance(given["num_envs"], int) and given["num_envs"] > 300:
            given["num_envs"] = 300  # a batch that large is a matter of memory, not of sense
    return "refused" if refused(lambda: door(**given)) else "accepted"


def _or_wrong_type(function: Callable[..., Any]) -> Callable[..., Any]:
    """A plain function of one value, for which Python's own complaint about a type is as good as ours."""

    def call(**given: Any) -> None:
        try:
            function(*given.values())
        except TypeError as error:
            raise HadaraError(str(error)) from error

    return call
