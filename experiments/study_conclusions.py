"""What a study concludes, each conclusion as one word that can be compared between card sets."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from experiments.study_figures import sign
from experiments.study_words import ENOUGH
from hadara_env.cards import COLOURS
from hadara_env.engine.constants import SOURCES

Figures = Mapping[str, Any]
OPEN = "open"  # the games do not decide it
_SIGNS = {1: "yes", -1: "no", 0: OPEN}


def _decided(figure: Mapping[str, float]) -> str:
    return _SIGNS[sign(figure)] if figure["n"] >= ENOUGH else OPEN


def _first_of(figures: Mapping[str, tuple[float, float]]) -> str:
    """The name with the highest mean, of (mean, half the interval) each, if it is clear of the second."""
    best, second = sorted(figures, key=lambda name: -figures[name][0])[:2]
    apart = math.hypot(figures[best][1], figures[second][1])
    return best if figures[best][0] - figures[second][0] > apart else OPEN


def _half(figure: Mapping[str, float]) -> float:
    return (figure["high"] - figure["low"]) / 2


def _lead(players: str) -> Callable[[Figures], str]:
    def found(figures: Figures) -> str:
        gap = figures["points"][players]["gap"]
        return _first_of({s: (gap[s]["mean"], _half(gap[s])) for s in SOURCES if s != "total"})

    return found


def _first(players: str) -> Callable[[Figures], str]:
    def found(figures: Figures) -> str:
        share = figures["seats"][players]["by_initiative"][0]
        par = 1 / int(players)
        return _SIGNS[int(share["low"] > par) - int(share["high"] < par)]

    return found


def _seal(metal: str, epoch: str) -> Callable[[Figures], str]:
    return lambda figures: _decided(figures["seals"][metal]["by_epoch"][epoch]["paired"]["margin"])


def _passed(metal: str, epoch: str) -> Callable[[Figures], str]:
    return lambda figures: _decided(figures["seals"][metal]["by_epoch"][epoch]["passed"]["margin"])


def _stage(what: str, stage: str) -> Callable[[Figures], str]:
    return lambda figures: _decided(figures[what]["by_stage"][stage]["margin"])


def _side(card: str) -> Callable[[Figures], str]:
    return lambda figures: _decided(figures["sides"][card]["a_over_b"]["margin"])


def _colour(figures: Figures) -> str:
    """The colour of which winners have bought most more than others."""
    gaps = {c: [figures["colours"][f"{e}{c[0].upper()}"]["gap"] for e in (1, 2, 3)] for c in COLOURS}
    return _first_of({c: (sum(g["mean"] for g in row), math.hypot(*map(_half, row))) for c, row in gaps.items()})


def _more_cards(figures: Figures) -> str:
    return _decided(figures["display"]["gap"])


def _list() -> dict[str, Callable[[Figures], str]]:
    found: dict[str, Callable[[Figures], str]] = {}
    for n in "2345":
        found[f"{n} players: what the winner leads by most"] = _lead(n)
    for n in "2345":
        found[f"{n} players: the lowest initiative wins more than its part"] = _first(n)
    for metal in ("gold", "silver"):
        for epoch, name in (("1", "I"), ("2", "II"), ("3", "III")):
            found[f"a {metal} seal bought in epoch {name} pays"] = _seal(metal, epoch)
        found[f"a {metal} seal in epoch I would pay those who buy none"] = _passed(metal, "1")
    for what in ("colony", "bust"):
        for stage in ("I B", "II B", "III B"):
            found[f"a {what} taken in {stage} pays"] = _stage(what, stage)
    for card in "12345":
        found[f"start card {card}: side A is better than side B"] = _side(card)
    found["the colour winners have most more of"] = _colour
    found["winners buy more cards than others"] = _more_cards
    return found


CONCLUSIONS = _list()


def conclude(figures: Figures) -> dict[str, str]:
    """Every conclusion from the figures of one card set."""
    return {words: find(figures) for words, find in CONCLUSIONS.items()}


def survivors(shipped: Mapping[str, str], others: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """How many of the other card sets say the same, leave it open, or say something else."""
    found = []
    for words, said in shipped.items():
        same = sum(other[words] == said for other in others)
        unsure = sum(other[words] == OPEN != said for other in others)
        row = {"conclusion": words, "said": said, "same": same, "open": unsure, "other": len(others) - same - unsure}
        found.append(row)
    return found
