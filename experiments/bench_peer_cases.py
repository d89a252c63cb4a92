"""Random play in other libraries, each in the way that is quick for it. None is imported before it is asked for.

Every peer steps games with uniformly random legal actions and makes the observation and the legal actions of every
decision, as ours do. Their games are other games: the figures say what a step costs, not who plays Hadara faster.
"""

import importlib
import multiprocessing
import random
import time
from collections.abc import Callable
from typing import Any

from experiments.bench_cases import batch_case, turn_based
from experiments.bench_common import Case, Sample, repeat
from hadara_env.errors import HadaraError

PGX_BATCHES = (256, 1024, 4096, 16384)
PGX_STEPS = 4  # steps of a batch between two looks at the clock


def petting_zoo() -> list[Case]:
    """PettingZoo's classic games with its own wrappers, as `env()` gives them."""
    found = []
    for name, games in (("connect_four_v3", 5), ("texas_holdem_v4", 5)):
        module = importlib.import_module(f"pettingzoo.classic.{name}")
        includes = "reset, last() with observation and mask, uniform choice from the mask, step()"
        found.append(Case(f"PettingZoo {name}.env", "decisions/s", includes, turn_based(module.env, games)))
    return found


def rlcard() -> list[Case]:
    """RLCard's environments; their step returns the next state with observation and legal actions."""
    library = importlib.import_module("rlcard")
    return [
        Case(
            f"RLCard {game}", "decisions/s", "reset, step() with observation and legal actions", _rlcard(library, game)
        )
        for game in ("limit-holdem", "uno")
    ]


def _rlcard(library: Any, game: str) -> Callable[[float], Sample]:
    env = library.make(game, config={"seed": 1})

    def body() -> int:
        decisions = 0
        for _ in range(5):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(_any(list(state["legal_actions"])))
                decisions += 1
        return decisions

    return repeat(body)


def open_spiel() -> list[Case]:
    """OpenSpiel's games in C++, stepped from Python."""
    library = importlib.import_module("pyspiel")
    includes = "new state, chance, legal actions, mask and observation tensor as lists, apply"
    return [
        Case(f"OpenSpiel {game}", "decisions/s", includes, _open_spiel(library.load_game(game)))
        for game in ("connect_four", "gin_rummy")
    ]


def _open_spiel(game: Any) -> Callable[[float], Sample]:
    def body() -> int:
        decisions, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_any(state.chance_outcomes())[0])
            else:
                state.observation_tensor()
                state.legal_actions_mask()
                state.apply_action(_any(state.legal_actions()))
                decisions += 1
        return decisions

    return repeat(body)


def _any(items: Any) -> Any:
    return items[int(random.random() * len(items))]


def pgx_case(size: int) -> Case:
    """pgx's sparrow_mahjong: choice, step, observation and automatic reset of a whole batch as one compiled call."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    tools = importlib.import_module("pgx.experimental")
    env = pgx.make("sparrow_mahjong")
    step_all = jax.vmap(tools.auto_reset(env.step, env.init))

    def step(state: Any, key: Any) -> Any:
        choosing, going_on = jax.random.split(key)
        actions = tools.act_randomly(choosing, state.legal_action_mask)
        return step_all(state, actions, jax.random.split(going_on, size))

    step = jax.jit(step, donate_argnums=0)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))
    for i in range(30):  # the games begin together: bring them to different stages
        state = step(state, jax.random.fold_in(key, i))
    kept = [state, 30]

    def body() -> int:
        for _ in range(PGX_STEPS):
            kept[0] = step(kept[0], jax.random.fold_in(key, kept[1]))
            kept[1] += 1
        jax.block_until_ready(kept[0])
        return PGX_STEPS * size

    includes = "choice, step, observation, mask and automatic reset, vmapped and jitted on the processor; 3 players"
    return Case(f"pgx sparrow_mahjong {size}", "decisions/s", includes, repeat(body))


MAKERS: dict[str, Callable[[int], Case]] = {
    "HadaraVec": lambda size: batch_case(size, threads=False, observe=True),
    "pgx sparrow_mahjong": pgx_case,
}


class TwoProcesses:
    """The same case in two processes at once, a core for each; their rates are added."""

    def __init__(self, maker: str, size: int) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pipes, self._processes = [], []
        for _ in range(2):
            here, there = spawn.Pipe()
            self._processes.append(spawn.Process(target=_serve, args=(maker, size, there), daemon=True))
            self._processes[-1].start()
            there.close()  # so that the end of the process is the end of the pipe
            self._pipes.append(here)
        self.case = Case(
            f"{maker} {size}, two processes", "decisions/s", "the same in two processes, rates added", self._run
        )

    def _run(self, seconds: float) -> Sample:
        for pipe in self._pipes:
            pipe.send(seconds)
        try:
            samples = [pipe.recv() for pipe in self._pipes]
        except EOFError as error:
            raise HadaraError(f"one of the processes of {self.case.name!r} has ended.") from error
        wall = max(sample.wall for sample in samples)
        count = sum(sample.rate for sample in samples) * wall
        return Sample(round(count), wall, sum(sample.cpu / sample.wall for sample in samples) * wall)

    def close(self) -> None:
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            pipe.close()
            process.join()


def _serve(maker: str, size: int, pipe: Any) -> None:
    case = MAKERS[maker](size)
    while True:
        try:
            seconds = pipe.recv()
        except EOFError:
            return
        time.sleep(0.001)  # lets the other one get its message too
        pipe.send(case.run(seconds))
