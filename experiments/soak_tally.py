"""What the cases of a soak came to: counts by target and outcome, faults, memory, and the file that keeps them."""

import importlib.metadata
import os
import platform
from collections import Counter
from typing import Any

from rich.table import Table

from hadara_env.cards import load

LISTED = 20  # faults of a target that are described; all are counted


class Tally:
    """What the cases of one target came to."""

    def __init__(self) -> None:
        self.outcomes, self.listed = Counter[str](), list[dict[str, Any]]()
        self.failed = self.faults = 0
        self.memory = list[tuple[float, float]]()  # MB of each process, once it has settled and at its end
        self.seconds = 0.0

    def fault(self, number: int | None, what: str) -> None:
        """A case that failed, or None where it was no single case."""
        self.faults += 1
        self.failed += number is not None
        if len(self.listed) < LISTED:
            self.listed.append({"case": number, "what": what})

    @property
    def grown(self) -> float | None:
        """What the process that grew most grew by, or None where the system does not tell."""
        return max((after - before for before, after in self.memory), default=None)

    def summary(self) -> dict[str, Any]:
        worst = max(self.memory, key=lambda pair: pair[1] - pair[0], default=(None, None))
        return {
            "cases": sum(self.outcomes.values()) + self.failed,
            "outcomes": dict(sorted(self.outcomes.items())),
            "faults": self.faults,
            "listed_faults": self.listed,
            "memory_mb": {
                name: value and round(value, 1) for name, value in zip(("before", "after"), worst, strict=True)
            },
            "seconds": round(self.seconds, 1),
        }


def report(found: dict[str, dict[str, Any]], seed: int, cases: int) -> dict[str, Any]:
    """What is kept of a run."""
    faults = sum(tally["faults"] for tally in found.values())
    return {
        "what": "odd play, wrong calls and damaged files: each is refused in a sentence or does what it should",
        "verdict": "nothing broke" if not faults else f"{faults} faults",
        "cases": sum(tally["cases"] for tally in found.values()),
        "faults": faults,
        "seed": seed,
        "targets": found,
        "command": f"python -m experiments.soak_fuzz --cases {cases} --seed {seed} --targets '{','.join(found)}'",
        "card_set": load().digest,
        "versions": {
            "python": platform.python_version(),
            **{name: importlib.metadata.version(name) for name in ("hadara-env", "numpy", "numba")},
        },
        "machine": {"cpus": os.cpu_count(), "architecture": platform.machine(), "system": platform.system()},
    }


def table(found: dict[str, dict[str, Any]]) -> Table:
    """The same for the terminal."""
    shown = Table(title="soak: odd play and damaged files")
    for head in ("target", "cases", "refused", "accepted", "faults", "memory, MB", "seconds"):
        shown.add_column(head, justify="left" if head == "target" else "right")
    for name, tally in found.items():
        outcomes, memory = tally["outcomes"], tally["memory_mb"]
        words = ("refused", "accepted") if {"refused", "accepted"} & set(outcomes) else ("", "")
        counts = [str(outcomes.get(word, 0)) if word else "" for word in words]
        grown = "" if memory["before"] is None else f"{memory['before']:.0f} to {memory['after']:.0f}"
        shown.add_row(name, str(tally["cases"]), *counts, str(tally["faults"]), grown, str(tally["seconds"]))
    return shown
