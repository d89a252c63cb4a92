import json

import numpy as np
import pytest

from experiments.league import LEARNER, League, LeagueSpec
from hadara_agents.kernels.tournament import GREEDY
from hadara_env.engine.tables import tables_of
from hadara_env.envs.vector import HadaraVec
from tests.complaints import complaint

SPEC = LeagueSpec(("heuristic", "random"), anchor_share=0.4, past_share=0.4, guests=2, keep=4)


def league(spec: LeagueSpec = SPEC, past: int = 3) -> League:
    found = League(spec, seed=3)
    for k in range(past):
        found.remember(f"self {k}", {"w": np.full(3, k, np.float16)})
    found.invite()
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_game_is_seated_without_the_learner_or_with_two_kinds_of_others(players: int):
    group = league()
    seatings = np.array([group.seating(players) for _ in range(2000)])
    others = [set(row[:players].tolist()) - {LEARNER} for row in seatings]
    assert (seatings[:, :players] == LEARNER).any(1).all()
    assert all(len(kinds) <= 1 for kinds in others)
    assert set.union(*others) == {-1, -2, 1, 2}
    assert (seatings[:, players:] == LEARNER).all(), "a seat that does not exist has a player"
    alone = np.mean([not kinds for kinds in others])
    assert 0.15 < alone < 0.25, "what is left of the shares is self-play"
    counts = {int((row[:players] != LEARNER).sum()) for row in seatings}
    assert counts == set(range(players)), "every number of others meets the learner"
    by_seat = (seatings[:, :players] != LEARNER).mean(0)
    assert by_seat.max() - by_seat.min() < 0.06, "others sit down anywhere"


def test_empty_league_seats_somebody_who_is_not_there():
    group = League(LeagueSpec((), 0.5, 0.5), seed=1)
    assert all((group.seating(4) == LEARNER).all() for _ in range(200))
    group.remember("self", {})
    assert all((group.seating(4) == LEARNER).all() for _ in range(200)), "nobody is invited yet"
    group.invite()
    assert {int(group.seating(4).max()) for _ in range(200)} == {0, 1}


def test_weak_past_self_is_invited_as_often_as_a_strong_one():
    group = league(LeagueSpec((), 0.0, 0.5, guests=1, keep=5), past=3)
    for member, share in zip(group.past, (0.95, 0.5, 0.1), strict=True):
        member.share = share
    invited = [group.invite()[0].name for _ in range(600)]
    often = [invited.count(f"self {k}") for k in range(3)]
    assert 0 < often[0] < often[1] < often[2]
    assert often[2] > 2 * often[1], "who beats the learner comes first"


def test_hard_anchor_is_met_as_rarely_as_an_easy_one():
    group = league()
    group.anchors[0].share, group.anchors[1].share = 0.2, 0.99
    met = [int(seating.min()) for seating in (group.seating(2) for _ in range(2000)) if seating.min() < 0]
    assert met.count(-1) > 5 * met.count(-2) > 0


def test_result_is_counted_for_somebody_else_or_without_par():
    group = league()
    group.count(np.array([0, 0, 0, 0, 0]), np.array([1.0, 0, 0, 0, 0]), 4)
    assert [member.games for member in (*group.anchors, *group.past)] == [0] * 5
    group.count(np.array([0, -2, -2, -2, 0]), np.array([0.25, 0.25, 0.25, 0.25, 0]), 4)
    assert (group.anchors[1].games, group.anchors[1].share) == (1, 0.5)
    group.count(np.array([0, 0, 0, 2, 0]), np.array([0, 0, 1.0, 0, 0]), 4)
    assert group.guests[1].games == 1
    assert group.guests[1].share == 0.75
    for _ in range(300):
        group.count(np.array([-1, 0, 0, 0, 0]), np.array([1.0, 0, 0, 0, 0]), 2)
    assert group.anchors[0].share < 0.02, "a share forgets old games"


def test_guest_is_let_go_while_it_plays():
    group = league(LeagueSpec((), 0.0, 0.5, guests=1, keep=2), past=2)
    guest = group.guests[0]
    guest.share = 0.99
    for k in range(5):
        group.remember(f"later {k}", {})
        assert any(member is guest for member in group.past)
    assert [len(group.past), group.past[-1].name] == [2, "later 4"]


def test_self_that_is_beaten_surely_stays_and_a_hard_one_goes():
    group = league(past=4)
    group.guests = []
    for member, share in zip(group.past, (0.3, 0.9, 0.6, 0.5), strict=True):
        member.share = share
    group.remember("new", {})
    assert [member.name for member in group.past] == ["self 0", "self 2", "self 3", "new"]


def test_league_goes_on_otherwise_after_a_restore():
    first = league()
    for _ in range(50):
        seating = first.seating(3)
        first.count(seating, np.array([1.0, 0, 0, 0, 0]), 3)
    told, arrays = first.state()
    second = League(SPEC, seed=99)
    second.restore(json.loads(json.dumps(told)), arrays)
    assert [member.name for member in second.guests] == [member.name for member in first.guests]
    assert all(any(guest is member for member in second.past) for guest in second.guests)
    assert (second.past[2].weights["w"] == 2).all()
    for group in (first, second):
        group.remember("another", {"w": np.zeros(3)})
        group.invite()
    for one, other in zip((first, second), (second, first), strict=True):
        assert [vars(m) | {"weights": 0} for m in one.past] == [vars(m) | {"weights": 0} for m in other.past]
    assert [first.seating(5).tolist() for _ in range(50)] == [second.seating(5).tolist() for _ in range(50)]
    assert first._chance.tolist() == second._chance.tolist()


def test_anchor_acts_for_others_or_chooses_another_action_than_the_agent():
    group = League(LeagueSpec(("greedy", "heuristic")), seed=1)
    assert group._codes.tolist() == [GREEDY, 0]
    vec = HadaraVec(64, 2, seed=4)
    who = np.tile([LEARNER, -1, -2, 1], 16)
    for _ in range(30):
        actions = np.full(64, -7, np.int64)
        group.anchors_act(vec.games, who, tables_of(vec.cards), actions)
        assert (actions[who >= 0] == -7).all()
        assert vec.mask[who < 0, actions[who < 0]].all()
        vec.step(np.where(actions == -7, vec.random_actions(), actions))


@pytest.mark.parametrize("changes", [{"anchor_share": -0.1}, {"past_share": 0.9}, {"guests": 0}, {"keep": 2}])
def test_impossible_league_is_made(changes: dict[str, float]):
    with pytest.raises(ValueError, match=r"must be|are parts of 1"):
        LeagueSpec(**changes)  # type: ignore[arg-type]


def test_searching_anchor_is_taken():
    sentence = complaint(lambda: League(LeagueSpec(("ismcts:iters=5",)), seed=1))
    assert "'ismcts:iters=5' cannot be an anchor: only random, greedy" in sentence
