"""Every seat is given what the game was worth to it, exactly once, whoever moved last and whichever the door."""

from collections.abc import Iterator
from itertools import chain

import pytest

from tests.envs.doors import BATCHED, SINGLE
from tests.envs.results import KINDS, Episode, expected_rewards, tied_places
from tests.envs.scripts import scripts


def episodes(door: str, players: int, kind: str) -> Iterator[Episode]:
    """Games of a door; those of single games are the same for all, with ties among them."""
    if door in BATCHED:
        return BATCHED[door](players, kind, 90 * players if door == "vector" else 120)
    return chain.from_iterable(SINGLE[door](script, kind) for script in scripts(players))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("door", [*SINGLE, *BATCHED])
def test_seat_is_not_given_its_result_exactly_once(door: str, players: int, kind: str):
    seats, ties = set(), set()
    for episode in episodes(door, players, kind):
        assert episode.final.is_over
        assert episode.final.players == players
        worth = expected_rewards(episode.final, kind)
        for seat, given in episode.given.items():
            assert given[-1] == pytest.approx(worth[seat], abs=1e-6)
            assert not any(given[:-1]), "a reward before the end, or twice"
            seats.add(seat)
        if len(episode.given) > 1:
            assert set(episode.given) == set(range(players))
        assert sum(worth) == pytest.approx(0, abs=1e-9)
        ties |= tied_places(episode.final)
    assert seats == set(range(players)), "a seat was never looked at"
    assert 1 in ties, "no shared victory was looked at"


def test_script_is_not_played_to_the_same_end_by_every_door():
    script = scripts(3)[0]
    finals = [episode.final.record.tobytes() for door in SINGLE.values() for episode in door(script, "win")]
    assert set(finals) == {script.game().record.tobytes()}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ties_the_credit_is_tested_with_are_missing(players: int):
    ties = [tied_places(script.game()) for script in scripts(players)]
    assert {1} in ties
    assert players == 2 or {2} in ties


def test_reward_formulas_give_other_figures_than_worked_out_by_hand():
    tied = next(script.game() for script in scripts(3) if tied_places(script.game()) == {1})
    assert sorted(expected_rewards(tied, "win")) == [-0.5, 0.25, 0.25]
    assert sorted(expected_rewards(tied, "rank")) == [-1.0, 0.5, 0.5]
    behind = next(script.game() for script in scripts(3) if tied_places(script.game()) == {2})
    assert sorted(expected_rewards(behind, "win")) == [-0.5, -0.5, 1.0]
    assert sorted(expected_rewards(behind, "rank")) == [-0.5, -0.5, 1.0]
    plain = scripts(2)[0].game()
    mine, theirs = (points["total"] for points in plain.scores())
    assert expected_rewards(plain, "margin") == pytest.approx([(mine - theirs) / 50, (theirs - mine) / 50])
