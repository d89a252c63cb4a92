"""`hadara bench`: how fast this machine plays, in seconds rather than minutes."""

import time
from collections.abc import Callable
from typing import Annotated

import numpy as np
import typer

from hadara_agents.kernels.tournament import GREEDY, compiled_sets
from hadara_agents.kernels.weights import load_weights
from hadara_agents.registry import make
from hadara_agents.search.ismcts import ISMCTSAgent
from hadara_env import Game, GameConfig
from hadara_env.engine import batch
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.constants import FULL
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.tables import tables_of

_GAMES = 256
_ITERATIONS = 500


def _seconds(value: str | float) -> float:
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number <= 600:
        raise typer.BadParameter(f"a measurement takes a number of seconds above 0 and up to 600, not {value!r}.")
    return number


def bench(
    seconds: Annotated[
        float, typer.Option(parser=_seconds, metavar="SECONDS", help="How long each measurement takes.")
    ] = 1.0,
) -> None:
    """Measure how fast games are played here, on one core, with four players and the full rules.

    Compiling is not counted. In a checkout, `make bench` measures more and writes the figures down.

    Example: hadara bench --seconds 2
    """
    config = GameConfig(4)
    tables = tables_of(config.cards)
    games = np.zeros(_GAMES, GAME)
    masks = np.zeros((_GAMES, NUM_ACTIONS), np.int8)
    observations = np.zeros((_GAMES, OBS.size), np.float32)
    weights = load_weights("heuristic")[None]
    deals = np.arange(8)
    search = make(f"ismcts:iters={_ITERATIONS}")
    assert isinstance(search, ISMCTSAgent)

    def sets() -> int:
        compiled_sets(deals, [0, GREEDY, 0, GREEDY], FULL, tables, weights)
        return 4 * len(deals)

    def think() -> int:
        begun = search.simulated
        game = Game.new(4, seed=3)
        search.reset(int(game.record.actor), config, 1)
        search.act(game.view(int(game.record.actor)))
        return search.simulated - begun

    _say("decisions, random games", seconds, lambda: batch.random_games(games, 1, 1, 4, FULL, tables))
    _say(
        "decisions with observation and mask",
        seconds,
        lambda: batch.observed_random_games(games, 1, 1, 4, FULL, tables, masks, observations),
    )
    _say("games between heuristic and greedy", seconds, sets)
    _say("decisions simulated by ismcts", seconds, think)


def _say(what: str, seconds: float, work: Callable[[], int]) -> None:
    work()  # compiles
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        done += work()
    typer.echo(f"{what:<38}{done / spent:>14,.0f} a second")
