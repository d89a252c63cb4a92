"""Agents of others: by entry point, by module and class; and what is said where they do not work."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from hadara_agents import registry
from hadara_agents.base import AgentError
from hadara_agents.registry import make
from tests.arena.helpers import PLAYERS
from tests.complaints import complaint


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an installed package would offer."""
    points = [
        EntryPoint("talker", f"{PLAYERS}:Talkative", registry.GROUP),
        EntryPoint("gone", "no_such_module:Agent", registry.GROUP),
        EntryPoint("random", f"{PLAYERS}:First", registry.GROUP),
    ]

    def entry_points(group: str) -> list[EntryPoint]:
        return [point for point in points if point.group == group]

    monkeypatch.setattr(registry, "entry_points", entry_points)


def test_agent_of_another_package_is_not_found_or_replaces_ours(offered: None):
    assert make("talker").name == "talkative"
    assert vars(make("talker:salt=3"))["salt"] == 3
    assert type(make("random")).__name__ == "RandomAgent"
    assert "talker" in complaint(lambda: make("nobody"), AgentError)
    words = complaint(lambda: make("gone"), AgentError)
    assert "'gone': its entry point 'no_such_module:Agent' fails: ModuleNotFoundError" in words


def test_class_cannot_be_named_or_given_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert make(f"{PLAYERS}:First").name == "first"
    assert vars(make(f"{PLAYERS}:Talkative:salt=9"))["salt"] == 9
    (tmp_path / "beside_my_feet.py").write_text("from tests.arena.players import First as Mine\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    assert make("beside_my_feet:Mine").name == "first"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("no_such_module:Agent", "the module 'no_such_module' cannot be imported: ModuleNotFoundError"),
        (f"{PLAYERS}:Frist", "has no 'Frist'; classes are: "),
        (f"{PLAYERS}:Frist", "Did you mean 'First'?"),
        (f"{PLAYERS}:NOT_A_CLASS", "is a int, not a class that makes agents"),
        (f"{PLAYERS}:Incomplete", "is no agent: it has no name and no reset"),
        (f"{PLAYERS}:Picky", "cannot be made: OSError: no weights here"),
        (f"{PLAYERS}:First:depth=3", "has no option 'depth'; it has no options"),
        (f"{PLAYERS}:Talkative:salt=lots", "Option 'salt'"),
        ("heuristik:style=military", "There is no agent 'heuristik'; agents are: random"),
        ("heuristik", "Others are named module:Class or exec:COMMAND."),
        ("heuristic:style=timid", "no style 'timid'; there are"),
        ("ismcts", "either iters or ms"),
        ("ppo+search:best", "either iters or ms"),
        ("ppo+search:iters=5,others=nobody", "network or heuristic, not 'nobody'"),
        ("ppo:nobody", "There is no checkpoint 'nobody'; shipped are best"),
        ("ppo:best,best", "has no option 'best'"),
    ],
)
def test_agent_that_does_not_work_is_not_explained(spec: str, words: str):
    with pytest.raises(AgentError) as failure:
        make(spec)
    assert words in str(failure.value)


def test_every_agent_of_ours_is_made_without_options_or_says_what_it_needs():
    made: dict[str, Any] = {}
    for name in registry.AGENTS:
        made[name] = make(f"{name}:iters=1" if name in ("ismcts", "ppo+search") else name)
    assert all(agent.name.partition(":")[0] == name for name, agent in made.items())
