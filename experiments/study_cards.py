"""What games say about cards: how often and when each is bought, and what it adds to the chance of winning.

Three answers to the last question, from the weakest to the strongest:

- with and without: shares of wins of those who bought it and of those who did not, in games in which it was dealt.
  Correlation: whoever buys it may be ahead for other reasons.
- adjusted: a linear regression within games, for all cards at once with start card and side, beside an average card.
  Still correlation, but a card no longer gets the credit of the cards that are bought along with it.
- paired: the same game with the purchase and without it (`kernels.chronicle`). What the purchase causes, for these
  players, in the situations in which they buy the card.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from experiments.study_figures import Figures, gain, interval, of_kind, over_par, rounded
from experiments.study_games import Chronicle
from hadara_env import CardSet
from hadara_env.cards import COLOURS
from hadara_env.engine.constants import NONE, NUM_CARDS

_Z = 1.96


def cards(chronicles: Sequence[Chronicle], box: CardSet) -> Figures:
    """Every card, by its id."""
    adjusted = regression(chronicles)
    found: Figures = {}
    for card, name in enumerate(box.ids):
        dealt = sum(int(c.notes["dealt"][:, card].sum()) for c in chronicles)
        if not dealt:
            continue
        laps, prices, lost, with_it, without, paired = [], [], [], [], [], []
        for c in chronicles:
            buyer, over = c.notes["buyer"][:, card], over_par(c)
            bought = buyer != NONE
            laps.append(c.notes["lap"][bought, card])
            prices.append(c.notes["price"][bought, card])
            lost.append(c.notes["discarded"][bought, card] != NONE)
            mine = buyer[:, None] == np.arange(c.players)
            with_it.append(over[mine])
            shown = c.notes["dealt"][:, card] == 1
            rest = ~mine[shown]
            without.append((over[shown] * rest).sum(axis=1) / rest.sum(axis=1))
            rows = of_kind(c, "card")
            paired.append(rows[rows["what"] == card])
        lap = np.concatenate(laps)
        found[name] = {
            "dealt": dealt,
            "bought": rounded(len(lap) / dealt),
            "in_a": rounded((lap < 5).mean()) if len(lap) else None,
            "laps": np.bincount(lap, minlength=10).tolist(),
            "price": rounded(np.concatenate(prices).mean()) if len(lap) else None,
            "discarded": rounded(np.concatenate(lost).mean()) if len(lap) else None,
            "with": interval(np.concatenate(with_it)),
            "without": interval(np.concatenate(without)),
            "adjusted": adjusted[card],
            "paired": gain(paired),
        }
    _shrink(found)
    return found


def _shrink(found: Figures) -> None:
    """Towards the mean of all cards, the further the less is known: the best of many estimates is too good."""
    known = [row["paired"]["margin"] for row in found.values() if row["paired"]["margin"]["n"] > 1]
    if not known:
        return
    means = np.array([figure["mean"] for figure in known])
    errors = np.array([max((figure["high"] - figure["low"]) / (2 * _Z), 1e-6) for figure in known])
    middle = float(np.average(means, weights=1 / errors**2))
    spread = max(0.0, float(np.var(means) - np.median(errors) ** 2))
    for figure, mean, error in zip(known, means, errors, strict=True):
        figure["shrunk"] = rounded(middle + (mean - middle) * spread / (spread + error**2))


def owned(chronicle: Chronicle) -> np.ndarray:
    """(G, N, 162): who bought what."""
    buyer = chronicle.notes["buyer"][:, None, :]
    return buyer == np.arange(chronicle.players)[None, :, None]


def regression(chronicles: Sequence[Chronicle]) -> list[dict[str, float]]:
    """Shares of wins on the cards bought, within games, each less the mean of all cards that are bought at all.

    Errors allow for the seats of one game depending on each other.
    """
    gram: Any = 0.0
    right: Any = 0.0
    parts = []
    for c in chronicles:
        design, over = _design(c), over_par(c)
        gram = gram + np.einsum("gnp,gnq->pq", design, design, optimize=True)
        right = right + np.einsum("gnp,gn->p", design, over, optimize=True)
        parts.append((design, over))
    size = len(right)
    inverse = np.linalg.pinv(gram + 1e-6 * np.eye(size))
    slope = inverse @ right
    meat = np.zeros((size, size))
    for design, over in parts:
        scores = np.einsum("gnp,gn->gp", design, over - design @ slope, optimize=True)
        meat += scores.T @ scores
    used = np.diag(gram)[:NUM_CARDS] > 0
    contrast = np.eye(NUM_CARDS) - used / max(1, used.sum())
    means = contrast @ slope[:NUM_CARDS]
    spread = contrast @ (inverse @ meat @ inverse)[:NUM_CARDS, :NUM_CARDS] @ contrast.T
    errors = _Z * np.sqrt(np.maximum(0.0, np.diag(spread)))
    return [
        {"mean": rounded(mean), "low": rounded(mean - error), "high": rounded(mean + error)}
        for mean, error in zip(means, errors, strict=True)
    ]


def _design(c: Chronicle) -> np.ndarray:
    """(G, N, P): cards bought and the start card with its side, less the mean of the game."""
    start = c.notes["start_card"][:, : c.players]
    side = 2 * start + (c.notes["side"][:, : c.players] == 1)
    columns = (owned(c).astype(np.float32), np.eye(10, dtype=np.float32)[side])
    design = np.concatenate(columns, axis=2)
    return design - design.mean(axis=1, keepdims=True)


def colours(chronicles: Sequence[Chronicle], box: CardSet) -> Figures:
    """Cards bought by a player, by colour and epoch: winners, others, the gap within a game, the part in phase A."""
    found: Figures = {}
    for k, colour in enumerate(COLOURS):
        for epoch in (1, 2, 3):
            group = (box.colour == k) & (box.epoch == epoch)
            won, other, gaps, first, bought, prices, dealt = [], [], [], 0, 0, 0, 0
            for c in chronicles:
                counts = owned(c)[:, :, group].sum(axis=2).astype(float)
                share = c.notes["share"][:, : c.players]
                winners = share > 0
                told = ~winners.all(axis=1)
                means = [(counts * w)[told].sum(axis=1) / w[told].sum(axis=1) for w in (winners, ~winners)]
                won.append(means[0])
                other.append(means[1])
                gaps.append(means[0] - means[1])
                lap, price = c.notes["lap"][:, group], c.notes["price"][:, group].astype(int)
                taken = lap != NONE
                bought, first = bought + int(taken.sum()), first + int((lap < 5).sum())
                prices += int(price[taken].sum())
                dealt += int(c.notes["dealt"][:, group].sum())
            found[f"{epoch}{colour[0].upper()}"] = {
                "winners": rounded(np.concatenate(won).mean()),
                "others": rounded(np.concatenate(other).mean()),
                "gap": interval(np.concatenate(gaps)),
                "bought": rounded(bought / max(1, dealt)),
                "in_a": rounded(first / max(1, bought)),
                "price": rounded(prices / max(1, bought)),
            }
    return found


def display(chronicles: Sequence[Chronicle]) -> Figures:
    """Cards bought in all by winners and others, and lost for want of food."""
    gaps, won, other, lost, bought = [], [], [], 0, 0
    for c in chronicles:
        counts = owned(c).sum(axis=2).astype(float)
        winners = c.notes["share"][:, : c.players] > 0
        told = ~winners.all(axis=1)
        means = [(counts * w)[told].sum(axis=1) / w[told].sum(axis=1) for w in (winners, ~winners)]
        won.append(means[0])
        other.append(means[1])
        gaps.append(means[0] - means[1])
        lost += int((c.notes["discarded"] != NONE).sum())
        bought += int((c.notes["buyer"] != NONE).sum())
    return {
        "winners": rounded(np.concatenate(won).mean()),
        "others": rounded(np.concatenate(other).mean()),
        "gap": interval(np.concatenate(gaps)),
        "discarded": rounded(lost / max(1, bought)),
    }
