"""Train a policy by self-play and by what a search finds: PPO, and beside it probabilities that a tree search improved.

    python experiments/train_expert.py --config experiments/configs/expert.toml --start best --out runs/expert
    python experiments/train_expert.py --resume runs/expert --minutes 60

Everything is train_ppo.py's, and in addition some positions of every update are searched with the network as it is (the
search of `ppo+search`, over deals that fit what the seat sees, all positions together), and the policy learns to play
what the search would have played (expert iteration: Anthony et al. 2017). Searched positions are learned from for a
while: a store holds the last ones.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import torch
import typer

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from experiments.league import LEARNER
from experiments.ppo_config import PPOConfig
from experiments.running import ConfigFile, Decisions, Minutes, NewFolder, OldFolder, Processes, StartFrom, work
from experiments.train_ppo import Batch, Learner, Players, Trainer, evened
from hadara_agents.kernels import forest
from hadara_agents.kernels.search import MAX_DEPTH, NODE
from hadara_agents.policy.network import Network
from hadara_agents.search.guided import search_settings
from hadara_env.cards import CardSet
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of


@dataclass(frozen=True)
class ExpertConfig(PPOConfig):
    """PPO's settings, and those of the search."""

    searched: int = 1024  # positions of an update that are searched
    iterations: int = 32  # of each search
    exploration: float = 1.0
    softness: float = 4.0  # of the network's probabilities where the search looks; it would hardly look around at 1
    trust: float = 25.0  # how far probabilities move: e to this for a whole victory more
    doubt: float = 8.0  # visits at which half of what was found is believed
    search_win_part: float = 0.5  # of what a position is worth to the search; the rest is the margin
    store: int = 32_768  # searched positions that are learned from
    lessons: int = 16  # minibatches of them in an update
    lesson: int = 512  # positions in such a minibatch

    def __post_init__(self) -> None:
        super().__post_init__()
        names = ("searched", "iterations", "store", "lesson")
        if few := [name for name in names if getattr(self, name) < 1]:
            raise ValueError(f"{', '.join(few)} must be 1 or more.")


@dataclass(frozen=True)
class Found:
    """What searches found, by position and action (S, 236): the network's logits, visits, and the sum of the worth."""

    logits: np.ndarray
    visits: np.ndarray
    totals: np.ndarray

    def improved(self, mask: np.ndarray, trust: float, doubt: float) -> np.ndarray:
        """The network's probabilities, moved towards actions that turned out better than the others.

        An action that was not tried is taken to be as good as the mean, one that was tried n times counts n / (n +
        doubt). Where all are worth the same the probabilities stay as they are.
        """
        logits = np.where(mask == 1, self.logits, -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        worth = self.totals / np.maximum(self.visits, 1)
        weights = chances * (self.visits > 0) + 1e-12
        mean = (weights * worth).sum(1, keepdims=True) / weights.sum(1, keepdims=True)
        gain = np.where(self.visits > 0, self.visits / (self.visits + doubt) * (worth - mean), 0.0)
        better = chances * np.exp(np.clip(trust * gain, -20, 20))
        return (better / better.sum(1, keepdims=True)).astype(np.float32)


class Forest:
    """Searches many positions together; a network answers for all of them at once."""

    def __init__(self, config: ExpertConfig, network: Network, cards: CardSet, dtype: torch.dtype) -> None:
        self.config, self.network, self.dtype = config, network, dtype
        self.tables = tables_of(cards)
        self.settings = search_settings(config.exploration, config.softness, config.search_win_part)

    def search(self, positions: np.ndarray, rng: np.ndarray) -> Found:
        """Search every position; of each only what its actor sees is used."""
        count, iterations = len(positions), self.config.iterations
        positions, games = positions.copy(), np.zeros(count, GAME)
        walks, used = np.zeros(count, forest.WALK), np.zeros(count, np.int64)
        trees, paths = np.zeros((count, iterations + 2), NODE), np.zeros((count, MAX_DEPTH + 1), np.int64)
        logits, asked = np.zeros((count, NUM_ACTIONS), np.float32), np.zeros(count, np.int64)
        seen = np.zeros((count, OBS.size), np.float32)
        forest.plant(positions, iterations, walks, trees, used)
        place = (games, walks, trees, used, paths, logits)
        while waiting := forest.advance(positions, *place, self.tables, self.settings, rng, asked, seen):
            with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=self.dtype == torch.bfloat16):
                policy, value = self.network(torch.from_numpy(seen[: evened(waiting)]).to(self.dtype))
            forest.answer(asked[:waiting], *place, policy.numpy(), value.numpy(), self.tables, self.settings, rng)
        visits, totals = np.zeros((count, NUM_ACTIONS)), np.zeros((count, NUM_ACTIONS))
        forest.tried(trees, visits, totals)
        return Found(logits, visits, totals)


class ExpertBatch(Batch):
    """With positions that were searched, and the improved probabilities."""

    def __init__(self, config: PPOConfig, dtype: torch.dtype) -> None:
        super().__init__(config, dtype)
        assert isinstance(config, ExpertConfig)
        self.games = np.zeros(config.searched, GAME)
        self.searched_obs = torch.zeros((config.searched, OBS.size), dtype=dtype)
        self.searched_mask = np.zeros((config.searched, NUM_ACTIONS), np.int8)
        self.better = np.zeros((config.searched, NUM_ACTIONS), np.float32)
        self.searched = 0


class ExpertPlayers(Players):
    """Puts positions aside while it plays, and searches them."""

    config: ExpertConfig

    def collect(self, batch: Batch, update: int) -> None:
        assert isinstance(batch, ExpertBatch)
        batch.searched = 0
        self.chooser = np.random.default_rng((self.config.seed, update))  # of the positions, and of what is searched
        super().collect(batch, update)
        searcher = Forest(self.config, self.network, self.cards, batch.obs.dtype)
        aside = slice(0, batch.searched)
        found = searcher.search(batch.games[aside], new_rng(int(self.chooser.integers(1 << 31))))
        batch.better[aside] = found.improved(batch.searched_mask[aside], self.config.trust, self.config.doubt)

    def _decide(self, batch: Batch, t: int, who: np.ndarray, actions: np.ndarray) -> None:
        super()._decide(batch, t, who, actions)
        assert isinstance(batch, ExpertBatch)
        free = np.flatnonzero((who == LEARNER) & (batch.mask[t].sum(1) > 1))
        wanted = self.config.searched * (t + 1) // self.config.steps - self.config.searched * t // self.config.steps
        for row in self.chooser.permutation(free)[:wanted]:
            number = next(k for k, place in enumerate(self.places) if place.start <= row < place.stop)
            batch.games[batch.searched] = self.vecs[number].games[row - self.places[number].start]
            batch.searched_obs[batch.searched] = batch.obs[t, row]
            batch.searched_mask[batch.searched] = batch.mask[t, row]
            batch.searched += 1


class ExpertLearner(Learner):
    """After PPO's update, some lessons from the store."""

    config: ExpertConfig

    def __init__(self, config: ExpertConfig, network: Network) -> None:
        super().__init__(config, network)
        self.held = 0  # positions that have been put into the store
        self.obs: torch.Tensor | None = None
        self.mask = np.zeros((config.store, NUM_ACTIONS), np.int8)
        self.better = np.zeros((config.store, NUM_ACTIONS), np.float32)

    def update(self, batch: Batch, part: float) -> dict[str, float]:
        assert isinstance(batch, ExpertBatch)
        told = super().update(batch, part)
        self.keep(batch)
        losses = [self.lesson() for _ in range(self.config.lessons)]
        return {**told, "lesson": float(np.mean(losses)) if losses else 0.0}

    def keep(self, batch: ExpertBatch) -> None:
        """Put what was searched into the store, in place of the oldest."""
        if self.obs is None:
            self.obs = torch.zeros((self.config.store, OBS.size), dtype=batch.obs.dtype)
        places = (self.held + np.arange(batch.searched)) % self.config.store
        self.obs[torch.from_numpy(places)] = batch.searched_obs[: batch.searched]
        self.mask[places] = batch.searched_mask[: batch.searched]
        self.better[places] = batch.better[: batch.searched]
        self.held += batch.searched

    def lesson(self) -> float:
        """One minibatch of the store; returns its loss."""
        assert self.obs is not None
        picked = self.rng.integers(min(self.held, self.config.store), size=self.config.lesson)
        with self.autocast:
            logits, _ = self.network(self.obs[torch.from_numpy(picked)])
        mask = torch.from_numpy(self.mask[picked].view(np.bool_))
        logp = torch.log_softmax(logits.masked_fill(~mask, -1e9), dim=1)
        loss = -(torch.from_numpy(self.better[picked]) * logp).sum(1).mean()
        self.descend(loss, "of what was searched")
        return loss.item()


class ExpertTrainer(Trainer):
    """train_ppo's run with these players and this learner."""

    program = "experiments/train_expert.py"
    Config: ClassVar[type[PPOConfig]] = ExpertConfig

    def make_parts(self, config: PPOConfig) -> tuple[Players, Learner, type[Batch]]:
        assert isinstance(config, ExpertConfig)
        return ExpertPlayers(config, self.network, self.league), ExpertLearner(config, self.network), ExpertBatch


def main(
    config: ConfigFile = None,
    out: NewFolder = None,
    start: StartFrom = None,
    resume: OldFolder = None,
    minutes: Minutes = 60.0,
    decisions: Decisions = None,
    processes: Processes = 1,
) -> None:
    """Train a policy by self-play and by search.

    Example: python experiments/train_expert.py --config experiments/configs/expert.toml --start best --out runs/expert
    """
    work(ExpertTrainer, config, out, start, resume, minutes, decisions, processes)


if __name__ == "__main__":
    typer.run(main)
