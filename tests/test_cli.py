"""The `hadara` command as a newcomer and a script meet it: what it writes, how it fails, with which status."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hadara_agents.base import Agent
from hadara_agents.cli import main
from hadara_agents.match import play_game
from hadara_agents.registry import make_all
from hadara_env import Game, GameConfig, __version__, cards, replay

EXAMPLES = (
    ("replay", "record"),
    ("replay", "verify"),
    ("replay", "show"),
    ("cards", "check"),
    ("cards", "show"),
    ("demo",),
    ("arena",),
    ("watch",),
    ("agents",),
    ("bench",),
    ("replay", "arena"),
)


class Outcome(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


@pytest.fixture
def hadara(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Run a command in an empty folder, in this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: object) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["hadara", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = capsys.readouterr()
        return Outcome(stopped.value.code if isinstance(stopped.value.code, int) else 0, printed.out, printed.err)

    return run


def fails(outcome: Outcome, status: int, *words: str) -> None:
    """One sentence on the error stream names what and where; nothing else is said, and no traceback."""
    assert outcome.status == status
    assert outcome.out == ""
    assert "Traceback" not in outcome.err
    sentence = outcome.err.strip().splitlines()[-1]
    assert [word for word in words if word not in sentence] == []
    assert sentence.endswith((".", "?"))


def recorded(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def rewrite(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps({**recorded(path), **changes}), encoding="utf-8")


# What works


def test_version_is_not_that_of_the_package(hadara: Any):
    assert hadara("--version") == (0, f"hadara-env {__version__}\n", "")


@pytest.mark.parametrize("command", EXAMPLES, ids=" ".join)
def test_help_has_no_example(hadara: Any, command: tuple[str, ...]):
    outcome = hadara(*command, "--help")
    assert outcome.status == 0
    assert f"Example: hadara {' '.join(command)}" in outcome.out


@pytest.mark.parametrize(("players", "rules"), [(2, "basic"), (3, "full"), (5, "full")])
def test_recorded_game_is_not_the_one_that_was_asked_for(hadara: Any, players: int, rules: str):
    options = ("--players", players, "--rules", rules, "--seed", 11)
    outcome = hadara("replay", "record", *options, "--out", "game.json")
    assert outcome == (0, f"game.json: 1 game of {players} players, {rules} rules, seed 11.\n", "")
    game = recorded(Path("game.json"))
    assert game["setup"] == replay.to_replay(Game.new(players, rules, 11))["setup"]
    assert "states" not in game
    assert replay.verify(game).is_over
    assert hadara("replay", "verify", "game.json") == (0, "game.json: 1 game, every move is right.\n", "")


def test_several_games_are_not_json_lines_of_successive_seeds(hadara: Any):
    outcome = hadara(
        "replay", "record", "--players", 2, "--games", 4, "--seed", 5, "--states", "--out", "a/games.jsonl"
    )
    assert outcome.out == "a/games.jsonl: 4 games of 2 players, full rules, seeds 5 to 8.\n"
    games = [json.loads(line) for line in Path("a/games.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [game["seed"] for game in games] == [5, 6, 7, 8]
    assert all(len(game["states"]) == len(game["moves"]) for game in games)
    hadara("replay", "record", "--players", 2, "--seed", 7, "--out", "third.json")
    assert recorded(Path("third.json"))["moves"] == games[2]["moves"]
    assert hadara("replay", "verify", "third.json", "a/games.jsonl") == (
        0,
        "third.json: 1 game, every move is right.\na/games.jsonl: 4 games, every move is right.\n",
        "",
    )
    third = hadara("replay", "show", "a/games.jsonl", "--game", 3).out
    assert third == hadara("replay", "show", "third.json").out
    assert third.startswith("Hadara: 2 players, full rules, seed 7\n")


@pytest.mark.parametrize("agents", ["random,buyer,random", "buyer,random,random", "buyer"])
def test_agents_do_not_sit_where_they_were_put(hadara: Any, agents: str):
    hadara("replay", "record", "--agents", agents, "--seed", 2, "--out", "game.json")
    expected = play_game(make_all(agents, 3), GameConfig(3), 2)
    assert recorded(Path("game.json")) == replay.to_replay(expected)


def test_recording_over_a_file_that_exists_leaves_something_of_it_or_beside_it(hadara: Any):
    Path("game.json").write_text("old " * 10000, encoding="utf-8")
    hadara("replay", "record", "--out", "game.json")
    assert hadara("replay", "verify", "game.json").status == 0
    assert [path.name for path in Path().iterdir()] == ["game.json"]


def test_corrected_card_set_is_not_used(hadara: Any, tmp_path: Path):
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in cards.FILES:
        (folder / name).write_bytes((cards.SHIPPED / name).read_bytes())
    path = folder / "epoch_cards.csv"
    path.write_text(
        path.read_text(encoding="utf-8").replace("1P01,1,purple,0,2", "1P01,1,purple,0,1"), encoding="utf-8"
    )
    assert hadara("replay", "record", "--cards", folder, "--out", "game.json").status == 0
    assert recorded(Path("game.json"))["cards"] == cards.load(folder).digest != cards.load().digest
    assert hadara("replay", "verify", "--cards", folder, "game.json").status == 0
    assert hadara("replay", "show", "--cards", folder, "game.json").status == 0
    fails(hadara("replay", "verify", "game.json"), 1, "game.json: game 1:", cards.load().digest)


def test_demo_leaves_somebody_out_or_does_not_say_where_its_page_lies(hadara: Any):
    outcome = hadara("demo", "--sets", 1, "--out", "shown")
    assert (outcome.status, outcome.err) == (0, "")
    assert "2 players, full rules, 1 set, 30 games; par is 50 %" in outcome.out
    assert "…" not in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80
    for word in ("random", "buyer", "greedy", "heuristic", "ismcts:iters=100", "ppo:best", "95 % interval", "rating"):
        assert word in outcome.out
    assert "Page: shown/report.html" in outcome.out
    assert Path("shown/report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


# What is refused


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--players", 11), ("--players", "2 to 5 players, not 11")),
        (("--players", "many"), ("--players", "2 to 5 players, not 'many'")),
        (("--rules", "advanced"), ("--rules", "'advanced'", "basic or full")),
        (("--seed", -1), ("--seed", "0 to 9007199254740991, not -1")),
        (("--seed", 2**53), ("--seed", f"not {2**53}")),
        (("--seed", 2**53 - 1, "--games", 2), ("--seed", "2 games")),
        (("--games", 0), ("--games", "not 0")),
        (("--agents", "gready"), ("--agents", "no agent 'gready'", "random, buyer")),
        (("--agents", "random:depth=3"), ("--agents", "no option 'depth'")),
        (("--agents", "random,buyer"), ("--agents", "do not fit 3 seats")),
    ],
)
def test_bad_option_of_record_is_not_named(hadara: Any, options: tuple[object, ...], words: tuple[str, ...]):
    fails(hadara("replay", "record", "--out", "game.json", *options), 2, *words)
    assert list(Path().iterdir()) == []


def test_missing_option_or_command_is_not_named(hadara: Any):
    fails(hadara("replay", "record"), 2, "Missing option", "--out")
    fails(hadara("replay", "verify"), 2, "Missing argument")
    assert "No such option: --colour" in hadara("replay", "record", "--colour", "pink").err
    fails(hadara("replya"), 2, "No such command 'replya'", "'replay'")


def test_place_that_cannot_be_written_is_not_named(hadara: Any, tmp_path: Path):
    (tmp_path / "file").write_text("kept", encoding="utf-8")
    fails(hadara("replay", "record", "--out", "file/game.json"), 1, "file/game.json cannot be written:")
    fails(hadara("replay", "record", "--out", tmp_path), 1, f"{tmp_path} cannot be written: it is a folder.")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "kept"


def test_card_folder_that_is_not_there_is_not_named(hadara: Any):
    outcome = hadara("replay", "record", "--cards", "nowhere", "--out", "game.json")
    assert outcome.status == 1
    assert "nowhere: the folder does not exist" in outcome.err


def test_unreadable_file_is_not_named(hadara: Any, tmp_path: Path):
    Path("empty.json").touch()
    Path("binary.json").write_bytes(b"\xff\xfe\x00")
    Path("list.json").write_text("[1, 2]", encoding="utf-8")
    for name, words in (
        ("nowhere.json", "cannot be read: No such file"),
        (str(tmp_path), "cannot be read: Is a directory"),
        ("empty.json", "the file is empty"),
        ("binary.json", "not UTF-8"),
        ("list.json", "line 1 is a list, not a JSON object"),
    ):
        fails(hadara("replay", "verify", name), 1, f"{name}: ", words)
        fails(hadara("replay", "show", name), 1, f"{name}: ", words)


@pytest.fixture
def game(hadara: Any) -> Path:
    hadara("replay", "record", "--players", 2, "--seed", 3, "--states", "--out", "game.json")
    return Path("game.json")


def test_replay_cut_in_half_is_accepted(hadara: Any, game: Path):
    text = game.read_text(encoding="utf-8")
    game.write_text(text[: len(text) // 2], encoding="utf-8")
    fails(hadara("replay", "verify", game), 1, "game.json: ", "broken or cut off")
    fails(hadara("replay", "show", game), 1, "game.json: ", "broken or cut off")


def test_json_lines_cut_in_half_are_accepted(hadara: Any, game: Path):
    text = game.read_text(encoding="utf-8")
    game.write_text(text + text + text[: len(text) // 2], encoding="utf-8")
    fails(hadara("replay", "verify", game), 1, "game.json: ", "cut off at line 3, column")
    assert hadara("replay", "show", game, "--game", 2).status == 0


def test_changed_move_is_accepted(hadara: Any, game: Path):
    moves = recorded(game)["moves"]
    at = next(k for k, move in enumerate(moves) if move["action"].startswith("take:"))
    moves[at]["action"] = "wheel:0"
    rewrite(game, moves=moves)
    fails(hadara("replay", "verify", game), 1, "game.json: game 1: ", f"move {at}", "'wheel:0' is not legal")
    fails(hadara("replay", "show", game), 1, "game.json, game 1: ", f"move {at}", "'wheel:0' is not legal")


def test_changed_state_or_result_is_accepted(hadara: Any, game: Path):
    whole = recorded(game)
    states, result = whole["states"], whole["result"]
    states[30]["players"][1]["coins"] += 1
    rewrite(game, states=states)
    fails(hadara("replay", "verify", game), 1, "game 1: the state after move 30 ", "players[1].coins")
    rewrite(game, states=recorded(game)["states"][:-1])
    fails(hadara("replay", "verify", game), 1, "game 1: states must be a list of one per move")
    del whole["states"]
    result["winners"] = [0, 1]
    game.write_text(json.dumps({**whole, "result": result}), encoding="utf-8")
    fails(hadara("replay", "verify", game), 1, "game 1: the result differs", "winners")


def test_foreign_digest_or_format_is_accepted(hadara: Any, game: Path):
    whole = recorded(game)
    rewrite(game, cards="0" * 64)
    for command in ("verify", "show"):
        fails(hadara("replay", command, game), 1, "game.json", "0" * 64, cards.load().digest)
    rewrite(game, cards=whole["cards"], format="catan/7")
    for command in ("verify", "show"):
        fails(hadara("replay", command, game), 1, "game.json", "'catan/7'", "hadara-replay/1")


def test_fault_in_one_file_keeps_the_others_from_being_checked(hadara: Any, game: Path):
    Path("broken.json").write_text("{", encoding="utf-8")
    outcome = hadara("replay", "verify", "broken.json", "nowhere.json", game)
    assert outcome.status == 1
    assert outcome.out == "game.json: 1 game, every move is right.\n"
    assert [line.partition(":")[0] for line in outcome.err.splitlines()] == ["broken.json", "nowhere.json"]


def test_game_that_a_file_does_not_have_is_shown(hadara: Any, game: Path):
    fails(hadara("replay", "show", game, "--game", 2), 1, "game.json has 1 game, so there is no game 2.")
    fails(hadara("replay", "show", game, "--game", 0), 2, "--game", "numbered from 1, not 0")


# The command and its surroundings


def test_reader_that_goes_away_gets_a_traceback(game: Path):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "hadara_agents.cli", "replay", "show", str(game)]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert done.returncode != 0
    assert done.stderr == ""


def test_interrupted_recording_leaves_a_file_or_a_traceback(hadara: Any, monkeypatch: pytest.MonkeyPatch):
    def interrupted(agents: list[Agent], config: GameConfig, seed: int) -> Game:
        if seed == 2:
            raise KeyboardInterrupt
        return play_game(agents, config, seed)

    monkeypatch.setattr("hadara_agents.commands.replay.play_game", interrupted)
    assert hadara("replay", "record", "--games", 5, "--out", "games.jsonl") == (130, "", "")
    assert list(Path().iterdir()) == []


def test_installed_command_does_not_start():
    command = Path(sys.executable).with_name("hadara")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"hadara-env {__version__}\n", "")
