"""The purple cards are reconstructed, so a study is repeated with others that could as well be those of the box.

What is known stays: which abilities there are, in which epoch and with which star, the prices of an epoch from the
lowest to the highest, and that some purple card is worth 12 points. What each card costs, gives and is worth, and how
many copies there are of an ability without a star, is drawn anew. No other card changes.
"""

import csv
import io
import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np

from experiments.study_figures import Figures, share_interval
from experiments.study_games import seated
from hadara_agents.kernels.tournament import compiled_sets
from hadara_env import CardSet
from hadara_env.card_files import ABILITY_EPOCH, EPOCH_CARDS, FILES, STARRED
from hadara_env.cards import TRACKS, load
from hadara_env.engine.constants import RULES
from hadara_env.engine.random import game_seed
from hadara_env.engine.tables import tables_of

PRICES: Final = {1: (1, 4), 2: (4, 7), 3: (7, 9)}
STRENGTH: Final = {
    1: 0,
    2: -1,
    3: -2,
}  # steps and half the points of a card less its cost, as the other colours have it
MOST_POINTS: Final = 12
COPIES: Final = (1, 3)  # of a plain ability
Row = dict[str, str]


def perturbed(seed: int, shipped: CardSet | None = None) -> CardSet:
    """A card set whose reconstructed purple cards are drawn from the seed; `cards.load` has checked it."""
    shipped = shipped or load()
    contents = dict(zip(FILES, shipped.contents, strict=True))
    rows = list(csv.DictReader(io.StringIO(contents[EPOCH_CARDS].decode())))
    rng = random.Random(seed)
    for epoch in PRICES:
        unsure = [
            row
            for row in rows
            if row["epoch"] == str(epoch) and row["colour"] == "purple" and row["provenance"] == "reconstructed"
        ]
        _draw_plain(rng, epoch, [row for row in unsure if row["star"] == "0"])
        for row in unsure:
            if row["star"] == "1":
                row["cost"] = str(_within(int(row["cost"]) + rng.randint(-1, 1), *PRICES[epoch]))
                row["points"] = str(_within(int(row["points"]) + rng.choice((-2, 0, 2)), 0, MOST_POINTS))
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    contents[EPOCH_CARDS] = text.getvalue().encode()
    with tempfile.TemporaryDirectory() as folder:
        for name, data in contents.items():
            (Path(folder) / name).write_bytes(data)
        return load(folder)


def _within(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


def _draw_plain(rng: random.Random, epoch: int, rows: list[Row]) -> None:
    """The cards without a star: so many copies of each ability, the others with steps and points for their price."""
    names = [name for name, its in ABILITY_EPOCH.items() if its == epoch and name not in STARRED]
    abilities = [name for name in names for _ in range(rng.randint(*COPIES))]
    for k, row in enumerate(rows):
        row["cost"] = str(rng.randint(*PRICES[epoch]))
        row.update(dict.fromkeys(TRACKS, "0"))
        row["ability"] = abilities[k] if k < len(abilities) else ""
        if row["ability"]:
            row["points"] = str(rng.randint(0, 4))
            continue
        worth = max(1, int(row["cost"]) + STRENGTH[epoch] + rng.randint(-1, 1))
        is_prize = epoch == max(PRICES) and k == len(rows) - 1
        halves = MOST_POINTS // 2 if is_prize else rng.randint(0, min(worth, 3))
        row["points"] = str(2 * halves)
        tracks = rng.sample(TRACKS, 3)
        for _ in range(max(0, worth - halves)):
            track = rng.choice(tracks)
            row[track] = str(int(row[track]) + 1)


def ladder(
    specs: Sequence[str], cards: CardSet, sets: int, seed: int, played: Callable[[int], None] = lambda _: None
) -> Figures:
    """Everybody against everybody with two players, both seats, the same deals for all; shares of wins."""
    numbers, (weights, networks, _) = seated(specs, cards)
    deals = np.array([game_seed(seed, k) for k in range(sets)], np.int64)
    tables, rules = tables_of(cards), RULES.index("full")
    won: dict[str, list[np.ndarray]] = {spec: [] for spec in specs}
    heads: dict[str, dict[str, Any]] = {spec: {} for spec in specs}
    for a, b in combinations(range(len(specs)), 2):
        line_up = [int(numbers[a]), int(numbers[b])]
        shares = compiled_sets(deals, line_up, rules, tables, weights, networks)[0].mean(axis=1)
        for mine, other, row in ((a, b, shares[:, 0]), (b, a, shares[:, 1])):
            won[specs[mine]].append(row)
            heads[specs[mine]][specs[other]] = share_interval(row)
        played(2 * sets)
    shares = {spec: share_interval(np.mean(rows, axis=0)) for spec, rows in won.items()}
    order = sorted(specs, key=lambda spec: -shares[spec]["mean"])
    return {"cards": cards.digest, "sets": sets, "shares": shares, "order": order, "heads": heads}


def steady(shipped: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Every pair that the shipped cards put in an order beyond doubt, and how many other sets say the same of it."""
    found = []
    for a, b in combinations(shipped["order"], 2):
        if shipped["heads"][a][b]["low"] <= 0.5:
            continue
        met = [other["heads"][a][b] for other in others]
        same, turned = sum(m["low"] > 0.5 for m in met), sum(m["high"] < 0.5 for m in met)
        share = shipped["heads"][a][b]["mean"]
        found.append(
            {"above": a, "below": b, "share": share, "same": same, "open": len(met) - same - turned, "turned": turned}
        )
    return found
