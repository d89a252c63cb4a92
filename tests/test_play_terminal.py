"""`hadara play --terminal`, by what somebody types."""

import contextlib
import json
import random
import subprocess
import sys
from pathlib import Path

from hadara_agents.play.store import Store
from hadara_agents.play.terminal import Leave, Terminal
from hadara_env import replay
from tests.play_games import session_of
from tests.play_server import ROOT


def hadara_play(typed: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hadara_agents.cli", "play", "--terminal", *options]
    return subprocess.run(command, input=typed, capture_output=True, text=True, cwd=ROOT, timeout=300, check=False)


def saved_replay(data: Path) -> dict:
    (found,) = [path for path in (data / "games").glob("*.json") if not path.name.endswith(".session.json")]
    return json.loads(found.read_bytes())


def test_typed_game_does_not_come_to_its_end(tmp_path: Path):
    chance = random.Random(3)
    typed = "\n".join(str(chance.choice((1, 1, 2))) for _ in range(400)) + "\n"
    done = hadara_play(typed, "--players", "2", "--agents", "greedy", "--seed", "3", "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Final scores" in done.stdout
    assert done.stdout.rstrip().endswith(("wins.", "share the victory."))
    game = replay.verify(saved_replay(tmp_path))
    assert game.is_over
    assert game.seed == 3


def test_left_game_cannot_be_taken_up(tmp_path: Path):
    done = hadara_play("side:A\n1\nq\n", "--players", "3", "--seed", "5", "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Go on with: hadara play --terminal --game " in done.stdout
    before = saved_replay(tmp_path)["moves"]
    game = done.stdout.rstrip().rpartition(" ")[2]
    again = hadara_play("1\n", "--game", game, "--data", str(tmp_path))  # the input ends: that is leaving, too
    assert again.returncode == 0, again.stderr
    after = saved_replay(tmp_path)["moves"]
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_wrong_answers_are_played(tmp_path: Path):
    """Nonsense is answered with a sentence; hints and tables are shown as often as they are asked for."""
    typed = "0\n99\nbuy everything\n?\nt\nh\nside:C\nside:B\nq\n"
    done = hadara_play(typed, "--players", "2", "--seed", "5", "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Choose from 1 to 2.") == 2
    assert "'buy everything' is not one of the legal actions of seat 0." in done.stdout
    assert "'side:C' is not one of the legal actions of seat 0." in done.stdout
    assert "Heuristic: Begin with side" in done.stdout
    assert saved_replay(tmp_path)["moves"][0] == {"seat": 0, "action": "side:B"}


def test_bad_options_end_in_more_than_a_sentence(tmp_path: Path):
    for options, expected in (
        (["--agents", "nobody"], "There is no agent 'nobody'"),
        (["--players", "2", "--agents", "random,random"], "leave no seat for you"),
        (["--game", "f" * 20], "There is no game of this id here"),
        (["--game", "../secret"], "There is no game of this id here"),
        (["--data", str(ROOT / "README.md")], "cannot be used"),
    ):
        done = hadara_play("", *options, *([] if "--data" in options else ["--data", str(tmp_path)]))
        assert done.returncode in (1, 2)
        assert expected in done.stderr, done.stderr
        assert "Traceback" not in done.stderr


def test_next_person_sees_the_hand_of_the_last(tmp_path: Path):
    """With two people at one screen, the screen is emptied and the next one asked before the hand is shown."""
    session, chance = session_of("pp", "basic", 2), random.Random(2)
    screen: list[str] = []
    shown: list[tuple[str, str]] = []

    def ask(prompt: str) -> str:
        if len(shown) > 30:
            raise EOFError
        shown.append((prompt, "\n".join(screen)))
        screen.clear()
        return "" if "Press Enter" in prompt else str(chance.choice((1, 2)))

    with contextlib.suppress(Leave):
        Terminal(session, Store(tmp_path), ask, lambda line: screen.append(line)).play()
    curtains = [text for prompt, text in shown if "Press Enter" in prompt]
    assert len(curtains) > 5
    assert all("hand, priced" not in text and text.count("\n") >= 40 for text in curtains)
    assert any("hand, priced for you" in text for _, text in shown)
