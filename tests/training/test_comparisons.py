"""The benchmark of learning and the comparison of networks, with budgets of seconds, and the page that quotes them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer

from experiments import (
    bench_learning,
    compare_networks,
    history,
    keep_curve,
    train_expert,
    train_ppo,
    train_sb3,
)
from experiments.bench_learning import AIM, BEGIN, END, OURS, TARGET, THEIRS, page_lines
from experiments.training import Run
from hadara_env.engine.observation import OBS
from tests.training.helpers import ROOT, SMOKE, command
from tests.training.test_configs import CONFIGS

PAGE = ROOT / "docs" / "training.md"
RESULT = ROOT / "experiments" / "results" / "bench_learning.json"
COMMANDS = {
    "train_ppo": train_ppo.main,
    "train_expert": train_expert.main,
    "train_sb3": train_sb3.main,
    "bench_learning": bench_learning.main,
    "compare_networks": compare_networks.main,
    "keep_curve": keep_curve.main,
    "history": history.main,
}


def test_benchmark_does_not_count_what_is_learned_from(tmp_path: Path):
    out, page = tmp_path / "bench.json", tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    tiny = ("--rounds", "2", "--rows", "8", "--minibatch", "64", "--decisions", "64", "--widths", "16")
    outcome = command("--out", str(out), "--page", str(page), *tiny, of=bench_learning.main)
    assert outcome.exit_code == 0, outcome.output
    found = json.loads(out.read_bytes())
    assert set(found["rates"]) == {OURS, THEIRS, bench_learning.SAME, bench_learning.CARDS, bench_learning.BATCHED}
    assert all(rate["runs"] == 2 and 0 < rate["playing_share"]["median"] < 1 for rate in found["rates"].values())
    assert all(ratio["median"] > 0 for ratio in found["ratios"].values())
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n| ")
    assert page_lines(found) in text
    assert "old" not in text


def test_broken_result_ruins_the_page(tmp_path: Path):
    out, page = tmp_path / "bench.json", tmp_path / "page.md"
    out.write_text('{"rates": ', encoding="utf-8")
    page.write_text(f"{BEGIN}\nold\n{END}\n", encoding="utf-8")
    outcome = command("--out", str(out), "--page", str(page), "--page-only", of=bench_learning.main)
    assert outcome.exit_code == 2
    assert "cannot be written from" in outcome.output
    assert page.read_text(encoding="utf-8") == f"{BEGIN}\nold\n{END}\n"


def test_page_disagrees_with_the_result():
    found = json.loads(RESULT.read_bytes())
    assert f"{BEGIN}\n{page_lines(found)}\n{END}" in PAGE.read_text(encoding="utf-8")
    assert found["observation_size"] == OBS.size


def test_learning_is_slower_than_was_promised():
    ratio = json.loads(RESULT.read_bytes())["ratios"][f"{OURS} / {THEIRS}"]
    assert ratio["median"] >= TARGET
    assert AIM >= TARGET


def test_networks_are_compared_over_other_decisions_or_not_resumed(tmp_path: Path):
    words = ["--config", str(SMOKE), "--sets", "3", "--slices", "2", "--runs", str(tmp_path / "runs")]
    words += ["--only", "mlp 256-128,cards 256-128", "--out", str(tmp_path / "networks.json")]
    outcome = command(*words, "--decisions", "4096", of=compare_networks.main)
    assert outcome.exit_code == 0, outcome.output
    found = json.loads((tmp_path / "networks.json").read_bytes())["networks"]
    for name in ("mlp 256-128", "cards 256-128"):
        assert [point["decisions"] for point in found[name]["points"]] == [2048, 4096]
        assert [point["games"] for point in found[name]["points"]] == [6, 6]
    assert (tmp_path / "networks.png").exists()
    logs = {path: path.read_bytes() for path in tmp_path.rglob("log.jsonl")}
    assert len(logs) == 2
    outcome = command(*words, "--decisions", "4096", of=compare_networks.main)
    assert outcome.exit_code == 0, outcome.output
    assert {path: path.read_bytes() for path in logs} == logs, "what was done is done again"
    outcome = command(*words, "--decisions", "6000", of=compare_networks.main)
    assert outcome.exit_code == 1
    assert "was begun with other settings; name another --runs." in outcome.output


def test_unknown_network_is_compared(tmp_path: Path):
    outcome = command("--only", "tower", "--runs", str(tmp_path), of=compare_networks.main)
    assert outcome.exit_code == 1
    assert "There is no network 'tower'; there are cards 512-256, mlp 512-256" in " ".join(outcome.output.split())


def shown() -> list[tuple[str, list[str]]]:
    """Every call of an experiment that the page shows: its name and options."""
    calls = re.findall(
        r"python (?:-m experiments\.|experiments/)(\w+)(?:\.py)?([^\n`]*)", PAGE.read_text(encoding="utf-8")
    )
    return [(name, re.findall(r"--[\w-]+", words)) for name, words in calls]


def test_page_shows_an_option_that_does_not_exist():
    calls = shown()
    assert {name for name, _ in calls} == set(COMMANDS)
    for name, options in calls:
        app = typer.Typer()
        app.command()(COMMANDS[name])
        known: Any = typer.main.get_command(app)
        there = {option for parameter in known.params for option in parameter.opts}
        assert set(options) <= there, name


def test_page_leaves_out_a_file_of_a_run_or_a_setting():
    text = PAGE.read_text(encoding="utf-8")
    for name in ("state.safetensors", "log.jsonl", "config.json", "curve.png", "model.safetensors", "eval.json"):
        assert name in text, name
    for path in CONFIGS:
        assert path.name in text, path.name
    missing = [name for name in vars(train_ppo.PPOConfig()) if f"`{name}`" not in text]
    assert missing == []
    assert Run.__init__.__defaults__ == (3,), "the page says how many checkpoints are kept"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_no_example(name: str):
    assert "Example: python " in " ".join(command("--help", of=COMMANDS[name]).output.split())
