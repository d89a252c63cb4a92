"""Train a policy by self-play: masked PPO on HadaraVec, from nothing, on one core or several.

    python experiments/train_ppo.py --config experiments/configs/two_players.toml --out runs/two --minutes 60
    python experiments/train_ppo.py --resume runs/two --minutes 60

Every seat's decisions are learned from. A run folder holds log.jsonl (one line an update), TensorBoard's files, the
state to go on from (state.safetensors) and checkpoints that agents load:

    hadara arena --agents ppo:runs/two,heuristic --players 2 --sets 1000 --seed 1 --out results
"""

import math
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import typer

from hadara_env.envs.adapters import not_installed

try:
    import torch
    from torch import Tensor, nn
except ImportError as missing:
    raise SystemExit(not_installed("torch", "train")) from missing

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from experiments.advantages import advantages, beside_siblings
from experiments.league import LEARNER, League
from experiments.peers import Alone
from experiments.positions import Positions, moments
from experiments.ppo_config import PPOConfig, Tables, scheduled
from experiments.revival import revive
from experiments.running import ConfigFile, Decisions, Minutes, NewFolder, OldFolder, Processes, StartFrom, work
from experiments.saved import Saved
from experiments.training import Run, TrainingError
from hadara_agents.kernels.rows import sample_rows
from hadara_agents.policy.network import Network
from hadara_agents.policy.spec import VALUES
from hadara_env.cards import load as load_cards
from hadara_env.engine.actions import NUM_ACTIONS, PASS, SILVER_0
from hadara_env.engine.constants import MAX_PLAYERS
from hadara_env.engine.observation import OBS
from hadara_env.engine.random import game_seed
from hadara_env.engine.tables import tables_of
from hadara_env.envs.vector import HadaraVec

WIN, MARGIN = range(len(VALUES))
SEALS = slice(SILVER_0, PASS)


# 1. Play. ------------------------------------------------------------------------------------------------------------


class Batch:
    """What one update learns from; time is the first axis, rows of all tables the second."""

    def __init__(self, config: PPOConfig, dtype: torch.dtype) -> None:
        shape = (config.steps, config.batch // config.steps)
        self.obs = torch.zeros((*shape, OBS.size), dtype=dtype)
        self.mask = np.zeros((*shape, NUM_ACTIONS), np.int8)
        self.action = np.zeros(shape, np.int64)
        self.logp = np.zeros(shape, np.float32)
        self.sure = np.zeros(shape, np.float32)  # the greatest probability the learner gave an action
        self.value = np.zeros((*shape, len(VALUES)), np.float32)
        self.actor = np.zeros(shape, np.int16)
        self.moment = np.zeros(shape, np.int64)  # the same number where games from one position are at the same turn
        self.mine = np.zeros(shape, np.bool_)  # the learner decided
        self.done = np.zeros(shape, np.bool_)
        self.reward = np.zeros((*shape, MAX_PLAYERS, len(VALUES)), np.float32)
        self.last_value = np.zeros((shape[1], len(VALUES)), np.float32)
        self.last_actor = np.zeros(shape[1], np.int16)  # -1: not the learner


class Players:
    """The tables, who sits at them, and the networks that play there."""

    def __init__(self, config: PPOConfig, network: Network, league: League) -> None:
        self.config, self.network, self.league = config, network, league
        self.cards = load_cards()
        self.vecs = [
            HadaraVec(kind.rows, kind.players, kind.rules, "win", seed=int(game_seed(config.seed, k)))
            for k, kind in enumerate(config.tables)
        ]
        ends = np.cumsum([kind.rows for kind in config.tables])
        self.places = [slice(int(end - kind.rows), int(end)) for kind, end in zip(config.tables, ends, strict=True)]
        self.positions = {kind.beginning: Positions(kind.late) for kind in config.tables if kind.late}
        self.origins = np.full(int(ends[-1]), -1, np.int64)  # the number of the position a late game began at
        self.seats = np.full((int(ends[-1]), MAX_PLAYERS), LEARNER, np.int16)
        for kind, place in zip(config.tables, self.places, strict=True):
            for row in range(place.start, place.stop if not kind.late else place.start):
                self.seats[row] = league.seating(kind.players)
        self.guests: list[Network] = []
        self.chance = np.zeros(2, np.int64)
        self.autocast = torch.autocast("cpu", torch.bfloat16, enabled=config.half and fast_half())

    def invite(self) -> None:
        """New guests sit down; games that are under way go on with them."""
        self.league.invite()
        self.seat_guests()

    def seat_guests(self) -> None:
        self.guests = []
        for member in self.league.guests:
            guest = Network(self.config.network, self.cards)
            guest.load_state_dict({name: torch.from_numpy(array).float() for name, array in member.weights.items()})
            self.guests.append(guest.requires_grad_(False))

    def collect(self, batch: Batch, update: int) -> None:
        """Fill the batch: every row makes `steps` decisions."""
        self.chance[:] = game_seed(self.config.seed, update), 0
        chooser = np.random.default_rng((self.config.seed, update))
        for kind in self.config.tables:
            if kind.late:
                self.positions[kind.beginning].offer(kind.rows * self.config.steps, chooser)
        actions = np.zeros(len(self.seats), np.int64)
        for t in range(self.config.steps):
            for vec, place in zip(self.vecs, self.places, strict=True):
                batch.obs[t, place] = torch.from_numpy(vec.obs)
                batch.mask[t, place], batch.actor[t, place] = vec.mask, vec.actor
                batch.moment[t, place] = moments(vec.games, self.origins[place])
            who = self.seats[np.arange(len(actions)), batch.actor[t]]
            batch.mine[t] = who == LEARNER
            self._decide(batch, t, who, actions)
            batch.action[t] = actions
            for kind, vec, place in zip(self.config.tables, self.vecs, self.places, strict=True):
                self.league.anchors_act(vec.games, who[place], tables_of(vec.cards), actions[place])
                vec.step(actions[place])
                batch.done[t, place] = vec.done
                self._end(batch.reward[t, place], vec, place, bool(kind.late))
                if kind.late:
                    self._begin_late(kind, vec, place, chooser)
                else:
                    for (players, rules, _), positions in self.positions.items():
                        if (players, rules) == (kind.players, kind.rules):
                            positions.watch(vec.games)
        self._look_ahead(batch)

    def _begin_late(self, kind: Tables, vec: HadaraVec, place: slice, chooser: np.random.Generator) -> None:
        """Where a late table's game has ended the next one begins at a position."""
        positions = self.positions[kind.beginning]
        if vec.done.any() and len(positions.offered):
            numbers, games = positions.draw(int(vec.done.sum()), chooser)
            vec.place(vec.done, games)
            self.origins[place][vec.done] = numbers * len(self.positions) + list(self.positions).index(kind.beginning)

    def _decide(self, batch: Batch, t: int, who: np.ndarray, actions: np.ndarray) -> None:
        for number, network in enumerate((self.network, *self.guests)):
            rows = np.flatnonzero(who == number)
            if not len(rows):
                continue
            asked = slice(None) if number == LEARNER else torch.from_numpy(np.resize(rows, evened(len(rows))))
            with torch.no_grad(), self.autocast:
                logits, value = (answer.numpy() for answer in network(batch.obs[t, asked]))
            if number == LEARNER:  # most rows are its own: it is asked about all
                logits, value = logits[rows], value[rows]
            chosen, logp = np.empty(len(rows), np.int64), np.empty(len(rows), np.float32)
            sure = sample_rows(logits[: len(rows)], batch.mask[t, rows], self.chance, chosen, logp)
            actions[rows] = chosen
            if number == LEARNER:
                batch.logp[t, rows], batch.value[t, rows], batch.sure[t, rows] = logp, value, sure

    def _end(self, reward: np.ndarray, vec: HadaraVec, place: slice, late: bool) -> None:
        reward[:] = 0
        for row in np.flatnonzero(vec.done):
            players = int(vec.final[row]["num_players"])
            points = vec.final_scores[row, :players].astype(np.float32)
            reward[row, :, WIN] = vec.reward[row]
            reward[row, :players, MARGIN] = (points - (points.sum() - points) / (players - 1)) / 50
            if late:  # nobody but the learner sits there
                continue
            wins = (vec.reward[row, :players] * (players - 1) + 1) / players
            self.league.count(self.seats[place.start + row], wins, players)
            self.seats[place.start + row] = self.league.seating(players)

    def _look_ahead(self, batch: Batch) -> None:
        """What the learner expects where it is to decide next: the tail of the last decisions' returns."""
        for vec, place in zip(self.vecs, self.places, strict=True):
            with torch.no_grad(), self.autocast:
                batch.last_value[place] = self.network(torch.from_numpy(vec.obs).to(batch.obs.dtype))[1].numpy()
            learner = self.seats[np.arange(place.start, place.stop), vec.actor] == LEARNER
            batch.last_actor[place] = np.where(learner, vec.actor, -1)


def evened(rows: int) -> int:
    """So many or a few more, so that few sizes occur: for a size it has not met torch prepares anew, which is slow."""
    return -(-rows // 64) * 64


def fast_half() -> bool:
    """Whether this processor multiplies bfloat16 by itself; elsewhere it is slower than float32."""
    try:
        flags = Path("/proc/cpuinfo").read_text()
    except OSError:
        return False
    return "avx512_bf16" in flags or "amx_bf16" in flags


# 2. Learn. -----------------------------------------------------------------------------------------------------------


def unevenness(logp: Tensor, mask: Tensor, pull: float, seal_pull: float) -> Tensor:
    """How far the chances are from even ones, each decision by its weight; seals for sale have one of their own.

    What is hardly ever done teaches nothing, and its gradient is as good as zero, entropy's too: without a pull a
    policy that has given something up never learns what it is worth to somebody who plans with it.
    """
    weight = pull + seal_pull * mask[:, SEALS].any(1).float()
    allowed = mask.float()
    return -(weight * (allowed * logp).sum(1) / allowed.sum(1)).mean()


@dataclass
class Figures:
    """What an update tells of itself, as sums over minibatches."""

    policy: float = 0.0
    value: float = 0.0
    entropy: float = 0.0
    kl: float = 0.0
    clipped: float = 0.0
    minibatches: int = 0

    def means(self) -> dict[str, float]:
        return {name: getattr(self, name) / max(1, self.minibatches) for name in list(asdict(self))[:-1]}


class Learner:
    """The network, its optimiser, and one PPO update."""

    def __init__(self, config: PPOConfig, network: Network) -> None:
        self.config, self.network = config, network
        self.optimiser = torch.optim.Adam(network.parameters(), lr=config.learning_rate[0], eps=1e-5, fused=True)
        self.rng = np.random.default_rng(config.seed)
        self.autocast = torch.autocast("cpu", torch.bfloat16, enabled=config.half and fast_half())

    def update(self, batch: Batch, part: float) -> dict[str, float]:
        """Learn from a batch; `part` of the run has gone."""
        config = self.config
        gain, known = np.zeros_like(batch.value), np.zeros_like(batch.mine)
        advantages(
            batch.value, batch.reward, batch.actor, batch.mine, batch.done,
            batch.last_value, batch.last_actor, config.gae_lambda, gain, known,
        )  # fmt: skip
        target = gain + batch.value
        win_part = scheduled(config.win_part, part)
        mixed = win_part * gain[..., WIN] + (1 - win_part) * gain[..., MARGIN]
        mixed = beside_siblings(mixed, batch.moment, batch.actor, known)
        rows = self._lessons(known, batch)
        used = mixed.reshape(-1)[rows]
        mixed = (mixed - used.mean()) / (used.std() + 1e-8)
        for group in self.optimiser.param_groups:
            group["lr"] = scheduled(config.learning_rate, part)
        pieces = (batch.mask.view(np.bool_), batch.action, batch.logp, mixed.astype(np.float32), target)
        data = [torch.from_numpy(array.reshape(-1, *array.shape[2:])) for array in pieces]
        figures = Figures()
        for picked in self._minibatches(rows):
            self._step(batch.obs.flatten(0, 1)[picked], [piece[picked] for piece in data], part, figures)
        spread = 1 - (target - batch.value).reshape(-1, 2)[rows].var(0) / target.reshape(-1, 2)[rows].var(0)
        explained = {f"explained_{name}": float(spread[k]) for k, name in enumerate(VALUES)}
        return {**figures.means(), **explained, "learned_decisions": len(rows)}

    def _lessons(self, known: np.ndarray, batch: Batch) -> np.ndarray:
        """The decisions that are learned from: of those with hardly a choice, which are most, only some by lot."""
        if self.config.learn_sure < 1:
            drawn = self.rng.random(known.shape) < self.config.learn_sure
            known = known & (drawn | (batch.sure <= self.config.sure) | batch.mask[..., SEALS].any(-1))
        return np.flatnonzero(known)

    def _minibatches(self, rows: np.ndarray) -> Iterator[Tensor]:
        size = max(1, min(self.config.minibatch, len(rows)))
        for _ in range(self.config.epochs):
            shuffled = self.rng.permutation(rows)
            for first in range(0, len(rows) - size + 1, size):  # a rest is left out, another one each time
                yield torch.from_numpy(shuffled[first : first + size])

    def _step(self, obs: Tensor, data: list[Tensor], part: float, figures: Figures) -> None:
        config = self.config
        mask, action, old, gain, target = data
        with self.autocast:
            logits, value = self.network(obs)
        logits = logits.masked_fill(~mask, -1e9)
        logp_all = torch.log_softmax(logits, dim=1)
        logp = logp_all.gather(1, action.unsqueeze(1)).squeeze(1)
        entropy = -(torch.softmax(logits, dim=1) * logp_all).sum(1).mean()
        ratio = (logp - old).exp()
        policy = -torch.min(ratio * gain, ratio.clamp(1 - config.clip, 1 + config.clip) * gain).mean()
        miss = (value - target).square().mean()
        loss = policy + config.value_weight * miss - scheduled(config.entropy, part) * entropy
        pulls = [scheduled(pull, part) for pull in (config.pull, config.seal_pull)]
        if any(pulls):
            loss = loss + unevenness(logp_all, mask, *pulls)
        parts = f"policy {policy.item():.3g}, value {miss.item():.3g}, entropy {entropy.item():.3g}"
        self.descend(loss, parts)
        figures.policy += policy.item()
        figures.value += miss.item()
        figures.entropy += entropy.item()
        figures.kl += (old - logp).mean().item()
        figures.clipped += ((ratio - 1).abs() > config.clip).float().mean().item()
        figures.minibatches += 1

    def descend(self, loss: Tensor, parts: str) -> None:
        """One step of the optimiser; what is not a number never reaches the network."""
        if not math.isfinite(loss.item()):
            raise TrainingError(
                f"The loss is {loss.item()} ({parts}): training stops, the last good checkpoint stands."
            )
        self.optimiser.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), self.config.gradient_norm).item()
        if not math.isfinite(norm):
            raise TrainingError(f"The gradient is {norm}: training stops, the last good checkpoint stands.")
        self.optimiser.step()


# 3. The run. ---------------------------------------------------------------------------------------------------------


class Trainer(Saved):
    """All parts together; how they are kept is `Saved`'s."""

    program = "experiments/train_ppo.py"
    Config: ClassVar[type[PPOConfig]] = PPOConfig

    def __init__(self, config: PPOConfig, run: Run, peers: Alone | None = None) -> None:
        torch.set_num_threads(1)
        torch.set_flush_denormal(True)  # Adam's moments of inputs that are hardly ever set would take most of the time
        self.peers = peers or Alone()
        config = replace(config, seed=config.seed + 1000 * self.peers.rank)
        torch.manual_seed(config.seed)
        self.config, self.run = config, run
        self.network = Network(config.network, load_cards())
        self.league = League(config.league, config.seed)
        self.players, self.learner, batch = self.make_parts(config)
        half = config.half and fast_half()
        self.batch = batch(config, torch.bfloat16 if half else torch.float32)

    def make_parts(self, config: PPOConfig) -> tuple[Players, Learner, type[Batch]]:
        """Who plays, who learns, and what they hand over; train_expert.py has others."""
        return Players(config, self.network, self.league), Learner(config, self.network), Batch

    def shared(self) -> list[Tensor]:
        """What all processes of a training have in common."""
        moments = [state[name] for state in self.learner.optimiser.state.values() for name in ("exp_avg", "exp_avg_sq")]
        return [*self.network.parameters(), *moments]

    def one_update(self) -> dict[str, Any]:
        """Play, learn, and tell about it."""
        began = time.perf_counter()
        if self.updates % self.config.invite_every == 0:
            self.players.invite()
        self.players.collect(self.batch, self.updates)
        played = time.perf_counter()
        figures = self.learner.update(self.batch, self.decisions / self.config.decisions)
        self.peers.average(self.shared())
        learned = time.perf_counter()
        self.updates += 1
        if self.config.revive_every and self.updates % self.config.revive_every == 0:
            figures["revived"] = revive(self.network, self.learner.optimiser, self.updates)
        batch = self.config.batch * self.peers.size
        self.decisions += batch
        self.seconds += learned - began
        if self.updates % self.config.remember_every == 0:
            self.league.remember(f"update {self.updates}", self.weights(np.float16))
        return {
            "update": self.updates,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 2),
            "decisions_per_second": round(batch / (learned - began)),
            "playing_seconds": round(played - began, 3),
            "learning_seconds": round(learned - played, 3),
            **{name: round(value, 5) for name, value in figures.items()},
            **{f"share/{member.name}": round(member.share, 4) for member in self.league.anchors},
        }


def main(
    config: ConfigFile = None,
    out: NewFolder = None,
    start: StartFrom = None,
    resume: OldFolder = None,
    minutes: Minutes = 60.0,
    decisions: Decisions = None,
    processes: Processes = 1,
) -> None:
    """Train a policy by self-play.

    Example: python experiments/train_ppo.py --config experiments/configs/two_players.toml --out runs/two
    """
    work(Trainer, config, out, start, resume, minutes, decisions, processes)


if __name__ == "__main__":
    typer.run(main)
