"""Programs as agents: they play like any other, see no more than their seat, and fail with a sentence."""

import json
import sys
from pathlib import Path

import pytest

from hadara_agents.base import AgentError
from hadara_agents.external import ExecAgent, what_is_seen
from hadara_agents.match import play_game
from hadara_agents.registry import make, split
from hadara_env import Game, GameConfig, View
from tests.complaints import complaint
from tests.engine.play import games_of
from tests.engine.seen import determinized, redacted, telling_states

PROGRAM = Path(__file__).with_name("program.py")


def spec(manners: str = "good") -> str:
    return f"exec:{sys.executable} {PROGRAM} {manners}"


def test_program_plays_another_game_by_name_than_by_index():
    games = [play_game([make(spec(manners)), make("buyer")], GameConfig(2), 3) for manners in ("good", "by_name")]
    assert games[0].is_over
    assert games[0].log == games[1].log


def test_program_is_started_for_every_game_or_left_behind():
    agent = ExecAgent(f"{sys.executable} {PROGRAM}")
    logs, processes = [], []
    for _ in range(2):
        logs.append(play_game([agent, make("greedy")], GameConfig(2), 3).log)
        processes.append(agent._process)
    assert logs[0] == logs[1]
    process = processes[0]
    assert process is processes[1]
    assert process is not None
    agent.close()
    assert process.poll() == 0
    agent.close()  # a second time is no fault


def test_program_is_told_what_its_seat_may_not_know():
    """Two games that differ only in what the seat cannot know are told alike."""
    compared = 0
    for game in telling_states(every=9):
        games = games_of(game)
        for seat in range(game.players):
            view = View(games, seat, game.config)
            other = View(determinized(redacted(games, seat), seat, compared), seat, game.config)
            told = what_is_seen(view)
            if int(other.record.actor) == int(view.record.actor):  # in an unrevealed draw the turn may be another's
                assert what_is_seen(other) == told
                compared += 1
            assert "seed" not in told
    assert compared > 1000


def test_message_leaves_something_out_or_is_no_json():
    game = Game.new(3, seed=2)
    while game.step != "draft":
        game.apply(game.legal_actions()[0].index)
    seat = int(game.record.actor)
    told = json.loads(json.dumps(what_is_seen(game.view(seat))))
    assert told["step"] == "draft"
    assert told["config"] == {"players": 3, "rules": "full", "cards": game.cards.digest}
    assert [action["name"] for action in told["legal"]] == [action.name for action in game.legal_actions()]
    assert len(told["hand"]) == 2
    assert {card for name in told["legal"] for card in told["hand"] if card in name["name"]} == set(told["hand"])
    assert len(told["players"]) == 3
    assert set(told["outer_stacks"]) == {"yellow", "red", "blue", "green", "purple"}
    while game.step != "take":
        game.apply(game.legal_actions()[0].index)
    told = what_is_seen(game.view(int(game.record.actor)))
    assert sum(map(len, told["outer_stacks"].values())) == 15
    assert told["hand"] == []


@pytest.mark.parametrize(
    ("manners", "words"),
    [
        ("junk", 'answered \'"whatever"\' instead of {"action": ...}'),
        ("wrong_name", "named 'draft:steal:1Y01', which is not one of its legal actions"),
        ("leaves", "ended with status 1: I have seen enough"),
        ("illegal", "Action 9999"),
    ],
)
def test_failing_program_is_not_named(manners: str, words: str):
    sentence = complaint(lambda: play_game([make(spec(manners)), make("random")], GameConfig(2), 3), AgentError)
    assert words in sentence
    assert "program.py" in sentence


def test_command_that_cannot_run_is_not_named():
    assert "exec:COMMAND" in complaint(lambda: make("exec:"), AgentError)
    assert "cannot be read" in complaint(lambda: make("exec:'half a quote"), AgentError)
    words = complaint(lambda: make("exec:no-such-program --fast"), AgentError)
    assert "'no-such-program' of 'exec:no-such-program --fast' cannot be found" in words


def test_comma_in_a_command_splits_it():
    assert split("random,exec:bot '--list=1,2' -x,greedy") == ["random", "exec:bot '--list=1,2' -x", "greedy"]
    assert split('exec:bot "a, b",random') == ['exec:bot "a, b"', "random"]
