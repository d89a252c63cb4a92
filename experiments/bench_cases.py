"""The cases of the benchmark: random play by every door, from the bare kernels to the environments of libraries."""

import importlib
import importlib.util
import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from experiments.bench_common import Case, Sample, repeat
from hadara_env import hadara_v0
from hadara_env.cards import load
from hadara_env.config import RULE_SETS
from hadara_env.engine import batch
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.tables import tables_of
from hadara_env.envs.seat import SeatEnv
from hadara_env.envs.vector import HadaraVec

ROWS = 64  # games dealt together in a playout; each is played to its end before the next
STATES = 512  # positions spread over whole games, for timing observation and mask by themselves
BATCHES = (1, 16, 256, 1024, 4096)
THREADED = (1024, 4096)  # from here on threads can pay
PLAYERS = 3  # of the cases that do not go through all numbers


def playouts() -> list[Case]:
    """Random games inside the compiled engine, without and with mask and observation at every decision."""
    tables = tables_of(load())
    games = np.zeros(ROWS, GAME)
    masks, observations = np.zeros((ROWS, NUM_ACTIONS), np.int8), np.zeros((ROWS, OBS.size), np.float32)
    cases, seed = [], itertools.count(1)
    for players in range(2, 6):
        for rules, name in enumerate(RULE_SETS):
            cases += [
                Case(
                    f"playout {players} {name}",
                    "decisions/s",
                    "deal, legal actions, uniform choice, rules; one core, compiled",
                    repeat(lambda n=players, r=rules: int(batch.random_games(games, next(seed), 2, n, r, tables))),
                ),
                Case(
                    f"playout {players} {name}, observed",
                    "decisions/s",
                    "the same with the actor's mask and observation written at every decision",
                    repeat(
                        lambda n=players, r=rules: int(
                            batch.observed_random_games(games, next(seed), 2, n, r, tables, masks, observations)
                        )
                    ),
                ),
            ]
    return cases


def pieces() -> list[Case]:
    """Observation and mask by themselves, over positions of games at all stages."""
    tables, cases = tables_of(load()), []
    masks, observations = np.zeros((STATES, NUM_ACTIONS), np.int8), np.zeros((STATES, OBS.size), np.float32)
    for players in range(2, 6):
        games = spread_games(players)

        def observe(games: np.ndarray = games) -> int:
            batch.observe_all(games, tables, observations)
            return STATES

        def mask(games: np.ndarray = games) -> int:
            batch.legal_masks(games, tables, masks)
            return STATES

        cases += [
            Case(f"observation {players}", "observations/s", "the actor's observation alone", repeat(observe)),
            Case(f"mask {players}", "masks/s", "the actor's legal actions and mask alone", repeat(mask)),
        ]
    return cases


def spread_games(players: int) -> np.ndarray:
    """Positions of random games at all stages."""
    vec = HadaraVec(STATES, players, seed=1, observe=False)
    scatter(vec)
    return vec.games.copy()


def scatter(vec: HadaraVec) -> HadaraVec:
    """Bring the games of a batch, which all begin together, to different stages: each moves at a pace of its own."""
    chance = np.random.default_rng(1)
    pace = chance.random(vec.num_envs)
    for _ in range(200):
        actions = vec.random_actions()
        actions[chance.random(vec.num_envs) > pace] = -1
        vec.step(actions)
    return vec


def batched() -> list[Case]:
    """HadaraVec by batch size, with and without observation, without and with threads."""
    sizes = [(size, False) for size in BATCHES] + [(size, True) for size in THREADED]
    cases = [batch_case(size, threads, observe) for size, threads in sizes for observe in (True, False)]
    mixed = scatter(HadaraVec(1024, (2, 5), "both", seed=1))
    includes = "as above, 2 to 5 players and both rule sets mixed"
    return [*cases, Case("HadaraVec 1024, mixed", "decisions/s", includes, repeat(stepping(mixed)))]


def batch_case(size: int, threads: bool, observe: bool) -> Case:
    vec = scatter(HadaraVec(size, PLAYERS, seed=1, threads=threads, observe=observe))
    name = f"HadaraVec {size}{', threads' if threads else ''}{'' if observe else ', no observation'}"
    seen = "mask and observation" if observe else "mask"
    includes = f"uniform choice, checks, rules, next deal, {seen}, from Python; {PLAYERS} players, full rules"
    return Case(name, "decisions/s", includes, repeat(stepping(vec)))


def stepping(vec: HadaraVec) -> Callable[[], int]:
    """Some steps of a whole batch, about a thousand decisions or one step at least."""
    steps = max(1, 1024 // vec.num_envs)

    def body() -> int:
        for _ in range(steps):
            vec.step(vec.random_actions())
        return steps * vec.num_envs

    return body


def turn_based(make: Callable[..., Any], games: int = 1, **arguments: Any) -> Callable[[float], Sample]:
    """Whole games of an AEC environment: `last()`, a uniform choice from the mask, `step()`."""
    env = make(**arguments)

    def body() -> int:
        decisions = 0
        for _ in range(games):
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(choose(observation["action_mask"]))
                    decisions += 1
        return decisions

    return repeat(body)


def choose(mask: np.ndarray) -> int:
    """A uniformly random legal action, the quick way."""
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


_AEC = "reset, last() with observation and mask, uniform choice from the mask, step()"


def environments(players: int = 2) -> list[Case]:
    """The environments with one game each."""
    raw, checked = (turn_based(make, num_players=players) for make in (hadara_v0.raw_env, hadara_v0.env))
    return [
        Case("raw_env", "decisions/s", f"{_AEC}; {players} players", raw),
        Case("env", "decisions/s", "the same inside PettingZoo's checks", checked),
    ]


def connect_four() -> list[Case]:
    """PettingZoo's own game of the same form, as the measure."""
    module = importlib.import_module("pettingzoo.classic.connect_four_v3")
    return [
        Case("connect_four_v3.env", "decisions/s", _AEC, turn_based(module.env, games=5)),
        Case(
            "connect_four_v3.raw_env", "decisions/s", "the same without wrappers", turn_based(module.raw_env, games=5)
        ),
    ]


def one_seat(players: int = 2) -> list[Case]:
    """SeatEnv with random opponents."""
    env = SeatEnv(num_players=players)

    def body() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            _, _, over, _, info = env.step(choose(info["action_mask"]))
            steps += 1
        return steps

    includes = f"own decisions only; the opponent's random ones between them take time too; {players} players"
    return [Case("SeatEnv", "own decisions/s", includes, repeat(body))]


def sb3(size: int = 64, players: int = 2) -> list[Case]:
    """The native VecEnv of Stable-Baselines3 with a random opponent inside."""
    module = importlib.import_module("hadara_env.envs.adapters.sb3")
    env = module.HadaraSB3VecEnv(size, num_players=players)
    env.reset()

    def body() -> int:
        for _ in range(8):
            env.step([choose(mask) for mask in env.action_masks()])
        return 8 * size

    includes = f"own decisions of {size} games; choosing them in Python and the opponent's ones take time too"
    return [Case(f"HadaraSB3VecEnv {size}", "own decisions/s", includes, repeat(body))]


def is_installed(*modules: str) -> bool:
    """Whether all of them could be imported."""
    return all(importlib.util.find_spec(module) is not None for module in modules)
