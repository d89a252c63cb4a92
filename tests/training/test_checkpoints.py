"""A checkpoint comes back as it was written, and one that does not fit is refused by a sentence that says why."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from safetensors.numpy import load_file, save_file

from hadara_agents.policy import checkpoint
from hadara_agents.policy.agent import PolicyAgent
from hadara_agents.policy.checkpoint import CheckpointError
from hadara_agents.policy.spec import NetworkSpec
from hadara_agents.registry import make
from hadara_env import GameConfig
from hadara_env.cards import load
from hadara_env.engine.observation import OBS
from tests.complaints import complaint
from tests.edited_cards import card_set
from tests.training.helpers import SPECS, describe, random_tensors, write_checkpoint

MATCH = {
    "opponent": "heuristic", "players": 4, "rules": "full", "sets": 5, "games": 20, "win_share": 0.375,
    "win_share_ci": [0.25, 0.5], "mean_points": 99.0, "seed": 1, "digest": "00",
}  # fmt: skip


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: f"{spec.kind}{len(spec.widths)}")
def test_checkpoint_comes_back_otherwise(tmp_path: Path, spec: NetworkSpec):
    folder = write_checkpoint(tmp_path / "it", spec)
    found = checkpoint.load(str(folder))
    assert (found.network, found.digest) == (spec, load().digest)
    tensors = random_tensors(spec)
    assert list(found.tensors) == list(tensors)
    assert all(found.tensors[name].tobytes() == tensors[name].tobytes() for name in tensors)
    assert found.config["training"]["decisions"] == 5
    assert sorted(path.name for path in tmp_path.iterdir()) == ["it"], "something temporary is left"


def test_checkpoint_of_the_same_name_stays_or_is_mixed_with_the_new_one(tmp_path: Path):
    folder = write_checkpoint(tmp_path / "it", SPECS[1])
    write_checkpoint(folder, SPECS[0], seed=2)
    found = checkpoint.load(str(folder))
    assert found.network == SPECS[0]
    assert found.tensors["policy.weight"].tobytes() == random_tensors(SPECS[0], 2)["policy.weight"].tobytes()


def test_half_precision_is_not_read(tmp_path: Path):
    halves = {name: tensor.astype(np.float16) for name, tensor in random_tensors(SPECS[0]).items()}
    checkpoint.write(tmp_path / "it", halves, describe(SPECS[0], {}), {})
    found = checkpoint.load(str(tmp_path / "it")).tensors
    assert {tensor.dtype for tensor in found.values()} == {np.dtype(np.float32)}
    assert (found["value.bias"] == halves["value.bias"]).all()


def test_model_card_leaves_out_what_hubs_read(tmp_path: Path):
    checkpoint.write(
        tmp_path / "it", random_tensors(SPECS[0]), describe(SPECS[0], {"decisions": 12_345}), {"matches": [MATCH]}
    )
    _, head, body = (tmp_path / "it" / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    told = yaml.safe_load(head)
    assert told["license"] == "mit"
    result = told["model-index"][0]["results"][0]
    assert result["metrics"][0]["value"] == 0.375
    assert "4 players" in result["task"]["name"]
    assert "12,345 decisions" in body
    assert "37.5 % (25.0 to 50.0) | 25 % | 20 |" in body
    assert load().digest in body


def config_with(key: str, value: Any) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        path = folder / checkpoint.CONFIG
        config = json.loads(path.read_bytes())
        path.write_text(json.dumps({**config, key: value}), encoding="utf-8")

    return change


def tensors_with(edit: Callable[[dict[str, np.ndarray]], object]) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        tensors = load_file(folder / checkpoint.MODEL)
        edit(tensors)
        save_file(tensors, folder / checkpoint.MODEL)

    return change


def cut(name: str, size: int) -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:size])


FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "format": (config_with("format", "hadara-policy/2"), "its format is 'hadara-policy/2', this library's 'hadara-p"),
    "environment": (config_with("environment", "hadara_v1"), "its environment is 'hadara_v1'"),
    "layout": (config_with("observation", "0123abcd"), f"its observation is '0123abcd', this library's {OBS.hash!r}"),
    "actions": (config_with("actions", 200), "its actions is 200, this library's 236"),
    "no network": (config_with("network", {}), "config.json is broken"),
    "unknown kind": (config_with("network", {"kind": "tower", "widths": [3]}), "'tower'; there are mlp, cards"),
    "unknown part": (config_with("network", {"kind": "mlp", "widths": [3], "depth": 3}), "config.json is broken"),
    "no cards": (config_with("cards", None), "config.json is broken"),
    "no JSON": (cut("config.json", 30), "config.json is not JSON"),
    "a list": (lambda folder: (folder / "config.json").write_text("[]"), "config.json is not a JSON object"),
    "no config": (lambda folder: (folder / "config.json").unlink(), "config.json cannot be read: No such file"),
    "truncated": (cut("model.safetensors", 5000), "model.safetensors cannot be read"),
    "cut in its head": (cut("model.safetensors", 20), "model.safetensors cannot be read"),
    "empty": (cut("model.safetensors", 0), "model.safetensors cannot be read"),
    "missing tensor": (tensors_with(lambda t: t.pop("value.bias")), "has no tensor 'value.bias'"),
    "wrong shape": (
        tensors_with(lambda t: t.update({"policy.bias": np.zeros(7, np.float32)})),
        "'policy.bias' has the shape (7,), its network needs (236,)",
    ),
    "wider network": (
        config_with("network", {"kind": "cards", "widths": [48], "card_width": 8}),
        "'trunk.0.weight' has the shape (24, 1177), its network needs (48, 1177)",
    ),
    "NaN": (tensors_with(lambda t: t["offer.bias"].__setitem__(3, np.nan)), "'offer.bias' holds numbers that are not"),
    "infinite": (tensors_with(lambda t: t["value.weight"].__setitem__((0, 0), np.inf)), "'value.weight' holds numbers"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_checkpoint_that_does_not_fit_is_taken(tmp_path: Path, fault: str):
    folder = write_checkpoint(tmp_path / "it", SPECS[1])
    change, words = FAULTS[fault]
    change(folder)
    sentence = complaint(lambda: make(f"ppo:{folder}"), CheckpointError)
    assert words in sentence, sentence
    assert str(folder) in sentence, "which checkpoint?"


def test_checkpoint_of_another_card_set_plays(tmp_path: Path):
    folder = write_checkpoint(tmp_path / "it", SPECS[1])
    config = GameConfig(2, cards=card_set("famine")[0])
    sentence = complaint(lambda: PolicyAgent(str(folder)).reset(0, config, 1))
    assert load().digest[:12] in sentence
    assert config.cards.digest[:12] in sentence
    assert "any_cards=true" in sentence
    make(f"ppo:{folder},any_cards=true").reset(0, config, 1)


def test_unknown_checkpoint_does_not_say_what_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(checkpoint, "SHIPPED", tmp_path / "shipped")
    assert "There is no checkpoint 'bets'; shipped are none" in complaint(lambda: make("ppo:bets"), CheckpointError)
    write_checkpoint(tmp_path / "shipped" / "best")
    write_checkpoint(tmp_path / "shipped" / "older")
    assert "shipped are best, older" in complaint(lambda: make("ppo:bets"), CheckpointError)
    assert make("ppo").name == make("ppo:best").name == "ppo:best"


def test_run_names_another_checkpoint_than_its_best(tmp_path: Path):
    for k in (1, 2):
        write_checkpoint(tmp_path / "run" / "checkpoints" / f"decisions-{k}", seed=k)
    best = tmp_path / "run" / "checkpoints" / checkpoint.BEST
    best.write_text('{"checkpoint": "decisions-1"}', encoding="utf-8")
    for name in ("run", "run/checkpoints", "run/checkpoints/decisions-1"):
        assert checkpoint.load(str(tmp_path / name)).folder.name == "decisions-1"
    best.write_text('{"checkpoint": "decisions-9"}', encoding="utf-8")
    assert "decisions-9" in complaint(lambda: checkpoint.load(str(tmp_path / "run")), CheckpointError)


def test_bad_temperature_is_taken(tmp_path: Path):
    folder = write_checkpoint(tmp_path / "it")
    assert "temperature is 0 or more, not -1.0" in complaint(lambda: make(f"ppo:{folder},temperature=-1"))
