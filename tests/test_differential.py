"""The engine against the reference: actor, step, legal actions, forced moves, states and results of whole games."""

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from hadara_env import cards, replay
from tests.differential import Difference, Match, Table, tokens_used_up
from tests.differential_coverage import ABILITIES, ACTIONS, SEVERAL, Watch
from tests.differential_styles import STYLES
from tests.edited_cards import EDITS, write
from tests.reference import ReplayMismatch, replay_game, scoring, steps
from tests.reference.player import Player

PLAYERS, RULES = (2, 3, 4, 5), ("basic", "full")
ALL = list(itertools.product(PLAYERS, RULES, STYLES))

# What the shipped cards must lead to in some hundred games.
ON_SHIPPED_CARDS = {
    *(f"action {action}" for action in ACTIONS),
    *(f"bought {ability}" for ability in ABILITIES),
    *(f"discarded {ability}" for ability in ABILITIES),
    *(f"effect {ability}" for ability in ABILITIES),
    *(f"several {ability}" for ability in SEVERAL),
    *(f"taken back {ability}" for ability in (*ABILITIES[4:8], "bust_steps")),
    *("feeding by cards", "feeding by coins", "feeding by cards and coins", "food discarded"),
    *(
        "X2 token freed",
        "X3 pays the alliance",
        "X5 up to its limit",
        "X5 discarded after paying",
        "X6 up to its limit",
    ),
    *("X8 before a bust front up", "X8 before a bust back up", "second colony", "second bust"),
    *("X14 for a colony", "X14 for a bust", "X14 for both takings", "X14 after X13"),
    *("forced take", "tie of points", "shared victory"),
}
# What takes an edited set.
ON_EDITED_CARDS = {
    "tokens": {"forced token", "forced take"},
    "famine": {"forced discard", "forced take"},
    "copies": {f"several {ability}" for ability in SEVERAL},
    "rich": {"second colony", "second bust", "X14 for a colony", "X14 for a bust", "X5 up to its limit"},
    "perturbed-1": {"forced discard", "effect set_joker"},
    "perturbed-2": {"effect surplus_food", "effect yellow_step"},
    "perturbed-3": {"effect bust_steps", "effect balanced_income"},
}


def play(table: Table, games: Iterable[Match], folder: Path) -> Counter[str]:
    watch = Watch()
    for match in games:
        table.play(match, watch, folder)
    return watch.counts


def matches(times: int, seed: int) -> list[Match]:
    """Every number of players, rule set and style that many times, each game with a seed of its own."""
    games = enumerate(itertools.product(range(times), ALL), seed)
    return [Match(players, rules, number, style) for number, (_, (players, rules, style)) in games]


@pytest.mark.parametrize(("players", "rules", "style"), ALL)
def test_engine_and_reference_differ(players: int, rules: str, style: str, tmp_path: Path):
    table = Table()
    for seed in range(20):
        assert table.play(Match(players, rules, seed, style), replays=tmp_path) > 30 * players


def test_comparison_leaves_a_part_of_the_rules_out(tmp_path: Path):
    counts = play(Table(), matches(times=16, seed=10_000), tmp_path)
    assert sorted(ON_SHIPPED_CARDS - counts.keys()) == []
    assert [name for name in counts if name.startswith("forced")] == ["forced take"]


@pytest.mark.parametrize("name", EDITS)
def test_engine_and_reference_differ_with_edited_cards(name: str, tmp_path: Path):
    counts = play(Table(name), matches(times=2, seed=20_000), tmp_path)
    assert sorted(ON_EDITED_CARDS[name] - counts.keys()) == []


def test_engine_and_reference_differ_where_no_token_is_free(tmp_path: Path):
    counts = play(Table("tokens", tokens_used_up), matches(times=1, seed=30_000), tmp_path)
    assert counts["X2 with no token free"] > 0
    assert counts["forced token"] > 0


def test_edited_cards_are_all_alike_or_not_the_same_each_time(tmp_path: Path):
    digests = {name: Table(name).cards.digest for name in ("shipped", *EDITS)}
    assert len(set(digests.values())) == len(digests)
    write(tmp_path, EDITS["perturbed-1"])
    assert cards.load(tmp_path).digest == digests["perturbed-1"]


# One rule of the reference broken at a time, most of them by as little as possible.
BROKEN: dict[str, tuple[object, str, Callable[..., Any] | tuple[int, ...]]] = {
    "P1: no card makes the next cheaper": (Player, "price", lambda self, card: card.cost),
    "P3: selling pays the same in every epoch": (Player, "sell", lambda self, card: self.receive(2)),
    "X1: no more than one coin": (
        Player,
        "sell",
        lambda self, card: self.receive(card.epoch + 1 + self.has("sell_bonus")),
    ),
    "X7: no coins for higher tracks": (steps, "income_coins", lambda player: player.tracks()[0]),
    "X6: no limit": (
        steps,
        "surplus_coins",
        lambda p: 3 * max(0, p.tracks()[3] - len(p.display)) * p.has("surplus_food"),
    ),
    "X12: never two": (steps, "takings", lambda player: 1),
    "M1: silver dearer in epoch III": (steps, "SILVER_PRICES", (4, 9, 21)),
    "X4: gold dearer in epoch II": (steps, "GOLD_DISCOUNT", (6, 7, 22)),
    "Z3: half a track rounded down": (
        scoring,
        "_silver",
        lambda player: sum(player.tracks()[t] // 2 for t in player.silver),
    ),
    "X11: no joker": (
        scoring,
        "_gold",
        lambda p: min(p.count().colours) * (7 * p.gold + 4 * p.copies("set_points")),
    ),
}


@pytest.mark.parametrize("rule", BROKEN)
def test_broken_rule_goes_unseen(rule: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    target, name, replacement = BROKEN[rule]
    monkeypatch.setattr(target, name, replacement)
    with pytest.raises(Difference):
        play(Table(), matches(times=16, seed=10_000), tmp_path)


def test_difference_cannot_be_reproduced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    match = Match(players=3, rules="full", seed=4, style="saver")
    with monkeypatch.context() as broken:
        broken.setattr(Player, "sell", lambda self, card: self.receive(card.epoch + 2))
        with pytest.raises(Difference) as caught:
            Table().play(match, replays=tmp_path)
        (path,) = tmp_path.iterdir()
        found = json.loads(path.read_text(encoding="utf-8"))
        table = Table()
        with pytest.raises(ReplayMismatch, match=f"move {len(found['moves']) - 1}, state after it"):
            replay_game(found, table.reference_cards)
    message = str(caught.value)
    for part in ("3 players", "full rules", "seed 4", "style saver", "cards shipped", "state", "coins is"):
        assert part in message
    assert f"after move {len(found['moves']) - 1} ({found['moves'][-1]['action']}" in message
    assert str(path) in caught.value.__notes__[0]
    replay.verify(found)
    replay_game(found, table.reference_cards)


def test_choice_only_one_side_allows_goes_unseen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(steps, "GOLD_PRICES", (5, 12, 30))
    with pytest.raises(Difference, match=r"(actor|step|legal actions): engine .*, reference "):
        play(Table(), matches(times=1, seed=0), tmp_path)
