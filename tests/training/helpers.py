"""Small networks, observations from real games, and short training runs."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import typer
from typer.testing import CliRunner

from experiments import train_ppo
from experiments.ppo_config import PPOConfig
from experiments.train_ppo import Trainer
from experiments.training import Run, read_config
from hadara_agents.policy import checkpoint
from hadara_agents.policy.packed import shapes
from hadara_agents.policy.spec import NetworkSpec
from hadara_env.cards import load
from hadara_env.envs.vector import HadaraVec

ROOT = Path(__file__).resolve().parents[2]
SMOKE = ROOT / "experiments" / "configs" / "smoke.toml"
SPECS = (
    NetworkSpec("mlp", (24, 16)),
    NetworkSpec("cards", (24,), 8),
    NetworkSpec("cards", (40, 24, 16), 12),
    NetworkSpec("cards", (32, 24), 12, blocks=2, rungs=True),
    NetworkSpec("cards", (24, 16), 8, blocks=1, rungs=True, prospects=True),
    NetworkSpec("cards", (20, 16), 8, blocks=1, rungs=True, prospects=True, rivals=True),
    NetworkSpec("mlp", (20,), prospects=True, rivals=True),
)
CLOCKS = ("seconds", "decisions_per_second", "playing_seconds", "learning_seconds")


def random_tensors(spec: NetworkSpec, seed: int = 1) -> dict[str, np.ndarray]:
    """Weights of about the size that keeps numbers near 1 from layer to layer."""
    rng = np.random.default_rng(seed)
    return {
        name: (rng.normal(size=shape) / (shape[-1] ** 0.5 if len(shape) == 2 else 3)).astype(np.float32)
        for name, shape in shapes(spec).items()
    }


def positions(players: tuple[int, int] = (2, 5), rules: str = "both", every: int = 7) -> tuple[np.ndarray, np.ndarray]:
    """Observations and masks of random games, from their first decisions to their last."""
    vec = HadaraVec(24, players, rules, seed=5)
    seen, masks = [], []
    for step in range(301):
        if step % every == 0:
            seen.append(vec.obs.copy())
            masks.append(vec.mask.copy())
        vec.step(vec.random_actions())
    return np.concatenate(seen), np.concatenate(masks)


def write_checkpoint(folder: Path, spec: NetworkSpec = SPECS[1], seed: int = 1, **changes: Any) -> Path:
    """A checkpoint that fits, but for the changes to its config."""
    training = {"decisions": 5, "parameters": 7, "command": "train", "reward": "win", "seed": 1}
    checkpoint.write(folder, random_tensors(spec, seed), {**describe(spec, training), **changes}, {})
    return folder


def describe(spec: NetworkSpec, training: Mapping[str, Any]) -> dict[str, Any]:
    return checkpoint.describe(spec, load(), training)


def smoke(**changes: Any) -> PPOConfig:
    return replace(read_config(SMOKE, PPOConfig), **changes)


def started(folder: Path, config: PPOConfig) -> Trainer:
    """A new run in a folder, as the command begins one."""
    run = Run(folder)
    run.create(config)
    return Trainer(config, run)


def command(*words: str, of: Any = train_ppo.main) -> Any:
    """A trainer's command, run here; a traceback is an error."""
    app = typer.Typer()
    app.command()(of)
    outcome = CliRunner().invoke(app, words)
    assert outcome.exception is None or isinstance(outcome.exception, SystemExit), outcome.exception
    return outcome


def figures(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What updates told, without the clock."""
    return [{key: row[key] for key in row if key not in CLOCKS} for row in rows if "entropy" in row]
