"""The server with many games at once; the whole of it only in `make test-all`."""

import pytest

from experiments.play_load import measure


def test_a_few_games_at_once_are_not_answered():
    found = measure(games=4, seconds=6, pause=0.2)
    assert found["errors"] == 0, found["first_errors"]
    assert found["moves"] > 20
    assert found["memory_mb"]["end"] < 1000


@pytest.mark.slow
def test_fifty_games_at_once_are_slow_fail_or_grow():
    """Five minutes, a move a second each: no error, moves within 100 ms, and no memory that grows with the games."""
    found = measure(games=50, seconds=300)
    assert found["errors"] == 0, found["first_errors"]
    assert found["moves"] > 50 * 300 * 0.6
    assert found["games_finished"] > 100
    assert found["move_milliseconds"]["p99"] < 100, found
    memory = found["memory_mb"]
    assert memory["end"] - memory["warm"] < 25, found
