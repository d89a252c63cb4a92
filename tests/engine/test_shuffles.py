"""Every deal is equally likely: counted over many seeds, with bounds that chance passes once in ten million runs.

A count of a cell with probability p over B seeds is about normal with deviation sqrt(B p (1 - p)). With a few thousand
cells a test, a bound of 7 deviations fails by chance with less than 1e-7. The seeds are fixed: a run never differs.
"""

import numpy as np
import pytest

from hadara_env.engine import batch
from hadara_env.engine.constants import NUM_CARDS
from hadara_env.engine.layout import GAME
from hadara_env.engine.random import below, game_seed, hash32, new_rng, shuffle
from tests.engine.play import EVERY_GAME, TABLES

SEEDS = 6000
BOUND = 7.0


def dealt(players: int, rules: str, seeds: str = "counted") -> np.ndarray:
    """Games of the seeds 0, 1, 2, ... or of a batch's hashed seeds."""
    games = np.zeros(SEEDS, GAME)
    if seeds == "hashed":
        batch.deal_all(games, 12345, players, int(rules == "full"), 0, TABLES)
    else:
        for b in range(SEEDS):
            batch.deal(games, b, b, players, int(rules == "full"), 0, TABLES)
    return games


def deviations(counts: np.ndarray, p: float) -> float:
    """The farthest count from its mean, in standard deviations."""
    return float(np.abs(counts - SEEDS * p).max() / np.sqrt(SEEDS * p * (1 - p)))


def decks(rules: str):
    """(epoch, colour, the cards shuffled there)."""
    t = TABLES[0]
    for epoch in range(3):
        for colour in range(5):
            size = t.deck_size[int(rules == "full"), epoch, colour]
            yield epoch, colour, t.deck[int(rules == "full"), epoch, colour, :size].tolist()


@pytest.mark.parametrize("seeds", ["counted", "hashed"])
@pytest.mark.parametrize(("players", "rules"), EVERY_GAME)
def test_card_prefers_a_place_in_its_pile(players: int, rules: str, seeds: str):
    piles = dealt(players, rules, seeds)["pile"]
    for epoch, colour, deck in decks(rules):
        for position in range(2 * players):
            counts = np.bincount(piles[:, epoch, colour, position], minlength=256)
            assert counts.sum() == counts[deck].sum() == SEEDS
            assert deviations(counts[deck], 1 / len(deck)) < BOUND
        assert (piles[:, epoch, colour, 2 * players :] == 255).all()


def test_two_cards_prefer_to_lie_together():
    """Pairs of places within a pile, and the same place in two epochs or colours."""
    piles = dealt(5, "full")["pile"].astype(np.int64)
    for (e1, c1, p1), (e2, c2, p2) in [
        ((0, 0, 0), (0, 0, 1)), ((0, 1, 0), (0, 1, 9)), ((2, 4, 3), (2, 4, 4)), ((0, 0, 0), (1, 0, 0)),
        ((1, 2, 5), (2, 2, 5)), ((0, 3, 0), (0, 1, 0)), ((0, 4, 0), (2, 4, 0)), ((2, 0, 9), (2, 1, 0)),
    ]:  # fmt: skip
        a, b = piles[:, e1, c1, p1], piles[:, e2, c2, p2]
        first, second = np.unique(a), np.unique(b)
        joint = np.bincount(a * NUM_CARDS + b, minlength=NUM_CARDS * NUM_CARDS).reshape(NUM_CARDS, NUM_CARDS)
        cells = joint[np.ix_(first, second)]
        if (e1, c1) == (e2, c2):
            off = ~np.eye(len(first), dtype=bool)
            assert cells[~off].sum() == 0
            assert deviations(cells[off], 1 / off.sum()) < BOUND
        else:
            assert deviations(cells, 1 / cells.size) < BOUND


@pytest.mark.parametrize("seeds", ["counted", "hashed"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_board_crest_or_start_card_prefers_somebody(players: int, seeds: str):
    games = dealt(players, "full", seeds)
    powers = 5 ** np.arange(5)
    orders = np.unique(games["board"] @ powers, return_counts=True)[1]
    assert len(orders) == 120
    assert deviations(orders, 1 / 120) < BOUND
    for name in ("crest", "start_card"):
        for seat in range(players):
            counts = np.bincount(games[name][:, seat], minlength=5)
            assert deviations(counts, 1 / 5) < BOUND
        assert (
            np.sort(games[name][:, :players], axis=1)[:, 1:] > np.sort(games[name][:, :players], axis=1)[:, :-1]
        ).all()
    joint = np.bincount(games["crest"][:, 0] * 5 + games["start_card"][:, 0], minlength=25)
    assert deviations(joint, 1 / 25) < BOUND


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_colony_tile_prefers_a_place_in_its_stack(players: int):
    stacks = dealt(players, "full")["colony_stack"]
    for colony in range(5):
        for position in range(players):
            counts = np.bincount(stacks[:, colony, position], minlength=5)
            assert deviations(counts[:5], 1 / 5) < BOUND
    joint = np.bincount(stacks[:, 0, 0].astype(np.int64) * 5 + stacks[:, 1, 0], minlength=25)
    assert deviations(joint, 1 / 25) < BOUND


def test_generator_prefers_a_number_or_repeats_itself():
    for n in (2, 3, 5, 10, 14):
        rng = new_rng(n)
        counts = np.bincount([below(rng, n) for _ in range(SEEDS)], minlength=n)
        assert len(counts) == n
        assert deviations(counts, 1 / n) < BOUND
        assert rng.tolist() == [n, SEEDS]
    bits = np.array([hash32(3, k) for k in range(SEEDS)], dtype=np.uint64)
    assert int(bits.max()) < 2**32
    for bit in range(32):
        assert deviations(np.array([(bits >> np.uint64(bit) & np.uint64(1)).sum()]), 0.5) < BOUND


def test_games_of_a_batch_share_a_seed():
    seeds = {game_seed(master, k) for master in range(50) for k in range(200)}
    assert len(seeds) == 50 * 200
    assert min(seeds) >= 0
    assert 2**52 < max(seeds) < 2**53


def test_shuffle_prefers_an_order():
    rng, counts = new_rng(8), {}
    for _ in range(SEEDS):
        items = np.arange(6)
        shuffle(rng, items, 4)
        assert items[4:].tolist() == [4, 5]
        counts[tuple(items[:4])] = counts.get(tuple(items[:4]), 0) + 1
    assert len(counts) == 24
    assert deviations(np.array([*counts.values()]), 1 / 24) < BOUND
