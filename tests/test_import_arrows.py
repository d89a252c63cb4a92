"""Imports point one way: data, cards, engine, game, environments, agents, experiments."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = {"hadara_env": ROOT, "hadara_agents": ROOT / "agents", "experiments": ROOT}

# From the ground up: a module may import from its own layer and from earlier ones in this list, never from later ones.
# The longest name that fits decides. A module of hadara_env that none fits is a fault, so that each gets a place.
LAYERS: list[tuple[str, ...]] = [
    ("hadara_env.data", "hadara_env.errors", "hadara_env.version"),
    ("hadara_env.cards", "hadara_env.card_checks", "hadara_env.card_files"),
    ("hadara_env.engine",),
    ("hadara_env.config", "hadara_env.files", "hadara_env.names", "hadara_env.state"),
    ("hadara_env.game", "hadara_env.replay", "hadara_env.rewards", "hadara_env.view", "hadara_env.views"),
    ("hadara_env.docs_tables", "hadara_env.envs", "hadara_env.hadara_v0", "hadara_env.registration"),
    ("hadara_env",),
    ("hadara_agents",),
    ("experiments",),
]
LAYER_OF = {name: height for height, names in enumerate(LAYERS) for name in names}

# What hadara_env may import from outside, and where the rest has its place.
BASE = {"numpy", "numba", "gymnasium", "pettingzoo"}
ONLY_IN = {
    "hadara_env.views": {"resvg_py", "PIL"},
    "hadara_env.envs.adapters": {"torch", "torchrl", "tensordict", "stable_baselines3", "sb3_contrib", "ray"},
}
TORCH = {"torch", "torchrl", "tensordict", "stable_baselines3", "sb3_contrib"}


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def layer(module: str) -> int | None:
    """Height of the longest listed name that the module lies in; the facade hadara_env fits only itself."""
    fits = [name for name in LAYER_OF if is_within(module, name) and (name != "hadara_env" or module == name)]
    return LAYER_OF[max(fits, key=len)] if fits else None


def module_files() -> Iterator[tuple[str, Path]]:
    for package, base in SOURCES.items():
        for path in sorted((base / package).rglob("*.py")):
            yield ".".join(path.relative_to(base).with_suffix("").parts).removesuffix(".__init__"), path


MODULES = dict(module_files())


def imports(module: str, path: Path) -> Iterator[tuple[str, int]]:
    """Every module imported anywhere in the file, also inside functions, with its line."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            origin = ".".join([*up, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{origin}.{alias.name}"
                yield (inner if inner in MODULES else origin), node.lineno


def arrows(within: str) -> Iterator[tuple[str, str, str]]:
    """(importing module, imported module, place) for all files of a package."""
    for module, path in MODULES.items():
        if is_within(module, within):
            for target, line in imports(module, path):
                yield module, target, f"{path.relative_to(ROOT)}:{line}"


def backward(module: str, target: str) -> bool:
    mine, other = layer(module), layer(target)
    return mine is not None and other is not None and other > mine


def test_module_has_no_place_among_the_layers():
    assert [module for module in MODULES if layer(module) is None] == []


def test_import_points_back():
    faults = [f"{place}: {a} imports {b}" for package in SOURCES for a, b, place in arrows(package) if backward(a, b)]
    assert faults == []


def test_hadara_env_imports_more_than_its_base_dependencies():
    faults = []
    for module, target, place in arrows("hadara_env"):
        top = target.partition(".")[0]
        allowed = BASE | {"hadara_env"} | set(sys.stdlib_module_names)
        for package, names in ONLY_IN.items():
            allowed |= names if is_within(module, package) else set()
        if top not in allowed:
            faults.append(f"{place}: {module} imports {target}")
    assert faults == []


def test_hadara_agents_imports_torch_outside_policy():
    faults = [
        f"{place}: {module} imports {target}"
        for module, target, place in arrows("hadara_agents")
        if target.partition(".")[0] in TORCH and not is_within(module, "hadara_agents.policy")
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("module", "target", "expected"),
    [
        ("hadara_env.engine.legal", "hadara_env.cards", False),
        ("hadara_env.cards", "hadara_env.engine.layout", True),
        ("hadara_env.engine.flow", "hadara_env.game", True),
        ("hadara_env.game", "hadara_env", True),
        ("hadara_env.envs.aec", "hadara_agents.base", True),
        ("hadara_agents.cli", "experiments.bench", True),
        ("experiments.soak", "hadara_env.engine.flow", False),
        ("hadara_env.engine.flow", "numpy", False),
    ],
)
def test_walk_takes_a_wrong_arrow_for_a_right_one(module: str, target: str, expected: bool):
    assert backward(module, target) is expected


def test_walk_misses_relative_or_nested_imports(tmp_path: Path):
    lines = ["from . import layout", "from ..cards import load", "def f():", "    from hadara_env import cards, game_"]
    path = tmp_path / "flow.py"
    path.write_text("\n".join([*lines, "    import torch.nn"]), encoding="utf-8")
    assert sorted(imports("hadara_env.engine.flow", path)) == [
        ("hadara_env", 4),
        ("hadara_env.cards", 2),
        ("hadara_env.cards", 4),
        ("hadara_env.engine.layout", 1),
        ("torch.nn", 5),
    ]
