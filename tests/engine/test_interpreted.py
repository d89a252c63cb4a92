"""The engine without its compiler: the same games, every line of it run, and not a single warning."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hadara_env
from tests.engine.interpreted import PLANS, digests

ROOT = Path(hadara_env.__file__).parents[1]
LEAST_COVERAGE = 98.0


def run(*command: str, **environment: str) -> None:
    """Run Python from the checkout; warnings are errors there (an overflow, say, which compiled code never reports)."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the digests and the coverage of an interpreted run."""
    folder = tmp_path_factory.mktemp("interpreted")
    data = f"--data-file={folder / 'coverage'}"
    engine = str(ROOT / "hadara_env" / "engine")
    measured = ("-m", "coverage", "run", "--branch", data, f"--source={engine}")
    run(*measured, "-m", "tests.engine.interpreted", str(folder / "digests.json"), NUMBA_DISABLE_JIT="1")
    run("-m", "coverage", "json", data, "-o", str(folder / "coverage.json"))
    return folder


def test_compiled_and_interpreted_games_differ(interpreted: Path):
    found = json.loads((interpreted / "digests.json").read_text())
    expected = digests()
    assert len(expected) == len(PLANS) + 3
    assert {name for name in expected if found[name] != expected[name]} == set()


def test_part_of_the_engine_is_never_run(interpreted: Path):
    report = json.loads((interpreted / "coverage.json").read_text())
    missing = {
        Path(name).name: file["missing_lines"] + file["missing_branches"]
        for name, file in report["files"].items()
        if file["missing_lines"] or file["missing_branches"]
    }
    assert report["meta"]["branch_coverage"]
    assert report["totals"]["num_branches"] > 400
    assert report["totals"]["percent_covered"] >= LEAST_COVERAGE, missing
