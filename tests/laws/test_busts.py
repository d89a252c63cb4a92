"""U. Busts."""

import pytest

from tests.laws.helpers import coins, options, play, play_until, player, sell_and_pass, tracks
from tests.laws.table import Seat, position

NEEDS = (6, 12, 20, 30)
BONUS = {6: 2, 12: 3, 20: 4, 30: 6}
POINTS = {6: 4, 12: 8, 20: 14, 30: 22}
TRACKS = ("income", "military", "culture", "food")
SIDES = ("front", "back")


def carvings(needs, tokens=TRACKS):
    return {f"bust:{need}:{track}:{side}" for need in needs for track in tokens for side in SIDES}


@pytest.mark.parametrize("need", NEEDS)
def test_u1_the_culture_track_must_reach_the_requirement_and_stays(need):
    assert not options(position("bust", Seat(culture=need - 1, military=99, coins=99)), f"bust:{need}")
    game = position("bust", Seat(culture=need, coins=7))
    assert options(game) == carvings(n for n in NEEDS if n <= need) | {"pass"}
    game.apply(f"bust:{need}:food:back")
    assert (tracks(game), coins(game)) == ((0, 0, need, 0), 7)


def test_u1_one_bust_a_step_and_none_if_one_likes():
    game = position("bust", Seat(culture=30), Seat(culture=6))
    game.apply("bust:6:food:back")
    assert (game.step, game.actor) == ("bust", 1)
    game.apply("pass")
    assert game.step == "take"
    assert (player(game)["busts"], player(game, 1)["busts"]) == ({"6": "food:back"}, {})


def test_u1_each_bust_once_and_in_any_order():
    game = position("bust", Seat(culture=30, food=99))
    left = set(NEEDS)
    for need, token in ((20, "food"), (6, "income"), (30, "military"), (12, "food")):
        assert {name.split(":")[1] for name in options(game, "bust")} == {str(n) for n in left}
        game.apply(f"bust:{need}:{token}:back")
        left -= {need}
        play_until(game, lambda game: game.step == "bust", sell_and_pass)
    assert game.is_over  # with nothing left to carve the last two bust steps ask nobody
    assert game.scores()[0]["busts"] == sum(POINTS.values()) + sum(BONUS.values())


@pytest.mark.parametrize("need", NEEDS)
@pytest.mark.parametrize("token", TRACKS)
def test_u2_front_up_the_token_advances_its_track(need, token):
    game = play(position("bust", Seat(income=1, military=2, culture=50, food=3)), f"bust:{need}:{token}:front")
    before = (1, 2, 50, 3)
    assert tracks(game) == tuple(n + BONUS[need] * (token == track) for n, track in zip(before, TRACKS, strict=True))
    assert player(game)["busts"] == {str(need): f"{token}:front"}
    assert player(game)["tokens"] == {track: 2 - (track == token) for track in TRACKS}
    assert game.scores()[0]["busts"] == POINTS[need]


@pytest.mark.parametrize("need", NEEDS)
@pytest.mark.parametrize("token", TRACKS)
def test_u2_back_up_the_bonus_is_scored_and_the_token_used_all_the_same(need, token):
    game = play(position("bust", Seat(income=1, military=2, culture=50, food=3)), f"bust:{need}:{token}:back")
    assert tracks(game) == (1, 2, 50, 3)
    assert player(game)["busts"] == {str(need): f"{token}:back"}
    assert player(game)["tokens"] == {track: 2 - (track == token) for track in TRACKS}
    assert game.scores()[0]["busts"] == POINTS[need] + BONUS[need]


def test_u2_only_free_tokens_can_be_used():
    own = Seat(culture=20, silver="food food", busts={12: "income:back", 20: "income:front"}, tokens=(0, 1, 0, 2))
    assert options(position("bust", own)) == carvings([6], ["military", "food"]) | {"pass"}
    # With no token left there is nothing to decide: the bust step passes the seat over.
    game = play(position("colony", Seat(culture=30, military=3, tokens=(0, 0, 0, 0))), "colony:3:plunder")
    assert (game.step, game.log[-1].name) == ("take", "colony:3:plunder")


def test_u3_busts_stay_as_they_are_when_the_culture_track_falls():
    own = Seat(culture=12, food=4, cards="1B09 1B08 1B05 1B02 1B01", busts={6: "food:front", 12: "income:back"})
    game = position("feed", own)
    game.apply("discard:1B09")
    assert (tracks(game), player(game)["busts"]) == ((0, 0, 9, 4), {"6": "food:front", "12": "income:back"})
    assert game.scores()[0]["busts"] == 4 + 8 + 3
    game = play_until(game, lambda game: game.step in ("bust", "colony"), sell_and_pass)
    assert not options(game, "bust")
