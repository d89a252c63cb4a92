"""The network in torch, for training: from an observation to a logit for every action and what the game will bring.

`kernels.network` computes the same for playing, without torch; a test compares the two.
"""

from itertools import pairwise
from types import ModuleType

import numpy as np
import torch
from torch import Tensor, nn

from hadara_agents.kernels import prospects, rivals
from hadara_agents.kernels.counted import COUNTED, NUM_RUNGS
from hadara_agents.policy.spec import HAND, TOP, VALUES, NetworkSpec, printed
from hadara_env.cards import COLOURS, CardSet
from hadara_env.engine.actions import DRAFT_0, NUM_ACTIONS, PAY, TAKE_0
from hadara_env.engine.observation import OBS


class Block(nn.Module):
    """Two layers whose outcome is added to what they are given; nothing, at first."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.inner, self.outer = nn.Linear(width, width), nn.Linear(width, width)
        nn.init.zeros_(self.outer.weight)
        nn.init.zeros_(self.outer.bias)

    def forward(self, hidden: Tensor) -> Tensor:
        return hidden + self.outer(torch.relu(self.inner(hidden)))


class Rungs(nn.Module):
    """What the counted numbers of an observation add to the first layer; nothing, at first."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(width, NUM_RUNGS))
        numbers = [k for k, number in enumerate(COUNTED) for _ in range(number.rungs)]
        values = [value for number in COUNTED for value in range(number.rungs)]
        self.register_buffer("columns", torch.tensor([number.columns for number in COUNTED]), persistent=False)
        self.register_buffer("scales", torch.tensor([number.scales for number in COUNTED]), persistent=False)
        self.register_buffer("numbers", torch.tensor(numbers), persistent=False)
        self.register_buffer("values", torch.tensor(values) + 0.5, persistent=False)

    def reached(self, observation: Tensor) -> Tensor:
        """(B, NUM_RUNGS): 1 where a number is above a value."""
        numbers = (observation[:, self.columns].float() * self.scales).sum(2)  # type: ignore[index]
        return (numbers[:, self.numbers] > self.values).to(observation.dtype)  # type: ignore[index]

    def forward(self, observation: Tensor) -> Tensor:
        return nn.functional.linear(self.reached(observation), self.weight)


class Told(nn.Module):
    """What reckoned numbers add to the first layer and to each card on offer; nothing, at first."""

    def __init__(self, width: int, card_width: int, kind: ModuleType) -> None:
        super().__init__()
        self.kind = kind  # `kernels.prospects` or `kernels.rivals`
        self.weight = nn.Parameter(torch.zeros(width, kind.SIZE))
        if card_width:
            self.offer = nn.Parameter(torch.zeros(card_width, kind.OFFER))

    def forward(self, told: Tensor) -> Tensor:
        return nn.functional.linear(told, self.weight)

    def of_offers(self, told: Tensor) -> Tensor:
        return nn.functional.linear(told[:, self.kind.OFFERS :].unflatten(1, (-1, self.kind.OFFER)), self.offer)


class Reckoner:
    """Computes what `Told` takes; there is nothing to learn in it."""

    def __init__(self, cards: CardSet) -> None:
        self.box, self.faces = prospects.box_figures(cards), rivals.card_figures(cards)

    def reckon(self, observation: Tensor, both: bool) -> list[Tensor]:
        """Prospects, and rivals if `both`."""
        rows = observation.detach().float().numpy()
        found = [np.empty((len(rows), prospects.SIZE), np.float32)]
        prospects.reckon_rows(rows, self.box, found[0])
        if both:
            found.append(np.empty((len(rows), rivals.SIZE), np.float32))
            rivals.reckon_rows(rows, found[0], self.box, self.faces, found[1])
        return [torch.from_numpy(told).to(observation.dtype) for told in found]


class Network(nn.Module):
    """Logits of all 236 actions (illegal ones included) and the values of `VALUES`."""

    def __init__(self, spec: NetworkSpec, cards: CardSet) -> None:
        super().__init__()
        self.spec = spec
        sizes = (OBS.size, *spec.widths)
        self.trunk = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        self.rungs = Rungs(sizes[1]) if spec.rungs else None
        self.prospects = Told(sizes[1], spec.offer_width, prospects) if spec.prospects else None
        self.rivals = Told(sizes[1], spec.offer_width, rivals) if spec.rivals else None
        self.reckoner = Reckoner(cards)
        self.blocks = nn.ModuleList(Block(sizes[-1]) for _ in range(spec.blocks))
        self.policy = _small(nn.Linear(sizes[-1], NUM_ACTIONS))
        self.value = _small(nn.Linear(sizes[-1], len(VALUES)))
        if spec.kind == "cards":
            self.offer = nn.Linear(HAND, spec.card_width)
            self.offer_context = nn.Linear(sizes[-1], spec.card_width, bias=False)
            self.offer_score = _small(nn.Linear(spec.card_width, 2))
            self.discard = nn.Linear(sizes[-1], spec.card_width)
            self.discard_card = nn.Linear(printed(cards).shape[1], spec.card_width)
            self.register_buffer("printed", torch.from_numpy(printed(cards)), persistent=False)

    def told(self, observation: Tensor) -> list[tuple[Told, Tensor]]:
        """What is reckoned, and who takes it."""
        parts = [part for part in (self.prospects, self.rivals) if part is not None]
        return list(zip(parts, self.reckoner.reckon(observation, len(parts) > 1), strict=True)) if parts else []

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.trunk[0](observation)
        if self.rungs is not None:
            hidden = hidden + self.rungs(observation)
        told = self.told(observation)
        for part, numbers in told:
            hidden = hidden + part(numbers)
        hidden = torch.relu(hidden)
        for layer in self.trunk[1:]:
            hidden = torch.relu(layer(hidden))
        for block in self.blocks:
            hidden = block(hidden)
        logits, value = self.policy(hidden).float(), self.value(hidden).float()
        if self.spec.kind == "cards":
            offers = self.offer(offered(observation)) + self.offer_context(hidden).unsqueeze(1)
            for part, numbers in told:
                offers = offers + part.of_offers(numbers)
            scores = (
                self.offer_score(torch.relu(offers)).float().flatten(1)
            )  # buy and sell of each, in the order of the actions
            faces: Tensor = self.printed  # type: ignore[assignment]
            discards = (self.discard(hidden) @ self.discard_card(faces).T).float() / self.spec.card_width**0.5
            logits = logits + _placed(scores, discards)
        return logits, value


def _small(layer: nn.Linear) -> nn.Linear:
    """Heads begin near zero: every legal action about as likely as any other."""
    nn.init.normal_(layer.weight, std=0.01)
    nn.init.zeros_(layer.bias)
    return layer


def _placed(scores: Tensor, discards: Tensor) -> Tensor:
    """Scores of the offers and discards, each at its place among the actions."""
    rows = len(scores)
    gap = scores.new_zeros
    return torch.cat(
        (
            gap((rows, DRAFT_0)),
            scores[:, :4],
            gap((rows, TAKE_0 - DRAFT_0 - 4)),
            scores[:, 4:],
            discards,
            gap((rows, NUM_ACTIONS - PAY)),
        ),
        dim=1,
    )


def offered(observation: Tensor) -> Tensor:
    """The seven cards on offer, (B, 7, 31): the hand's low and high, then the tops by colour."""
    hand = observation[:, OBS.slice("hand.low").start : OBS.slice("hand.high").stop].unflatten(1, (2, HAND))
    tops = observation[:, OBS.slice("top.yellow").start : OBS.slice("top.purple").stop].unflatten(1, (5, TOP))
    ability = observation.new_zeros((len(observation), 5, HAND - TOP))
    ability[:, COLOURS.index("purple")] = observation[:, OBS.slice("top.ability")]
    return torch.cat((hand, torch.cat((tops, ability), dim=2)), dim=1)
