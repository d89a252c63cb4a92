"""The figures of a tournament, against games whose figures can be reckoned by hand."""

import math

import pytest

from hadara_agents.arena import Schedule, ratings
from hadara_agents.arena.ratings import rate
from hadara_agents.arena.results import placed
from hadara_agents.arena.summary import summarise
from hadara_agents.arena.tally import Tally
from tests.arena.helpers import plan_of, result_of


def two_sets() -> Tally:
    """a wins both games of set 0; set 1 is a tie and a defeat of a."""
    schedule = Schedule.of(["a", "b"], 2, sets=2)
    totals = [(10, 5), (5, 10), (8, 8), (9, 6)]  # by seat; a sits at 0, 1, 0, 1
    return Tally(schedule.names, [result_of(schedule[k], row) for k, row in enumerate(totals)])


def test_figures_are_not_those_of_the_games():
    tally = two_sets()
    assert (tally.games("a"), tally.games("b")) == (4, 4)
    assert (tally.win_share("a"), tally.win_share("b")) == (0.625, 0.375)
    assert tally.mean_rank("a") == (1 + 1 + 1.5 + 2) / 4
    assert tally.by_source("a")["total"] == tally.by_source("a")["cards"] == (10 + 10 + 8 + 6) / 4
    assert tally.by_seat("a") == [9.0, 8.0]
    assert tally.head_to_head("a", "b") == 0.625
    assert tally.head_to_head("b", "a") == 0.375


def test_interval_treats_games_of_one_deal_as_chance_of_their_own():
    """Two games of a set that always end alike are one piece of evidence, not two."""
    schedule = Schedule.of(["a", "b"], 2, sets=100)

    def width(echo: bool) -> float:
        results = []
        for k in range(len(schedule)):
            won = (k // 2 if echo else k) % 2 == 0  # whole sets, or one game of each
            seat = schedule[k].seats.index("a")
            results.append(result_of(schedule[k], [9 if (i == seat) == won else 1 for i in range(2)]))
        low, high = Tally(schedule.names, results).interval("a")
        assert low <= 0.5 <= high
        return high - low

    assert width(echo=False) == 0.0
    assert 0.17 < width(echo=True) < 0.22  # 2 x 1.96 x 0.5 / 10


def test_interval_changes_with_the_day():
    tally = two_sets()
    assert tally.interval("a") == tally.interval("a") == (0.25, 1.0)


@pytest.mark.parametrize(
    ("ahead", "out", "shares", "ranks"),
    [
        ((0, 1, 2), set(), (1, 0, 0), (1, 2, 3)),
        ((0, 0, 2), set(), (0.5, 0.5, 0), (1.5, 1.5, 3)),
        ((0, 1, 2), {0}, (0, 1, 0), (3, 1, 2)),  # the best forfeits: the others move up
        ((0, 1, 1), {0}, (0, 0.5, 0.5), (3, 1.5, 1.5)),
        ((0, 1, 2), {0, 1}, (0, 0, 1), (3, 3, 1)),
        ((0, 0), {0, 1}, (0, 0), (2, 2)),  # nobody wins
    ],
)
def test_seat_that_forfeits_keeps_its_place(
    ahead: tuple[int, ...], out: set[int], shares: tuple[float, ...], ranks: tuple[float, ...]
):
    assert placed(ahead, out) == (shares, ranks)


def test_summary_has_other_keys_than_promised_or_hides_a_forfeit(tmp_path):
    plan = plan_of("random", "greedy", "greedy", sets=2)
    results = [result_of(plan.schedule[k], (20, 10), [0] if k == 3 else ()) for k in range(len(plan.schedule))]
    summary = summarise(plan, results, tmp_path)
    assert set(summary["agents"]) == {"random", "greedy", "greedy#2"}
    for row in summary["agents"].values():
        assert set(row) == {"games", "win_share", "win_share_ci", "mean_rank", "mean_points", "rating"}
        assert row["games"] == 8
    assert list(summary["agents"]) == sorted(summary["agents"], key=lambda n: -summary["agents"][n]["win_share"])
    assert math.isclose(sum(row["win_share"] for row in summary["agents"].values()), 1.5)
    assert summary["digest"] == plan.config.cards.digest
    assert summary["command"].startswith("hadara arena --agents random,greedy,greedy --players 2 --rules full --sets 2")
    assert (summary["sets"], summary["games"], summary["seeds"]["tournament"]) == (2, 12, 5)
    loser = plan.schedule[3].seats[0]
    assert summary["forfeits"] == {loser: {"games": 1, "reasons": {"slept": 1}}}
    assert summary["versions"]["hadara_env"]


def test_rating_does_not_follow_who_wins_or_changes_with_the_order_of_names():
    schedule = Schedule.of(["a", "b", "c"], 2, sets=20)
    points = {"a": 30, "b": 20, "c": 10}
    results = [result_of(schedule[k], [points[name] for name in schedule[k].seats]) for k in range(len(schedule))]
    found = rate(schedule.names, results)
    assert found is not None
    assert found["a"].mu > found["b"].mu > found["c"].mu
    assert found == rate(("c", "b", "a"), results)
    field = Schedule.of(["one", "many"], 4, sets=10, vs_field=True)
    against = rate(
        field.names,
        [result_of(field[k], [50 if name == "one" else 10 for name in field[k].seats]) for k in range(len(field))],
    )
    assert against is not None
    assert against["one"].mu > 25 > against["many"].mu


def test_arena_needs_openskill(monkeypatch: pytest.MonkeyPatch, tmp_path):
    monkeypatch.setattr(ratings, "is_available", lambda: False)
    plan = plan_of("random", "greedy", sets=1)
    summary = summarise(plan, [result_of(plan.schedule[k], (2, 1)) for k in range(2)], tmp_path)
    assert [row["rating"] for row in summary["agents"].values()] == [None, None]
