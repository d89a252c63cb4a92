"""Damaged files: each is refused in a sentence or is as good as it was; none is half believed or ends the process."""

import json
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from experiments.soak_damage import Chance, changed, damaged, same_json
from experiments.soak_play import must, refused
from hadara_agents.arena import Plan, run
from hadara_env import Game, GameConfig, HadaraVec, ReplayError, cards, replay
from hadara_env.card_files import FILES
from hadara_env.cards import SHIPPED

KNOWN = ("format", "rules", "players", "seed", "cards", "setup", "moves", "states", "result")


def replays(chance: Chance) -> str:
    """A replay with damaged text or contents. One that is believed must be what the game itself would write."""
    game = Game.new(int(chance.integers(2, 6)), ("basic", "full")[int(chance.integers(2))], int(chance.integers(2**53)))
    for _ in range(int(chance.integers(1, 200))):
        if not game.is_over:
            game.apply(int(chance.choice([action.index for action in game.legal_actions()])))
    whole = replay.to_replay(game, states=bool(chance.integers(2)))
    try:
        if chance.integers(2):
            found = replay.parse(damaged(json.dumps(whole).encode(), chance))
        else:
            found = changed(whole, chance)
            if not isinstance(found, dict):
                return "refused" if refused(lambda: replay.parse(json.dumps(found))) else "accepted"
        end = replay.verify(found)
    except ReplayError as error:
        must(str(error).strip(), "the error says nothing")
        return "refused"
    again = replay.to_replay(end, states="states" in found)
    must(
        all(same_json(found.get(key), again.get(key)) for key in KNOWN if key in found),
        "a replay is believed that its game would not write",
    )
    return "accepted"


def card_files(chance: Chance) -> str:
    """A card set with a damaged file. One that is accepted must play."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "cards"
        shutil.copytree(SHIPPED, folder)
        victim = folder / FILES[int(chance.integers(len(FILES)))]
        victim.write_bytes(damaged(victim.read_bytes(), chance))
        faults = cards.check(folder)
        if refused(lambda: cards.load(folder)):
            must(faults and all(fault.message for fault in faults), "refused, but nothing is said to be wrong")
            return "refused"
        must(not faults, "accepted with a fault")
        box = cards.load(folder)
    game = Game.new(int(chance.integers(2, 6)), "full", int(chance.integers(2**53)), cards=box)
    while not game.is_over:
        game.apply(int(chance.choice([action.index for action in game.legal_actions()])))
    replay.verify(replay.to_replay(game, states=True), box)
    return "accepted"


def batches(chance: Chance) -> str:
    """A saved batch of which an array is damaged. If it is refused nothing has changed; if not, it plays on."""
    vec = HadaraVec(4, (2, 5), "both", seed=int(chance.integers(2**53)))
    for _ in range(int(chance.integers(1, 120))):
        vec.step(vec.random_actions())
    state: dict[str, Any] = vec.save()
    before = {name: array.tobytes() for name, array in state.items()}
    name = sorted(state)[int(chance.integers(len(state)))]
    _injure_array(state, name, chance)
    if refused(lambda: vec.restore(state)):
        must(
            {name: array.tobytes() for name, array in vec.save().items()} == before, "a refused batch was half restored"
        )
        return "refused"
    for _ in range(50):
        vec.step(vec.random_actions())
    return "accepted"


def _injure_array(state: dict[str, Any], name: str, chance: Chance) -> None:
    array = state[name]
    match int(chance.integers(5)):
        case 0:
            del state[name]
        case 1:
            state[name] = array.reshape(-1)[:-1] if array.size > 1 else np.array("x")
        case 2:
            state[name] = np.array(("junk", None, 1.5, -1)[int(chance.integers(4))])
        case 3 if array.ndim:
            state[name] = np.stack([array, array])
        case _ if array.dtype.kind != "U":
            raw = np.frombuffer(damaged(array.tobytes(), chance).ljust(array.nbytes, b"\0")[: array.nbytes], np.uint8)
            state[name] = raw.view(array.dtype).reshape(array.shape).copy()
        case _:
            state[name] = np.array(str(array)[:-1] + "?")


@cache
def _tournament() -> tuple[Plan, dict[str, bytes]]:
    """A short tournament, and the files it leaves."""
    plan = Plan.of(["greedy", "random"], GameConfig(2, "basic"), sets=4, seed=1)
    return plan, _written(plan, {})


def _written(plan: Plan, files: dict[str, bytes]) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "out"
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        run(plan, folder)
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.name in ("plan.json", "games.jsonl")}


def tournaments(chance: Chance) -> str:
    """The folder of a tournament with a damaged file: refused, or continued to the same games."""
    plan, files = _tournament()
    name = ("plan.json", "games.jsonl")[int(chance.integers(2))]
    injured = files | {name: damaged(files[name], chance)}
    found: dict[str, bytes] = {}
    if refused(lambda: found.update(_written(plan, injured))):
        return "refused"
    wrote = [json.loads(line) for line in found["games.jsonl"].splitlines()]
    must(len(wrote) == len(plan.schedule), "games are missing")
    must([line["seed"] for line in wrote] == [fixture.seed for fixture in plan.schedule], "games of other deals")
    return "accepted"


@cache
def _checkpoint() -> dict[str, bytes]:
    """The files of a small policy with random weights."""
    from hadara_agents.policy import checkpoint
    from hadara_agents.policy.packed import shapes
    from hadara_agents.policy.spec import NetworkSpec

    spec, chance = NetworkSpec("cards", (16, 8), 4), np.random.default_rng(1)
    tensors = {name: chance.normal(size=shape).astype(np.float32) for name, shape in shapes(spec).items()}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "policy"
        checkpoint.write(folder, tensors, checkpoint.describe(spec, cards.load(), {}), {})
        return {path.name: path.read_bytes() for path in folder.iterdir()}


def checkpoints(chance: Chance) -> str:
    """A policy of which a file is damaged: refused, or its agent plays legal moves."""
    from hadara_agents.policy.agent import PolicyAgent

    files = _checkpoint()
    name = sorted(files)[int(chance.integers(len(files)))]
    hurt: Callable[[bytes], bytes] = lambda data: damaged(data, chance)  # noqa: E731
    if name == "config.json" and chance.integers(2):
        hurt = lambda data: json.dumps(changed(json.loads(data), chance), default=repr).encode()  # noqa: E731
    with tempfile.TemporaryDirectory() as place:
        for file, data in files.items():
            (Path(place) / file).write_bytes(hurt(data) if file == name else data)
        agents: list[PolicyAgent] = []
        if refused(lambda: agents.append(PolicyAgent(place, any_cards=True))):
            return "refused"
    game = Game.new(2, seed=int(chance.integers(2**53)))
    agents[0].reset(0, game.config, 1)
    while not game.is_over:
        game.apply(agents[0].act(game.view(int(game.record.actor))))
    return "accepted"
