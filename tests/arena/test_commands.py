"""`hadara arena`, `watch`, `agents`, `bench` and `replay arena` as a user meets them."""

import sys
from pathlib import Path
from typing import Any

import pytest

from hadara_agents.cli import main
from hadara_agents.registry import make
from hadara_env import Game
from tests.arena.helpers import PLAYERS, games_in, summary_in


@pytest.fixture
def hadara(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Run a command in an empty folder, in this process: status, output and complaints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["hadara", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = capsys.readouterr()
        return (stopped.value.code if isinstance(stopped.value.code, int) else 0, printed.out, printed.err)

    return run


def test_tournament_leaves_nothing_or_tells_nothing(hadara: Any):
    status, out, err = hadara("arena", "--agents", "greedy,random,random", "--sets", 5, "--out", "a/b")
    assert (status, err) == (0, "")
    assert "2 players, full rules, 5 sets, 30 games; par is 50 %" in out
    assert "random#2" in out
    assert "Page: a/b/report.html" in out
    assert sorted(path.name for path in Path("a/b").iterdir()) == [
        "games.jsonl", "plan.json", "report.html", "summary.json",
    ]  # fmt: skip
    assert len(games_in(Path("a/b"))) == 30
    assert hadara("arena", "--agents", "greedy,random,random", "--sets", 5, "--out", "a/b") == (0, out, "")


def test_one_against_the_field_is_not_counted_by_seat(hadara: Any):
    words = ("arena", "--agents", "heuristic,greedy", "--players", 4, "--vs-field", "--sets", 20, "--out", "out")
    assert hadara(*words)[0] == 0
    summary = summary_in(Path("out"))
    assert summary["agents"]["heuristic"]["games"] == summary["agents"]["greedy"]["games"] == 80
    one, field = summary["agents"]["heuristic"]["win_share"], summary["agents"]["greedy"]["win_share"]
    assert one > 0.4
    assert abs(one + 3 * field - 1) < 1e-9


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (("--agents", "greedy"), 2, "1 agent (greedy) cannot fill 2 seats"),
        (("--agents", "greedy,random", "--players", 3), 2, "--vs-field"),
        (("--agents", "greedy,randon"), 2, "Did you mean 'random'?"),
        (("--agents", "greedy,random:x=1"), 2, "no option 'x'"),
        (("--agents", "greedy,random", "--sets", 0), 2, "'--sets'"),
        (("--agents", "greedy,random", "--processes", "many"), 2, "'--processes'"),
        (("--agents", "greedy,random", "--move-limit", "-1"), 2, "a number of seconds above 0, or none, not '-1'"),
        (("--agents", "greedy,random", "--rules", "house"), 2, "'house'"),
        (("--agents", "greedy,random", "--cards", "nowhere"), 1, "nowhere"),
        (("--sets", 3), 2, "--agents"),
    ],
)
def test_bad_option_is_not_explained_or_leaves_a_folder(hadara: Any, options: Any, status: int, words: str):
    found, out, err = hadara("arena", *options, "--out", "out")
    assert (found, out) == (status, "")
    assert words in err
    assert "Traceback" not in err
    assert not Path("out").exists()


def test_folder_that_cannot_be_made_gets_a_traceback(hadara: Any):
    Path("file").write_text("kept")
    status, out, err = hadara("arena", "--agents", "greedy,random", "--sets", 1, "--out", "file/out")
    assert (status, out) == (1, "")
    assert err.startswith("Error: file/out")
    assert len(err.splitlines()) == 1


def test_replay_of_a_tournament_is_not_its_game(hadara: Any):
    hadara("arena", "--agents", "random,greedy", "--sets", 3, "--out", "out")
    assert hadara("replay", "arena", "out", "--game", 4, "--out", "game.json")[0] == 0
    assert hadara("replay", "verify", "game.json") == (0, "game.json: 1 game, every move is right.\n", "")
    row = games_in(Path("out"))[4]
    again = Game.from_json(Path("game.json").read_text())
    assert (again.seed, again.scores(), again.winners()) == (row["seed"], row["scores"], row["winners"])
    status, _, err = hadara("replay", "arena", "out", "--game", 6, "--out", "game.json")
    assert (status, err) == (1, "Error: out/games.jsonl has 6 games, so there is no game 6.\n")


def test_watched_game_is_not_told_to_its_end(hadara: Any):
    status, out, err = hadara("watch", "--agents", "heuristic,greedy,random", "--players", 3, "--seed", 4, "--delay", 9)
    assert (status, err) == (0, "")
    assert out.count("Hadara: 3 players") == 3  # a table for every epoch
    for words in ("(greedy) buys", "turns the wheel", "Final scores", "wins with"):
        assert words in out
    assert hadara("watch", "--agents", "heuristic,greedy,random", "--players", 3, "--seed", 4)[1] == out


def test_watching_through_one_seat_shows_what_it_may_not_see(hadara: Any):
    words = ("watch", "--agents", "ismcts:iters=20,random", "--seed", 4)
    own, other = hadara(*words, "--seat", 1)[1], hadara(*words)[1]
    assert "Seat 0 weighs up" in other
    assert "Seat 0 weighs up" not in own
    assert "as seat 1 sees it" in own
    drawn = [line for line in own.splitlines() if " A  Seat 0" in line and " sells " in line]
    assert drawn
    assert all("sells a card for" in line for line in drawn)
    assert "Seat 1 (random) sells a card" not in own


def test_watching_goes_wrong_with_a_traceback(hadara: Any):
    assert "there is no seat 2" in hadara("watch", "--seat", 2)[2]
    assert "'--delay'" in hadara("watch", "--delay", "soon")[2]
    status, _, err = hadara("watch", "--agents", f"{PLAYERS}:Illegal,random")
    assert status == 1
    assert "Agent 'first' at seat 0" in err
    assert "Traceback" not in err


def test_list_of_agents_lacks_one(hadara: Any):
    status, out, err = hadara("agents")
    assert (status, err) == (0, "")
    names = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    ours = ["random", "buyer", "greedy", "heuristic", "flatmc", "ismcts", "ppo", "ppo+search"]
    assert names[:10] == [*ours, "module:Class", "exec:COMMAND"]
    assert "military" in out


def test_list_of_agents_shows_a_spec_that_is_refused(hadara: Any):
    _, out, _ = hadara("agents")
    shown = [line.split("such as: ")[1].split(" or ") for line in out.splitlines() if "such as: " in line]
    assert [specs[0].partition(":")[0] for specs in shown] == ["heuristic", "flatmc", "ismcts", "ppo", "ppo+search"]
    for spec in (spec for specs in shown for spec in specs):
        assert make(spec).name.startswith(spec.partition(":")[0])
    assert "options: iters or ms, c=1.0" in out
    assert not [words for words in ("iters=0", "ms=0") if words in out]


def test_bench_measures_nothing(hadara: Any):
    status, out, err = hadara("bench", "--seconds", 0.02)
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 4
    assert all(int(line.split()[-3].replace(",", "")) > 0 for line in out.splitlines())
    assert "'--seconds'" in hadara("bench", "--seconds", 0)[2]
