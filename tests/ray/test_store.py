"""A run's state lies where it was asked to lie, whole, and the last one is found again."""

from pathlib import Path

import pytest
from ray.exceptions import RayActorError

from experiments import train_rllib
from experiments.train_rllib import RLlibConfig, new_run, old_run
from experiments.train_rllib_store import Store
from experiments.training import TrainingError, read_config
from tests.complaints import complaint
from tests.ray.helpers import SMOKE
from tests.training.helpers import command


@pytest.mark.parametrize("place", ["memory://hadara-store", "{folder}/store", "file://{folder}/store"])
def test_folder_or_file_comes_back_otherwise(tmp_path: Path, place: str):
    store = Store(place.format(folder=tmp_path))
    assert store.read("latest.json") is None
    assert not store.download("state-1", tmp_path / "nothing")
    (tmp_path / "made" / "inner").mkdir(parents=True)
    (tmp_path / "made" / "inner" / "a.bin").write_bytes(b"\x00\x01" * 5000)
    for name in ("state-1", "state-2"):
        store.upload(tmp_path / "made", name)
        store.write("latest.json", {"state": name})
    store.upload(tmp_path / "made", "under/state-3")
    store.drop_others("state-", ["state-2"])
    store.drop_others("inn", [], "under/state-3")
    again = Store(place.format(folder=tmp_path))
    assert again.read("latest.json") == {"state": "state-2"}
    assert again.download("state-2", tmp_path / "back")
    assert (tmp_path / "back" / "inner" / "a.bin").read_bytes() == b"\x00\x01" * 5000
    assert not again.download("state-1", tmp_path / "gone")
    assert not again.download("under/state-3/inner", tmp_path / "gone")
    assert again.download("under/state-3", tmp_path / "kept")


def test_wrong_store_is_answered_by_a_traceback(tmp_path: Path):
    assert "cannot be used as a store" in complaint(lambda: Store("nowhere://bucket/run"), TrainingError)
    (tmp_path / "file").write_text("no folder")
    assert "cannot be used as a store" in complaint(lambda: Store(str(tmp_path / "file")), TrainingError)
    outcome = command("--out", str(tmp_path / "run"), "--store", "nowhere://bucket/run", of=train_rllib.main)
    assert outcome.exit_code == 1
    assert "nowhere://bucket/run cannot be used as a store" in " ".join(outcome.output.split())


def test_run_begins_over_another_or_cannot_go_on_from_its_store(tmp_path: Path):
    place = str(tmp_path / "store")
    trainer = new_run(SMOKE, tmp_path / "run", place, 3)
    assert "holds a run already" in complaint(lambda: new_run(SMOKE, tmp_path / "run", place, None), TrainingError)
    trainer.store.write("latest.json", {"updates": 4, "decisions": 5, "seconds": 6.0, "state": "state-x"})
    assert "holds a run already" in complaint(lambda: new_run(SMOKE, tmp_path / "new", place, None), TrainingError)
    (tmp_path / "run" / "config.json").unlink()
    again = old_run(tmp_path / "elsewhere", place, None)
    assert (again.config.runners, again.config.store) == (3, place)
    nowhere = str(tmp_path / "empty")
    assert "holds no run" in complaint(lambda: old_run(tmp_path / "other", nowhere, None), TrainingError)
    assert "no run to resume" in complaint(lambda: old_run(tmp_path / "other", None, None), TrainingError)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('reward = "rank"', "reward is one of win, margin, not 'rank'."),
        ("past_share = 1.5", "past_share is a part of 1, not 1.5."),
        ("rows = 0", "rows must be 1 or more."),
        ("runners = -1", "runners must be 0 or more."),
    ],
)
def test_wrong_setting_is_taken(tmp_path: Path, text: str, words: str):
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    assert words in complaint(lambda: read_config(path, RLlibConfig), TrainingError)
    outcome = command("--config", str(path), "--out", str(tmp_path / "run"), of=train_rllib.main)
    assert outcome.exit_code == 1
    assert words in " ".join(outcome.output.split())
    assert not (tmp_path / "run").exists()


def test_cluster_that_is_not_there_is_answered_by_a_traceback(tmp_path: Path):
    words = ("--config", str(SMOKE), "--out", str(tmp_path / "run"), "--address", "no-such-host.invalid:1")
    outcome = command(*words, of=train_rllib.main)
    assert outcome.exit_code == 1
    assert "The Ray cluster 'no-such-host.invalid:1' cannot be joined" in " ".join(outcome.output.split())


def test_failure_of_the_cluster_is_told_at_length():
    error = RayActorError(error_msg="The actor died.\n\tpid: 7\nThe process is gone. Some common causes are: (1) none.")
    told = complaint(lambda: _raise(TrainingError(train_rllib.lost(error))), TrainingError)
    assert told == "The cluster failed: The process is gone. Go on from the last save with --resume."


def _raise(error: Exception) -> None:
    raise error


def test_help_has_no_example():
    told = " ".join(command("--help", of=train_rllib.main).output.split())
    assert "Example: python experiments/train_rllib.py --config" in told


def test_shipped_config_cannot_be_read():
    chosen = read_config(SMOKE.with_name("rllib.toml"), RLlibConfig)
    assert chosen.batch == 2 * 128 * 64
