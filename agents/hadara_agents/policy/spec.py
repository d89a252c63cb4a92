"""What a policy network is made of, without any library that computes it."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import numpy as np

from hadara_env.cards import ABILITIES, COLOURS, CardSet

KINDS: Final = ("mlp", "cards")
VALUES: Final = ("win", "margin")  # what the value head predicts, each as the reward of that name
HAND: Final = 31  # numbers that describe a card on offer
TOP: Final = 13  # the same on an outer stack, where the ability stands apart
FACE: Final = len(COLOURS) + 3 + 1 + 4 + 1 + len(ABILITIES)  # numbers printed on a card, as `printed` has them
MAX_LAYERS: Final = 6
MAX_BLOCKS: Final = 16
MAX_WIDTH: Final = 2048


@dataclass(frozen=True)
class NetworkSpec:
    """The shape of a network, as it stands in a checkpoint's config.

    "mlp": fully connected layers, nothing else. "cards": the same layers, and beside them one scorer that all seven
    cards on offer share (two in the hand, five on the outer stacks) and one that all discards share. `blocks` of two
    layers each may follow, each adding to what it is given; they begin as nothing, so that a trained network can be
    given more of them. With `rungs` the first layer is told numbers such as coins and tracks a second time, as one
    input for each value they may reach: what is scored at a threshold is hard to learn from one small number. With
    `prospects` it is told how the epoch would end as well, as things stand and after each card on offer, and so is the
    scorer of cards; with `rivals` also what they would bring the next seat, and what lies beneath them.
    """

    kind: str = "cards"
    widths: tuple[int, ...] = (512, 256)
    card_width: int = 64
    blocks: int = 0
    rungs: bool = False
    prospects: bool = False
    rivals: bool = False

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"There is no network of kind {self.kind!r}; there are {', '.join(KINDS)}.")
        if not 1 <= len(self.widths) <= MAX_LAYERS:
            raise ValueError(f"A network has 1 to {MAX_LAYERS} layers, not {len(self.widths)}.")
        if not 0 <= self.blocks <= MAX_BLOCKS:
            raise ValueError(f"A network has 0 to {MAX_BLOCKS} blocks, not {self.blocks}.")
        if self.rivals and not self.prospects:
            raise ValueError("A network that is told of its rivals is told its prospects too.")
        if any(not 1 <= width <= MAX_WIDTH for width in (*self.widths, self.card_width)):
            raise ValueError(f"Widths are from 1 to {MAX_WIDTH}, not {self.widths} and {self.card_width}.")

    def grown_from(self, other: "NetworkSpec") -> bool:
        """Whether this is the other network, or that one with more blocks, or told more."""
        may_grow = ("blocks", "rungs", "prospects", "rivals")
        same = replace(self, **{name: getattr(other, name) for name in may_grow}) == other
        return same and all(getattr(self, name) >= getattr(other, name) for name in may_grow)

    @property
    def offer_width(self) -> int:
        """Of the scorer of cards; 0 where there is none."""
        return self.card_width if self.kind == "cards" else 0

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "widths": list(self.widths)}

    @classmethod
    def of(cls, given: dict[str, Any]) -> "NetworkSpec":
        return cls(**{**given, "widths": tuple(given["widths"])})


def printed(cards: CardSet) -> np.ndarray:
    """What is printed on each card, (162, F), scaled like the observation."""
    columns = (
        np.eye(len(COLOURS))[cards.colour],
        np.eye(3)[cards.epoch - 1],
        cards.cost[:, None] / 10,
        cards.values / 5,
        cards.points[:, None] / 12,
        np.eye(len(ABILITIES))[cards.ability],
    )
    return np.concatenate(columns, axis=1).astype(np.float32)
