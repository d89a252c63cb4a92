"""What has to be measured in a process of its own: importing, compiling, starting from the cache, and memory."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from experiments.bench_common import spread
from experiments.bench_report import ROOT
from hadara_env.errors import HadaraError

_IMPORT = "import hadara_env"
_GAME = "from hadara_env import Game; game = Game.new(players=3, seed=1); game.apply(game.legal_actions()[0].index)"
_BATCH = "from hadara_env import HadaraVec; vec = HadaraVec(16); vec.step(vec.random_actions())"
_ENV = "from hadara_env import hadara_v0; env = hadara_v0.raw_env(); env.reset(seed=1); env.last(); env.state()"
_TIMED = "import time; begun = time.perf_counter(); {}; print(time.perf_counter() - begun)"

# Memory of the process before, with a batch of 4,096 games, warmed up, and after ten million more steps.
_MEMORY = """
import json
from pathlib import Path
import numpy as np
from hadara_env import HadaraVec

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * {page}

small = HadaraVec(1)
small.step(small.random_actions())
before = resident()
vec = HadaraVec(4096, (2, 5), "both")
buffers = sum(value.nbytes for value in vars(vec).values() if isinstance(value, np.ndarray))
for _ in range(100):
    vec.step(vec.random_actions())
warm, steps = resident(), 100 * vec.num_envs
peak = warm
while steps < {steps}:
    for _ in range(20):
        vec.step(vec.random_actions())
    steps += 20 * vec.num_envs
    peak = max(peak, resident())
print(json.dumps({{"games": vec.num_envs, "buffers": buffers, "resident": warm - before, "steps": steps,
                  "growth": peak - warm, "process": peak}}))
"""


def start_times(runs: int, compile_runs: int) -> dict[str, dict[str, Any]]:
    """Seconds to import, to compile on first use with an empty cache, and to start from the cache."""
    uses = {"Game": _GAME, "HadaraVec": _BATCH, "raw_env": _ENV}
    found = {"import hadara_env": _times(_IMPORT, runs, None)}
    for name, use in uses.items() if compile_runs else ():
        caches = [tempfile.TemporaryDirectory(prefix="hadara-bench-") for _ in range(compile_runs)]
        try:
            first = [_seconds(use, cache.name) for cache in caches]
            found[f"first use of {name}"] = {"unit": "s", **spread(first), "includes": "import, compile, first step"}
            found[f"cached start of {name}"] = _times(use, runs, caches[0].name)
        finally:
            for cache in caches:
                cache.cleanup()
    return found


def _times(use: str, runs: int, cache: str | None) -> dict[str, Any]:
    includes = "import only" if use == _IMPORT else "import, kernels from the cache, first step"
    return {"unit": "s", **spread([_seconds(use, cache) for _ in range(runs)]), "includes": includes}


def _seconds(use: str, cache: str | None) -> float:
    return float(_run(_TIMED.format(use), cache))


def memory(steps: int) -> dict[str, int] | None:
    """Bytes of a batch of 4,096 games, and growth over many steps; None where the system does not tell."""
    if not Path("/proc/self/statm").exists():
        return None
    return json.loads(_run(_MEMORY.format(page=os.sysconf("SC_PAGESIZE"), steps=steps), None))


def _run(code: str, cache: str | None) -> str:
    """The last line a fresh interpreter prints; `cache` is the folder of its kernels, None the usual one."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    if cache is not None:
        environment["HADARA_CACHE_DIR"] = cache
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HadaraError(f"a measuring process failed: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout.strip().splitlines()[-1]
