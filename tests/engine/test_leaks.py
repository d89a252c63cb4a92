"""Hiding is done once: what a seat observes follows from its view alone."""

from tests.engine.play import games_of, in_draw
from tests.engine.seen import determinized, encoded, redacted, telling_states


def test_observation_reads_what_the_seat_may_not_know():
    """The game, the view of it and any guess at what the view hides look the same to the seat, in every state."""
    compared = in_draws = token_steps = sides = 0
    for game in telling_states():
        games = games_of(game)
        for seat in range(game.players):
            view = redacted(games, seat)
            expected = encoded(games, seat).tobytes()
            assert encoded(view, seat).tobytes() == expected, (seat, game)
            for seed in (compared, compared + 1):
                assert encoded(determinized(view, seat, seed), seat).tobytes() == expected, (seat, game)
            compared += 1
            in_draws += in_draw(game) and game.actor != game.record.first[game.record.epoch]
            token_steps += in_draw(game) and game.step == "token"
            sides += game.step == "side"
    assert compared > 20_000
    assert in_draws > 3000
    assert token_steps > 40
    assert sides > 200


def test_observation_depends_on_what_others_committed():
    """A3: until the reveal the observations of all others stay as they were."""
    compared = 0
    for game in telling_states(every=3):
        if in_draw(game) and game.step == "draft":
            for action in game.legal_actions():
                after = game.clone()
                after.apply(action.index)
                if in_draw(after) and after.record.visits.tolist() == game.record.visits.tolist():
                    for seat in range(game.players):
                        if seat != game.actor:
                            before = encoded(games_of(game), seat)
                            assert encoded(games_of(after), seat).tobytes() == before.tobytes()
                            compared += 1
    assert compared > 5000
