"""Every door to the game, each played in the way its library's users play it, with all rewards written down.

A door for single games plays a script; a door for batches plays random games. Both yield `Episode`s.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from hadara_env import hadara_v0
from hadara_env.envs.seat import SeatEnv
from hadara_env.envs.seat_batch import SeatBatch
from hadara_env.envs.vector import HadaraVec
from tests.envs.results import Episode
from tests.envs.scripts import Script


def seat_of(agent: str) -> int:
    return int(agent.removeprefix("player_"))


def aec(make: Callable[..., Any], script: Script, reward: str) -> Iterator[Episode]:
    """The loop of PettingZoo's documentation: a seat's reward is what `last` says at its turns."""
    env = make(num_players=script.players, rules=script.rules, reward=reward)
    env.reset(seed=script.seed)
    moves, given = iter(script.actions), defaultdict(list)
    for agent in env.agent_iter():
        _, gain, terminated, truncated, _ = env.last()
        given[seat_of(agent)].append(gain)
        env.step(None if terminated or truncated else next(moves))
    yield Episode(env.unwrapped.game(), given)


def aec_rewards(script: Script, reward: str) -> Iterator[Episode]:
    """The same by the `rewards` of each step, as wrappers and other libraries read them."""
    env = hadara_v0.raw_env(num_players=script.players, rules=script.rules, reward=reward)
    env.reset(seed=script.seed)
    moves, given = iter(script.actions), defaultdict(list)
    while env.agents:
        over = env.terminations[env.agent_selection]
        env.step(None if over else next(moves))
        for agent, gain in env.rewards.items():
            if gain or not over:  # the steps that take the seats away after the end give nothing
                given[seat_of(agent)].append(gain)
    yield Episode(env.game(), given)


def parallel(script: Script, reward: str) -> Iterator[Episode]:
    """PettingZoo's turn-based conversion: everybody sends an action, that of the seat whose turn it is counts."""
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    env: Any = turn_based_aec_to_parallel(
        hadara_v0.env(num_players=script.players, rules=script.rules, reward=reward)  # type: ignore[arg-type]
    )
    env.reset(seed=script.seed)
    given = defaultdict(list)
    for action in script.actions:
        _, rewards, _, _, _ = env.step(dict.fromkeys(env.agents, action))
        for agent, gain in rewards.items():
            given[seat_of(agent)].append(gain)
    assert env.agents == []
    yield Episode(env.unwrapped.game(), given)


def seat_env(script: Script, reward: str) -> Iterator[Episode]:
    """Gymnasium, once from every seat."""
    for seat in range(script.players):
        moves = iter(script.actions)
        env = SeatEnv(script.players, script.rules, reward, opponents=lambda _, moves=moves: next(moves), seat=seat)
        env.reset(seed=script.seed)
        given, over = [], False
        while not over:
            _, gain, over, truncated, _ = env.step(next(moves))
            assert not truncated
            given.append(gain)
        yield Episode(env.game(), {seat: given})


def rllib(script: Script, reward: str) -> Iterator[Episode]:
    from hadara_env.envs.adapters.rllib import HadaraMultiAgentEnv

    env = HadaraMultiAgentEnv({"num_players": script.players, "rules": script.rules, "reward": reward})
    env.reset(seed=script.seed)
    inner = env._env
    given, over = defaultdict(list), False
    for action in script.actions:
        assert not over
        seen, rewards, ends, _, _ = env.step({inner.agent_selection: action})
        assert set(seen) == set(rewards)
        for agent, gain in rewards.items():
            given[seat_of(str(agent))].append(gain)
        over = ends["__all__"]
    assert over
    yield Episode(inner.game(), given)


def torchrl(script: Script, reward: str) -> Iterator[Episode]:
    import torch

    from hadara_env.envs.adapters.torchrl import torchrl_env

    env = torchrl_env(num_players=script.players, rules=script.rules, reward=reward)
    inner: Any = env._env
    state = env.reset(seed=script.seed)
    given = defaultdict(list)
    for action in script.actions:
        for agent in inner.possible_agents:
            state[agent, "action"] = torch.tensor([action])
        state = env.step(state)
        for agent in inner.possible_agents:
            given[seat_of(agent)].append(float(state["next", agent, "reward"]))
        state = state["next"]
    assert bool(state["done"])
    yield Episode(inner.unwrapped.game(), given)


SINGLE: dict[str, Callable[[Script, str], Iterator[Episode]]] = {
    "aec raw": lambda script, reward: aec(hadara_v0.raw_env, script, reward),
    "aec env": lambda script, reward: aec(hadara_v0.env, script, reward),
    "aec rewards": aec_rewards,
    "parallel": parallel,
    "seat": seat_env,
    "rllib": rllib,
    "torchrl": torchrl,
}


def vector(players: int, reward: str, steps: int) -> Iterator[Episode]:
    """Random games in `HadaraVec`; a row's rewards are summed until its game is done."""
    vec = HadaraVec(256, players, "both", reward, seed=players)
    given = [defaultdict(list) for _ in range(vec.num_envs)]
    for _ in range(steps):
        vec.step(vec.random_actions())
        for b in np.flatnonzero(vec.done | vec.reward.any(axis=1)):
            for seat in range(players):
                given[b][seat].append(float(vec.reward[b, seat]))
            assert vec.done[b]
            yield Episode(vec.game(int(b), final=True), given[b])
            given[b] = defaultdict(list)


def seat_batch(make: Callable[..., Any], players: int, reward: str, steps: int) -> Iterator[Episode]:
    """One seat in each of many games, through a vector environment that has a `batch` inside."""
    env = make(256, num_players=players, rules="both", reward=reward, seed=players)
    batch: SeatBatch = env.batch
    env.reset()
    given: list[list[float]] = [[] for _ in range(256)]
    for _ in range(steps):
        seats = batch.seat.copy()
        answer = env.step(batch.vec.random_actions())
        rewards, done = answer[1], answer[2]
        for b in np.flatnonzero(done | (rewards != 0)):
            given[b].append(float(rewards[b]))
            assert done[b]
            yield Episode(batch.vec.game(int(b), final=True), {int(seats[b]): given[b]})
            given[b] = []


def sb3(players: int, reward: str, steps: int) -> Iterator[Episode]:
    from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv

    return seat_batch(HadaraSB3VecEnv, players, reward, steps)


def gym_vector(players: int, reward: str, steps: int) -> Iterator[Episode]:
    from hadara_env.envs.adapters.gym_vector import HadaraVectorEnv

    return seat_batch(HadaraVectorEnv, players, reward, steps)


BATCHED: dict[str, Callable[[int, str, int], Iterator[Episode]]] = {
    "vector": vector,
    "sb3": sb3,
    "gym vector": gym_vector,
}
