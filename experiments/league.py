"""Who sits at the training tables: the learner itself, its past selves, and scripted anchors.

A trainer asks `seating` who plays each seat of a new game, tells `count` how games with others ended, and hands over
its weights now and then with `remember`. Past selves are invited in the measure in which they still beat the learner.
The league does no playing itself and knows nothing of the trainer's library: weights are a dictionary of arrays.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hadara_agents.kernels import weights as layout
from hadara_agents.kernels.rows import ELSE, act_rows
from hadara_agents.kernels.tournament import GREEDY, NO_NETWORKS, RANDOM
from hadara_agents.registry import make
from hadara_env import HadaraError
from hadara_env.engine.constants import MAX_PLAYERS
from hadara_env.engine.random import new_rng

Weights = dict[str, np.ndarray]
LEARNER = 0  # in a seating; guests are 1, 2, ..., anchors -1, -2, ...
_MEMORY = 0.02  # how much one game counts in the running share of wins


@dataclass(frozen=True)
class LeagueSpec:
    """How training games are made up; what is left of the shares is self-play of the learner in every seat."""

    anchors: tuple[str, ...] = ("heuristic",)
    anchor_share: float = 0.15
    past_share: float = 0.15
    guests: int = 2  # past selves at the tables at the same time
    keep: int = 8  # past selves remembered

    def __post_init__(self) -> None:
        if self.anchor_share < 0 or self.past_share < 0 or self.anchor_share + self.past_share > 1:
            raise ValueError(f"anchor_share and past_share are parts of 1, not {self.anchor_share}, {self.past_share}.")
        if self.guests < 1 or self.keep <= self.guests:
            raise ValueError(f"keep must be above guests, and guests 1 or more, not {self.keep} and {self.guests}.")


@dataclass
class Member:
    """Somebody the learner plays against, and the learner's running share of wins, 1 being all and par a half."""

    name: str
    share: float = 0.5
    games: int = 0
    weights: Weights = field(default_factory=dict)

    def count(self, share: float) -> None:
        self.games += 1
        self.share += max(_MEMORY, 1 / (self.games + 1)) * (share - self.share)


class League:
    """The pool, and the chance by which its members are seated."""

    def __init__(self, spec: LeagueSpec, seed: int) -> None:
        self.spec = spec
        self.rng = np.random.default_rng(seed)
        self.anchors = [Member(name) for name in spec.anchors]
        self.past: list[Member] = []
        self.guests: list[Member] = []
        self._codes, self._rows = _compiled(spec.anchors)
        self._chance = new_rng(seed)

    def seating(self, players: int) -> np.ndarray:
        """Who plays each seat of a new game, by the numbers above; the learner always has at least one seat."""
        seats = np.full(MAX_PLAYERS, LEARNER, np.int16)
        draw = self.rng.random()
        if draw < self.spec.anchor_share and self.anchors:
            other = -1 - int(self.rng.choice(len(self.anchors), p=_priorities(self.anchors)))
        elif self.spec.anchor_share <= draw < self.spec.anchor_share + self.spec.past_share and self.guests:
            other = 1 + int(self.rng.integers(len(self.guests)))
        else:
            return seats
        others = int(self.rng.integers(1, players))
        seats[self.rng.permutation(players)[:others]] = other
        return seats

    def count(self, seating: np.ndarray, wins: np.ndarray, players: int) -> None:
        """A game has ended with these shares of the victory; games of the learner alone say nothing."""
        others = seating[:players] != LEARNER
        if not others.any():
            return
        mine = float(wins[:players][~others].sum())
        # To a half at par, whatever the number of seats on either side.
        par = float((~others).mean())
        share = 0.5 * mine / par if mine <= par else 0.5 + 0.5 * (mine - par) / (1 - par)
        self.member(int(seating[:players][others][0])).count(share)

    def member(self, number: int) -> Member:
        return self.guests[number - 1] if number > LEARNER else self.anchors[-1 - number]

    def remember(self, name: str, weights: Weights) -> None:
        """A new past self; where there are too many, the one the learner beats most surely is let go.

        A guest stays: games with it are under way.
        """
        self.past.append(Member(name, weights=weights))
        if len(self.past) > self.spec.keep:
            seated = [id(member) for member in self.guests]
            free = [k for k, member in enumerate(self.past[:-1]) if id(member) not in seated]
            self.past.pop(max(free, key=lambda k: self.past[k].share))

    def invite(self) -> list[Member]:
        """Choose the guests anew."""
        count = min(self.spec.guests, len(self.past))
        if count:
            chosen = self.rng.choice(len(self.past), count, replace=False, p=_priorities(self.past))
            self.guests = [self.past[k] for k in sorted(chosen)]
        return self.guests

    def anchors_act(self, games: np.ndarray, who: np.ndarray, tables: np.ndarray, actions: np.ndarray) -> None:
        """Write the actions of the rows where `who` (B,) is an anchor."""
        players = np.where(who < LEARNER, self._codes[np.clip(-1 - who, 0, len(self._codes) - 1)], ELSE)
        act_rows(games, players, tables, self._rows, NO_NETWORKS, self._chance, actions)

    def state(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """All that a later `restore` needs: plain values, and arrays by name."""
        told = {
            "rng": self.rng.bit_generator.state,
            "chance": self._chance.tolist(),
            "anchors": [[member.name, member.share, member.games] for member in self.anchors],
            "past": [[member.name, member.share, member.games] for member in self.past],
            "guests": [k for guest in self.guests for k, member in enumerate(self.past) if member is guest],
        }
        arrays = {f"{k}/{name}": array for k, member in enumerate(self.past) for name, array in member.weights.items()}
        return told, arrays

    def restore(self, told: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
        self.rng.bit_generator.state = told["rng"]
        self._chance[:] = told["chance"]
        for member, (name, share, games) in zip(self.anchors, told["anchors"], strict=False):
            if member.name == name:
                member.share, member.games = share, games
        self.past = [Member(name, share, games) for name, share, games in told["past"]]
        for key, array in arrays.items():
            number, name = key.split("/", 1)
            self.past[int(number)].weights[name] = array
        self.guests = [self.past[k] for k in told["guests"]]


def _priorities(members: list[Member]) -> np.ndarray:
    """More for those who still beat the learner; something for everybody."""
    hard = np.array([(1 - member.share) ** 2 + 0.05 for member in members])
    return hard / hard.sum()


def _compiled(specs: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Each anchor's number for the kernel, and the weights of those that have some."""
    codes, rows = [], []
    for spec in specs:
        agent = make(spec)
        kind = getattr(agent, "compiled", None)
        if kind == "heuristic":
            codes.append(len(rows))
            rows.append(agent.weights)  # type: ignore[attr-defined]
        elif kind in ("random", "greedy"):
            codes.append(RANDOM if kind == "random" else GREEDY)
        else:
            raise HadaraError(f"{spec!r} cannot be an anchor: only random, greedy and the heuristic styles can.")
    return np.array(codes or [ELSE], np.int64), np.array(rows) if rows else np.zeros((1, layout.SIZE))
