"""Whole games, written down once, run the same way for ever."""

import pytest

from tests.golden.playthrough import moves_of, replayed
from tests.golden.write import SEEDS, path_of

FIX = "if the change is meant, write them anew with: python -m tests.golden.write"


@pytest.mark.parametrize(("players", "rules"), SEEDS)
def test_game_runs_otherwise_than_it_was_written_down(players: int, rules: str):
    written = path_of(players, rules).read_text(encoding="utf-8")
    again = replayed(written)
    for number, (old, new) in enumerate(zip(written.splitlines(), again.splitlines(), strict=False), 1):
        assert old == new, f"line {number} of {path_of(players, rules).name} differs; {FIX}"
    assert written == again, FIX


def test_playthroughs_leave_out_a_kind_of_action():
    texts = [path_of(players, rules).read_text(encoding="utf-8") for players, rules in SEEDS]
    kinds = {name for text in texts for name in moves_of(text)}
    for kind in ("side", "wheel", "draft:buy", "draft:sell", "token", "bust", "take", "discard", "feed:pay", "pass"):
        assert any(found.startswith(kind) for found in kinds), kind
    for ending in ("plunder", "ally", "front", "back", "seal:gold"):
        assert any(found.endswith(ending) for found in kinds), ending


def test_playthroughs_have_no_forced_move():
    assert any(", forced\n" in path_of(players, rules).read_text() for players, rules in SEEDS)


def test_changed_number_or_word_goes_unnoticed():
    """The comparison would be worthless if the text were simply read back."""
    written = path_of(2, "basic").read_text(encoding="utf-8")
    for text in (written.replace(" 5 coins", " 6 coins", 1), written.replace("winner: seat", "winner: Seat")):
        assert text != written
        assert replayed(text) == written
