"""The road over Stable-Baselines3: what it exports is what it learned, and it can be interrupted."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from rich.progress import Progress

from experiments import train_sb3
from experiments.train_sb3 import Rival, SB3Config, Trainer, exported
from experiments.training import STATE, Match, Run, TrainingError, measure, read_config, settings
from hadara_agents.policy import checkpoint
from hadara_agents.policy.agent import PolicyAgent
from hadara_agents.policy.packed import packed, shapes
from hadara_agents.policy.spec import VALUES
from hadara_env import GameConfig
from hadara_env.cards import load
from tests.complaints import complaint
from tests.training.helpers import ROOT, command, describe, positions

SMOKE = ROOT / "experiments" / "configs" / "sb3_smoke.toml"


def shaken(config: SB3Config, run: Run) -> Any:
    """A model whose every number counts."""
    model = Trainer(config, run).make()
    generator = torch.Generator().manual_seed(4)
    with torch.no_grad():
        for tensor in model.policy.parameters():
            tensor.add_(torch.randn(tensor.shape, generator=generator) / max(tensor.shape) ** 0.5)
    return model


@pytest.mark.parametrize("reward", VALUES)
def test_exported_policy_decides_otherwise_than_the_model(tmp_path: Path, reward: str):
    config = read_config(SMOKE, SB3Config)
    model = shaken(config, Run(tmp_path))
    tensors = exported(model, reward)
    assert {name: array.shape for name, array in tensors.items()} == shapes(config.network)
    checkpoint.write(tmp_path / "it", tensors, describe(config.network, {}), {})
    agent = PolicyAgent(str(tmp_path / "it"))
    agent.reset(0, GameConfig(2), 1)
    obs, mask = positions(every=10)
    theirs, _ = model.predict(obs, action_masks=mask.astype(bool), deterministic=True)
    assert agent.act_batch(obs, mask).tolist() == theirs.tolist()
    assert len(set(theirs.tolist())) > 20
    with torch.no_grad():
        hopes = model.policy.predict_values(torch.from_numpy(obs)).numpy()[:, 0]
    _, values = agent.network.evaluate(obs)
    np.testing.assert_allclose(values[:, VALUES.index(reward)], hopes, rtol=1e-4, atol=2e-5)
    assert not values[:, 1 - VALUES.index(reward)].any()


def test_rival_draws_otherwise_than_its_probabilities(tmp_path: Path):
    config = read_config(SMOKE, SB3Config)
    tensors = exported(shaken(config, Run(tmp_path)), "win")
    obs, mask = positions(every=100)
    row, legal = np.repeat(obs[30:31], 4000, 0), np.repeat(mask[30:31], 4000, 0)
    drawn = Rival(tensors, config.network, 3)(row, legal)
    logits = packed(tensors, config.network, load()).evaluate(obs[30:31])[0][0].astype(float)
    chances = np.where(mask[30] == 1, np.exp(logits), 0)
    np.testing.assert_allclose(np.bincount(drawn, minlength=236) / 4000, chances / chances.sum(), atol=0.04)
    assert Rival(tensors, config.network, 3)(row, legal).tolist() == drawn.tolist()


def test_run_is_not_complete_or_does_not_go_on(tmp_path: Path):
    folder = tmp_path / "run"
    outcome = command("--config", str(SMOKE), "--out", str(folder), "--decisions", "1536", of=train_sb3.main)
    assert outcome.exit_code == 0, outcome.output
    assert "M decisions: 2p random" in outcome.output
    first = checkpoint.load(str(folder))
    assert first.config["training"]["decisions"] == 1536
    saved = Run(folder).load_state()
    assert saved is not None
    outcome = command("--resume", str(folder), of=train_sb3.main)
    assert outcome.exit_code == 0, outcome.output
    rows = [row for row in Run(folder).rows() if "entropy" in row]
    assert [row["update"] for row in rows] == list(range(1, 9))
    assert [row["decisions"] for row in rows] == list(range(512, 4097, 512))
    assert all(np.isfinite([row["entropy"], row["value"]]).all() for row in rows)
    kept = sorted(path.name for path in (folder / "checkpoints").glob("decisions-*"))
    assert kept == ["decisions-000000001536", "decisions-000000004096"]
    assert (folder / "curve.png").exists()
    assert measure(f"ppo:{folder}", [Match("random", sets=2)], 1)["matches"][0]["games"] == 4


def test_resumed_model_is_another_one(tmp_path: Path):
    folder = tmp_path / "run"
    command("--config", str(SMOKE), "--out", str(folder), "--decisions", "1536", of=train_sb3.main)
    run = Run(folder)
    trainer = Trainer(settings(run.config(), SB3Config, str(folder)), run)
    assert trainer.restore()
    model = trainer.make()
    assert (model.num_timesteps, trainer.updates, len(trainer.league.past)) == (1536, 3, 3)
    stored = checkpoint.load(str(folder / "checkpoints" / "decisions-000000001536")).tensors
    assert all(array.tobytes() == stored[name].tobytes() for name, array in exported(model, "win").items())
    steps = [int(state["step"]) for state in model.policy.optimizer.state.values()]
    assert set(steps) == {3 * 2 * 512 // 128}, "the optimiser begins anew"
    assert model.lr_schedule(1.0) == trainer.config.learning_rate[0]
    assert model.lr_schedule(0.0) == trainer.config.learning_rate[1]


def test_numbers_that_are_not_finite_are_saved(tmp_path: Path):
    run = Run(tmp_path / "run")
    trainer = Trainer(read_config(SMOKE, SB3Config), run)
    run.create(trainer.config)
    model = trainer.make()
    with Progress(disable=True) as progress:
        trainer.learn(model, 5, 512, progress)
        before = (run.folder / STATE).read_bytes()
        with torch.no_grad():
            model.policy.value_net.bias[0] = torch.nan  # type: ignore[index]
        sentence = complaint(lambda: trainer.learn(model, 5, 2048, progress), TrainingError)
    assert "not finite any more: training stops, the last good checkpoint stands" in sentence
    assert (run.folder / STATE).read_bytes() == before
    assert json.loads((run.checkpoints / "best.json").read_bytes())["checkpoint"] == "decisions-000000000512"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[network]\nkind = "cards"', "MaskablePPO trains networks of kind 'mlp', not 'cards'."),
        ('reward = "rank"', "reward is one of win, margin, not 'rank'."),
        ('[league]\nanchors = ["heuristic"]', "there can be no anchors."),
        ("rows = 0", "rows must be 1 or more."),
    ],
)
def test_wrong_setting_is_taken(tmp_path: Path, text: str, words: str):
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    assert words in complaint(lambda: read_config(path, SB3Config), TrainingError)
    outcome = command("--config", str(path), "--out", str(tmp_path / "run"), of=train_sb3.main)
    assert outcome.exit_code == 1
    assert words in outcome.output
    assert not (tmp_path / "run").exists()


def test_help_has_no_example():
    assert "Example: python experiments/train_sb3.py" in " ".join(command("--help", of=train_sb3.main).output.split())
