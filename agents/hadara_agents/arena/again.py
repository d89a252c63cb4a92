"""Any game of a tournament again, with all its moves: from the moves in its line, or from its seed."""

from collections.abc import Sequence
from pathlib import Path

from hadara_agents.arena.plan import Plan
from hadara_agents.arena.results import Result, ResultsError, from_line
from hadara_agents.arena.schedule import Fixture
from hadara_agents.arena.store import GAMES, PLAN, plan_in
from hadara_agents.base import Agent
from hadara_agents.registry import make
from hadara_env import CardSet, Game, GameConfig, HadaraError, View
from hadara_env.engine.random import below, game_seed, new_rng


def load_plan(folder: Path, cards: CardSet) -> Plan:
    """The plan of the tournament in a folder; the card set must be the one it was played with."""
    found = plan_in(folder / PLAN)
    if found.get("cards") != cards.digest:
        raise ResultsError(
            f"{folder} was played with the card set {found.get('cards')}, but the one in use ({cards.source}) is "
            f"{cards.digest}."
        )
    try:
        config = GameConfig(found["players"], found["rules"], cards)
        return Plan.of(found["agents"], config, found["sets"], found["seed"], found["vs_field"], found["move_limit"])
    except (KeyError, TypeError, HadaraError) as error:
        raise ResultsError(f"{folder / PLAN} is not the plan of a tournament: {error}.") from error


def play_again(folder: Path, number: int, cards: CardSet) -> Game:
    """Game `number` (from 0) of the tournament in a folder, at its end."""
    plan = load_plan(folder, cards)
    result = _line(folder / GAMES, number, plan)
    fixture, config = result.fixture, plan.config
    game = Game.new(config.players, config.rules, fixture.seed, config.cards)
    try:
        if result.moves is None:
            _compiled(game, fixture, plan)
        else:
            _moved(game, result.moves)
    except HadaraError as error:
        raise ResultsError(f"{folder / GAMES}, line {number + 1}: {error}") from error
    if tuple(game.scores()) != result.scores:
        raise ResultsError(
            f"{folder / GAMES}, line {number + 1}: the game ends otherwise when played again: its agents have changed."
        )
    return game


def _line(path: Path, number: int, plan: Plan) -> Result:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise ResultsError(f"{path} cannot be read: {error.strerror}.") from error
    if not 0 <= number < len(lines):
        raise ResultsError(f"{path} has {len(lines)} games, so there is no game {number}.")
    try:
        return from_line(lines[number].decode(), plan.schedule[number])
    except (ValueError, IndexError) as error:
        raise ResultsError(f"{path}, line {number + 1} is not what this tournament wrote: {error}.") from error


def _moved(game: Game, moves: Sequence[int]) -> None:
    for index in moves:
        game.apply(index)
    if not game.is_over:
        raise ResultsError("the moves end before the game does.")


class _Chance:
    """The random player of the batch: one stream for all its seats, by deal and rotation (`tournament.play_sets`)."""

    name = "random"

    def __init__(self, fixture: Fixture) -> None:
        self._rng = new_rng(int(game_seed(fixture.seed, fixture.rotation + 1)))

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        """The stream goes on from seat to seat."""

    def act(self, view: View) -> int:
        return int(view.legal[below(self._rng, len(view.legal))])


def _compiled(game: Game, fixture: Fixture, plan: Plan) -> None:
    chance = _Chance(fixture)
    specs = [plan.spec_of[name] for name in fixture.seats]
    agents: list[Agent] = [chance if spec.strip() == "random" else make(spec) for spec in specs]
    for seat, agent in enumerate(agents):
        agent.reset(seat, plan.config, 0)
    while (actor := game.actor) is not None:
        game.apply(agents[actor].act(game.view(actor)))
