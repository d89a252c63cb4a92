"""The compiler's cache cannot go stale, leaves the user's numba alone, and nobody needs it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import hadara_env
from hadara_env.engine import jit

ROOT = Path(hadara_env.__file__).parents[1]


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, timeout=300, check=False
    )


SMALL_KERNEL = """
import hadara_env.engine.jit as jit
from hadara_env.engine.random import mix
jit.announce_compilation()
print(jit.CACHE, mix(12345))
"""
EXPECTED = "4177849191"  # what the generator makes of 12345, on every machine


def test_number_of_the_generator_has_changed():
    from hadara_env.engine.random import mix

    assert str(mix(12345)) == EXPECTED


def test_game_needs_a_writable_cache(tmp_path: Path):
    """A folder below a regular file can never be made, not even by an administrator."""
    (tmp_path / "file").write_text("")
    done = python(SMALL_KERNEL, HADARA_CACHE_DIR=str(tmp_path / "file" / "cache"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["None", EXPECTED]
    assert done.stderr == "hadara_env: compiling the game (no cache folder can be written)...\n"


def test_cache_lies_elsewhere_or_is_announced_twice(tmp_path: Path):
    first = python(SMALL_KERNEL, HADARA_CACHE_DIR=str(tmp_path))
    cache, number = first.stdout.split()
    assert number == EXPECTED
    assert Path(cache).parent == tmp_path
    assert "compiling the game once" in first.stderr
    assert first.stderr.count("\n") == 1
    assert list(tmp_path.rglob("*.nbi"))
    second = python(SMALL_KERNEL, HADARA_CACHE_DIR=str(tmp_path))
    assert second.stdout == first.stdout
    assert second.stderr == ""


def test_changed_source_finds_the_old_cache(tmp_path: Path):
    package = tmp_path / "engine"
    shutil.copytree(jit.ENGINE, package, ignore=shutil.ignore_patterns("__pycache__"))
    before = jit._sources_hash((package,))
    assert before != jit._sources_hash((jit.ENGINE,)), (
        "two checkouts share a folder, and one finds it full of the other's"
    )
    for name in ("scoring.py", "rules/income.py"):
        source = package / name
        text = source.read_text()
        source.write_text(text + "\n# changed\n")
        assert jit._sources_hash((package,)) != before
        source.write_text(text)
    assert jit._sources_hash((package,)) == before
    (package / "rules" / "income.py").rename(package / "rules" / "incomes.py")
    assert jit._sources_hash((package,)) != before


def test_other_packages_share_a_cache_with_the_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HADARA_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "one.py").write_text("a = 1\n")
    alone, both = jit._writable_cache(jit.ENGINE), jit._writable_cache(jit.ENGINE, tmp_path)
    assert alone
    assert both
    assert alone != both
    (tmp_path / "one.py").write_text("a = 2\n")
    assert jit._writable_cache(jit.ENGINE, tmp_path) not in (alone, both)


def test_users_numba_settings_are_changed(tmp_path: Path):
    code = """
import numba
before = numba.config.CACHE_DIR
import hadara_env.engine.batch, hadara_env.engine.vector
print(before == numba.config.CACHE_DIR, numba.config.CACHE_DIR)
"""
    own = tmp_path / "mine"
    done = python(code, NUMBA_CACHE_DIR=str(own), HADARA_CACHE_DIR=str(tmp_path / "ours"))
    assert done.stdout.split() == ["True", str(own)], done.stderr
    assert not own.exists()


def test_failing_decoration_leaves_our_cache_folder_set(monkeypatch: pytest.MonkeyPatch):
    def refuse(**options: object) -> None:
        raise RuntimeError("no")

    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    monkeypatch.setattr(numba, "njit", refuse)
    with pytest.raises(RuntimeError, match="no"):
        jit.kernel(lambda x: x)
    assert before == numba.config.CACHE_DIR  # type: ignore[attr-defined]


@pytest.mark.parametrize("first_use", ["import hadara_env", "import hadara_env; hadara_env.HadaraError"])
def test_import_loads_the_compiler_or_torch(first_use: str):
    code = f"{first_use}\nimport sys\nprint([m for m in ('numba', 'torch', 'gymnasium', 'numpy') if m in sys.modules])"
    done = python(code)
    assert done.stdout.strip() == "[]", done.stderr


def test_game_loads_torch():
    done = python("from hadara_env import Game, View\nimport sys\nprint('torch' in sys.modules)")
    assert done.stdout.strip() == "False", done.stderr


@pytest.mark.parametrize(
    ("platform", "environment", "tail"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x/cache"}, ("x", "cache", "hadara_env")),
        ("linux", {"XDG_CACHE_HOME": ""}, (".cache", "hadara_env")),
        ("darwin", {}, ("Library", "Caches", "hadara_env")),
        ("win32", {"LOCALAPPDATA": ""}, ("AppData", "Local", "hadara_env")),
        ("win32", {"LOCALAPPDATA": "/local"}, ("local", "hadara_env")),
        ("linux", {"HADARA_CACHE_DIR": "/chosen"}, ("chosen",)),
    ],
)
def test_cache_is_not_where_the_system_keeps_caches(
    platform: str, environment: dict[str, str], tail: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("HADARA_CACHE_DIR", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert jit._user_cache().parts[-len(tail) :] == tail


def test_unknown_home_folder_stops_the_game(monkeypatch: pytest.MonkeyPatch):
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("LOCALAPPDATA", "")
    monkeypatch.delenv("HADARA_CACHE_DIR", raising=False)
    assert jit._writable_cache(jit.ENGINE) is None
