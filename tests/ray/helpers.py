"""Small settings for tests on Ray, and what must be gone after them."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import ray

from experiments.train_rllib import RLlibConfig
from experiments.training import Run, read_config
from tests.training.helpers import ROOT

SMOKE = ROOT / "experiments" / "configs" / "rllib_smoke.toml"


def smoke(**changes: Any) -> RLlibConfig:
    return replace(read_config(SMOKE, RLlibConfig), **changes)


def updates(folder: Path) -> list[dict[str, Any]]:
    """The log without evaluations."""
    return [row for row in Run(folder).rows() if "entropy" in row]


@contextmanager
def leaving_nothing_behind() -> Iterator[None]:
    """Ray is shut down after the block, whatever happens in it, and no process of its own remains."""
    before = raylets()
    try:
        yield
    finally:
        ray.shutdown()
    assert raylets() - before == set()


def raylets() -> set[int]:
    """Processes of Ray that this one has started, or whose starter is gone."""
    lines = subprocess.run(["ps", "-eo", "pid,ppid,comm"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in lines.splitlines()[1:]]
    return {
        int(pid) for pid, parent, name in rows if name in ("raylet", "gcs_server") and int(parent) in (1, os.getpid())
    }


def wait_until_gone(process: int, patience: float) -> None:
    """Workers outlive their node until they notice, and answer as long as they do."""
    deadline = time.monotonic() + patience
    while lives(process):
        assert time.monotonic() < deadline, f"process {process} does not end"
        time.sleep(0.05)


def lives(process: int) -> bool:
    """Whether a process runs; one that waits for its parent to ask after it does not."""
    command = ["ps", "-o", "stat=", "-p", str(process)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return bool(told) and not told.startswith("Z")
