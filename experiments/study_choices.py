"""What games say about seals, colonies and busts: when they are taken, and what they are worth then."""

from collections.abc import Sequence

import numpy as np

from experiments.study_figures import Figures, gain, interval, of_kind, over_par, rounded
from experiments.study_games import Chronicle
from hadara_env import CardSet
from hadara_env.engine.constants import NONE, SOURCES

STAGES = ("I A", "I B", "II A", "II B", "III A", "III B")
_POINTS_A_SET = 7


def seals(chronicles: Sequence[Chronicle]) -> Figures:
    """Seals by metal and epoch: how many, what they cost and scored, and the paired comparisons with waiting.

    "paired" where players bought, less not buying; "passed" where they bought none, what buying would have added.
    """
    found: Figures = {}
    for metal in ("silver", "gold"):
        by_epoch = {}
        for epoch in range(3):
            count, prices, scored, paired, passed, held = 0, [], [], [], [], 0
            for c in chronicles:
                when = c.notes[metal][:, : c.players]
                bought = when == epoch
                count += int(bought.sum())
                held += when.shape[0] * when.shape[1]
                prices.append(c.notes[f"{metal}_price"][:, : c.players][bought])
                scored.append(_worth(c, metal)[bought])
                rows = of_kind(c, metal)
                paired.append(rows[rows["stage"] == 2 * epoch + 1])
                rows = of_kind(c, f"no_{metal}")
                passed.append(rows[rows["stage"] == 2 * epoch + 1])
            by_epoch[str(epoch + 1)] = {
                "per_player": rounded(count / max(1, held)),
                "price": rounded(np.concatenate(prices).mean()) if count else None,
                "points": rounded(np.concatenate(scored).mean()) if count else None,
                "paired": gain(paired),
                "passed": gain(passed, refused=1),
            }
        counts = [(c.notes[metal][:, : c.players] != NONE).sum(axis=2) for c in chronicles]
        overs = [over_par(c) for c in chronicles]
        by_count = {
            str(k): interval(np.concatenate([o[n == k] for o, n in zip(overs, counts, strict=True)])) for k in range(3)
        }
        found[metal] = {"by_epoch": by_epoch, "by_count": by_count}
    return found


def _worth(c: Chronicle, metal: str) -> np.ndarray:
    """(G, N, 2): what each seal scored at the end. Z3, Z4 (X9 and X10 left out: those points are their cards')"""
    if metal == "gold":
        worth = _POINTS_A_SET * c.notes["sets"][:, : c.players, None]
        return np.repeat(worth, 2, axis=2)
    track = np.minimum(c.notes["silver_track"][:, : c.players], 3).astype(int)
    tracks = c.notes["tracks"][:, : c.players]
    return (np.take_along_axis(tracks, track, axis=2) + 1) // 2


def tracks_sealed(chronicles: Sequence[Chronicle]) -> Figures:
    """The part of all silver seals that went to each track."""
    chosen = np.concatenate([c.notes["silver_track"][:, : c.players].ravel() for c in chronicles])
    counts = np.bincount(chosen[chosen != NONE], minlength=4)
    names = ("income", "military", "culture", "food")
    return {name: rounded(counts[k] / max(1, counts.sum())) for k, name in enumerate(names)}


def takings(chronicles: Sequence[Chronicle], box: CardSet, what: str) -> Figures:
    """Colonies or busts, by requirement and in all: when they are taken, which way, and what taking them adds."""
    needs = box.colony_requirement if what == "colony" else box.bust_requirement
    way, opposite = ("allied", "mode") if what == "colony" else ("back", "face")
    found: Figures = {"by_requirement": {}, "by_stage": {}}
    for k, need in enumerate(needs.tolist()):
        when = np.concatenate([c.notes[what][:, : c.players, k].ravel() for c in chronicles])
        ways = np.concatenate([c.notes[way][:, : c.players, k].ravel() for c in chronicles])
        taken = when != NONE
        rows = [r[r["what"] == k] for r in (of_kind(c, what) for c in chronicles)]
        found["by_requirement"][str(need)] = {
            "per_player": rounded(taken.mean()),
            "stages": [rounded(part) for part in np.bincount(when[taken], minlength=6) / max(1, len(when))],
            way: rounded(ways[taken].mean()) if taken.any() else None,
            "paired": gain(rows),
            f"{way}_over_not": _turned(chronicles, opposite, k),
        }
    for stage, name in enumerate(STAGES):
        rows = [r[r["stage"] == stage] for r in (of_kind(c, what) for c in chronicles)]
        found["by_stage"][name] = gain(rows)
    counts = [(c.notes[what][:, : c.players] != NONE).sum(axis=2) for c in chronicles]
    overs = [over_par(c) for c in chronicles]
    found["by_count"] = {
        str(k): interval(np.concatenate([o[n == k] for o, n in zip(overs, counts, strict=True)]))
        for k in range(len(needs) + 1)
    }
    return found


def _turned(chronicles: Sequence[Chronicle], kind: str, what: int) -> Figures:
    """Ally against plunder, or back against front, whichever was chosen."""
    wins, margins = [], []
    for c in chronicles:
        rows = of_kind(c, kind)
        rows = rows[rows["what"] == what]
        turn = np.where(rows["action"] > rows["instead"], 1, -1)
        wins.append(turn * (rows["share"][:, 0] - rows["share"][:, 1]))
        margins.append(turn * (rows["margin"][:, 0] - rows["margin"][:, 1]))
    return {"win": interval(np.concatenate(wins)), "margin": interval(np.concatenate(margins))}


def totals(chronicles: Sequence[Chronicle]) -> Figures:
    """How high games end, by number of players."""
    k = SOURCES.index("total")
    return {str(c.players): interval(c.notes["points"][:, : c.players, k].max(axis=1)) for c in chronicles}
