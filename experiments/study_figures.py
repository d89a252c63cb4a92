"""What games say about points, seats, initiative and start cards. Shares of wins are over par where counts mix."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from experiments.study_games import Chronicle
from hadara_agents.kernels.choices import KINDS
from hadara_env.engine.constants import SOURCES

Figures = dict[str, Any]
_Z = 1.96  # 95 %


def interval(values: Any) -> dict[str, float]:
    """The mean with a 95 % interval. Values must hardly depend on each other: one a game, or of different games."""
    values = np.asarray(values, float)
    if len(values) == 0:
        return {"mean": 0.0, "low": 0.0, "high": 0.0, "n": 0}
    mean = float(values.mean())
    error = _Z * float(values.std(ddof=1)) / len(values) ** 0.5 if len(values) > 1 else float("inf")
    if not np.isfinite(error):
        error = 1e9
    return {"mean": rounded(mean), "low": rounded(mean - error), "high": rounded(mean + error), "n": len(values)}


def share_interval(values: Any) -> dict[str, float]:
    """The same for shares of wins, which lie from 0 to 1. Nothing but wins still leaves room for a loss to come."""
    found = interval(values)
    unseen = rounded(1 - 0.05 ** (1 / max(1, found["n"])))
    if found["low"] == found["high"] == 0:
        return found | {"high": unseen}
    if found["low"] == found["high"] == 1:
        return found | {"low": 1 - unseen}
    return found | {"low": max(0.0, found["low"]), "high": min(1.0, found["high"])}


def rounded(value: float) -> float:
    """Enough digits for any use, few enough for a file that people look into."""
    return round(float(value), 5)


def sign(figure: Mapping[str, float]) -> int:
    """1 or -1 where the interval lies on one side of nothing, else 0."""
    return int(figure["low"] > 0) - int(figure["high"] < 0)


def over_par(chronicle: Chronicle) -> np.ndarray:
    """(G, N) shares of the victory above an equal part."""
    return chronicle.notes["share"][:, : chronicle.players] - 1 / chronicle.players


def points(chronicles: Iterable[Chronicle]) -> Figures:
    """Points by source of winners and others, and the gap between them within a game."""
    found = {}
    for chronicle in chronicles:
        n = chronicle.players
        share, table = chronicle.notes["share"][:, :n], chronicle.notes["points"][:, :n].astype(float)
        won = share > 0
        told = ~won.all(axis=1)  # a game that everybody shares has no others
        weights = won[told, :, None], ~won[told, :, None]
        means = [(table[told] * w).sum(axis=1) / w.sum(axis=1) for w in weights]
        found[str(n)] = {
            "games": len(share),
            "shared": int((won.sum(axis=1) > 1).sum()),
            "winners": {source: rounded(means[0][:, k].mean()) for k, source in enumerate(SOURCES)},
            "others": {source: rounded(means[1][:, k].mean()) for k, source in enumerate(SOURCES)},
            "gap": {source: interval((means[0] - means[1])[:, k]) for k, source in enumerate(SOURCES)},
        }
    return found


def initiative_ranks(chronicle: Chronicle) -> np.ndarray:
    """(G, N): 0 for the seat with the lowest initiative, and so on."""
    return chronicle.notes["start_card"][:, : chronicle.players].argsort(axis=1).argsort(axis=1)


def seats(chronicles: Iterable[Chronicle]) -> Figures:
    """Shares of wins by seat, which means nothing but the order clockwise, and by initiative."""
    found = {}
    for chronicle in chronicles:
        n, share = chronicle.players, chronicle.notes["share"][:, : chronicle.players]
        total = chronicle.notes["points"][:, :n, SOURCES.index("total")]
        ranks = initiative_ranks(chronicle)
        rows = np.arange(len(share))
        found[str(n)] = {
            "by_seat": [share_interval(share[:, seat]) for seat in range(n)],
            "by_initiative": [share_interval(share[rows, (ranks == rank).argmax(axis=1)]) for rank in range(n)],
            "points_by_initiative": [rounded(total[ranks == rank].mean()) for rank in range(n)],
        }
    return found


def sides(chronicles: Sequence[Chronicle]) -> Figures:
    """How often side B is chosen of each start card, how either side does, and the same deals with the other side."""
    found = {}
    for card in range(5):
        lift: dict[int, list[np.ndarray]] = {0: [], 1: []}
        paired, margins, both = [], [], []
        for chronicle in chronicles:
            n = chronicle.players
            mine, side = chronicle.notes["start_card"][:, :n] == card, chronicle.notes["side"][:, :n]
            over = over_par(chronicle)
            both.append(over[mine])
            for k in lift:
                lift[k].append(over[mine & (side == k)])
            rows = of_kind(chronicle, "side")
            rows = rows[rows["what"] == card]
            turn = np.where(rows["action"] == 0, 1, -1)  # to side A against side B, whichever was chosen
            paired.append(turn * (rows["share"][:, 0] - rows["share"][:, 1]))
            margins.append(turn * (rows["margin"][:, 0] - rows["margin"][:, 1]))
        a, b = (np.concatenate(lift[k]) for k in (0, 1))
        found[str(card + 1)] = {
            "b_chosen": rounded(len(b) / max(1, len(a) + len(b))),
            "card": interval(np.concatenate(both)),
            "a": interval(a),
            "b": interval(b),
            "a_over_b": {"win": interval(np.concatenate(paired)), "margin": interval(np.concatenate(margins))},
        }
    return found


def of_kind(chronicle: Chronicle, kind: str) -> np.ndarray:
    """The refusals of a kind."""
    return chronicle.refusals[chronicle.refusals["kind"] == KINDS.index(kind)]


def gain(rows: Sequence[np.ndarray], refused: int = 0) -> Figures:
    """What a choice added over refusing it, in shares of the victory and in points ahead of the best other.

    With `refused` 1 the other way round: what the opposite would have added.
    """
    found = {}
    for name, column in (("win", "share"), ("margin", "margin")):
        parts = [row[column][:, refused] - row[column][:, 1 - refused] for row in rows]
        found[name] = interval(np.concatenate(parts)) if parts else interval([])
    return found
