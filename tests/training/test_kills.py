"""Real processes that die: by SIGKILL at any moment, and on a disk that is full."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from experiments.training import Match, Run, measure
from hadara_agents.policy import checkpoint
from tests.training.helpers import ROOT, SMOKE

TRAINER = ROOT / "experiments" / "train_ppo.py"
OFTEN = "save_minutes = 0.002\nevaluate_minutes = 0.01\n"  # so that a kill falls into a save now and then
TARGET = 40 * 1024


def start(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(TRAINER), *words]
    return subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def finished(process: subprocess.Popen[str]) -> str:
    output, _ = process.communicate(timeout=900)
    return output


def updates(folder: Path) -> int:
    return len(Run(folder).rows())


def check_whole(folder: Path) -> None:
    """Whatever can be named can be played."""
    for path in (folder / "checkpoints").glob("[!.]*"):
        if path.is_dir():
            checkpoint.load(str(path))
    if (folder / "checkpoints" / "best.json").exists():
        checkpoint.load(str(folder))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")
def test_killed_run_cannot_go_on_or_leaves_a_checkpoint_that_does_not_load(tmp_path: Path):
    seed = random.randrange(10**6)
    chance = random.Random(seed)
    config, folder = tmp_path / "often.toml", tmp_path / "run"
    config.write_text(OFTEN + SMOKE.read_text(encoding="utf-8"), encoding="utf-8")
    words = ["--config", str(config), "--out", str(folder)]
    for _ in range(3):
        known = updates(folder)
        process = start(*words, "--decisions", str(10**7))
        while updates(folder) in (0, known) and process.poll() is None:
            time.sleep(0.02)
        time.sleep(2 * chance.random())
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, finished(process)
        check_whole(folder)
        words = ["--resume", str(folder)]
    saved = Run(folder).load_state()
    assert saved is not None, f"nothing was saved (seed {seed})"
    target = max(TARGET, saved[1]["decisions"] + 4096)
    process = start(*words, "--decisions", str(target))
    output = finished(process)
    assert process.returncode == 0, f"{output} (seed {seed})"
    saved = Run(folder).load_state()
    assert saved is not None
    assert saved[1]["decisions"] == target
    rows = [row["update"] for row in Run(folder).rows() if "entropy" in row]
    assert rows == list(range(1, target // 1024 + 1)), f"the log has gaps or lines twice (seed {seed})"
    check_whole(folder)
    assert not list(folder.rglob(".*")), "what the kills left half done is still there"
    played = measure(f"ppo:{folder}", [Match("random", sets=5)], seed=3)
    assert played["matches"][0]["games"] == 10


def fill(path: Path) -> None:
    """Until not a byte more fits."""
    with path.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        file.write(b"0" * file.write(b"0" * 2**22))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root can mount a small disk")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can mount a small disk")
def test_full_disk_ends_in_a_traceback_or_takes_the_checkpoint(small_disk: Path):
    folder = small_disk / "run"
    process = start("--config", str(SMOKE), "--out", str(folder), "--decisions", "2048")
    assert "M decisions" in finished(process)
    assert process.returncode == 0
    filler = small_disk / "filler"
    fill(filler)
    process = start("--resume", str(folder), "--decisions", "8192")
    output = finished(process)
    assert process.returncode == 1
    assert output.strip().splitlines()[-1].endswith("cannot be written: No space left on device."), output
    assert "Traceback" not in output
    check_whole(folder)
    filler.unlink()
    process = start("--resume", str(folder), "--decisions", "3072")
    output = finished(process)
    assert "goes on 2048" in output
    assert process.returncode == 0, output
