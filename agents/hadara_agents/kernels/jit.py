"""The decorator of this package's kernels."""

from pathlib import Path

from hadara_env.engine.jit import kernel_for

kernel = kernel_for(Path(__file__).parent)
