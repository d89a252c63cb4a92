"""Games whose every state leaves a digest: run in this process and in one where nothing is compiled, both must agree.

NUMBA_DISABLE_JIT=1 python -W error -m tests.engine.interpreted digests.json
"""

import hashlib
import json
import os
import random
import sys
from pathlib import Path
from unittest import mock

import numpy as np

from hadara_env.engine import batch, jit, rewards, vector
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.full_state import STATE_SIZE
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.random import new_rng
from hadara_env.game import Game
from hadara_env.state import setup_of
from tests.engine.play import CARDS, EVERY_GAME, TABLES, Plan, games_of, states
from tests.engine.seen import determinized, encoded, redacted

# Few games, because they are slow without a compiler; chosen so that between them every rule is used.
PLANS = [
    *(Plan(players, rules, 31 * players, "random") for players, rules in EVERY_GAME),
    *(Plan(players, rules, 7 * players, "buyer", 40) for players, rules in EVERY_GAME),
    Plan(3, "full", 9, "buyer", 40),
    Plan(5, "full", 15, "saver", 40),
    Plan(5, "full", 15, "hungry", 40),
    Plan(4, "full", 3, "hoarder", 60),
    Plan(2, "full", 3, "hungry", 60, lean=True),
]


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def close(numbers: np.ndarray) -> bytes:
    """Floats up to the last bits, where compiled and interpreted arithmetic may round differently."""
    return np.round(numbers.astype(np.float64), 5).tobytes()


def played(plan: Plan) -> str:
    """One game: its states, and now and then what a seat sees and guesses, the full state and the standings."""
    parts, guessed_in = [], set()
    for k, game in enumerate(states(plan)):
        parts.append(game.record.tobytes())
        if k % 16 == 1 or (game.step, game.epoch) not in guessed_in or game.is_over:
            guessed_in.add((game.step, game.epoch))
            parts += seen(game, k)
    return digest(*parts)


def seen(game: Game, k: int) -> list[bytes]:
    games, seat = games_of(game), k % game.players
    view, state = redacted(games, seat), np.empty(STATE_SIZE, np.float32)
    batch.full_state(games, 0, TABLES, state)
    table, rewarded = batch.score_buffer(), np.empty((3, 5), np.float32)
    batch.scores(games, 0, TABLES, table)
    for kind in range(3):
        batch.rewards(games, 0, table, kind, rewarded[kind])
    return [
        view.tobytes(),
        determinized(view, seat, k).tobytes(),
        close(encoded(games, seat)),
        close(state),
        table.tobytes(),
        close(rewarded),
        repr((game.scores(), game.standings(), game.winners())).encode(),
    ]


def laid_out() -> str:
    """A game from its setup instead of a seed."""
    game = Game.new(4, "full", 12)
    return digest(Game.from_setup(setup_of(game.record, CARDS), game.config).record.tobytes())


def batched() -> str:
    """The functions over several games at once."""
    games, parts = np.zeros(2, GAME), []
    masks, observations = np.empty((2, NUM_ACTIONS), np.int8), np.empty((2, OBS.size), np.float32)
    rng = random.Random(2)
    batch.deal_all(games, 4, 2, 1, 0, TABLES)
    row = np.zeros(NUM_ACTIONS, np.int16)
    for _ in range(200):
        batch.legal_masks(games, TABLES, masks)
        actions = np.array([rng.choice(np.flatnonzero(mask).tolist() or [0]) for mask in masks])
        batch.step_all(games, actions, TABLES)
        if games["actor"].max() < 0:
            break
    batch.observe_all(games, TABLES, observations)
    parts += [games.tobytes(), masks.tobytes(), close(observations)]
    batch.deal(games, 0, 5, 2, 0, 0, TABLES)
    batch.play_one(games, 0, 4, TABLES, row, masks[0])
    decisions = batch.random_games(games[:1], 3, 1, 2, 1, TABLES)
    assert batch.observed_random_games(games[1:], 3, 1, 2, 1, TABLES, masks, observations) == decisions
    forfeit = np.empty(5, np.float32)
    rewards.write_forfeit(3, 1, forfeit)
    return digest(*parts, games.tobytes(), masks.tobytes(), close(observations), close(forfeit))


def in_rows() -> str:
    """The kernels of the batched environment, over the end of a game and beyond."""
    number, parts, rng = 2, [], new_rng(6)
    for kind, rules in enumerate((0, 1, vector.BOTH)):
        games, final = np.zeros(number, GAME), np.zeros(number, GAME)
        observing = kind > 0
        buffers = (
            np.zeros((number, OBS.size), np.float32),
            np.zeros((number, NUM_ACTIONS), np.int8),
            np.zeros(number, np.int16),
            np.zeros(number, np.int16),
            np.zeros((number, 5), np.float32),
            np.zeros(number, np.bool_),
            np.zeros((number, 5), np.int16),
            final,
        )
        settings, episodes = (8, 2, 3, rules, kind, observing), np.zeros(number, np.int64)
        vector.reset_rows(games, settings, episodes, TABLES, buffers)
        actions = np.zeros(number, np.int64)
        mask = buffers[1]
        for k in range(400):
            vector.random_actions(rng, mask, actions)
            if k % 50 == 7:
                actions[0] = vector.LEAVE
            assert vector.first_illegal(actions, mask) == -1
            step = vector.step_rows_in_threads if k % 5 == 0 and not jit.COMPILED else vector.step_rows
            step(games, actions, settings, episodes, TABLES, buffers)
            if episodes.min() > 0 and not buffers[5].any():
                break
        vector.random_actions(rng, mask, actions)
        actions[1] = NUM_ACTIONS
        assert vector.first_illegal(actions, mask) == 1
        parts += [games.tobytes(), final.tobytes(), mask.tobytes(), close(buffers[4]), buffers[6].tobytes()]
    return digest(*parts)


def jit_paths() -> None:
    """Where other systems keep caches, and what is said about compiling; test_jit.py checks the answers."""
    for platform in ("win32", "darwin", "linux"):
        with mock.patch.object(sys, "platform", platform), mock.patch.dict(os.environ, {"HADARA_CACHE_DIR": ""}):
            jit._user_cache()
    with mock.patch.dict(os.environ, {"HADARA_CACHE_DIR": os.devnull}):
        assert jit._writable_cache(Path(jit.__file__).parent) is None
    jit.kernel_for(Path(__file__).parent)
    with mock.patch.object(sys, "stderr"):
        for cache in (None, Path(__file__).parent, Path(__file__).parent):
            with mock.patch.multiple(jit, COMPILED=True, CACHE=cache, _announced=False, _looked_for=set()):
                jit.announce_compilation()
                jit.announce_compilation()


def digests() -> dict[str, str]:
    """By game: what both ways of running must agree on."""
    found = {str(plan): played(plan) for plan in PLANS}
    return {**found, "setup": laid_out(), "batch": batched(), "vector": in_rows()}


if __name__ == "__main__":
    jit_paths()
    Path(sys.argv[1]).write_text(json.dumps(digests()), encoding="utf-8")
