"""Train a policy with sb3-contrib's MaskablePPO: the shortest road, with the same measure and the same checkpoints.

    python experiments/train_sb3.py --config experiments/configs/sb3.toml --out runs/sb3 --minutes 30
    python experiments/train_sb3.py --resume runs/sb3 --minutes 30

The learner has one seat of every game, the others belong to itself as it was lately and to past selves. train_ppo.py
learns from all seats and is several times faster; this file is for those who know Stable-Baselines3.
"""

import io
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from hadara_env.envs.adapters import not_installed

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from torch import Tensor, nn
except ImportError as missing:
    raise SystemExit(not_installed("Stable-Baselines3 or torch", "train")) from missing

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from experiments.league import League, LeagueSpec
from experiments.training import Clock, Match, Run, TrainingError, check_matches, read_config, sentence, settings
from hadara_agents.kernels.rows import sample_rows
from hadara_agents.policy.checkpoint import describe
from hadara_agents.policy.packed import packed
from hadara_agents.policy.spec import VALUES, NetworkSpec
from hadara_env import HadaraError
from hadara_env.cards import load as load_cards
from hadara_env.engine.random import game_seed, new_rng
from hadara_env.envs.adapters.sb3 import HadaraSB3VecEnv


@dataclass(frozen=True)
class SB3Config:
    """A config file's settings; what it leaves out has these values."""

    decisions: int = 5_000_000  # the length of the schedule, and where training ends
    players: tuple[int, int] = (2, 2)  # fewest, most
    rules: str = "full"  # or "basic", "both"
    reward: str = "win"  # or "margin": what the value head predicts
    rows: int = 64
    steps: int = 128  # decisions of every row in one update
    minibatch: int = 2048
    epochs: int = 2
    learning_rate: tuple[float, float] = (6e-4, 5e-5)  # from, to
    entropy: float = 0.01
    gae_lambda: float = 0.95
    clip: float = 0.2
    remember_every: int = 25  # updates between past selves
    invite_every: int = 5  # updates between changes of opponents
    seed: int = 1
    matches: tuple[Match, ...] = (Match(),)
    evaluation_seed: int = 9001
    evaluate_minutes: float = 3.0
    save_minutes: float = 2.0
    network: NetworkSpec = field(default_factory=lambda: NetworkSpec("mlp", (256, 256)))
    league: LeagueSpec = field(default_factory=lambda: LeagueSpec((), 0.0, 0.5))

    def __post_init__(self) -> None:
        if self.network.kind != "mlp":
            raise ValueError(f"MaskablePPO trains networks of kind 'mlp', not {self.network.kind!r}.")
        if self.reward not in VALUES:
            raise ValueError(f"reward is one of {', '.join(VALUES)}, not {self.reward!r}.")
        if self.league.anchors or self.league.anchor_share:
            raise ValueError("opponents in a batch see observations only: there can be no anchors.")
        counts = ("decisions", "rows", "steps", "minibatch", "epochs", "remember_every", "invite_every")
        if few := [name for name in counts if getattr(self, name) < 1]:
            raise ValueError(f"{', '.join(few)} must be 1 or more.")


# The network: layers that policy and value share, as a checkpoint has them. ------------------------------------------


class Trunk(BaseFeaturesExtractor):
    """Stable-Baselines3 shares layers between policy and value only here, in what extracts features."""

    def __init__(self, space: Any, widths: tuple[int, ...]) -> None:
        super().__init__(space, widths[-1])
        sizes = (space.shape[0], *widths)
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))

    def forward(self, observations: Tensor) -> Tensor:
        for layer in self.layers:
            observations = torch.relu(layer(observations))
        return observations


def policy_arguments(widths: tuple[int, ...]) -> dict[str, Any]:
    """What makes an MlpPolicy a network of kind "mlp": all layers shared, linear heads."""
    return {"features_extractor_class": Trunk, "features_extractor_kwargs": {"widths": widths}, "net_arch": []}


def exported(model: MaskablePPO, reward: str) -> dict[str, np.ndarray]:
    """The policy's tensors under the names of a checkpoint; the value that was not trained is zero."""
    state = {name: tensor.detach().numpy().copy() for name, tensor in model.policy.state_dict().items()}
    head = "features_extractor.layers."
    found = {f"trunk.{name.removeprefix(head)}": array for name, array in state.items() if name.startswith(head)}
    found |= {"policy.weight": state["action_net.weight"], "policy.bias": state["action_net.bias"]}
    weight, bias = np.zeros((len(VALUES), state["value_net.weight"].shape[1]), np.float32), np.zeros(2, np.float32)
    kind = VALUES.index(reward)
    weight[kind], bias[kind] = state["value_net.weight"][0], state["value_net.bias"][0]
    return {**found, "value.weight": weight, "value.bias": bias}


class Rival:
    """A past self as an opponent: the compiled network, which draws its actions."""

    def __init__(self, tensors: Mapping[str, np.ndarray], spec: NetworkSpec, seed: int) -> None:
        self._network, self._chance = packed(tensors, spec, load_cards()), new_rng(seed)

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        logits, _ = self._network.evaluate(observations)
        actions, logps = np.empty(len(logits), np.int64), np.empty(len(logits), np.float32)
        sample_rows(logits, np.ascontiguousarray(masks), self._chance, actions, logps)
        return actions


# The run. ------------------------------------------------------------------------------------------------------------


class Trainer(BaseCallback):
    """Self-play, log, saves and checkpoints around MaskablePPO, between its updates."""

    def __init__(self, config: SB3Config, run: Run) -> None:
        super().__init__()
        torch.set_num_threads(1)
        self.config, self.run = config, run
        self.league = League(config.league, config.seed)
        self.updates, self.seconds = 0, 0.0
        self._zip: bytes | None = None

    def make(self) -> MaskablePPO:
        """The model, new or as it was saved; games begin anew in either case."""
        config = self.config
        seed = int(game_seed(config.seed, self.updates))
        env = HadaraSB3VecEnv(
            config.rows, num_players=config.players, rules=config.rules, reward=config.reward, seed=seed
        )
        first, last = config.learning_rate
        arguments: dict[str, Any] = {
            "n_steps": config.steps, "batch_size": config.minibatch, "n_epochs": config.epochs, "gamma": 1.0,
            "gae_lambda": config.gae_lambda, "clip_range": config.clip, "ent_coef": config.entropy,
            "learning_rate": lambda left: last + (first - last) * left,
        }  # fmt: skip
        if self._zip is None:
            shape = policy_arguments(config.network.widths)
            return MaskablePPO("MlpPolicy", env, policy_kwargs=shape, seed=config.seed, device="cpu", **arguments)
        model = MaskablePPO.load(io.BytesIO(self._zip), env, device="cpu", custom_objects=arguments)
        model.set_random_seed(seed % 2**32)
        return model

    def learn(self, model: MaskablePPO, minutes: float, decisions: int, progress: Progress) -> None:
        """Until the time or the decisions are over; saves on the way and at the end."""
        self._saving, self._judging = Clock(60 * self.config.save_minutes), Clock(60 * self.config.evaluate_minutes)
        self._until, self._target, self._progress = time.monotonic() + 60 * minutes, decisions, progress
        self._task = progress.add_task("playing the first games", total=decisions, completed=model.num_timesteps)
        self._began = time.perf_counter()
        self._told = model.num_timesteps
        try:
            model.learn(max(0, self.config.decisions - model.num_timesteps), self, reset_num_timesteps=False)
        except ValueError:  # what torch says of probabilities that are no numbers
            self._check()
            raise
        self._account()
        model.num_timesteps = self._told  # without the steps of an update that was broken off
        self.save()
        self.checkpoint()
        self.save()

    def _on_training_start(self) -> None:
        self._invite()

    def _on_rollout_start(self) -> None:
        """Between two updates."""
        if self.num_timesteps > self._told:
            self._account()
            if self.updates % self.config.remember_every == 0:
                self.league.remember(f"update {self.updates}", exported(self._model, self.config.reward))
            if self.updates % self.config.invite_every == 0:
                self._invite()
            if self._saving.due():
                self.save()
            if self._judging.due():
                self.checkpoint()
                self.save()
        self._stop = self.num_timesteps >= self._target or time.monotonic() >= self._until

    def _on_step(self) -> bool:
        return not self._stop

    @property
    def _model(self) -> MaskablePPO:
        return self.model  # type: ignore[return-value]

    def _invite(self) -> None:
        """The learner as it is now for one part of the games, past selves for the other."""
        spec, share = self.config.network, self.config.league.past_share
        guests = [member.weights for member in self.league.invite()]
        weights = [exported(self._model, self.config.reward), *guests]
        seeds = [int(game_seed(self.config.seed, 1000 * self.updates + k)) for k in range(len(weights))]
        latest, *others = (Rival(each, spec, seed) for each, seed in zip(weights, seeds, strict=True))
        # The environment draws from its pool evenly: the latest stands there as often as its share asks for.
        times = max(1, round(len(others) * (1 - share) / share)) if share and others else 1
        env: Any = self.training_env
        env.batch.set_opponents([*[latest] * times, *(others if share else ())])

    def _account(self) -> None:
        """Log an update that is over; a partial one that was broken off is none."""
        done = self._model._n_updates // self.config.epochs
        if done == self.updates:
            return
        self._check()
        now, told = time.perf_counter(), dict(self.logger.name_to_value)
        self.updates, self.seconds = done, self.seconds + now - self._began
        rate = round((self.num_timesteps - self._told) / (now - self._began))
        self._began, self._told = now, self.num_timesteps
        row = {
            "update": self.updates,
            "decisions": self.num_timesteps,
            "seconds": round(self.seconds, 2),
            "decisions_per_second": rate,
            "entropy": -float(told["train/entropy_loss"]),
            "explained_win": float(told["train/explained_variance"]),
            "value": float(told["train/value_loss"]),
            "clipped": float(told["train/clip_fraction"]),
        }
        self.run.log(row)
        words = f"{rate:,}/s, entropy {row['entropy']:.2f}, explained {row['explained_win']:.2f}"
        self._progress.update(self._task, completed=self.num_timesteps, description=words)

    def _check(self) -> None:
        if not all(torch.isfinite(tensor).all() for tensor in self._model.policy.parameters()):
            raise TrainingError("The network is not finite any more: training stops, the last good checkpoint stands.")

    def save(self) -> None:
        """MaskablePPO's own file and the league's, in one."""
        stored = io.BytesIO()
        self._model.save(stored)
        told, past = self.league.state()
        arrays = {f"past/{name}": array for name, array in past.items()}
        arrays["model"] = np.frombuffer(stored.getvalue(), np.uint8)
        counts = {"updates": self.updates, "decisions": self._told, "seconds": self.seconds}
        self.run.save_state(arrays, {**counts, "league": told})

    def restore(self) -> bool:
        """Make ready to go on where the last save was; False where there is none."""
        saved = self.run.load_state()
        self.run.rewind(saved[1]["updates"] if saved else 0)
        if saved is None:
            return False
        arrays, told = saved
        past = {name.removeprefix("past/"): array for name, array in arrays.items() if name.startswith("past/")}
        self.league.restore(told["league"], past)
        self.updates, self.seconds, self._zip = told["updates"], told["seconds"], arrays["model"].tobytes()
        return True

    def checkpoint(self) -> None:
        """Measure the policy as it is and keep it in the form that agents load."""
        config = self.config
        training = {
            "trainer": "experiments/train_sb3.py",
            "command": " ".join(["python", "experiments/train_sb3.py", *sys.argv[1:]]),
            "decisions": self._told,
            "seconds": round(self.seconds),
            "reward": config.reward,
            "seed": config.seed,
            "parameters": sum(tensor.numel() for tensor in self._model.policy.parameters()),
            "config": asdict(config),
        }
        about = describe(config.network, load_cards(), training)
        weights = exported(self._model, config.reward)
        found = self.run.checkpoint(weights, about, config.matches, config.evaluation_seed)
        self.run.log({
            "update": self.updates, "decisions": self._told, "seconds": round(self.seconds, 2), "evaluation": found,
        })  # fmt: skip
        wins = ", ".join(f"{m['players']}p {m['opponent']} {100 * m['win_share']:.1f} %" for m in found["matches"])
        self._progress.console.print(f"{self.seconds / 60:.1f} min, {self._told / 1e6:.2f} M decisions: {wins}")


def main(
    config: Annotated[
        Path | None, typer.Option(help="Settings, a TOML file; see experiments/configs/sb3.toml.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for a new run.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Folder of a run to go on with.")] = None,
    minutes: Annotated[float, typer.Option(help="Stop after so many minutes.")] = 60.0,
    decisions: Annotated[int | None, typer.Option(help="Stop at so many decisions (default: the config's).")] = None,
) -> None:
    """Train a policy with MaskablePPO.

    Example: python experiments/train_sb3.py --config experiments/configs/sb3.toml --out runs/sb3
    """
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:,} decisions"))
    with Progress(*columns, TimeRemainingColumn()) as progress:
        try:
            if (resume is None) == (out is None):
                raise TrainingError("Name a folder for a new run with --out, or one to go on with by --resume.")
            run = Run(resume or out)  # type: ignore[arg-type]
            if resume is not None:
                trainer = Trainer(settings(run.config(), SB3Config, str(resume)), run)
                trainer.restore()
                model = trainer.make()
            else:
                trainer = Trainer(read_config(config, SB3Config) if config else SB3Config(), run)
                check_matches(trainer.config.matches)
                run.check_new()
                model = trainer.make()
                run.create(trainer.config)
            trainer.learn(model, minutes, decisions or trainer.config.decisions, progress)
            run.draw()
        except (HadaraError, OSError) as error:
            progress.console.print(sentence(error), style="red", markup=False, highlight=False, soft_wrap=True)
            raise typer.Exit(1) from error


if __name__ == "__main__":
    typer.run(main)
