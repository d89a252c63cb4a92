"""A policy is shipped with figures of its own games and of no others."""

import json
from pathlib import Path
from typing import Any

import pytest

from experiments import publish
from experiments.training import Match
from hadara_agents.arena import run
from hadara_agents.policy import checkpoint
from hadara_agents.policy.spec import NetworkSpec
from tests.training.helpers import command, write_checkpoint

GREEDY, RANDOM = Match("greedy", 2, "full", 1), Match("random", 2, "full", 1)
SMALL = NetworkSpec("cards", (16,), 8)


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where policies are shipped to, with two short matches to measure them by."""
    monkeypatch.setattr(publish, "HERE", tmp_path / "experiments")
    monkeypatch.setattr(checkpoint, "SHIPPED", tmp_path / "shipped")
    monkeypatch.setattr(publish, "FAST", [GREEDY, RANDOM])
    monkeypatch.setattr(publish, "SLOW", [])
    return tmp_path


def ship(folder: Path) -> Any:
    return command(str(folder), "--no-state", of=publish.main)


def games(box: Path, match: Match) -> list[dict[str, Any]]:
    log = box / "experiments" / "results" / "arena" / publish.folder_name(match) / "games.jsonl"
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_deeper_network_cannot_take_the_place_of_another(box: Path):
    for blocks in (0, 1):
        spec = NetworkSpec("cards", (16,), 8, blocks=blocks)
        assert ship(write_checkpoint(box / f"run{blocks}", spec)).exit_code == 0
        assert checkpoint.load("best").network == spec


def test_games_of_the_policy_before_are_published_for_the_new_one(box: Path, monkeypatch: pytest.MonkeyPatch):
    assert ship(write_checkpoint(box / "old", SMALL, seed=1)).exit_code == 0
    old = games(box, RANDOM)

    def stopped(plan: Any, out: Path, **options: Any) -> Any:
        if out.name == publish.folder_name(RANDOM):
            raise KeyboardInterrupt
        return run(plan, out, **options)

    new = write_checkpoint(box / "new", SMALL, seed=2)
    with monkeypatch.context() as patch:
        patch.setattr(publish, "run", stopped)
        assert ship(new).exit_code != 0
    assert ship(new).exit_code == 0
    assert games(box, RANDOM) != old


def test_policy_that_is_there_already_is_measured_again(box: Path):
    folder = write_checkpoint(box / "run", SMALL)
    assert ship(folder).exit_code == 0
    log = box / "experiments" / "results" / "arena" / publish.folder_name(GREEDY) / "games.jsonl"
    before = log.stat().st_mtime_ns
    assert ship(folder).exit_code == 0
    assert log.stat().st_mtime_ns == before
