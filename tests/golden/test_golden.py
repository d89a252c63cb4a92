"""Whole games, written down once, run the same way for ever."""

import pytest

from tests.golden.playthrough import asked_moves, replayed
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
    names = [name for players, rules in SEEDS for name in asked_moves(path_of(players, rules).read_text())]
    kinds = {":".join(part for part in name.split(":") if part.islower()) for name in names}
    for kind in ("wheel", "draft:buy", "draft:sell", "token", "colony:ally", "colony:plunder", "feed:pay", "seal:gold"):
        assert any(found.startswith(kind) for found in kinds), kind
    for kind in ("side", "bust", "take", "discard", "seal:silver", "pass"):
        assert any(name.startswith(kind) for name in names), kind


def test_playthroughs_have_no_forced_move():
    assert any(" forced\n" in path_of(players, rules).read_text() for players, rules in SEEDS)


def test_changed_move_or_number_goes_unnoticed():
    """The comparison would be worthless if the text were simply read back."""
    written = path_of(2, "basic").read_text(encoding="utf-8")
    changed = written.replace("wheel:0 ", "wheel:1 ", 1).replace("wheel:3 ", "wheel:1 ", 1)
    for text in (written.replace(" 5 coins", " 6 coins", 1), written.replace("winner: seat", "winner: Seat")):
        assert text != written
        assert replayed(text) == written
    assert changed == written or replayed(changed) != written
