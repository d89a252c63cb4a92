"""What a fresh install promises: light dependencies, pinned versions, complete wheels."""

import importlib.metadata
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
INSTALLED_BY_SETUP = sorted(set(EXTRAS) - {"bench"})
# Packages that pip brings along with torch on some machines only: they follow from torch's own pin.
FOLLOWS_TORCH = re.compile(r"(nvidia|cuda|triton)(-|$)")


def pins() -> dict[str, str]:
    """Version by name, from constraints.txt; every line must be an exact pin."""
    found = {}
    for number, line in enumerate((ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            match = re.fullmatch(r"([A-Za-z0-9._-]+)==([0-9][A-Za-z0-9.]*)", line)
            assert match, f"constraints.txt line {number} is not a plain name==version: {line!r}"
            found[canonicalize_name(match[1])] = match[2]
    return found


def installed_closure() -> dict[str, str]:
    """Version by name of everything that the base and the extras of `make setup` pull in on this machine."""
    todo = [Requirement(line) for line in PROJECT["dependencies"]]
    todo += [Requirement(line) for extra in INSTALLED_BY_SETUP for line in EXTRAS[extra]]
    seen: dict[tuple[str, str], str] = {}
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        for extra in {"", *requirement.extras}:
            if (name, extra) in seen or FOLLOWS_TORCH.match(name):
                continue
            distribution = importlib.metadata.distribution(name)
            seen[name, extra] = distribution.version.partition("+")[0]
            inner = [Requirement(line) for line in distribution.requires or []]
            todo += [r for r in inner if r.marker is None or r.marker.evaluate({"extra": extra})]
    return {name: version for (name, _), version in seen.items()}


def run_python(code: str) -> None:
    """Run code in an interpreter of its own, so that nothing imported here counts."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr


def test_base_install_drags_in_a_heavy_library():
    names = {canonicalize_name(Requirement(line).name) for line in PROJECT["dependencies"]}
    assert names == {"numpy", "numba", "gymnasium", "pettingzoo", "safetensors", "typer", "rich"}


@pytest.mark.parametrize("extra", ["", *sorted(EXTRAS)])
def test_requirement_is_not_pinned_or_its_pin_is_out_of_range(extra: str):
    pinned = pins()
    for line in EXTRAS[extra] if extra else PROJECT["dependencies"]:
        requirement = Requirement(line)
        version = pinned.get(canonicalize_name(requirement.name))
        assert version is not None, f"{line} has no line in constraints.txt"
        assert requirement.specifier.contains(version, prereleases=True), f"{line} excludes its own pin {version}"


def test_setup_installs_something_unpinned():
    pinned = pins()
    closure = installed_closure()
    assert len(closure) > 60
    assert {name: version for name, version in closure.items() if pinned.get(name) != version} == {}


def test_torch_or_gymnasium_moved_off_the_versions_everything_was_measured_with():
    assert (pins()["torch"], pins()["gymnasium"]) == ("2.13.0", "1.2.2")


def test_version_differs_between_package_and_metadata():
    import hadara_env

    assert hadara_env.__version__ == PROJECT["version"] == importlib.metadata.version("hadara-env")


def test_changelog_does_not_name_the_version():
    assert f"## [{PROJECT['version']}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_import_loads_a_training_library():
    run_python(
        "import sys, hadara_env, hadara_agents\n"
        "heavy = {'torch', 'ray', 'stable_baselines3', 'torchrl', 'jax', 'fastapi', 'matplotlib'} & set(sys.modules)\n"
        "assert not heavy, f'imported at once: {sorted(heavy)}'"
    )


def test_import_compiles_kernels():
    run_python(
        "from numba.core import event\n"
        "with event.install_recorder('numba:compile') as recorder:\n"
        "    import hadara_env, hadara_agents\n"
        "assert not recorder.buffer, f'compiled on import: {recorder.buffer[0][1].data}'"
    )


def test_checkout_changes_the_bytes_of_card_files():
    lines = (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
    rules = [line.split() for line in lines if line and not line.startswith("#")]
    # The last rule that fits wins, in git.
    assert [rule[1:] for rule in rules if rule[0] in ("*", "*.csv")][-1] == ["-text"]


def test_wheel_leaves_a_file_of_the_packages_out(tmp_path: Path):
    source = tmp_path / "source"
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*")
    for package in ("hadara_env", "agents"):
        shutil.copytree(ROOT / package, source / package, ignore=ignore)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    expected = {
        path.relative_to(base).as_posix()
        for base, package in ((source, "hadara_env"), (source / "agents", "hadara_agents"))
        for path in (base / package).rglob("*")
        if path.is_file()
    }
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*command, "-w", tmp_path, source], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert "hadara_env/data/epoch_cards.csv" in packed
    assert sorted(expected - packed) == []
