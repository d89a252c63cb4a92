"""No seat is told what it may not know: not by an observation, not by a mask, not by an info."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from hadara_env import hadara_v0
from hadara_env.cards import load
from hadara_env.engine.actions import NUM_ACTIONS, TOKEN_0, action_names
from hadara_env.engine.hidden import determinize, redact
from hadara_env.engine.jit import kernel
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.observe import encode
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of
from hadara_env.envs.aec import HadaraAEC
from hadara_env.envs.seat import SeatEnv
from hadara_env.envs.vector import HadaraVec
from tests.envs.scripts import EVERY_GAME

CARDS = load()
TABLES = tables_of(CARDS)
NO_TROUBLE, REDACTED, GUESSED, ACTORS_OWN = range(4)


@kernel
def _differs(a, b):
    return (a != b).any()


@kernel
def _find_leak(games, actors_view, tables, rng, spare, own, other, scratch):
    """(row, seat, trouble) of the first leak in a batch, and how many guesses differ from the truth."""
    t = tables[0]
    changed = 0
    for b in range(len(games)):
        for seat in range(games[b].num_players):
            encode(games[b], seat, t, own)
            if seat == games[b].actor and _differs(own, actors_view[b]):
                return b, seat, ACTORS_OWN, changed
            spare[0] = games[b]
            g = spare[0]
            redact(g, seat)
            encode(g, seat, t, other)
            if _differs(own, other):
                return b, seat, REDACTED, changed
            determinize(g, seat, rng, t, scratch)
            encode(g, seat, t, other)
            if _differs(own, other):
                return b, seat, GUESSED, changed
            if (g.pile != games[b].pile).any():
                changed += 1
    return -1, -1, NO_TROUBLE, changed


def leak(vec: HadaraVec, rng: np.ndarray) -> tuple[int, int, int, int]:
    own, other = np.empty(OBS.size, np.float32), np.empty(OBS.size, np.float32)
    spare, scratch = np.zeros(1, GAME), np.zeros(14, np.int64)
    return _find_leak(vec.games, vec.obs, TABLES, rng, spare, own, other, scratch)


def eager_actions(vec: HadaraVec, chance: np.random.Generator) -> np.ndarray:
    """Random, but buying, taking and carving rather than selling and passing, so that every ability is met with."""
    liked = np.array([":sell" not in name and name != "pass" for name in action_names(CARDS.ids)])
    return np.argmax(vec.mask * (1 + 3 * liked) * chance.random((vec.num_envs, NUM_ACTIONS)), axis=1)


@pytest.mark.parametrize("style", ["random", "eager"])
def test_observation_depends_on_what_is_hidden(style: str):
    """encode(game) == encode(redacted) == encode(a guess at what is hidden), for every seat in every state."""
    vec, chance, rng = HadaraVec(128, (2, 5), "both", seed=9), np.random.default_rng(1), new_rng(5)
    seen = changed = 0
    while seen < 40_000:
        b, seat, trouble, guesses = leak(vec, rng)
        assert trouble == NO_TROUBLE, f"seat {seat} of {vec.game(b)!r}: trouble {trouble}"
        seen += int(vec.num_players.sum())
        changed += guesses
        vec.step(vec.random_actions() if style == "random" else eager_actions(vec, chance))
    assert changed > 0.9 * seen, "the guesses are the truth, so that nothing was tested"


def test_leak_goes_unnoticed():
    """The search above finds a single card too many in a single observation of a batch."""
    vec = HadaraVec(64, 3, "full", seed=2)
    for _ in range(20):
        vec.step(vec.random_actions())
    assert leak(vec, new_rng(1))[2] == NO_TROUBLE
    vec.obs[40, OBS.slice("cards.unseen").start + 3] += 1
    assert leak(vec, new_rng(1))[:3] == (40, int(vec.actor[40]), ACTORS_OWN)


def alternatives(env: HadaraAEC) -> Iterator[HadaraAEC]:
    """The environment after each thing the selected seat can commit to, with all ways to place a token after it."""
    for action in np.flatnonzero(env.mask(env.agent_selection)):
        twin = env.clone()
        twin.step(int(action))
        if twin.agent_selection == env.agent_selection and twin.mask(env.agent_selection)[TOKEN_0:].any():
            yield twin.clone()
            yield from alternatives(twin)
        else:
            yield twin


def seen(env: HadaraAEC, agent: str) -> bytes:
    return env.observe(agent)["observation"].tobytes()


def is_secret_choice(env: HadaraAEC) -> bool:
    """Whether what is chosen now stays hidden: others still have to choose, or the seat has a token to name first."""
    record = env.game().record
    undecided = int((record.pending[: record.num_players] == 255).sum())
    sides = int((record.pending_side[: record.num_players] == 255).sum())
    step = env.game().step
    return (step == "draft" and undecided > 1) or (step == "side" and sides > 1)


@pytest.mark.parametrize(("players", "rules"), EVERY_GAME)
def test_observation_tells_what_another_seat_has_just_committed(players: int, rules: str):
    env, chance = hadara_v0.raw_env(num_players=players, rules=rules), random.Random(players)
    compared = 0
    for seed in range(6):
        env.reset(seed=seed)
        while env.agents and not any(env.terminations.values()):
            if is_secret_choice(env):
                actor = env.agent_selection
                before = {agent: seen(env, agent) for agent in env.possible_agents if agent != actor}
                for twin in alternatives(env):
                    assert {agent: seen(twin, agent) for agent in before} == before
                    compared += len(before)
            env.step(chance.choice(np.flatnonzero(env.mask(env.agent_selection)).tolist()))
    assert compared > 200


def test_placing_a_token_in_secret_was_never_compared():
    """The game above comes to an X2 card that is bought before others have chosen."""
    env, chance = hadara_v0.raw_env(num_players=4, rules="full"), random.Random(4)
    found = False
    for seed in range(40):
        env.reset(seed=seed)
        while not any(env.terminations.values()) and not found:
            if is_secret_choice(env):
                found = any(twin.agent_selection == env.agent_selection for twin in alternatives(env))
            env.step(chance.choice(np.flatnonzero(env.mask(env.agent_selection)).tolist()))
    assert found


@pytest.mark.parametrize(("players", "rules"), EVERY_GAME)
def test_info_or_mask_tells_something_before_the_end(players: int, rules: str):
    env, chance = hadara_v0.raw_env(num_players=players, rules=rules), random.Random(players)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        assert env.infos == {agent: {} for agent in env.possible_agents}
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.any() == (agent == env.agent_selection)
        env.step(chance.choice(np.flatnonzero(env.mask(env.agent_selection)).tolist()))
    for agent in env.possible_agents:
        assert not env.observe(agent)["action_mask"].any()
        assert set(env.infos[agent]) == {"points", "rank"}


def test_seat_environment_tells_more_than_its_mask_before_the_end():
    env, chance = SeatEnv(num_players=3, seat=None), random.Random(1)
    _, info = env.reset(seed=4)
    over = False
    while not over:
        assert set(info) == {"action_mask", "seat"}
        _, _, over, _, info = env.step(chance.choice(np.flatnonzero(info["action_mask"]).tolist()))
    assert set(info) == {"action_mask", "seat", "points", "rank"}
    assert not info["action_mask"].any()


def test_vector_environments_tell_something_before_the_end():
    from hadara_env.envs.adapters.gym_vector import HadaraVectorEnv
    from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv

    baselines, gym = HadaraSB3VecEnv(4, num_players=2), HadaraVectorEnv(4, num_players=2)
    baselines.reset()
    gym.reset()
    for _ in range(60):
        _, _, done, infos = baselines.step(baselines.batch.vec.random_actions())
        assert all(not info or ended for info, ended in zip(infos, done, strict=True))
        _, _, ends, _, told = gym.step(gym.batch.vec.random_actions())
        known: set[Any] = {"action_mask", *({"final_obs", "_final_obs"} if ends.any() else ())}
        assert set(told) == known


def test_rllib_is_told_something_before_the_end():
    from hadara_env.envs.adapters.rllib import HadaraMultiAgentEnv

    env = HadaraMultiAgentEnv({"num_players": 3})
    seen, infos = env.reset(seed=2)
    over = False
    while not over:
        assert not any(infos.values())
        ((turn, observation),) = seen.items()
        seen, _, ends, _, infos = env.step({turn: int(observation["action_mask"].argmax())})
        over = ends["__all__"]
    assert set(seen) == set(infos) == set(env.possible_agents)
    assert all(set(info) == {"points", "rank"} for info in infos.values())
