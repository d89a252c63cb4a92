"""The arena's answer repeats: over processes, and over a kill in the middle."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hadara_agents.arena import run
from tests.arena.helpers import PLAYERS, ROOT, games_in, plan_of, summary_in

SPECS = ("ismcts:iters=10", "heuristic", "random", f"{PLAYERS}:Raises")
FILES = ("games.jsonl", "plan.json", "summary.json")


def command(out: str, *more: str) -> list[str]:
    words = ["--agents", ",".join(SPECS), "--sets", "3", "--seed", "5", "--move-limit", "none", *more]
    return [sys.executable, "-m", "hadara_agents.cli", "arena", *words, "--out", out]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tournament on one process, without interruption."""
    folder = tmp_path_factory.mktemp("alone")
    run(plan_of(*SPECS, sets=3), folder / "out", processes=1)
    return folder / "out"


def test_several_processes_give_another_answer(alone: Path, tmp_path: Path):
    run(plan_of(*SPECS, sets=3), tmp_path / "out", processes=3)
    assert (tmp_path / "out" / "games.jsonl").read_bytes() == (alone / "games.jsonl").read_bytes()
    ours, theirs = summary_in(tmp_path / "out"), summary_in(alone)
    assert ours.pop("command") != theirs.pop("command")  # the folder
    assert ours == theirs


def test_killed_and_continued_tournament_differs(alone: Path, tmp_path: Path):
    """SIGKILL at a moment nobody chose, with two workers at play; then the same command again."""
    out = tmp_path / "out"
    games = out / "games.jsonl"
    process = subprocess.Popen(command(str(out), "--processes", "2"), cwd=ROOT, stdout=subprocess.DEVNULL)
    until = time.monotonic() + 100
    while not (games.exists() and games.read_bytes().count(b"\n") >= 8):
        assert time.monotonic() < until
        assert process.poll() is None, "the tournament was over before it could be killed"
        time.sleep(0.005)
    children = _children(process.pid)
    assert len(children) >= 2
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    begun = games.read_bytes()
    whole = (alone / "games.jsonl").read_bytes()
    assert whole.startswith(begun)
    assert len(begun) < len(whole)
    while any(_is_alive(child) for child in children):
        assert time.monotonic() < until, "a worker lives on without its tournament"
        time.sleep(0.05)
    done = subprocess.run(command(str(out), "--processes", "1"), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert games.read_bytes() == whole
    ours, theirs = summary_in(out), summary_in(alone)
    assert ours.pop("command").partition(" --out")[0] == theirs.pop("command").partition(" --out")[0]
    assert ours == theirs


def test_interrupt_leaves_a_traceback_or_no_word_on_how_to_go_on(tmp_path: Path):
    out = tmp_path / "out"
    words = command(str(out), "--processes", "1", "--sets", "1000")  # not over before the signal comes
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 100
    while not (out / "games.jsonl").exists() or not (out / "games.jsonl").stat().st_size:
        assert time.monotonic() < until
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=60)
    assert (process.returncode, printed) == (130, "")
    assert (
        said == f"Stopped: {out / 'games.jsonl'} holds {len(games_in(out))} of 12000 games; the same command goes on.\n"
    )


def _children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:  # it ended while we looked
            continue
        if int(fields[1]) == pid:
            found.append(int(entry.parent.name))
    return found


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
