"""The one place that knows numba: `kernel` compiles a function, with a cache that cannot go stale.

numba's own cache notices a change in the file of a function but not in the files it calls, and then silently runs the
old code. So the cache folder is named after a hash of all the engine's sources, and lies in the user's cache folder
(`HADARA_CACHE_DIR` overrides it); where no folder can be written, nothing is cached. The folder is set only while a
function of ours is decorated: the caller's own numba code keeps its settings.
"""

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED: bool = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]


def _user_cache() -> Path:
    if chosen := os.environ.get("HADARA_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "hadara_env"


def _sources_hash(packages: tuple[Path, ...]) -> str:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for package in packages:
        digest.update(str(package.resolve()).encode())  # numba keeps the code of two checkouts apart, so we do too
        for source in sorted(package.rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _writable_cache(*packages: Path) -> Path | None:
    try:
        folder = _user_cache() / _sources_hash(packages)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # RuntimeError: no home folder is known
        return None


ENGINE = Path(__file__).parent
CACHE: Path | None = _writable_cache(ENGINE)


@contextlib.contextmanager
def _cache_folder(cache: Path | None) -> Iterator[None]:
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(cache) if cache else before
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def kernel_for(*packages: Path) -> Callable[[Function], Function]:
    """The decorator for kernels of other packages that call the engine's: their cache minds both sources."""
    return _compiler(_writable_cache(ENGINE, *packages))


def _compiler(cache: Path | None, parallel: bool = False) -> Callable[[Function], Function]:
    def compiler(function: Function) -> Function:
        with _cache_folder(cache):
            options = {"nogil": True, "error_model": "numpy", "parallel": parallel, "cache": cache is not None}
            return numba.njit(**options)(function)  # type: ignore[return-value]

    return compiler


kernel = _compiler(CACHE)  # without the interpreter lock, so that kernels of several threads run at once
parallel_kernel = _compiler(CACHE, parallel=True)  # `numba.prange` inside shares the loop out, for large batches


def announce_compilation(kernel_name: str = "") -> None:
    """Say once, on standard error, that the first use compiles, unless the cache holds that kernel already."""
    global _announced
    if _announced or not COMPILED or kernel_name in _looked_for:
        return
    _looked_for.add(kernel_name)  # a look into the folder takes longer than dealing a game
    if CACHE and any(CACHE.rglob(f"{kernel_name}*.nbi")):
        return
    _announced = True
    if CACHE is None:
        print("hadara_env: compiling the game (no cache folder can be written)...", file=sys.stderr)
    else:
        print("hadara_env: compiling the game once; later starts take the result from the cache...", file=sys.stderr)


_announced = False
_looked_for: set[str] = set()
