"""An empty environment with the wheel in it: its own dependencies and a test runner, but no checkout and no extra.

The dependencies are lent by the environment the tests run in, so that nothing is fetched.
"""

import importlib.metadata
import shlex
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
WINDOWS = sys.platform == "win32"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*.????????")
FOLDERS = (".github", "agents", "docs", "experiments", "hadara_env", "notebooks", "tests")


def build(folder: Path) -> tuple[Path, Path]:
    """The sdist and, from it, the wheel, as `make build` makes them."""
    source = folder / "source"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, source / name, ignore=LEFT_OUT)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, source)
    out = folder / "dist"
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source), cwd=folder)
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return sdist, wheel


def run(*command: str, cwd: Path) -> str:
    """Run a command to its end; what it says where it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    said = f"{done.stdout[-8000:]}\n{done.stderr[-4000:]}"
    assert done.returncode == 0, f"{shlex.join(command)} ends with {done.returncode}\n{said}"
    return done.stdout


class Environment:
    """An environment made from nothing. Of what is installed around us it has only what it was asked for."""

    def __init__(self, folder: Path, wheel: Path, *also: str) -> None:
        self.folder = folder
        venv.create(folder, with_pip=True)
        self.bin = folder / ("Scripts" if WINDOWS else "bin")
        self.python = str(self.bin / "python")
        site = self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
        wanted = [r for r in map(Requirement, requires_of(wheel)) if belongs(r, "")]
        self.lent = closure([*wanted, *map(Requirement, also)])
        for name in self.lent:
            lend(name, Path(site))
        self.run("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel))

    def run(self, *arguments: str) -> str:
        """The output of this environment's Python, started away from any source. Nothing around it is inherited."""
        return run(self.python, "-I" if arguments[0] == "-c" else "-P", *arguments, cwd=self.folder)


def requires_of(wheel: Path) -> list[str]:
    (found,) = importlib.metadata.distributions(path=[str(wheel)])
    return found.requires or []


def belongs(requirement: Requirement, extra: str) -> bool:
    """Whether a requirement applies here and to this extra ("" is none)."""
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def closure(requirements: Iterable[Requirement]) -> set[str]:
    """The names of everything these requirements pull in."""
    todo, seen = list(requirements), set[tuple[str, str]]()
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        for extra in {"", *requirement.extras} - {e for n, e in seen if n == name}:
            seen.add((name, extra))
            inner = map(Requirement, importlib.metadata.distribution(name).requires or [])
            todo += [r for r in inner if belongs(r, extra)]
    return {name for name, _ in seen}


def lend(name: str, site: Path) -> None:
    """Make one installed distribution visible in another site folder."""
    distribution = importlib.metadata.distribution(name)
    home = Path(str(distribution.locate_file("")))
    tops = {file.parts[0] for file in distribution.files or [] if file.parts[0] not in ("..", "__pycache__")}
    assert tops, f"{name} does not tell which files it has"
    for top in tops:
        source, target = home / top, site / top
        if target.exists():
            continue
        if not WINDOWS:  # where links need rights that not everybody has
            target.symlink_to(source)
        elif source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
