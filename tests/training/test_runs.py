"""A run repeats, goes on where it was saved, and loses nothing good when something breaks."""

import errno
import json
import math
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from rich.console import Console

from experiments import train_ppo, training
from experiments.ppo_config import PPOConfig, Tables
from experiments.publish import ship_state
from experiments.running import train
from experiments.train_ppo import Trainer
from experiments.training import LOG, STATE, Run, TrainingError, settings
from hadara_agents.policy import checkpoint
from hadara_env import HadaraError, files
from tests.complaints import complaint
from tests.training.helpers import SMOKE, command, describe, figures, random_tensors, smoke, started

QUIET = Console(quiet=True)


def updates(trainer: Trainer, count: int) -> list[dict[str, Any]]:
    rows = [trainer.one_update() for _ in range(count)]
    for row in rows:
        trainer.run.log(row)
    return rows


def weights(trainer: Trainer) -> bytes:
    return b"".join(array.tobytes() for array in trainer.weights().values())


def resumed(folder: Path) -> Trainer:
    run = Run(folder)
    trainer = Trainer(settings(run.config(), PPOConfig, str(folder)), run)
    assert trainer.restore()
    return trainer


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_two_runs_with_the_same_seed_differ(tmp_path: Path):
    first, second = (started(tmp_path / name, smoke()) for name in "ab")
    assert figures(updates(first, 4)) == figures(updates(second, 4))
    assert weights(first) == weights(second)
    other = started(tmp_path / "c", smoke(seed=2))
    assert figures(updates(other, 1)) != figures(first.run.rows()[:1])


@pytest.mark.parametrize("half", [True, False], ids=["half", "float"])
@pytest.mark.parametrize("saved_after", [3, 4])
def test_resumed_run_goes_on_otherwise_than_one_that_was_not_interrupted(tmp_path: Path, saved_after: int, half: bool):
    """Saved where guests have just changed, and in between; odd steps between remembering and inviting."""
    config = smoke(half=half, remember_every=1, invite_every=3)
    config = replace(config, tables=(*config.tables, Tables(2, "full", 8, late=2), Tables(2, "full", 8, late=3)))
    whole = started(tmp_path / "whole", config)
    updates(whole, 8)
    cut = started(tmp_path / "cut", config)
    updates(cut, saved_after)
    cut.save()
    updates(cut, 2)  # lost
    later = resumed(tmp_path / "cut")
    assert later.updates == saved_after
    assert all(positions.seen > 0 for positions in later.players.positions.values()), "a late table was not in use"
    updates(later, 8 - saved_after)
    assert later.decisions == whole.decisions
    assert figures(later.run.rows()) == figures(whole.run.rows()), "the log has gaps, or lines that were lost"
    assert weights(later) == weights(whole)
    one, other = (trainer.league.state() for trainer in (later, whole))
    assert one[0] == other[0]
    assert [len(trainer.league.guests) for trainer in (later, whole)] == [1, 1]


def test_state_of_a_run_without_its_guests_cannot_be_resumed(tmp_path: Path):
    """Seats of guests that are gone belong to the learner: nobody else would act for them."""
    trainer = started(tmp_path / "run", smoke(remember_every=1, invite_every=1))
    updates(trainer, 3)
    assert (trainer.players.seats > 0).any()
    trainer.league.guests = []
    trainer.save()
    later = resumed(tmp_path / "run")
    assert (later.players.seats <= 0).all()
    updates(later, 1)


def test_shipped_state_does_not_lead_on_from_where_the_run_was(tmp_path: Path):
    """Adam's second moments are far smaller than what half precision holds."""
    trainer = started(tmp_path / "run", smoke(remember_every=1, invite_every=1))
    updates(trainer, 4)
    trainer.save()
    ship_state(trainer.run, tmp_path / "light")
    assert (tmp_path / "light" / STATE).stat().st_size < (tmp_path / "run" / STATE).stat().st_size / 5
    later = resumed(tmp_path / "light")
    assert (later.updates, later.decisions) == (4, trainer.decisions)
    for name, tensor in trainer.network.state_dict().items():
        torch.testing.assert_close(later.network.state_dict()[name], tensor, rtol=1e-3, atol=1e-6)
    moments = [trained.learner.optimiser.state_dict()["state"] for trained in (trainer, later)]
    for number, wanted in moments[0].items():
        assert moments[1][number]["step"] == wanted["step"]
        for axis in range(wanted["exp_avg_sq"].ndim):
            sums = [found[number]["exp_avg_sq"].sum(axis) for found in moments]
            torch.testing.assert_close(sums[1], sums[0], rtol=1e-3, atol=1e-12)
    assert later.league.past == []
    before = weights(later)
    updates(later, 2)
    assert weights(later) != before
    assert len(later.league.past) == 2


def test_run_that_was_never_saved_is_shipped_with_a_traceback(tmp_path: Path):
    with pytest.raises(TrainingError, match="holds no state"):
        ship_state(started(tmp_path / "run", smoke()).run, tmp_path / "light")


def test_state_of_an_older_run_ends_in_a_traceback(tmp_path: Path):
    trainer = started(tmp_path / "run", smoke())
    trainer.save()
    arrays, told = trainer.run.load_state() or ({}, {})
    trainer.run.save_state({name: array for name, array in arrays.items() if name != "origins"}, told)
    with pytest.raises(TrainingError, match=r"before there were late tables .* --start begins a new run"):
        resumed(tmp_path / "run")


def test_run_killed_before_its_first_save_keeps_half_a_log(tmp_path: Path):
    trainer = started(tmp_path / "run", smoke())
    updates(trainer, 1)
    with (tmp_path / "run" / LOG).open("a", encoding="utf-8") as file:
        file.write('{"update": 2, "deci')
    run = Run(tmp_path / "run")
    again = Trainer(settings(run.config(), PPOConfig, "run"), run)
    assert not again.restore()
    updates(again, 2)
    assert [row["update"] for row in run.rows()] == [1, 2]


def test_leftovers_of_a_kill_pile_up(tmp_path: Path):
    trainer = started(tmp_path / "run", smoke())
    updates(trainer, 1)
    trainer.save()
    (tmp_path / "run" / f".{STATE}.12ab").write_bytes(b"half")
    (tmp_path / "run" / "checkpoints" / ".decisions-7.12ab").mkdir(parents=True)
    resumed(tmp_path / "run")
    assert list((tmp_path / "run").rglob(".*")) == []


@pytest.fixture
def trained(tmp_path: Path) -> Trainer:
    """A run with a state and a checkpoint."""
    trainer = started(tmp_path / "run", smoke())
    train(trainer, minutes=5, decisions=2048, console=QUIET)
    return trainer


def test_finished_run_is_not_complete(trained: Trainer):
    folder = trained.run.folder
    assert {path.name for path in folder.iterdir()} == {
        "config.json", "log.jsonl", "tensorboard", STATE, "checkpoints", "curve.png",
    }  # fmt: skip
    found = checkpoint.load(str(folder))
    assert found.folder.name == "decisions-000000002048"
    assert found.config["training"]["decisions"] == 2048
    assert found.tensors["policy.weight"].tobytes() == trained.weights()["policy.weight"].tobytes()
    told = json.loads((found.folder / "eval.json").read_bytes())
    assert [match["games"] for match in told["matches"]] == [10]
    assert json.loads((folder / "checkpoints" / "best.json").read_bytes())["strength"] == told["strength"]
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert trained.run.rows()[-1]["evaluation"] == told


def test_best_checkpoint_is_dropped_or_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    strengths = iter([0.2, 0.9, 0.1, 0.3, 0.4, 0.5, 0.9])
    monkeypatch.setattr(training, "measure", lambda *_: {"matches": [], "strength": next(strengths)})
    trainer = started(tmp_path / "run", smoke())
    left = []
    for k in range(7):
        trainer.decisions = 100 * min(k, 5)  # the last comes by the same decisions again
        trainer.checkpoint()
        names = sorted(path.name.lstrip("decions-0") for path in (trainer.run.checkpoints).glob("decisions-*"))
        left.append((json.loads((trainer.run.checkpoints / "best.json").read_bytes())["checkpoint"][-5:], names))
    assert [best for best, _ in left] == ["00000", *["00100"] * 5, "500-2"]
    assert left[5][1] == ["100", "300", "400", "500"]
    assert left[6][1] == ["400", "500", "500-2"]
    assert not list(trainer.run.checkpoints.glob(".*"))


def test_loss_that_is_no_number_is_learned_from_or_saved(trained: Trainer, monkeypatch: pytest.MonkeyPatch):
    before = contents(trained.run.folder)
    with torch.no_grad():
        trained.network.value.bias[0] = math.nan
    sentence = complaint(lambda: train(trained, 5, 10_000, QUIET), TrainingError)
    assert "The loss is nan" in sentence
    assert "value nan" in sentence
    assert "the last good checkpoint stands" in sentence
    after = contents(trained.run.folder)
    assert {name for name in before if after[name] != before[name]} <= {LOG}
    assert resumed(trained.run.folder).one_update()["update"] == 3
    checkpoint.load(str(trained.run.folder))


def test_gradient_that_is_no_number_gets_into_the_weights(trained: Trainer):
    """The loss may be fine and its gradient not; nothing of it may reach the network."""
    trained.network.value.weight.register_hook(lambda gradient: gradient * math.inf)
    before = weights(trained)
    assert "The gradient is" in complaint(trained.one_update, TrainingError)
    assert weights(trained) == before


def full_disk(*_: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("module", [files, checkpoint], ids=["state", "checkpoint"])
def test_full_disk_takes_what_was_saved(trained: Trainer, monkeypatch: pytest.MonkeyPatch, module: Any):
    before = contents(trained.run.folder)
    updates(trained, 1)
    with monkeypatch.context() as patch:
        patch.setattr(module.os, "fsync", full_disk)
        sentence = complaint(trained.save if module is files else trained.checkpoint, HadaraError)
    assert "cannot be written: No space left on device." in sentence
    assert str(trained.run.folder) in sentence
    after = contents(trained.run.folder)
    changed = {name for name in before | after if after.get(name) != before.get(name)}
    assert all(name == LOG or name.startswith("tensorboard") for name in changed), changed
    assert resumed(trained.run.folder).updates == 2


def test_log_on_a_full_disk_ends_in_a_traceback(trained: Trainer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(train_ppo.Trainer, "one_update", lambda _: {"update": 3, "decisions": 3})
    monkeypatch.setattr(Path, "open", full_disk)
    sentence = complaint(lambda: train(trained, 5, 10_000, QUIET), TrainingError)
    assert sentence == f"The log in {trained.run.folder} cannot be written: No space left on device."


BROKEN = {
    "truncated": (lambda data: data[: len(data) // 2], "cannot be read"),
    "empty": (lambda data: b"", "cannot be read"),
    "of something else": (lambda data: (1).to_bytes(8, "little") + b"{", "cannot be read"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_broken_state_is_resumed(trained: Trainer, fault: str):
    edit, words = BROKEN[fault]
    path = trained.run.folder / STATE
    path.write_bytes(edit(path.read_bytes()))
    sentence = complaint(lambda: resumed(trained.run.folder), TrainingError)
    assert f"{path} {words}" in sentence


def test_new_run_begins_in_the_folder_of_another(trained: Trainer):
    sentence = complaint(lambda: trained.run.create(smoke()), TrainingError)
    assert "holds a run already; go on with --resume" in sentence


@pytest.fixture
def nobody() -> Iterator[Path]:
    """A folder in which we may read but not write; root, whom no permission holds back, is somebody else meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield Path(folder)
        finally:
            if root:
                os.seteuid(0)
            Path(folder).chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter there")
def test_folder_without_permission_ends_in_a_traceback(nobody: Path):
    sentence = complaint(lambda: Run(nobody / "run").create(smoke()), HadaraError)
    assert sentence == f"{nobody / 'run' / 'config.json'} cannot be written: Permission denied."
    sentence = complaint(lambda: Run(nobody).log({"update": 1, "decisions": 1}), TrainingError)
    assert sentence == f"The log in {nobody} cannot be written: Permission denied."
    spec = smoke().network
    sentence = complaint(lambda: checkpoint.write(nobody / "it", random_tensors(spec), describe(spec, {}), {}))
    assert sentence == f"The checkpoint {nobody / 'it'} cannot be written: Permission denied."


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter there")
def test_command_in_a_folder_without_permission_ends_in_a_traceback(nobody: Path):
    outcome = command("--config", str(SMOKE), "--out", str(nobody / "run"))
    assert outcome.exit_code == 1
    assert outcome.output == f"{nobody / 'run' / 'config.json'} cannot be written: Permission denied.\n"


def test_explained_variance_is_not_that_of_the_targets():
    """A value that knows the outcome explains everything, a constant nothing."""
    config = smoke()
    learner = train_ppo.Learner(config, train_ppo.Network(config.network, train_ppo.load_cards()))
    batch = train_ppo.Batch(config, torch.float32)
    rng = np.random.default_rng(1)
    batch.mask[..., :2] = 1
    batch.mine[:] = batch.done[:] = True
    batch.reward[:] = rng.normal(size=batch.reward.shape)
    batch.logp[:] = np.log(0.5)
    assert learner.update(batch, 0.0)["explained_win"] == pytest.approx(0, abs=1e-5)
    rows = np.indices(batch.actor.shape)
    batch.value[:] = batch.reward[rows[0], rows[1], batch.actor]
    found = learner.update(batch, 0.0)
    assert found["explained_win"] == pytest.approx(1)
    assert found["learned_decisions"] == batch.actor.size
