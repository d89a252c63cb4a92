"""Settings: what a config may say, and what is answered when it says something else."""

from pathlib import Path

import pytest

from experiments.ppo_config import PPOConfig, scheduled
from experiments.train_expert import ExpertConfig
from experiments.training import TrainingError, read_config, settings
from tests.complaints import complaint
from tests.training.helpers import ROOT, command

CONFIGS = sorted(
    path for path in (ROOT / "experiments" / "configs").glob("*.toml") if not path.name.startswith("rllib")
)


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.name)
def test_shipped_config_is_refused_or_comes_back_otherwise_from_a_run(path: Path):
    import json
    from dataclasses import asdict

    if path.name.startswith("sb3"):
        from experiments.train_sb3 import SB3Config as kind  # noqa: N813
    else:
        kind = ExpertConfig if path.name.startswith("expert") else PPOConfig
    found = read_config(path, kind)
    assert settings(json.loads(json.dumps(asdict(found))), kind, "run") == found


WRONG = {
    "unknown": ("epoch = 3", "has an unknown setting 'epoch'. Did you mean 'epochs'?"),
    "far off": ("zzz = 3", "has an unknown setting 'zzz'. There are: tables, steps"),
    "inside": ("[league]\nguest = 3", "league has an unknown setting 'guest'. Did you mean 'guests'?"),
    "in a list": ('[[tables]]\nplayers = 2\nrules = "full"\nrow = 3', "tables has an unknown setting 'row'"),
    "text for a number": ('steps = "many"', "steps must be int, not 'many'"),
    "fraction": ("steps = 1.5", "steps must be int, not 1.5"),
    "truth for a number": ("steps = true", "steps must be int, not True"),
    "number for truth": ("half = 1", "half must be bool, not 1"),
    "number for a list": ("learning_rate = 0.1", "learning_rate is a list, not 0.1"),
    "too few": ("entropy = [0.1]", "entropy has 2 values, not 1"),
    "text in a list": ('entropy = [0.1, "low"]', "entropy must be float, not 'low'"),
    "text for a table": ('network = "mlp"', "network is a table of settings, not 'mlp'"),
    "texts for tables": ('tables = ["2p"]', "tables is a table of settings, not '2p'"),
    "late alone": ('[[tables]]\nplayers = 2\nrules = "full"\nrows = 3\nlate = 3', "Late tables need others"),
    "late too late": ('[[tables]]\nplayers = 2\nrules = "full"\nrows = 3\nlate = 4', "late is an epoch, 1 to 3, or 0"),
    "part": ("learn_sure = 1.5", "learn_sure is a part of 1, not 1.5"),
    "no rows": ('[[tables]]\nplayers = 2\nrules = "full"', "tables needs rows as well."),
    "network": ('[network]\nkind = "tower"', "There is no network of kind 'tower'; there are mlp, cards."),
    "shares": ("[league]\nanchor_share = 2.0", "anchor_share and past_share are parts of 1, not 2.0"),
    "no tables": ("tables = []", "no training without tables"),
    "zero": ("steps = 0\nminibatch = -1", "steps, minibatch must be 1 or more"),
    "TOML": ("steps = = 3", "is not TOML"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_wrong_setting_is_taken(tmp_path: Path, fault: str):
    text, words = WRONG[fault]
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TrainingError) as caught:
        read_config(path, PPOConfig)
    sentence = str(caught.value)
    assert words in sentence
    assert sentence.startswith(str(path))
    assert sentence[-1] in ".?"
    assert "\n" not in sentence


def test_config_that_is_not_text_is_read(tmp_path: Path):
    (tmp_path / "it.toml").write_bytes(b"\xff\xfe\x00")
    assert "is not TOML" in complaint(lambda: read_config(tmp_path / "it.toml", PPOConfig), TrainingError)
    assert "cannot be read: No such file" in complaint(lambda: read_config(tmp_path / "no.toml", PPOConfig))


def test_whole_number_is_refused_for_a_fraction(tmp_path: Path):
    (tmp_path / "it.toml").write_text("clip = 1\nentropy = [0, 1]", encoding="utf-8")
    found = read_config(tmp_path / "it.toml", PPOConfig)
    assert (found.clip, found.entropy) == (1.0, (0.0, 1.0))


LATER = {
    "players": ('[[tables]]\nplayers = 7\nrules = "full"\nrows = 2', "2 to 5"),
    "rules": ('[[tables]]\nplayers = 2\nrules = "short"\nrows = 2', "Unknown rules 'short'"),
    "anchor": ('[league]\nanchors = ["ismcts:iters=9"]', "'ismcts:iters=9' cannot be an anchor"),
    "no such anchor": ('[league]\nanchors = ["heuristics"]', "There is no agent 'heuristics'"),
    "opponent": ('[[matches]]\nopponent = "gredy"', "There is no agent 'gredy'"),
    "players of a match": ("[[matches]]\nplayers = 1", "not 1"),
    "sets": ("[[matches]]\nsets = 0", "at least 1 set, not 0"),
}


@pytest.mark.parametrize("fault", LATER)
def test_wrong_setting_begins_a_run(tmp_path: Path, fault: str):
    """An error that came up at the first checkpoint would cost the minutes before it."""
    text, words = LATER[fault]
    (tmp_path / "wrong.toml").write_text(text, encoding="utf-8")
    outcome = command("--config", str(tmp_path / "wrong.toml"), "--out", str(tmp_path / "run"))
    assert outcome.exit_code == 1
    assert words in outcome.output
    assert outcome.output.count("\n") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ((), "Name a folder for a new run with --out"),
        (("--out", "a", "--resume", "b"), "Name a folder for a new run with --out"),
        (("--resume", "nowhere"), "nowhere is no run to resume: config.json No such file"),
        (("--out", "a,b"), "a,b has a comma in its name"),
        (("--out", "a", "--config", "none.toml"), "none.toml cannot be read: No such file"),
    ],
)
def test_wrong_command_is_answered_by_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words, answer: str):
    monkeypatch.chdir(tmp_path)
    outcome = command(*words)
    assert outcome.exit_code == 1
    assert answer in outcome.output
    assert outcome.output.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_help_has_no_example():
    assert "Example: python experiments/train_ppo.py --config" in " ".join(command("--help").output.split())


def test_schedule_goes_beyond_its_end():
    assert [scheduled((4.0, 2.0), part) for part in (0, 0.5, 1, 3)] == [4, 3, 2, 2]
