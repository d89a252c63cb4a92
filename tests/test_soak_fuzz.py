import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from experiments import soak_damage, soak_fuzz, soak_play
from experiments.soak_fuzz import TARGETS, case, run
from hadara_env import Game, HadaraVec, ReplayError, replay
from hadara_env.cards import load
from hadara_env.errors import HadaraError
from tests import soak_workers
from tests.fresh_environment import ROOT

APP = typer.Typer()
APP.command()(soak_fuzz.main)


def soak(out: Path, *more: str):
    return CliRunner().invoke(APP, ["--out", str(out), *more])


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_odd_play_or_a_damaged_file_breaks_something(target: str):
    tally = run(target, seed=2, cases=60).summary()
    assert (tally["cases"], tally["faults"]) == (60, 0), tally["listed_faults"]


@pytest.mark.parametrize("target", [name for name in TARGETS if name not in ("saved batches", "tournaments")])
def test_first_cases_break_something(target: str):
    outcomes = {case(target, 1, number) for number in range(6)}
    assert outcomes <= {"refused", "accepted"} or all("players" in outcome for outcome in outcomes)


def test_damaged_batch_is_half_restored_or_ends_the_process():
    vec = HadaraVec(4, 2, seed=1)
    sound: dict[str, Any] = vec.save()
    before = vec.games.tobytes()
    for name, wrong in (("games", sound["games"] ^ 1), ("actor", sound["actor"][:2]), ("rng", np.array("junk"))):
        with pytest.raises(HadaraError, match="damaged"):
            vec.restore(sound | {name: wrong})
        assert vec.games.tobytes() == before
    vec.restore(sound)


def test_replay_that_is_no_dict_ends_in_a_strange_error(tmp_path: Path):
    whole = replay.to_replay(Game.new(2, seed=1))
    with pytest.raises(ReplayError, match="a replay is a dict"):
        replay.verify(json.dumps(whole))  # type: ignore[arg-type]
    with pytest.raises(ReplayError, match="list of replays"):
        replay.write(tmp_path / "one.json", whole)  # type: ignore[arg-type]


def test_process_that_dies_passes_for_success(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(soak_fuzz, "work", soak_workers.dies_of_case_three)
    tally = run("calls", seed=1, cases=6).summary()
    assert (tally["cases"], tally["outcomes"], tally["faults"]) == (6, {"accepted": 5}, 1)
    assert tally["listed_faults"] == [{"case": 3, "what": "the process died with status 9"}]


def test_memory_that_grows_passes_for_success(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(soak_fuzz, "work", soak_workers.grows)
    tally = run("calls", seed=1, cases=6).summary()
    assert tally["listed_faults"] == [{"case": None, "what": "memory grew by 100.0 MB, more than 16"}]
    assert (tally["cases"], tally["faults"], tally["memory_mb"]) == (6, 1, {"before": 90.0, "after": 190.0})


def test_kernels_loaded_late_pass_for_memory_that_grows(monkeypatch: pytest.MonkeyPatch):
    """They are loaded before memory is first looked at, whatever the first quarter of the cases does."""
    done = list[int]()
    monkeypatch.setattr(soak_fuzz, "load_kernels", lambda: done.append(-1))
    monkeypatch.setattr(soak_fuzz, "resident", lambda: done.append(-2))
    monkeypatch.setattr(soak_fuzz, "case", lambda target, seed, number: done.append(number))
    monkeypatch.setattr(soak_fuzz, "end_with_parent", lambda: None)
    soak_fuzz.work("calls", 1, range(4), Pipe())  # type: ignore[arg-type]
    assert done == [-1, 0, -2, 1, 2, 3, -2]


class Pipe(list[tuple[str, Any]]):
    """Keeps what a worker says."""

    send = list.append


@pytest.mark.parametrize("error", [ValueError("boom"), soak_play.BrokenError("half believed")])
def test_error_of_a_case_is_swallowed(error: Exception, monkeypatch: pytest.MonkeyPatch):
    def broken(_chance: np.random.Generator) -> str:
        raise error

    monkeypatch.setitem(TARGETS, "calls", broken)
    monkeypatch.setattr(soak_fuzz, "end_with_parent", lambda: None)
    said = Pipe()
    soak_fuzz.work("calls", 1, range(2), said)  # type: ignore[arg-type]
    assert [kind for kind, _ in said] == ["case", "fault", "case", "fault", "end"]
    assert str(error) in said[1][1]


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: Game.new(9), None),
        (lambda: Game.new(2, seed=1), "accepted"),
        (lambda: 1 / 0, "division"),
    ],
)
def test_refusal_is_told_from_acceptance_and_from_a_crash_wrongly(call: Callable[[], Any], complaint: str | None):
    if complaint == "division":
        with pytest.raises(ZeroDivisionError):
            soak_play.refused(call)
    else:
        assert soak_play.refused(call) is (complaint is None)


def test_damage_leaves_most_things_as_they_were_or_cannot_be_repeated():
    data, value = bytes(range(200)), {"a": [1, 2, {"b": None}], "c": "x"}
    for number in range(50):
        one, two = (np.random.default_rng(number) for _ in range(2))
        assert soak_damage.damaged(data, one) == soak_damage.damaged(data, two)
    chance = np.random.default_rng(1)
    assert sum(soak_damage.damaged(data, chance) != data for _ in range(100)) > 80
    assert sum(not soak_damage.same_json(soak_damage.changed(value, chance), value) for _ in range(100)) > 80
    assert value == {"a": [1, 2, {"b": None}], "c": "x"}


def test_summary_leaves_a_fault_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(soak_fuzz, "work", soak_workers.dies_of_case_three)
    done = soak(tmp_path / "fuzz.json", "--cases", "6", "--targets", "calls,replays")
    assert done.exit_code == 1
    assert "replays:3: the process died" in done.output
    found = json.loads((tmp_path / "fuzz.json").read_text(encoding="utf-8"))
    assert (found["cases"], found["faults"], set(found["targets"])) == (12, 2, {"calls", "replays"})
    assert (found["verdict"], found["seed"], found["card_set"]) == ("2 faults", 1, load().digest)
    assert found["targets"]["calls"]["memory_mb"] == {"before": 90.0, "after": 90.0}
    assert str(tmp_path) not in json.dumps(found)


def test_make_soak_leaves_out_one_of_its_two_halves():
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nsoak:")[2].partition("\n\n")[0]
    assert re.findall(r"python (?:-m )?(experiments\S+)", lines) == ["experiments/soak.py", "experiments.soak_fuzz"]


def test_wrong_option_ends_in_a_traceback(tmp_path: Path):
    for more in (["--targets", "nothing"], ["--only", "replays"], ["--only", "nothing:1"]):
        done = soak(tmp_path / "fuzz.json", *more)
        assert done.exit_code == 2, done.output
    assert soak(tmp_path / "fuzz.json", "--only", "calls:1").exit_code == 0
    assert not (tmp_path / "fuzz.json").exists()
