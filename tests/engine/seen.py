"""Records as one seat sees them, as arrays of one game that kernels take."""

from functools import cache

import numpy as np

from hadara_env.engine import batch
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.random import new_rng
from hadara_env.game import Game
from tests.engine.play import TABLES, in_draw, states, whole_games


def redacted(games: np.ndarray, seat: int) -> np.ndarray:
    view = games.copy()
    batch.redact(view, 0, seat)
    return view


def determinized(view: np.ndarray, seat: int, seed: int) -> np.ndarray:
    guess = view.copy()
    batch.determinize(guess, 0, seat, new_rng(seed), TABLES)
    return guess


def determinizations(view: np.ndarray, seat: int, seed: int, number: int) -> np.ndarray:
    guesses, rng = np.repeat(view, number), new_rng(seed)
    for b in range(number):
        batch.determinize(guesses, b, seat, rng, TABLES)
    return guesses


def encoded(games: np.ndarray, seat: int) -> np.ndarray:
    out = np.empty(OBS.size, np.float32)
    batch.observe_one(games, 0, seat, TABLES, out)
    return out


def unasked(games: np.ndarray) -> bytes:
    """The bytes but for who decides what: in an unrevealed choice a determinization asks the first seat anew."""
    blank = np.empty(1, GAME)
    blank[:] = games
    blank["step"] = blank["actor"] = 0
    return blank.tobytes()


def is_unrevealed(game: Game) -> bool:
    """Whether seats are choosing in secret."""
    return in_draw(game) or game.step == "side"


@cache
def _every_state() -> list[tuple[Game, int, bool]]:
    """Copies of all states of the whole games, each with its number and whether its like is rare."""
    found = []
    for plan in whole_games:
        for k, game in enumerate(states(plan)):
            rare = (game.step == "token" and in_draw(game)) or (
                game.step in ("colony", "bust") and game.record.taken > 0
            )
            found.append((game.clone(), k, bool(rare)))
    return found


def telling_states(every: int = 1) -> list[Game]:
    """Every so many states of whole games, and the rare ones (a token in a draw, a second taking); to be read only."""
    return [game for game, k, rare in _every_state() if k % every == 0 or rare]
