"""A large batch is small, and a long run does not grow."""

import gc
from pathlib import Path

import numpy as np
import pytest

from hadara_env.envs.vector import HadaraVec

MB = 2**20
STATUS = Path("/proc/self/statm")
measured = pytest.mark.skipif(not STATUS.exists(), reason="this system does not tell how much memory a process uses")


def resident() -> float:
    """Memory this process really uses, in MB."""
    gc.collect()
    return int(STATUS.read_text(encoding="utf-8").split()[1]) * 4096 / MB


def play(vec: HadaraVec, steps: int) -> None:
    for _ in range(steps):
        vec.step(vec.random_actions())


@measured
def test_4096_games_need_more_than_200_mb():
    play(HadaraVec(2, 5), 2)  # kernels are loaded, so that only the batch counts
    before = resident()
    vec = HadaraVec(4096, (2, 5), "both")
    play(vec, 20)
    buffers = sum(value.nbytes for value in vars(vec).values() if isinstance(value, np.ndarray))
    assert buffers < 100 * MB
    assert resident() - before < 200


def grown_by(steps: int) -> float:
    vec = HadaraVec(1024, (2, 5), "both", seed=3)
    play(vec, 50)
    before = resident()
    play(vec, steps // 1024)
    assert vec.episodes.any()
    return resident() - before


@measured
def test_half_a_million_steps_grow():
    assert grown_by(500_000) < 8


@measured
@pytest.mark.slow
def test_ten_million_steps_grow():
    assert grown_by(10_000_000) < 8
