"""The PettingZoo environment: where it starts, what it keeps, what it tells at the end."""

import copy
import pickle
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hadara_env import hadara_v0
from hadara_env.cards import SHIPPED, load
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.constants import SOURCES
from hadara_env.engine.full_state import STATE_SIZE
from hadara_env.engine.observation import OBS
from hadara_env.envs.aec import HadaraAEC
from hadara_env.errors import HadaraError
from hadara_env.game import Game
from hadara_env.replay import to_replay
from hadara_env.state import setup_of
from tests.envs.scripts import EVERY_GAME, scripts

every_game = pytest.mark.parametrize(("players", "rules"), EVERY_GAME)
both_doors = pytest.mark.parametrize("make", [hadara_v0.env, hadara_v0.raw_env], ids=["env", "raw_env"])


def trace(env: Any, chance: random.Random, steps: int = 10_000) -> list[Any]:
    """Play on at random and write down everything that can be seen on the way."""
    seen = []
    while env.agents and len(seen) < steps:
        agent = env.agent_selection
        observation, reward, over, _, info = env.last()
        mask = observation["action_mask"]
        seen.append((agent, observation["observation"].tobytes(), mask.tobytes(), reward, over, copy.deepcopy(info)))
        seen.append(env.state().tobytes())
        env.step(None if over else chance.choice(np.flatnonzero(mask).tolist()))
    return seen


def begun(make: Callable[..., Any] = hadara_v0.raw_env, steps: int = 40, **arguments: Any) -> Any:
    """An environment in the middle of a game."""
    env = make(**arguments)
    env.reset(seed=11)
    trace(env, random.Random(2), steps)
    return env


@every_game
def test_observation_or_state_leaves_its_space(players: int, rules: str):
    env, chance = hadara_v0.raw_env(num_players=players, rules=rules), random.Random(players)
    spaces = {agent: env.observation_space(agent) for agent in env.possible_agents}
    for seed in range(4):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            for agent in env.agents:
                assert env.observation_space(agent) is spaces[agent]
                assert spaces[agent].contains(env.observe(agent))
            assert env.state_space.contains(env.state())
            env.step(chance.choice(np.flatnonzero(env.mask(env.agent_selection)).tolist()))
        assert all(spaces[agent].contains(env.observe(agent)) for agent in env.agents)


def test_seats_share_a_space():
    """Seeding the space of one seat would seed that of the others."""
    env = hadara_v0.env(num_players=4)
    assert len({id(env.action_space(agent)) for agent in env.possible_agents}) == 4
    assert len({id(env.observation_space(agent)) for agent in env.possible_agents}) == 4


def test_observation_shares_memory_with_the_environment():
    env = begun()
    agent = env.agent_selection
    first = env.observe(agent)
    kept = {name: array.copy() for name, array in first.items()}
    first["action_mask"][:] = 1
    first["observation"][:] = 7
    assert all((env.observe(agent)[name] == array).all() for name, array in kept.items())


@every_game
def test_state_is_the_same_for_other_hidden_cards(players: int, rules: str):
    """Two deals that nobody can tell apart yet, and every single hidden choice."""
    env = hadara_v0.raw_env(num_players=players, rules=rules)
    env.reset(seed=3)
    setup = setup_of(env.game().record, load())
    state, seen = env.state(), [env.observe(agent)["observation"].tobytes() for agent in env.agents]
    changes = [("piles", "1"), ("piles", "2"), ("piles", "3"), ("colonies", "15")]
    for kind, key in changes:
        other = copy.deepcopy(setup)
        if kind == "piles":
            stack = other[kind][key]["blue"]
        else:
            stack = other[kind][key]
        stack[0], stack[-1] = stack[-1], stack[0]
        env.reset(options={"setup": other})
        assert [env.observe(agent)["observation"].tobytes() for agent in env.agents] == seen
        assert (env.state() != state).any(), (kind, key)


def test_state_is_the_same_for_other_secret_choices():
    env = hadara_v0.raw_env(num_players=3)
    env.reset(seed=3)
    while env.game().step != "draft":
        env.step(int(np.flatnonzero(env.mask(env.agent_selection))[0]))
    states = []
    for action in np.flatnonzero(env.mask(env.agent_selection)):
        twin = env.clone()
        twin.step(int(action))
        states.append(twin.state().tobytes())
    assert len(set(states)) == len(states) >= 2
    assert len(env.state()) == STATE_SIZE


def test_reset_with_a_seed_deals_another_game_than_game_new():
    env = hadara_v0.raw_env(num_players=4, rules="basic")
    for seed in (0, 7, 2**53 - 1, np.int64(12)):
        env.reset(seed=seed)  # type: ignore[arg-type]
        assert env.game().record.tobytes() == Game.new(4, "basic", int(seed)).record.tobytes()


def test_resets_without_a_seed_repeat_a_game():
    first, second, third = (hadara_v0.raw_env(num_players=2) for _ in range(3))
    deals = []
    for env in (first, second):
        env.reset(seed=9)
        deals.append([env.game().seed])
        for _ in range(5):
            env.reset()
            deals[-1].append(env.game().seed)
    third.reset()
    assert deals[0] == deals[1]
    assert len({*deals[0], third.game().seed}) == 7


@every_game
def test_setup_option_starts_another_game(players: int, rules: str):
    script = scripts(players, rules)[0]
    original = Game.new(players, rules, script.seed)
    env: Any = hadara_v0.env(num_players=players, rules=rules)
    env.reset(options={"setup": setup_of(original.record, original.cards)})
    for action in script.actions:
        env.step(action)
    final = script.game()
    assert env.unwrapped.game().scores() == final.scores()
    assert env.unwrapped.game().record.pile.tobytes() == final.record.pile.tobytes()


@pytest.mark.parametrize("as_text", [False, True])
def test_replay_option_goes_to_another_move(as_text: bool):
    game = scripts(3)[0].game()
    replay = to_replay(game, states=True)
    given = game.to_json() if as_text else replay
    env = hadara_v0.raw_env(num_players=3)
    for move in (0, 1, 25, 60, np.int64(100)):
        env.reset(options={"replay": given, "move": move})  # type: ignore[dict-item]
        until = Game.from_setup(replay["setup"], game.config, game.seed)
        while len(until.log) < move:
            until.apply(replay["moves"][len(until.log)]["action"])
        assert env.game().record.tobytes() == until.record.tobytes()
        assert env.agent_selection == f"player_{until.actor}"
        assert env.mask(env.agent_selection).tolist() == until.legal_mask().tolist()
    unfinished = to_replay(until)
    env.reset(options={"replay": unfinished})
    assert env.game().record.tobytes() == until.record.tobytes()
    assert replay == to_replay(game, states=True), "the caller's replay was changed"


def test_wrong_option_is_taken_or_changes_the_game():
    replay = to_replay(scripts(3)[0].game())
    last = len(replay["moves"])
    env = begun()

    def everything() -> tuple[Any, ...]:
        return env.state().tobytes(), env.agent_selection, str(env._generator.bit_generator.state)

    before = everything()
    for options, complaint in [
        ({"setpu": {}}, "Unknown reset option 'setpu'; did you mean 'setup'"),
        ({"repaly": replay}, "did you mean 'replay'"),
        ({"moves": 3}, "did you mean 'move'"),
        ({"move": 3}, "needs 'replay'"),
        ({"setup": replay["setup"], "replay": replay}, "exclude each other"),
        ({"replay": replay, "move": last + 1}, f"from 0 to {last}, not {last + 1}"),
        ({"replay": replay, "move": -1}, "not -1"),
        ({"replay": replay, "move": 2.0}, "not 2.0"),
        ({"replay": replay, "move": True}, "not True"),
        ({"replay": replay}, "over at that move"),
        ({"replay": 7}, "hadara-replay/1 object"),
        ({"replay": "{"}, "broken or cut off"),
        ({"replay": {**replay, "format": "chess"}, "move": 3}, "only 'hadara-replay/1'"),
        ({"replay": to_replay(Game.new(2, "full", 1))}, "a full game of 2"),
        ({"replay": to_replay(Game.new(3, "basic", 1))}, "a basic game of 3"),
        ({"setup": 5}, "setup"),
        ({"setup": to_replay(Game.new(2, "full", 1))["setup"]}, "crests"),
    ]:
        with pytest.raises(HadaraError, match=complaint):
            env.reset(options=options)
        assert everything() == before
    for seed in (-1, 2**53, 1.5, "seven", True):
        with pytest.raises(HadaraError, match="A seed is an integer"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    env.reset(options={"options": 1, "for another wrapper": None})


COPIES: dict[str, Callable[[Any], Any]] = {
    "clone": lambda env: env.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.parametrize("way", COPIES)
@both_doors
def test_copy_of_an_environment_forgets_or_shares_the_game(make: Callable[..., Any], way: str):
    env = begun(make, num_players=4, reward="rank")
    twin = COPIES[way](env)
    assert type(twin) is type(env)
    start = env.state().tobytes()
    ahead = trace(twin, random.Random(5))
    assert env.state().tobytes() == start, "playing on in the copy moves the original"
    assert trace(env, random.Random(5)) == ahead
    env.reset()
    twin.reset()
    assert env.state().tobytes() == twin.state().tobytes(), "the next deal of the copy is another one"


@both_doors
def test_restored_environment_goes_on_otherwise(make: Callable[..., Any]):
    env = begun(make, num_players=3)
    saved = env.clone()
    ahead = trace(env, random.Random(5))
    for source in (saved, saved.unwrapped):
        for target in (env, make(num_players=3)):
            target.restore(source)
            assert trace(target, random.Random(5)) == ahead
    with pytest.raises(HadaraError, match="same players, rules, cards and reward"):
        env.restore(begun(num_players=2))
    with pytest.raises(HadaraError, match="same players, rules, cards and reward"):
        env.restore(begun(num_players=3, reward="margin"))


def test_copy_of_a_finished_game_is_not_finished():
    env = begun(steps=100_000)
    assert env.agents == []
    for way in COPIES.values():
        assert way(env).agents == []


def test_game_method_hands_out_the_environments_own_record():
    env = begun()
    before = env.state().tobytes()
    game = env.game()
    game.apply(game.legal_actions()[0].index)
    assert env.state().tobytes() == before


@every_game
def test_final_info_gives_other_points_or_ranks(players: int, rules: str):
    for script in scripts(players, rules):
        env, game = hadara_v0.env(num_players=players, rules=rules), script.game()
        env.reset(seed=script.seed)
        for action in script.actions:
            env.step(action)
        totals, scores = [points["total"] for points in game.scores()], game.scores()
        for seat, agent in enumerate(env.possible_agents):
            assert env.infos[agent] == {"points": scores[seat], "rank": game.standings()[seat][0] + 1}
            assert tuple(env.infos[agent]["points"]) == SOURCES
        best = [seat for seat, agent in enumerate(env.possible_agents) if env.infos[agent]["rank"] == 1]
        assert best == game.winners()
        assert max(totals) == totals[best[0]]


@both_doors
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_illegal_move_does_not_end_the_game_when_it_should(make: Callable[..., Any], players: int):
    env = begun(make, num_players=players, illegal="terminate")
    offender = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(offender)["action_mask"] == 0)[0]))
    given = {}
    for agent in env.agent_iter():
        observation, given[agent], over, _, info = env.last()
        assert over
        assert not observation["action_mask"].any()
        assert info == {"illegal": offender}
        env.step(None)
    assert given.pop(offender) == -1
    assert set(given.values()) == {1 / (players - 1)}


def test_corrected_card_set_is_not_played_with(tmp_path: Path):
    shutil.copytree(SHIPPED, tmp_path / "box")
    file = tmp_path / "box" / "start_cards.csv"
    file.write_bytes(file.read_bytes().replace(b"\n1,A,8,", b"\n1,A,28,"))
    coins = []
    for cards in (None, tmp_path / "box"):
        env: Any = hadara_v0.env(num_players=5, rules="basic", cards=cards)
        env.reset(seed=1)
        coins.append(sorted(env.unwrapped.game().record.coins.tolist())[-1])
    assert coins[1] == 28 != coins[0]
    with pytest.raises(ValueError, match="nowhere"):
        hadara_v0.env(cards=tmp_path / "nowhere")


def test_documentation_of_the_module_gives_wrong_sizes():
    page = hadara_v0.__doc__ or ""
    assert f'{{"observation": ({OBS.size},), "action_mask": ({NUM_ACTIONS},)}}' in page
    assert f"`Discrete({NUM_ACTIONS})`" in page
    for heading in ("### Observation", "### Legal action mask", "### Actions", "### Rewards", "### Version History"):
        assert heading in page


def test_environments_cannot_be_made_by_their_registered_names():
    import gymnasium
    import pettingzoo

    import hadara_env.registration as registration

    registration.register()
    env = gymnasium.make("hadara/Seat-v0", num_players=4, rules="basic", seat=2)
    _, info = env.reset(seed=1)
    assert info["seat"] == 2
    made: Any = pettingzoo.make("aec", "hadara/hadara-v0", num_players=5)
    made.reset(seed=2)
    assert isinstance(made.unwrapped, HadaraAEC)
    assert len(made.agents) == 5
