"""A release is complete: packages that work away from the checkout, a citation, workflows that name what exists."""

import re
import shlex
import shutil
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

import hadara_env
from hadara_agents.cli import app
from tests.fresh_environment import ROOT, Environment, build, run
from tests.needs import CHECKOUT, EXTRAS

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
# Tests of files that only the checkout and the sdist have.
READ_FILES = [
    "envs/test_docs.py",
    "laws/test_every_clause_is_tested.py",
    "ray/test_page.py",
    "test_reference.py",
    "test_results.py",
    "training/test_configs.py",
]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("packages"))


def test_sdist_leaves_out_what_it_takes_to_test_it(packages: tuple[Path, Path]):
    with tarfile.open(packages[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {path for folder in ("tests", "docs", "hadara_env", "agents") for path in (ROOT / folder).rglob("*.*")}
    needed |= {path for kind in ("*.py", "configs/*.toml") for path in (ROOT / "experiments").glob(kind)}
    needed |= {path for kind in ("*.json", "*.jsonl") for path in (ROOT / "experiments" / "results").rglob(kind)}
    needed |= set((ROOT / "notebooks").glob("*.ipynb"))
    suffixes = (".pyc", ".state.json")
    files = {
        path.relative_to(ROOT).as_posix() for path in needed if path.is_file() and not path.name.endswith(suffixes)
    }
    roots = {"CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "Makefile", "constraints.txt", "mkdocs.yml"}
    assert sorted((files | roots) - names) == []
    assert [name for name in names if name.endswith(suffixes) or ".venv" in name] == []


def test_wheel_carries_something_else_than_the_two_packages(packages: tuple[Path, Path]):
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(packages[1]).namelist()}
    assert tops == {"hadara_env", "hadara_agents", f"hadara_env-{PROJECT['version']}.dist-info"}


def unpacked(sdist: Path, folder: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (found,) = folder.iterdir()
    return found


def passed(said: str) -> int:
    found = re.search(r"(\d+) passed", said)
    assert found, said
    return int(found[1])


@pytest.mark.slow
def test_wheel_does_not_work_without_checkout_and_extras(packages: tuple[Path, Path], tmp_path: Path):
    fresh = Environment(tmp_path / "fresh", packages[1], "pytest", "hypothesis", "pytest-xdist", "packaging")
    assert not {"torch", "ray", "stable-baselines3", "fastapi", "hadara-env"} & fresh.lent
    fresh.run("-m", "pip", "check")
    place = fresh.run("-c", "import hadara_env, hadara_agents; print(hadara_env.__file__, hadara_agents.__file__)")
    assert str(ROOT) not in place
    tests = unpacked(packages[0], tmp_path / "sdist") / "tests"
    for name in (name for name in [*CHECKOUT, *EXTRAS] if "::" not in name):
        (shutil.rmtree if (tests / name).is_dir() else Path.unlink)(tests / name)
    tests.rename(fresh.folder / "tests")
    (fresh.folder / "pytest.ini").write_text(
        "[pytest]\naddopts = --import-mode=importlib --strict-markers\npythonpath = .\nmarkers = slow\n",
        encoding="utf-8",
    )
    but = [f"--deselect=tests/{name}" for name in [*CHECKOUT, *EXTRAS] if "::" in name]
    assert passed(fresh.run("-m", "pytest", "-q", "-n", "2", "-m", "not slow", *but, "tests")) > 1500


@pytest.mark.slow
def test_sdist_cannot_be_tested(packages: tuple[Path, Path], tmp_path: Path):
    folder = unpacked(packages[0], tmp_path)
    chosen = [f"tests/{name}" for name in READ_FILES]
    # What lies there comes before the installed packages, which are those of the checkout.
    code = "import sys, pytest; sys.path[:0] = ['.', 'agents']; sys.exit(pytest.main(sys.argv[1:]))"
    run(sys.executable, "-P", "-c", code, "-q", "--collect-only", "-p", "no:cacheprovider", cwd=folder)
    assert passed(run(sys.executable, "-P", "-c", code, "-q", "-p", "no:cacheprovider", *chosen, cwd=folder)) > 100


def test_list_of_tests_names_one_that_is_gone():
    for name in [*CHECKOUT, *EXTRAS, *READ_FILES]:
        path, _, function = name.partition("::")
        assert (ROOT / "tests" / path).exists(), name
        assert not function or f"def {function}(" in (ROOT / "tests" / path).read_text(encoding="utf-8"), name


def test_command_tells_another_version():
    said = CliRunner().invoke(app, ["--version"])
    assert (said.exit_code, said.output) == (0, f"hadara-env {PROJECT['version']}\n")


def test_citation_is_not_valid_or_tells_another_version():
    """The fields that the Citation File Format 1.2.0 requires, and none that it does not know."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    known = {
        "abstract", "authors", "cff-version", "commit", "contact", "date-released", "doi", "identifiers", "keywords",
        "license", "license-url", "message", "preferred-citation", "references", "repository", "repository-artifact",
        "repository-code", "title", "type", "url", "version",
    }  # fmt: skip
    assert {"authors", "cff-version", "message", "title"} <= set(citation) <= known
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] in ("software", "dataset")
    person = {"family-names", "given-names", "name-particle", "name-suffix"}
    shared = {"alias", "affiliation", "address", "city", "country", "email", "name", "orcid", "website"}
    assert citation["authors"]
    for author in citation["authors"]:
        assert ("name" in author) != bool(person & set(author))
        assert set(author) <= person | shared
    assert len(set(citation["keywords"])) == len(citation["keywords"]) > 0
    assert str(citation["version"]) == PROJECT["version"] == hadara_env.__version__
    assert citation["license"] == PROJECT["license"]


def jobs_of(path: Path) -> dict[str, dict[str, Any]]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_is_malformed(path: Path):
    whole = yaml.safe_load(path.read_text(encoding="utf-8"))
    # YAML 1.1 reads the key `on` as a truth value.
    assert {"name", True, "permissions", "jobs"} == set(whole)
    for name, job in whole["jobs"].items():
        assert (
            {"runs-on", "steps", "timeout-minutes"} <= set(job) <= {"runs-on", "steps", "timeout-minutes", "strategy"}
        )
        assert job["steps"][0]["uses"].startswith("actions/checkout@"), name
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step), f"{name}: {step}"
            assert set(step) <= {"uses", "run", "with", "shell", "name"}
            assert re.fullmatch(r"actions/[a-z-]+@v\d+", step.get("uses", "actions/checkout@v4"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_calls_something_that_does_not_exist(path: Path):
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    extras = PROJECT["optional-dependencies"]
    for job in jobs_of(path).values():
        for words in (shlex.split(step["run"]) for step in job["steps"] if "run" in step):
            if words[0] == "make":
                assert words[1] in targets
            elif words[1:2] == ["-m"] and words[2].startswith("experiments."):
                assert (ROOT / words[2].replace(".", "/")).with_suffix(".py").is_file()
            elif words[0] == "hadara":
                assert words[1] == "--version" or CliRunner().invoke(app, [words[1], "--help"]).exit_code == 0
            else:
                assert words[:2] == ["python", "-m"], words
                assert words[2] in ("pip", "build", "pytest")
            for named in re.findall(r"\.\[(.*)\]", " ".join(words)):
                assert set(named.split(",")) <= set(extras)


def test_workflow_tests_other_systems_or_pythons_than_promised():
    matrix = jobs_of(ROOT / ".github" / "workflows" / "tests.yml")["test"]["strategy"]["matrix"]
    assert {system.partition("-")[0] for system in matrix["os"]} == {"ubuntu", "macos", "windows"}
    promised = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    assert matrix["python"] == promised == ["3.11", "3.12", "3.13"]


def test_house_rules_name_a_file_or_target_that_is_gone():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    paths = re.findall(r"`((?:docs|tests|hadara_env)/[^`]*|[A-Za-z_]+\.(?:md|toml|txt|cff))`", text)
    assert [name for name in [*links, *paths] if not (ROOT / name).exists()] == []
    assert [name for name in re.findall(r"make ([a-z-]+)", text) if f"\n{name}:" not in makefile] == []
