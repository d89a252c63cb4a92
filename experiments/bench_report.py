"""The result file of a benchmark: what was measured, where, and with what."""

import contextlib
import datetime
import hashlib
import importlib.metadata
import json
import os
import platform
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hadara_env.cards import load
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.files import write_atomically

ROOT = Path(__file__).resolve().parent.parent
RESULTS, PAGE = Path("experiments/results"), Path("docs/performance.md")


def machine() -> dict[str, Any]:
    """What it ran on."""
    return {
        "cpu": _cpu_model(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "architecture": platform.machine(),
        "system": platform.system(),
        "load_before": load_average(),
    }


def load_average() -> list[float] | None:
    """Runnable processes in the last 1, 5 and 15 minutes; None where the system does not say."""
    try:
        return [round(load, 2) for load in os.getloadavg()]
    except (AttributeError, OSError):
        return None


def _cpu_model() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown"


def versions(names: Iterable[str]) -> dict[str, str]:
    """Of Python and of those packages that are installed."""
    found = {"python": platform.python_version()}
    for name in names:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found


class Report:
    """A result file in the making; the clock and the load average begin with it."""

    def __init__(self, what: str, command: str, rounds: int, seconds: float, packages: Iterable[str]) -> None:
        self._begun = time.monotonic()
        self.content: dict[str, Any] = {
            "what": what,
            "command": command,
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "rounds": rounds,
            "seconds_a_run": seconds,
            "machine": machine(),
            "versions": versions(("hadara-env", "numpy", "numba", "llvmlite", *packages)),
            "sources": _sources(),
            "cards": load().digest,
            "record_bytes": GAME.itemsize,
            "observation_size": OBS.size,
            "actions": NUM_ACTIONS,
        }

    def add(self, **parts: Any) -> None:
        self.content |= parts

    def write(self, out: Path) -> None:
        """Close the result; a line says so where what was measured changed under way."""
        if _sources() != self.content["sources"]:
            line = "some of the start and memory figures are of other sources: files of hadara_env changed meanwhile."
            self.content["skipped"] = [*self.content.get("skipped", []), line]
        self.content["machine"]["load_after"] = load_average()
        self.content["seconds"] = round(time.monotonic() - self._begun, 1)
        write_atomically(out, json.dumps(self.content, indent=2, ensure_ascii=False) + "\n")


def _sources() -> str:
    """Names the library's code as it is on disk now: processes started later run that."""
    digest = hashlib.sha256()
    for path in sorted((ROOT / "hadara_env").rglob("*.py")):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
