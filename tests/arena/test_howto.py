"""The how-to keeps its word: an agent in 15 lines that beats chance. That the page runs, test_readme sees to."""

import re
from pathlib import Path

import pytest

from hadara_agents.match import play_game
from hadara_agents.registry import make
from hadara_env import GameConfig
from tests.arena.helpers import ROOT

PAGE = ROOT / "docs" / "howto" / "bring-your-own-agent.md"


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The agent of the page, in a file of its name, in the folder we stand in."""
    (code,) = re.findall(r"```python\n(# thrifty\.py\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "thrifty.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return code


def test_agent_of_the_page_takes_more_than_15_lines_or_is_no_better_than_chance(shown: str):
    lines = [line for line in shown.splitlines() if line.strip() and not line.startswith("#")]
    assert len(lines) <= 15
    assert make("thrifty:Thrifty").name == "thrifty"
    won = 0.0
    for seed in range(100):
        agents = [make("thrifty:Thrifty"), make("random")][:: 1 if seed % 2 else -1]
        game = play_game(agents, GameConfig(2), seed // 2)
        won += [agents[seat].name for seat in game.winners()] == ["thrifty"]
    assert won > 65


def test_page_describes_other_messages_than_programs_get():
    from hadara_agents.external import what_is_seen
    from hadara_env import Game

    game = Game.new(2, seed=1)
    table = re.findall(r"^\| (`.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    described = {name for row in table for name in re.findall(r"`(\w+)`", row)}
    assert described == set(what_is_seen(game.view(0)))
