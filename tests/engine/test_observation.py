"""The observation says what its table of pieces promises."""

import numpy as np
import pytest

from hadara_env.cards import COLOURS
from hadara_env.engine import batch
from hadara_env.engine.constants import CULTURE, MILITARY, PURPLE
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS, PIECES, SEAT_NAMES
from hadara_env.game import Game
from tests.engine.plain_observation import observed
from tests.engine.play import CARDS, EVERY_GAME, TABLES, Plan, games_of, states, whole_games
from tests.engine.seen import encoded, telling_states


def test_pieces_leave_a_gap_or_overlap():
    names = [piece.name for piece in PIECES]
    assert len(set(names)) == len(names)
    end = 0
    for piece in PIECES:
        place = OBS.slice(piece.name)
        assert (place.start, place.stop) == (end, end + piece.size)
        assert piece.size > 0
        assert piece.meaning
        end = place.stop
    assert end == OBS.size == len(encoded(games_of(Game.new(seed=1)), 0))


def test_blocks_leave_a_gap_or_overlap():
    start = OBS.slice("me").start
    for name in SEAT_NAMES:
        block = OBS.slice(name)
        assert block.start == start
        start = block.stop
    assert start == OBS.slice("cards.mine").start
    assert OBS.slice("hand.low").stop == OBS.slice("hand.high").start


def test_unknown_piece_has_a_place():
    with pytest.raises(KeyError, match=r"no piece 'me\.gems' in the observation; there are game\.players"):
        OBS.slice("me.gems")


def test_layout_hash_survives_a_change():
    other = type(OBS)(PIECES[:-1])
    reordered = type(OBS)((*PIECES[1:], PIECES[0]))
    assert len({OBS.hash, other.hash, reordered.hash, type(OBS)(PIECES).hash}) == 3


def test_piece_differs_from_its_meaning():
    """Every piece, recomputed in plain Python, in states of all kinds of games."""
    for k, game in enumerate(telling_states(every=12)):
        seat = k % game.players
        vector, pieces = encoded(games_of(game), seat), observed(game, seat)
        assert set(pieces) == {piece.name for piece in PIECES}
        for name, expected in pieces.items():
            found = vector[OBS.slice(name)]
            assert np.allclose(found, expected, rtol=0, atol=1e-6), (name, found.tolist(), expected, seat, game)


def test_piece_stands_still():
    """The comparison above means something only if each piece moves in its states."""
    vectors = np.stack([encoded(games_of(game), k % game.players) for k, game in enumerate(telling_states(every=2))])
    still = {piece.name for piece in PIECES if not np.ptp(vectors[:, OBS.slice(piece.name)], axis=0).any()}
    needless = {
        f"top.{name}.{aim}"
        for colour, name in enumerate(COLOURS)
        for aim, track in (("colony", MILITARY), ("bust", CULTURE))
        if colour != PURPLE and not CARDS.values[CARDS.colour == colour, track].any()  # no such card helps there
    }
    assert still - needless == {"me.present", "next1.present"}


def test_values_are_out_of_scale():
    for plan in whole_games:
        for game in states(plan):
            for seat in range(game.players):
                vector = encoded(games_of(game), seat)
                assert np.isfinite(vector).all()
                assert vector.min() >= -1.5
                assert vector.max() <= 3.0, (int(vector.argmax()), game)


@pytest.mark.parametrize(("players", "rules"), EVERY_GAME)
def test_absent_seat_is_seen(players: int, rules: str):
    for game in states(Plan(players, rules, 21, "buyer")):
        for seat in range(players):
            vector = encoded(games_of(game), seat)
            for turn, name in enumerate(SEAT_NAMES):
                assert vector[OBS.slice(f"{name}.present")].tolist() == [float(turn < players)]
                assert turn < players or not vector[OBS.slice(name)].any()


def test_old_numbers_stay_in_the_buffer():
    for game in telling_states(every=50):
        out = np.full(OBS.size, 99.0, np.float32)
        batch.observe_one(games_of(game), 0, 0, TABLES, out)
        assert out.tobytes() == encoded(games_of(game), 0).tobytes()


def test_writing_an_observation_changes_the_game():
    for game in telling_states(every=50):
        games = games_of(game)
        before = games.tobytes()
        encoded(games, 0)
        assert games.tobytes() == before


def test_seat_order_depends_on_the_chair():
    """The same table seen from the next chair: `next1` of one seat is `me` of the next, but for what only it knows."""
    public = ("coins", "tracks", "colours", "tokens", "plundered", "silver", "points", "initiative")
    for game in telling_states(every=20):
        views = [encoded(games_of(game), seat) for seat in range(game.players)]
        for seat, view in enumerate(views):
            for turn in range(game.players):
                other = views[(seat + turn) % game.players]
                for name in public:
                    mine = other[OBS.slice(f"me.{name}")]
                    assert view[OBS.slice(f"{SEAT_NAMES[turn]}.{name}")].tolist() == mine.tolist()


CHANGES = {
    "coins": lambda g: g.coins.__setitem__(1, g.coins[1] + 1),
    "tracks": lambda g: g.tracks.__setitem__((2, 3), g.tracks[2, 3] + 1),
    "tokens": lambda g: g.tokens.__setitem__((1, 0), 1),
    "gold": lambda g: g.gold.__setitem__(0, 1),
    "colony": lambda g: g.colony.__setitem__((1, 0), 1),
    "bust": lambda g: g.bust_token.__setitem__((2, 1), 3),
    "board": lambda g: g.board.__setitem__(slice(None), np.roll(g.board, 1)),
    "hand": lambda g: g.hand.__setitem__((0, 0), g.hand[0, 0] - 1),
    "crest": lambda g: g.crest.__setitem__(2, next(k for k in range(5) if k not in g.crest)),
    "first": lambda g: g.first.__setitem__(1, g.first[2]),
    "place": lambda g: g.place.__setitem__(161, 2),
    "pending": lambda g: g.pending.__setitem__(0, 1),
}


@pytest.mark.parametrize("change", CHANGES)
def test_change_the_seat_can_see_leaves_the_observation_as_it_was(change: str):
    game = next(game for game in states(Plan(3, "full", 2)) if game.step == "draft")
    before = encoded(games_of(game), 0)
    CHANGES[change](game.record)
    assert encoded(games_of(game), 0).tobytes() != before.tobytes()


def test_two_states_look_alike():
    """Along a game no two states of the same actor look the same to it."""
    for plan in whole_games[:10]:
        seen: set[bytes] = set()
        for game in states(plan):
            if not game.is_over:
                vector = encoded(games_of(game), game.actor or 0).tobytes()
                assert vector not in seen, game
                seen.add(vector)


def test_observation_of_a_view_and_of_a_game_differ():
    game = Game.new(4, "full", 3)
    assert game.view(2).observation.tobytes() == encoded(games_of(game), 2).tobytes()
    assert game.view(2).observation.dtype == np.float32
    assert games_of(game).dtype == GAME
