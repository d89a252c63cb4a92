"""Torch is for training: without it the trainers say what to install, and learned players play all the same."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.training.helpers import ROOT, write_checkpoint

BLOCK = "import sys\nfor name in {names}:\n    sys.modules[name] = None\n"
TRAINERS = ["train_ppo.py", "train_sb3.py", "bench_learning.py", "compare_networks.py"]
PLAY = """
from pathlib import Path
from hadara_agents.arena import Plan, run
from hadara_agents.registry import make
from hadara_env import Game, GameConfig
agent = make("ppo:{folder}")
game = Game.new(players=2, seed=1)
agent.reset(0, GameConfig(2), 1)
while not game.is_over:
    game.apply(agent.act(game.view(game.actor)))
plan = Plan.of(["ppo:{folder}", "random"], GameConfig(2), 3, 1)
print(sum(each["games"] for each in run(plan, Path("{folder}-results"), processes=1)["agents"].values()))
print([name for name, module in sys.modules.items() if name.startswith("torch") and module is not None])
"""


def run(code: str, *names: str) -> subprocess.CompletedProcess[str]:
    text = BLOCK.format(names=names) + code
    return subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=False, timeout=900
    )


@pytest.mark.parametrize("trainer", TRAINERS)
def test_trainer_does_not_say_what_to_install(trainer: str):
    path = ROOT / "experiments" / trainer
    done = run(f"import runpy\nsys.argv = ['{trainer}']\nrunpy.run_path({str(path)!r}, run_name='__main__')", "torch")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "is not installed: it comes with the extra 'train'" in done.stderr
    assert "pip install -c constraints.txt -e '.[train]'" in done.stderr


def test_learned_player_needs_torch(tmp_path: Path):
    folder = write_checkpoint(tmp_path / "it")
    done = run(PLAY.format(folder=folder), "torch", "stable_baselines3", "tensorboard")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["12", "[]"]
