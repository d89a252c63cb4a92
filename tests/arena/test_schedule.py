"""Who plays whom: everybody at every seat on every deal, whatever the number of agents."""

from collections import Counter
from itertools import combinations

import pytest

from hadara_agents.arena import Fixture, Schedule, ScheduleError
from hadara_agents.arena.schedule import named, rotated
from tests.complaints import complaint


def fixtures(schedule: Schedule) -> list[Fixture]:
    return [schedule[game] for game in range(len(schedule))]


@pytest.mark.parametrize(("agents", "players"), [(2, 2), (3, 2), (3, 3), (4, 3), (6, 4), (5, 5)])
def test_somebody_sits_more_often_at_one_seat_or_meets_somebody_more_often(agents: int, players: int):
    names = [f"a{k}" for k in range(agents)]
    schedule = Schedule.of(names, players, sets=3, seed=1)
    seats = Counter((name, seat) for fixture in fixtures(schedule) for seat, name in enumerate(fixture.seats))
    assert len(seats) == agents * players
    assert len(set(seats.values())) == 1
    met = Counter(pair for fixture in fixtures(schedule) for pair in combinations(sorted(fixture.seats), 2))
    assert set(met) == set(combinations(names, 2))
    assert len(set(met.values())) == 1


def test_line_ups_or_rotations_do_not_share_their_deal():
    schedule = Schedule.of(["a", "b", "c"], 2, sets=4, seed=7)
    deals = {(fixture.set, fixture.seed) for fixture in fixtures(schedule)}
    assert len(deals) == len({seed for _, seed in deals}) == 4
    assert [fixture.game for fixture in fixtures(schedule)] == list(range(24))
    other = Schedule.of(["a", "b", "c"], 2, sets=4, seed=8)
    assert not {seed for _, seed in deals} & {fixture.seed for fixture in fixtures(other)}


def test_longer_tournament_begins_otherwise():
    short, long = (Schedule.of(["a", "b", "c"], 2, sets, seed=7) for sets in (2, 5))
    assert fixtures(short) == fixtures(long)[: len(short)]


def test_rotation_leaves_somebody_in_the_same_seat():
    assert [rotated("abc", turn) for turn in range(3)] == [tuple("abc"), tuple("cab"), tuple("bca")]


def test_field_is_not_the_second_agent_or_the_first_does_not_go_round():
    schedule = Schedule.of(["one", "many"], 4, sets=1, vs_field=True)
    assert [fixture.seats.index("one") for fixture in fixtures(schedule)] == [0, 1, 2, 3]
    assert all(fixture.seats.count("many") == 3 for fixture in fixtures(schedule))


def test_name_given_twice_is_lost():
    assert named(["a", "b", "a", "a"]) == ("a", "b", "a#2", "a#3")
    assert Schedule.of(["a", "a"], 2).line_ups == (("a", "a#2"),)


def test_agents_that_do_not_fit_are_not_refused_with_a_way_out():
    words = complaint(lambda: Schedule.of(["a", "b"], 4), ScheduleError)
    assert "2 agents (a, b) cannot fill 4 seats" in words
    assert "--vs-field" in words
    assert "takes two agents" in complaint(lambda: Schedule.of(["a", "b", "c"], 4, vs_field=True), ScheduleError)
    assert "at least one set, not 0" in complaint(lambda: Schedule.of(["a", "b"], 2, sets=0), ScheduleError)
    with pytest.raises(IndexError):
        Schedule.of(["a", "b"], 2)[2]
