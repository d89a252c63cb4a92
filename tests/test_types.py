"""Type information is complete: what is public has a type that a strict checker of somebody else's program knows."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.fresh_environment import ROOT

# Compiled functions take what numba makes of their arguments; docs/versions.md says that they are not public.
COMPILED = "hadara_env.engine."
# Built on a class of Gymnasium, PettingZoo, Stable-Baselines3, RLlib or TorchRL, or made of their spaces. The verifier
# does not follow imports into libraries without stubs, so it knows no type there; the program below shows users do.
BUILT_ON_OTHERS = {
    "hadara_env.SeatEnv",
    "hadara_env.envs.adapters.gym_vector.HadaraVectorEnv",
    "hadara_env.envs.adapters.rllib.HadaraMultiAgentEnv",
    "hadara_env.envs.adapters.rllib.masked_module",
    "hadara_env.envs.adapters.sb3.HadaraSB3VecEnv",
    "hadara_env.envs.adapters.sb3.SelfPlay",
    "hadara_env.envs.adapters.torchrl.torchrl_env",
    "hadara_env.envs.aec.HadaraAEC",
    "hadara_env.envs.checked.CheckedAEC",
    "hadara_env.envs.seat.SeatEnv",
    "hadara_env.envs.spaces.action_space",
    "hadara_env.envs.spaces.masked_space",
    "hadara_env.envs.spaces.observation_space",
    "hadara_env.envs.spaces.state_space",
    "hadara_env.hadara_v0.env",
    "hadara_env.hadara_v0.raw_env",
}

PROGRAM = """
import numpy as np

from hadara_agents.arena import Plan, run
from hadara_agents.base import Agent
from hadara_agents.match import play_game
from hadara_agents.registry import make
from hadara_env import CardSet, Game, GameConfig, HadaraVec, SeatEnv, View, cards, hadara_v0, replay
from hadara_env.envs.adapters.gym_vector import HadaraVectorEnv
from hadara_env.views.svg import svg


class Mine:
    name = "mine"

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self.seat = seat

    def act(self, view: View) -> int:
        return int(view.legal[0])


box: CardSet = cards.load()
game: Game = Game.new(players=3, seed=1, cards=box)
names: list[str] = [action.name for action in game.legal_actions()]
points: dict[str, int] = game.scores()[0]
picture: str = svg(game.view(0))
kept: Game = replay.verify(replay.to_replay(game))
agents: list[Agent] = [Mine(), make("random")]
winners: list[int] = play_game(agents, GameConfig(2), seed=1).winners()
vec = HadaraVec(4)
obs: np.ndarray = vec.obs
obs, mask, reward, done = vec.step(vec.random_actions())
env = hadara_v0.raw_env(num_players=2)
env.reset(seed=1)
acting: str = env.agent_selection
terminations: dict[str, bool] = env.terminations
checked = hadara_v0.env(num_players=2)
checked.reset(seed=1)
seat = SeatEnv(num_players=2)
observation, info = seat.reset(seed=1)
observation, gain, over, cut, info = seat.step(np.int64(0))
many = HadaraVectorEnv(2)
runner = run
plan: Plan = Plan.of(["random", "greedy"], GameConfig(2), sets=1, seed=1)
"""
WRONG = """
from hadara_env import Game

game = Game.new(players="three")
winners: str = game.winners()
game.legal_action()
"""


def checker(folder: Path, *arguments: str) -> dict[str, Any]:
    """What the type checker says, away from the project's own settings."""
    command = [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable, "--outputjson", *arguments]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "agents")])}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def test_public_name_has_no_type(tmp_path: Path):
    found = checker(tmp_path, "--verifytypes", "hadara_env", "--ignoreexternal")["typeCompleteness"]
    assert Path(found["pyTypedPath"]) == ROOT / "hadara_env" / "py.typed"
    exported = [symbol for symbol in found["symbols"] if symbol["isExported"]]
    assert len(exported) > 500
    unknown = {symbol["name"] for symbol in exported if not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]}
    ours = {name for name in unknown if not name.startswith(COMPILED)}
    left = {name for name in ours if name not in BUILT_ON_OTHERS and name.rpartition(".")[0] not in BUILT_ON_OTHERS}
    assert sorted(left) == []
    assert sorted(name for name in BUILT_ON_OTHERS if name not in ours) == [], "these are known now"


def strict(folder: Path, program: str) -> list[str]:
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}', encoding="utf-8")
    (folder / "program.py").write_text(program, encoding="utf-8")
    found = checker(folder, "program.py")["generalDiagnostics"]
    return [f"{entry['range']['start']['line'] + 1}: {entry['message']}" for entry in found]


def test_strict_program_of_a_user_is_complained_about(tmp_path: Path):
    assert strict(tmp_path, PROGRAM) == []


def test_wrong_program_of_a_user_passes(tmp_path: Path):
    lines = {entry.partition(":")[0] for entry in strict(tmp_path, WRONG)}
    assert {"4", "5", "6"} <= lines


@pytest.mark.parametrize("package", ["hadara_env", "agents/hadara_agents"])
def test_package_does_not_say_that_it_is_typed(package: str):
    assert (ROOT / package / "py.typed").is_file()
