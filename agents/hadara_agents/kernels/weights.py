"""WEIGHTS: what the heuristic believes things are worth, by name; in points, so that a printed point counts 1.

A stage is an epoch's phase: I A, I B, II A, II B, III A, III B. The numbers live in heuristic.json and its styles.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from hadara_env.cards import ABILITIES


@dataclass(frozen=True)
class Group:
    """A run of weights under one name, with the value a search for better ones starts from."""

    name: str
    start: tuple[float, ...]
    meaning: str


GROUPS: Final = (
    Group("coin", (0.5, 0.5, 0.4, 0.4, 0.3, 0.22), "a coin, by stage"),
    Group("income", (2.4, 2.0, 1.4, 1.0, 0.5, 0.1), "a step of income, by stage"),
    Group("military", (1.0, 1.0, 0.9, 0.8, 0.6, 0.4), "a step of military, by stage"),
    Group("culture", (1.0, 1.0, 0.9, 0.8, 0.6, 0.4), "a step of culture, by stage"),
    Group("food", (0.4, 0.4, 0.3, 0.3, 0.1, 0.05), "a step of food beyond hunger, by stage"),
    Group("hunger", (1.0, 1.5, 2.5), "a card that would go unfed, by epoch"),
    Group("appetite", (0.6, 0.6, 0.6), "part of the cards still to come that will be bought, by epoch"),
    Group("crossing", (0.3, 0.3), "part of its points when a step meets a colony's or a bust's requirement"),
    Group("yellow", (0.8, 0.5, 0.1), "one more yellow card, by epoch: cheaper ones later, sets"),
    Group("red", (0.6, 0.4, 0.1), "one more red card, by epoch"),
    Group("blue", (0.6, 0.4, 0.1), "one more blue card, by epoch"),
    Group("green", (0.6, 0.4, 0.1), "one more green card, by epoch"),
    Group("purple", (0.6, 0.4, 0.1), "one more purple card, by epoch"),
    Group("set", (1.0, 1.5, 1.0), "a set of five colours completed, besides seals, by epoch"),
    Group("ability", tuple(2.0 for _ in ABILITIES[1:]), "each ability, besides its steps"),
    Group("placing", (0.15, 0.15, 0.15), "part of the value of a card put on the outer stack, by epoch"),
    Group("denying", (0.2, 0.2, 0.2), "part of a top card's value to the next player when it is taken, by epoch"),
    Group("exposing", (0.2, 0.2, 0.2), "part of the value to the next player of the card uncovered, by epoch"),
    Group("token", (0.5, 0.5, 0.5), "a free bonus token, by epoch"),
    Group("growth", (12.0, 7.0, 0.0), "steps the best track is expected to grow by, by epoch"),
    Group("new_sets", (2.5, 1.2, 0.0), "sets expected to be completed, by epoch"),
    Group("thrift", (1.5, 1.2, 1.0), "how much dearer a coin is when seals are bought, by epoch"),
    Group("opening", (0.2, 0.0, 0.0, 0.1, 0.1), "drawing first from yellow, red, blue, green, purple"),
)


def _offsets() -> dict[str, int]:
    found, at = {}, 0
    for group in GROUPS:
        found[group.name] = at
        at += len(group.start)
    return found


OFFSET: Final = _offsets()
SIZE: Final = sum(len(group.start) for group in GROUPS)
FOLDER: Final = Path(__file__).parent.parent / "weights"


def starting_weights() -> np.ndarray:
    """The hand-set weights that tuning starts from."""
    return np.array([value for group in GROUPS for value in group.start], np.float64)


def to_names(weights: np.ndarray) -> dict[str, list[float]]:
    """Weights by name, as they are written to a file."""
    return {g.name: [round(float(x), 4) for x in weights[OFFSET[g.name] :][: len(g.start)]] for g in GROUPS}


def from_names(named: dict[str, list[float]]) -> np.ndarray:
    """The array kernels read; names and sizes must be exactly those of GROUPS."""
    sizes = {group.name: len(group.start) for group in GROUPS}
    if {name: len(values) for name, values in named.items()} != sizes:
        raise ValueError(f"weights must have exactly these names and sizes: {sizes}")
    return np.array([value for group in GROUPS for value in named[group.name]], np.float64)


def load_weights(style: str) -> np.ndarray:
    """The weights of a style; `styles()` lists them."""
    path = FOLDER / f"{style}.json"
    return from_names(json.loads(path.read_text(encoding="utf-8"))["weights"])


def styles() -> list[str]:
    """The styles that are shipped."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))
