"""From the tensors of a checkpoint to the flat array that `kernels.network` computes with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import ModuleType

import numpy as np

from hadara_agents.kernels import network as kernels
from hadara_agents.kernels import prospects, rivals
from hadara_agents.kernels.counted import COUNTED, NUM_RUNGS
from hadara_agents.policy.spec import FACE, HAND, VALUES, NetworkSpec, printed
from hadara_env.cards import CardSet
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.observation import OBS


@dataclass(frozen=True)
class Packed:
    """A network ready to be computed: its numbers, and its sizes in the order of `kernels.network`."""

    numbers: np.ndarray
    sizes: np.ndarray

    def evaluate(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits (B, 236) and values (B, 2) of observations (B, D)."""
        rows = np.ascontiguousarray(observations, np.float32).reshape(-1, OBS.size)
        logits = np.empty((len(rows), NUM_ACTIONS), np.float32)
        values = np.empty((len(rows), len(VALUES)), np.float32)
        kernels.evaluate_rows(rows, self.numbers, self.sizes, logits, values)
        return logits, values


def told(spec: NetworkSpec) -> dict[str, ModuleType]:
    """What a network is told that has to be reckoned."""
    kinds = {"prospects": prospects, "rivals": rivals}
    return {name: kind for name, kind in kinds.items() if getattr(spec, name)}


def shapes(spec: NetworkSpec) -> dict[str, tuple[int, ...]]:
    """The tensors a checkpoint must hold, by their names in torch."""
    sizes = (OBS.size, *spec.widths)
    last, cards = sizes[-1], spec.card_width
    found: dict[str, tuple[int, ...]] = {}
    for k, (a, b) in enumerate(pairwise(sizes)):
        found |= {f"trunk.{k}.weight": (b, a), f"trunk.{k}.bias": (b,)}
    if spec.rungs:
        found["rungs.weight"] = (sizes[1], NUM_RUNGS)
    for name, kind in told(spec).items():
        found[f"{name}.weight"] = (sizes[1], kind.SIZE)
        if spec.offer_width:
            found[f"{name}.offer"] = (cards, kind.OFFER)
    for k in range(spec.blocks):
        for part in ("inner", "outer"):
            found |= {f"blocks.{k}.{part}.weight": (last, last), f"blocks.{k}.{part}.bias": (last,)}
    found |= {"policy.weight": (NUM_ACTIONS, last), "policy.bias": (NUM_ACTIONS,)}
    found |= {"value.weight": (len(VALUES), last), "value.bias": (len(VALUES),)}
    if spec.kind == "cards":
        found |= {"offer.weight": (cards, HAND), "offer.bias": (cards,), "offer_context.weight": (cards, last)}
        found |= {"offer_score.weight": (2, cards), "offer_score.bias": (2,)}
        found |= {"discard.weight": (cards, last), "discard.bias": (cards,)}
        found |= {"discard_card.weight": (cards, FACE), "discard_card.bias": (cards,)}
    return found


def packed(tensors: Mapping[str, np.ndarray], spec: NetworkSpec, cards: CardSet) -> Packed:
    """The discards' scores depend on the cards of the game, so a network is packed for a card set."""
    w = {name: np.asarray(tensor, np.float32) for name, tensor in tensors.items()}
    pieces = []
    for k in range(len(spec.widths)):
        pieces += [w[f"trunk.{k}.weight"].T, w[f"trunk.{k}.bias"]]
        if k == 0 and spec.rungs:
            ends = np.cumsum([number.rungs for number in COUNTED])[:-1]  # all rungs up to a value, as one row
            pieces += [np.cumsum(rows, axis=0) for rows in np.split(w["rungs.weight"].T, ends)]
        if k == 0 and spec.prospects:
            pieces += [prospects.box_figures(cards), w["prospects.weight"].T]
        if k == 0 and spec.rivals:
            pieces += [rivals.card_figures(cards), w["rivals.weight"].T]
    for k in range(spec.blocks):
        for part in ("inner", "outer"):
            pieces += [w[f"blocks.{k}.{part}.weight"].T, w[f"blocks.{k}.{part}.bias"]]
    pieces += [w["policy.weight"].T, w["policy.bias"], w["value.weight"].T, w["value.bias"]]
    if spec.kind == "cards":
        pieces += [w["offer_context.weight"].T, w["offer.bias"], w["offer.weight"].T]
        pieces += [w["offer_score.weight"].T, w["offer_score.bias"]]
        pieces += [w[f"{name}.offer"].T for name in told(spec)]
        faces = printed(cards) @ w["discard_card.weight"].T + w["discard_card.bias"]
        faces /= np.float32(spec.card_width**0.5)
        pieces += [w["discard.weight"].T @ faces.T, w["discard.bias"] @ faces.T]
    sizes = np.zeros(kernels.NUM_SIZES, np.int64)
    sizes[kernels.LAYERS] = len(spec.widths)
    sizes[kernels.CARD_WIDTH] = spec.offer_width
    sizes[kernels.BLOCKS], sizes[kernels.RUNGS] = spec.blocks, spec.rungs
    sizes[kernels.PROSPECTS], sizes[kernels.RIVALS] = spec.prospects, spec.rivals
    sizes[kernels.WIDTHS : kernels.WIDTHS + len(spec.widths)] = spec.widths
    return Packed(np.concatenate([np.ravel(piece) for piece in pieces]).astype(np.float32), sizes)


def stacked(networks: Sequence[Packed]) -> tuple[np.ndarray, np.ndarray]:
    """Several networks as the rows of two arrays, as `kernels.tournament` takes them."""
    numbers = np.zeros((len(networks), max(len(network.numbers) for network in networks)), np.float32)
    for row, network in zip(numbers, networks, strict=True):
        row[: len(network.numbers)] = network.numbers
    return numbers, np.array([network.sizes for network in networks])
