"""Published figures: the README says what the result files say, and they belong to these cards and these weights."""

import json
from pathlib import Path

import pytest

from experiments import history, readme
from hadara_agents.policy import checkpoint
from hadara_env import cards

RESULTS = Path(__file__).resolve().parent.parent / "experiments" / "results"
TOURNAMENTS = sorted(RESULTS.glob("arena/*/summary.json"))


def read(path: Path) -> dict:
    return json.loads(path.read_bytes())


def test_readme_says_something_else_than_the_results():
    text = readme.README.read_text(encoding="utf-8")
    assert readme.written(text) == text


def test_readme_without_a_place_for_its_figures_is_written_all_the_same():
    with pytest.raises(readme.HadaraError, match="no place for ladder"):
        readme.written("# Hadara Env\n")


@pytest.mark.parametrize("path", TOURNAMENTS, ids=lambda path: path.parent.name)
def test_tournament_was_played_with_other_cards_or_is_not_whole(path: Path):
    summary = read(path)
    games = [json.loads(line) for line in (path.parent / "games.jsonl").read_text().splitlines()]
    assert summary["digest"] == cards.load().digest
    assert [game["game"] for game in games] == list(range(summary["games"]))
    assert not summary["forfeits"]
    assert "/" not in summary["command"].replace("experiments/results/arena/", "")
    for name, row in summary["agents"].items():
        won = [
            share for game in games for seat, share in zip(game["seats"], game["shares"], strict=True) if seat == name
        ]
        assert row["win_share"] == pytest.approx(sum(won) / len(won))
        assert row["win_share_ci"][0] <= row["win_share"] <= row["win_share_ci"][1]


def test_shipped_policy_is_said_to_do_what_the_arena_did_not_see():
    shipped = checkpoint.load("best")
    measured = read(shipped.folder / checkpoint.EVAL)
    by_match = {}
    for path in TOURNAMENTS:
        summary = read(path)
        if path.parent.name.startswith("ppo-") and "ppo:best" in summary["agents"]:
            others = [name for name in summary["agents"] if name != "ppo:best"]
            by_match[others[0], summary["players"], summary["rules"]] = summary["agents"]["ppo:best"]
    assert len(measured["matches"]) >= 9
    for match in measured["matches"]:
        row = by_match[match["opponent"], match["players"], match["rules"]]
        assert (match["win_share"], match["games"]) == (row["win_share"], row["games"])
        assert match["win_share_ci"][0] > 1 / match["players"] or match["opponent"].startswith("ismcts")


def test_history_leaves_out_a_run_that_led_to_the_shipped_policy():
    training = checkpoint.load("best").config["training"]
    for match in history.MATCHES:
        points = history.curve(*match)
        decisions = [point["decisions"] for point in points]
        assert decisions == sorted(decisions)
        assert decisions[-1] == training["decisions"] + training["decisions_before"]
        assert {point["run"] for point in points} == set(history.RUNS)


def test_more_iterations_are_not_stronger():
    found = read(RESULTS / "search_budgets.json")
    assert [row["gain_ci"][0] > 0 for row in found["paired"]] == [True, True, True]
