"""The folder of a tournament: what was played is kept, what is broken is named, what is foreign is left alone."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hadara_agents.arena import Plan, ResultsError, run
from hadara_agents.arena.again import play_again
from hadara_agents.arena.store import Store
from tests.arena.helpers import games_in, plan_of, summary_in
from tests.complaints import complaint

SPECS = ("greedy", "random")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A finished tournament of eight games."""
    run(plan(), tmp_path / "out")
    return tmp_path / "out"


def plan(**more: Any) -> Plan:
    return plan_of(*SPECS, **{"sets": 4, **more})


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def go_on(folder: Path, of: Plan | None = None) -> list[str]:
    """Continue, and return what was remarked."""
    notes: list[str] = []
    run(of or plan(), folder, note=notes.append)
    return notes


@pytest.mark.parametrize("left", [0, 1, 5])
def test_continued_tournament_differs_from_an_uninterrupted_one(played: Path, left: int):
    whole = contents(played)
    lines = whole["games.jsonl"].splitlines(keepends=True)
    (played / "games.jsonl").write_bytes(b"".join(lines[:left]))
    (played / "summary.json").unlink()
    assert go_on(played) == []
    assert contents(played) == whole


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_line_cut_off_in_the_middle_stops_the_tournament_or_goes_unmentioned(played: Path, cut: int):
    whole = contents(played)
    lines = whole["games.jsonl"].splitlines(keepends=True)
    (played / "games.jsonl").write_bytes(b"".join(lines[:3]) + lines[3][:cut])
    (note,) = go_on(played)
    assert "games.jsonl, line 4 was cut off" in note
    assert contents(played) == whole


def changed(**changes: Any) -> Callable[[bytes], bytes]:
    return lambda line: json.dumps({**json.loads(line), **changes}).encode() + b"\n"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda line: line[: len(line) // 2] + b"\n", ""),
        (lambda line: b"\n", ""),
        (lambda line: b"\xff\xfe\n", ""),
        (lambda line: b"[1, 2]\n", "a JSON object is expected"),
        (changed(seed=1), "seed is 1 where"),
        (changed(rotation=7), "rotation is 7 where"),
        (changed(seats=["random", "random"]), "seats are ['random', 'random'] where"),
        (changed(game=5), "game is 5 where 2 is expected"),
        (changed(shares=[1]), "shares must be a list of 2"),
        (changed(ranks=["first", "last"]), "shares and ranks must be numbers"),
        (changed(scores=[{"total": 3}, {"total": 4}]), "scores must have exactly the sources"),
        (changed(forfeits=[{"who": 1}]), "forfeits must be a list"),
        (lambda line: line + line, "line 4 is not what this tournament wrote: game is 2 where 3"),
    ],
)
def test_corrupt_line_is_not_named_or_something_is_overwritten(played: Path, spoil: Any, words: str):
    lines = (played / "games.jsonl").read_bytes().splitlines(keepends=True)
    lines[2] = spoil(lines[2])
    (played / "games.jsonl").write_bytes(b"".join(lines))
    before = contents(played)
    sentence = complaint(lambda: go_on(played), ResultsError)
    assert str(played / "games.jsonl") in sentence
    assert ("line 4" if "line 4" in words else "line 3") in sentence
    assert words in sentence
    assert contents(played) == before


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (lambda: plan(seed=6), "seed 5 instead of 6"),
        (lambda: plan(sets=5), "sets 4 instead of 5"),
        (lambda: plan_of("greedy", "random", "random", sets=4), "agents greedy,random instead of greedy,random,random"),
        (lambda: plan(move_limit=3.0), "move_limit null instead of 3.0"),
        (lambda: plan(vs_field=True), "vs_field false instead of true"),
    ],
)
def test_folder_of_another_tournament_is_written_into(played: Path, other: Callable[[], Plan], words: str):
    before = contents(played)
    sentence = complaint(lambda: go_on(played, other()), ResultsError)
    assert f"{played} holds another tournament, with {words}" in sentence
    assert contents(played) == before


def test_other_cards_or_other_players_go_unnoticed(played: Path, monkeypatch: pytest.MonkeyPatch):
    found = json.loads((played / "plan.json").read_bytes())
    (played / "plan.json").write_text(json.dumps({**found, "cards": "0" * 64}))
    assert f"cards {'0' * 64} instead of {found['cards']}" in complaint(lambda: go_on(played), ResultsError)
    again = complaint(lambda: play_again(played, 0, plan().config.cards), ResultsError)
    assert "0" * 64 in again
    assert found["cards"] in again
    (played / "plan.json").write_text(json.dumps(found))
    monkeypatch.setattr("hadara_agents.arena.store.code_digest", lambda: "other")
    (note,) = go_on(played)
    assert "the sources of engine and agents have changed since" in note
    assert summary_in(played)["versions"]["code"] == f"{found['code']}, other"
    assert go_on(played) == []


def test_results_of_nobody_knows_what_are_continued(played: Path):
    (played / "plan.json").unlink()
    assert "games.jsonl has no plan.json beside it" in complaint(lambda: go_on(played), ResultsError)
    (played / "plan.json").write_text("{")
    assert "plan.json cannot be read" in complaint(lambda: go_on(played), ResultsError)


def test_folder_with_a_tournament_is_taken_for_a_new_one(played: Path):
    words = complaint(lambda: run(plan(), played, resume=False), ResultsError)
    assert f"{played} holds a tournament already" in words


def test_two_runs_write_into_one_folder(played: Path):
    with Store(played, plan()):
        assert "is being written by another run" in complaint(lambda: go_on(played), ResultsError)
    assert go_on(played) == []


def test_game_that_is_not_there_or_was_changed_is_replayed(played: Path):
    cards = plan().config.cards
    assert "has 8 games, so there is no game 8" in complaint(lambda: play_again(played, 8, cards), ResultsError)
    row = games_in(played)[0]
    row["scores"][0]["total"] += 1
    lines = (played / "games.jsonl").read_text().splitlines()
    (played / "games.jsonl").write_text("\n".join([json.dumps(row), *lines[1:]]) + "\n")
    assert "line 1: the game ends otherwise" in complaint(lambda: play_again(played, 0, cards), ResultsError)


def test_command_in_the_summary_plays_another_tournament(played: Path):
    command = summary_in(played)["command"]
    expected = "--agents greedy,random --players 2 --rules full --sets 4 --seed 5 --move-limit none --out"
    assert command == f"hadara arena {expected} {played}"
