"""Train a policy towards what a look ahead tells it: every legal action tried, one own decision deep.

    python experiments/train_expert.py --config experiments/configs/expert.toml --start runs/all --out runs/expert
    python experiments/train_expert.py --resume runs/expert --minutes 60

Where PPO learns from the one action it happened to take, here each decision's legal actions are all tried over deals
that fit what the seat sees, the others playing by the network, and valued by it at the seat's next decision. The policy
learns the improved probabilities, and plays by them. Tables, league, values, files and resuming are those of
train_ppo.py.
"""

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np
import torch
import typer
from torch import Tensor, nn

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from experiments.league import LEARNER, League
from experiments.running import work
from experiments.train_ppo import MARGIN, WIN, Batch, Figures, Learner, Players, PPOConfig, Trainer, scheduled
from experiments.training import TrainingError
from hadara_agents.kernels import lookahead
from hadara_agents.kernels.rows import sample_rows
from hadara_agents.policy.network import Network
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.tables import tables_of


@dataclass(frozen=True)
class ExpertConfig(PPOConfig):
    """PPO's settings, and those of the look ahead."""

    deals: int = 2  # that fit what the actor sees, for every decision
    sharpness: float = 1.0  # how far the improved policy goes: e to this for one standard deviation of gain


class ExpertBatch(Batch):
    """With the improved probabilities of every decision."""

    def __init__(self, config: PPOConfig, dtype: torch.dtype) -> None:
        super().__init__(config, dtype)
        self.better = np.zeros(self.mask.shape, np.float32)


class ExpertPlayers(Players):
    """The learner looks ahead before it decides."""

    config: ExpertConfig

    def __init__(self, config: ExpertConfig, network: Network, league: League) -> None:
        super().__init__(config, network, league)
        self.spread = 0.1  # of gains, as of late
        self.win_part = config.win_part[0]
        self._room(4096)

    def _room(self, size: int) -> None:
        self._trials = np.zeros(size, GAME)
        self._owner, self._action, self._seat = (np.zeros(size, np.int64) for _ in range(3))

    def _decide(self, batch: Batch, t: int, who: np.ndarray, actions: np.ndarray) -> None:
        assert isinstance(batch, ExpertBatch)
        super()._decide(batch, t, who, actions)
        rows = np.flatnonzero(who == LEARNER)
        with torch.no_grad(), self.autocast:
            logits = self.network(batch.obs[t, torch.from_numpy(rows)])[0]
        mask = torch.from_numpy(batch.mask[t, rows].view(np.bool_))
        plain = torch.log_softmax(logits.masked_fill(~mask, -1e9), dim=1).numpy()
        worth = self.prospects(rows, batch.mask[t, rows], batch.obs.dtype)
        chances = np.exp(plain)
        gains = np.where(mask.numpy(), worth - (chances * worth).sum(1, keepdims=True), 0.0)
        self.spread += 0.01 * (math.sqrt(float((chances * gains**2).sum(1).mean())) + 1e-4 - self.spread)
        better = plain + self.config.sharpness * np.clip(gains / self.spread, -6, 6)
        better = np.where(mask.numpy(), better, -1e9).astype(np.float32)
        chosen, logp = np.empty(len(rows), np.int64), np.empty(len(rows), np.float32)
        sample_rows(better, batch.mask[t, rows], self.chance, chosen, logp)
        actions[rows] = chosen
        better = np.exp(better - better.max(1, keepdims=True))
        batch.better[t, rows] = better / better.sum(1, keepdims=True)

    def prospects(self, rows: np.ndarray, masks: np.ndarray, dtype: torch.dtype) -> np.ndarray:
        """What each legal action of these rows is worth, (R, 236)."""
        total = np.zeros((len(rows), NUM_ACTIONS), np.float32)
        for vec, place in zip(self.vecs, self.places, strict=True):
            inside = np.flatnonzero((rows >= place.start) & (rows < place.stop))
            if len(inside):
                total[inside] = self._prospects(vec.games, rows[inside] - place.start, masks[inside], vec.cards, dtype)
        return total / self.config.deals

    def _prospects(
        self, games: np.ndarray, rows: np.ndarray, masks: np.ndarray, cards: object, dtype: torch.dtype
    ) -> np.ndarray:
        tables = tables_of(cards)  # type: ignore[arg-type]
        size = int(masks.sum()) * self.config.deals
        if size > len(self._trials):
            self._room(2 * size)
        trials, seat = self._trials, self._seat
        count = lookahead.expand(
            games, rows, self.config.deals, tables, self.chance, trials, self._owner, self._action, seat
        )
        waiting = np.arange(count)
        total = np.zeros((len(rows), NUM_ACTIONS), np.float32)
        while len(waiting):
            seen = np.zeros((len(waiting), OBS.size), np.float32)
            legal, back = np.zeros((len(waiting), NUM_ACTIONS), np.int8), np.zeros(len(waiting), np.int8)
            lookahead.look(trials, waiting, seat, tables, seen, legal, back)
            with torch.no_grad(), self.autocast:
                logits, values = (out.numpy() for out in self.network(torch.from_numpy(seen).to(dtype)))
            over = np.flatnonzero(back == 2)
            if len(over):
                final = np.zeros((len(over), 2), np.float32)
                lookahead.results(trials, waiting[over], seat, tables, final)
                values[over] = final
            there = np.flatnonzero(back > 0)
            worth = self.win_part * values[there, WIN] + (1 - self.win_part) * values[there, MARGIN]
            np.add.at(total, (self._owner[waiting[there]], self._action[waiting[there]]), worth)
            onward = np.flatnonzero(back == 0)
            chosen, logp = np.empty(len(onward), np.int64), np.empty(len(onward), np.float32)
            sample_rows(logits[onward], legal[onward], self.chance, chosen, logp)
            waiting = waiting[onward]
            lookahead.go_on(trials, waiting, chosen, tables)
        return total


class ExpertLearner(Learner):
    """Learns the improved probabilities instead of PPO's objective."""

    def pieces(self, batch: Batch, gain: np.ndarray, target: np.ndarray) -> list[np.ndarray]:
        assert isinstance(batch, ExpertBatch)
        return [batch.mask.view(np.bool_), batch.better, target]

    def _step(self, obs: Tensor, data: list[Tensor], part: float, figures: Figures) -> None:
        config = self.config
        mask, better, target = data
        with self.autocast:
            logits, value = self.network(obs)
        logp = torch.log_softmax(logits.masked_fill(~mask, -1e9), dim=1)
        entropy = -(logp.exp() * logp).sum(1).mean()
        policy = -(better * logp).sum(1).mean()
        miss = (value - target).square().mean()
        loss = policy + config.value_weight * miss - scheduled(config.entropy, part) * entropy
        if not math.isfinite(loss.item()):
            raise TrainingError(f"The loss is {loss.item()}: training stops, the last good checkpoint stands.")
        self.optimiser.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), config.gradient_norm).item()
        if not math.isfinite(norm):
            raise TrainingError(f"The gradient is {norm}: training stops, the last good checkpoint stands.")
        self.optimiser.step()
        figures.policy += policy.item()
        figures.value += miss.item()
        figures.entropy += entropy.item()
        figures.kl += (better * ((better + 1e-9).log() - logp)).sum(1).mean().item()
        figures.minibatches += 1


class ExpertTrainer(Trainer):
    """train_ppo's run with these players and this learner."""

    program = "experiments/train_expert.py"
    Config: ClassVar[type[PPOConfig]] = ExpertConfig
    players: ExpertPlayers

    def make_parts(self, config: PPOConfig) -> tuple[Players, Learner, type[Batch]]:
        assert isinstance(config, ExpertConfig)
        return (
            ExpertPlayers(config, self.network, self.league),
            ExpertLearner(config, self.network),
            ExpertBatch,
        )

    def one_update(self) -> dict[str, object]:
        self.players.win_part = scheduled(self.config.win_part, self.decisions / self.config.decisions)
        return {**super().one_update(), "spread": round(self.players.spread, 5)}

    def more(self) -> dict[str, float]:
        return {"spread": self.players.spread}

    def take_more(self, told: dict[str, float]) -> None:
        self.players.spread = told["spread"]


def main(
    config: Annotated[Path | None, typer.Option(help="Settings, a TOML file; see experiments/configs.")] = None,
    start: Annotated[str | None, typer.Option(help="Checkpoint or run whose weights to begin with.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for a new run.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Folder of a run to go on with.")] = None,
    minutes: Annotated[float, typer.Option(help="Stop after so many minutes.")] = 60.0,
    decisions: Annotated[int | None, typer.Option(help="Stop at so many decisions (default: the config's).")] = None,
) -> None:
    """Train a policy towards a look ahead.

    Example: python experiments/train_expert.py --config experiments/configs/expert.toml --start best --out runs/expert
    """
    work(ExpertTrainer, config, out, start, resume, minutes, decisions)


if __name__ == "__main__":
    typer.run(main)
