import json
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from experiments import soak, soak_shards
from experiments.soak import Soak
from experiments.soak_shards import SHARD, play_shard
from hadara_env.errors import HadaraError
from tests.reference.player import Player

APP = typer.Typer()
APP.command()(soak.main)


def run(out: Path, games: int, *more: str):
    return CliRunner().invoke(APP, ["--games", str(games), "--processes", "1", "--out", str(out), *more])


def test_soak_leaves_out_or_counts_twice(tmp_path: Path):
    out = tmp_path / "soak.json"
    outcome = run(out, 50)
    assert outcome.exit_code == 0, outcome.output
    found = json.loads(out.read_text(encoding="utf-8"))
    assert (found["games"], found["differences"]) == (50, 0)
    assert found["by_cards"] == {"shipped": 40, "tokens": 10}
    for key in ("by_players", "by_rules", "by_style", "by_cards"):
        assert sum(found[key].values()) == 50
    assert found["coverage"]["action wheel"] == 3 * 50
    assert str(tmp_path) not in out.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["soak.json"]


def test_full_cycle_leaves_a_combination_out():
    cycle = [soak_shards.game(1, number) for number in range(SHARD)]
    combinations = {(cards, match.players, match.rules, match.style) for cards, match in cycle}
    assert len(combinations) == 9 * 4 * 2 * 5
    assert sum(cards == "shipped" for cards, _ in cycle) == SHARD // 2
    assert len({match.seed for _, match in cycle}) == SHARD


def test_interrupted_soak_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(soak, "SHARD", 20)
    first = Soak(60, 3, tmp_path / "soak.json")
    first.add(1, play_shard(3, 20, 40, first.replays), seconds=2.5)
    second = Soak(60, 3, tmp_path / "soak.json")
    second.resume()
    assert second.shards() == [(0, 0, 20), (2, 40, 60)]
    for number, start, end in second.shards():
        second.add(number, play_shard(3, start, end, second.replays), seconds=1)
    assert second.shards() == []
    assert second.seconds == 4.5
    assert second.coverage == play_shard(3, 0, 60, second.replays)["coverage"]


def test_soak_goes_on_with_other_rules_than_it_began(tmp_path: Path):
    first = Soak(60, 3, tmp_path / "soak.json")
    played = play_shard(3, 0, 1, first.replays)
    first.add(0, played, seconds=1)
    kept = json.loads(first.file.read_text(encoding="utf-8"))
    kept["identity"]["rules"] = "0" * 64
    first.file.write_text(json.dumps(kept), encoding="utf-8")
    with pytest.raises(HadaraError, match="other rules"):
        Soak(60, 3, tmp_path / "soak.json").resume()
    outcome = run(tmp_path / "soak.json", 60, "--seed", "3")
    assert outcome.exit_code == 2
    assert "--restart" in outcome.output
    with pytest.raises(HadaraError, match="rules changed"):
        first.add(1, played | {"sources": {"rules": "0" * 64}}, seconds=1)


def test_hash_of_the_rules_leaves_a_chapter_out():
    names = {path.name for path in soak_shards.rules_files()}
    chapters = {path.name for path in (soak_shards.ROOT / "hadara_env" / "engine" / "rules").glob("[a-z]*.py")}
    assert chapters | {"flow.py", "legal.py", "scoring.py", "setup.py", "tables.py", "layout.py", "actions.py"} <= names
    assert not names & {"observe.py", "batch.py", "jit.py", "vector.py"}


@pytest.mark.parametrize("text", ['{"identity": ', "[]", '{"identity": {}}', '"x"'])
def test_broken_state_file_ends_in_a_traceback(text: str, tmp_path: Path):
    (tmp_path / "soak.state.json").write_text(text, encoding="utf-8")
    outcome = run(tmp_path / "soak.json", 60)
    assert outcome.exit_code == 2
    assert outcome.output.count("\n") == 1
    assert "--restart" in outcome.output


def test_difference_passes_for_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Player, "sell", lambda self, card: self.receive(1))
    played = play_shard(1, 0, 40, tmp_path / "replays")
    assert (played["counts"]["games"], played["counts"]["differences"]) == (40, 40)
    assert len(played["listed"]) == len(list((tmp_path / "replays").iterdir())) == soak_shards.LISTED
    entry = played["listed"][0]
    assert json.loads((tmp_path / "replays" / entry["replay"]).read_text(encoding="utf-8"))["seed"] == entry["seed"]

    def shard_is_done(kept: Soak, _processes: int, _console: Console) -> None:
        kept.add(0, played, seconds=1)

    monkeypatch.setattr(soak, "run", shard_is_done)
    outcome = run(tmp_path / "soak.json", 40)
    assert outcome.exit_code == 1
    assert "40 differences" in outcome.output
    assert json.loads((tmp_path / "soak.json").read_text(encoding="utf-8"))["listed_differences"] == played["listed"]
    assert run(tmp_path / "soak.json", 40, "--only", "0").exit_code == 1
