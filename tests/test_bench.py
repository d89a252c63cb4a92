import json
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from experiments import bench, bench_cases, bench_peers, bench_report
from experiments.bench_common import Case, Sample, measure, number, spread
from experiments.bench_page import render
from experiments.bench_peer_cases import TwoProcesses
from experiments.bench_report import ROOT
from hadara_env.cards import load
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.files import write_atomically

RESULTS = ROOT / "experiments" / "results"


def run(module: Any, out: Path, *more: str) -> Any:
    app = typer.Typer()
    app.command()(module.main)
    tiny = ("--quick", "--rounds", "2", "--seconds", "0.001")
    return CliRunner().invoke(app, [*tiny, "--out", str(out), "--page", str(out.with_suffix(".md")), *more])


def result(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def timed(name: str, *rates: float) -> Case:
    """A case that has been measured with these rates, a second each."""
    return Case(name, "decisions/s", "", lambda _: Sample(1, 1.0, 1.0), [Sample(int(rate), 1.0, 1.0) for rate in rates])


def test_benchmark_leaves_a_door_out(tmp_path: Path):
    out = tmp_path / "bench.json"
    outcome = run(bench, out)
    assert outcome.exit_code == 0, outcome.output
    found = result(out)
    doors = {"raw_env", "env", "SeatEnv", "HadaraSB3VecEnv 64", "HadaraVec 1", "HadaraVec 4096, threads"}
    kernels = {
        f"playout {n} {rules}{seen}" for n in range(2, 6) for rules in ("basic", "full") for seen in ("", ", observed")
    }
    left_out = {line.split(":")[0].split()[0] for line in found["skipped"]}
    assert {name for name in doors | kernels if name.split()[0] not in left_out} <= set(found["rates"])
    assert all(rate["runs"] == 2 and rate["min"] > 0 for rate in found["rates"].values())
    assert found["machine"]["cpu"]
    assert found["memory"] is None or found["memory"]["buffers"] < 200e6
    assert out.with_suffix(".md").read_text(encoding="utf-8") == render(found, None)
    assert str(tmp_path) not in out.read_text(encoding="utf-8") + out.with_suffix(".md").read_text(encoding="utf-8")


def test_missing_peer_breaks_the_comparison_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench_cases, "is_installed", lambda *_: False)
    out = tmp_path / "bench_peers.json"
    outcome = run(bench_peers, out)
    assert outcome.exit_code == 0, outcome.output
    found = result(out)
    assert found["ratios"] == {}
    for peer in bench_peers.PEERS:
        assert f"skipped: {peer}" in outcome.output
    assert {"raw_env", "env", "HadaraVec 1024", "HadaraVec 1024, threads"} <= set(found["rates"])


def test_ratio_is_not_of_the_best_batch_on_either_side():
    named = {
        "raw_env": timed("raw_env", 50, 60, 70),
        "env": timed("env", 30, 30, 30),
        "HadaraVec 256": timed("HadaraVec 256", 400, 400, 400),
        "HadaraVec 1024": timed("HadaraVec 1024", 900, 900, 900),
        "HadaraVec 1024, threads": timed("HadaraVec 1024, threads", 1500, 1500, 1500),
        "PettingZoo connect_four_v3.env": timed("PettingZoo connect_four_v3.env", 10, 10, 10),
        "pgx sparrow_mahjong 256": timed("pgx sparrow_mahjong 256", 20, 30, 30),
        "pgx sparrow_mahjong 1024": timed("pgx sparrow_mahjong 1024", 25, 25, 90),
        "pgx sparrow_mahjong 256, two processes": timed("pgx sparrow_mahjong 256, two processes", 50, 50, 50),
    }
    found = bench_peers.compared(named)
    assert list(found) == list(bench_peers.TARGETS)
    assert [ratio["median"] for ratio in found.values()] == [6, 3, 30, 50, 30]
    assert [ratio["by"].removeprefix("pgx sparrow_mahjong ") for ratio in found.values()][2:] == [
        "256",
        "256",
        "256, two processes",
    ]


def test_sources_change_unnoticed_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench_report, "ROOT", tmp_path)
    source = tmp_path / "hadara_env" / "engine" / "flow.py"
    for text, lines in (("x = 1", 0), ("x = 2", 1)):
        write_atomically(source, "x = 1")
        report = bench_report.Report("", "", 1, 0.0, ())
        write_atomically(source, text)
        report.add(skipped=[])
        report.write(tmp_path / "bench.json")
        assert len(result(tmp_path / "bench.json")["skipped"]) == lines


def test_case_is_always_measured_after_the_same_other_one():
    order = []

    def recorder(name: str) -> Case:
        return Case(name, "", "", lambda seconds: order.append((name, seconds)) or Sample(1, 1.0, 1.0))

    cases = [recorder(name) for name in "abc"]
    measure(cases, rounds=3, seconds=0.5, console=Console(quiet=True))
    assert "".join(name for name, _ in order) == "abc" + "abc" + "bca" + "cab"
    assert [seconds for _, seconds in order] == [0.0] * 3 + [0.5] * 9
    assert [len(case.samples) for case in cases] == [3, 3, 3]


def test_spread_is_not_that_of_the_runs():
    assert spread([5, 1, 2, 4, 3]) == {
        "median": 3, "lower_quartile": 2, "upper_quartile": 4, "min": 1, "max": 5, "runs": 5,
    }  # fmt: skip
    assert spread([7.0])["upper_quartile"] == 7


@pytest.mark.parametrize(
    ("value", "text"),
    [(12_345_678, "12.3 M"), (999_960, "1.00 M"), (245_000, "245 k"), (1500, "1.50 k"), (3.21, "3.21")],
)
def test_number_is_hard_to_read(value: float, text: str):
    assert number(value) == text


def test_two_processes_count_as_one_or_stay_behind():
    pair = TwoProcesses("HadaraVec", 16)
    sample = pair.case.run(0.05)
    pair.close()
    assert sample.count > 0
    assert not any(process.is_alive() for process in pair._processes)
    assert [process.exitcode for process in pair._processes] == [0, 0]


def test_page_disagrees_with_the_results():
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    assert page == render(result(RESULTS / "bench.json"), result(RESULTS / "bench_peers.json"))


@pytest.mark.parametrize("name", ["bench.json", "bench_peers.json"])
def test_result_is_of_another_game(name: str):
    found = result(RESULTS / name)
    assert (found["record_bytes"], found["observation_size"], found["cards"]) == (
        GAME.itemsize,
        OBS.size,
        load().digest,
    )


def test_page_is_written_from_a_broken_result(tmp_path: Path):
    (tmp_path / "bench.json").write_text('{"rates": ', encoding="utf-8")
    outcome = run(bench, tmp_path / "bench.json", "--page-only")
    assert outcome.exit_code == 2
    assert outcome.output.count("\n") == 1
    assert "bench.json is not a result" in outcome.output
    assert not (tmp_path / "bench.md").exists()
