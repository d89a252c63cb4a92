"""Train a policy with RLlib's PPO on a Ray cluster, or on this machine as one: self-play, masks, the same checkpoints.

    python experiments/train_rllib.py --config experiments/configs/rllib.toml --out runs/ray --minutes 60
    python experiments/train_rllib.py --out runs/ray --address 10.0.0.1:6379 --runners 64 --store s3://bucket/run
    python experiments/train_rllib.py --resume runs/ray --minutes 60

Every seat's decisions are learned from. docs/howto/cluster.md says what to expect of 1, 10 and 100 machines.
"""

import json
import logging
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from hadara_env.envs.adapters import not_installed

try:
    from ray import cloudpickle
    from ray.exceptions import RayError
    from ray.rllib.algorithms.ppo import PPO, PPOConfig
    from ray.rllib.core import DEFAULT_MODULE_ID
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
except ImportError as missing:
    raise SystemExit(not_installed("RLlib", "ray")) from missing

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from experiments import train_rllib_runner as runner
from experiments.train_rllib_store import CHECKPOINTS, CONFIG, LATEST, Store
from experiments.training import Clock, Match, Run, TrainingError, check_matches, read_config, sentence, settings
from hadara_agents.arena.ray_cluster import Cluster
from hadara_agents.policy.checkpoint import describe
from hadara_agents.policy.spec import VALUES, NetworkSpec
from hadara_env import HadaraError
from hadara_env.cards import load as load_cards
from hadara_env.engine.random import game_seed
from hadara_env.envs.spaces import action_space, masked_space
from hadara_env.files import write_atomically

STATE = "state"


@dataclass(frozen=True)
class RLlibConfig:
    """A config file's settings; what it leaves out has these values."""

    decisions: int = 50_000_000  # the length of the schedules, and where training ends
    players: tuple[int, int] = (2, 2)  # fewest, most
    rules: str = "full"  # or "basic", "both"
    reward: str = "win"  # or "margin": what the value head predicts
    runners: int = 2  # processes that play; 0: the one that learns plays as well
    cpus_per_runner: float = 1.0
    rows: int = 128  # games of a runner
    steps: int = 64  # decisions of every row in one update
    learners: int = 0  # processes that learn; 0: the one that is started
    gpus_per_learner: float = 0.0
    minibatch: int = 4096
    epochs: int = 2
    learning_rate: tuple[float, float] = (6e-4, 5e-5)  # from, to
    entropy: tuple[float, float] = (0.02, 0.002)
    gae_lambda: float = 0.95
    clip: float = 0.2
    value_weight: float = 0.5
    gradient_norm: float = 0.5
    past_share: float = 0.15  # of the games with past selves in some seats
    keep: int = 4  # past selves of each runner
    remember_every: int = 25  # updates between them
    sample_timeout: float = 300.0  # seconds an update waits for a runner that does not answer
    seed: int = 1
    matches: tuple[Match, ...] = (Match(),)
    evaluation_seed: int = 9001
    evaluate_minutes: float = 5.0
    save_minutes: float = 5.0
    network: NetworkSpec = field(default_factory=lambda: NetworkSpec("mlp", (256, 256)))
    store: str = ""  # where the state goes; empty: the folder of the run

    def __post_init__(self) -> None:
        if self.reward not in VALUES:
            raise ValueError(f"reward is one of {', '.join(VALUES)}, not {self.reward!r}.")
        if not 0 <= self.past_share <= 1:
            raise ValueError(f"past_share is a part of 1, not {self.past_share}.")
        counts = ("decisions", "rows", "steps", "minibatch", "epochs", "keep", "remember_every")
        if few := [name for name in counts if getattr(self, name) < 1]:
            raise ValueError(f"{', '.join(few)} must be 1 or more.")
        if few := [name for name in ("runners", "learners") if getattr(self, name) < 0]:
            raise ValueError(f"{', '.join(few)} must be 0 or more.")

    @property
    def batch(self) -> int:
        """Decisions of one update, or a few more."""
        return self.rows * self.steps * max(1, self.runners)

    def algorithm(self, updates: int) -> PPOConfig:
        """RLlib's settings; games after a resume are not those before it."""
        tables = {name: getattr(self, name) for name in ("rows", "steps", "players", "rules", "reward")}
        tables |= {name: getattr(self, name) for name in ("past_share", "keep", "remember_every")}
        shape = {"network": self.network.as_dict(), "reward": self.reward}
        seen, acts = masked_space(runner.OBSERVATIONS), action_space()
        module = RLModuleSpec(
            module_class=runner.HadaraModule, observation_space=seen, action_space=acts, model_config=shape
        )
        learning = [[0, self.learning_rate[0]], [self.decisions, self.learning_rate[1]]]
        entropy: Any = [[0, self.entropy[0]], [self.decisions, self.entropy[1]]]
        chosen = PPOConfig().environment(
            runner.Tables, env_config={**tables, **shape}, observation_space=seen, action_space=acts
        )
        chosen.env_runners(
            env_runner_cls=runner.TablesRunner,
            num_env_runners=self.runners,
            num_cpus_per_env_runner=self.cpus_per_runner,  # type: ignore[arg-type]
            num_envs_per_env_runner=self.rows,
            rollout_fragment_length=self.steps,
            sample_timeout_s=self.sample_timeout,
        )
        chosen.learners(
            num_learners=self.learners, num_gpus_per_learner=self.gpus_per_learner, learner_class=runner.LeanLearner
        )
        chosen.rl_module(rl_module_spec=module)
        chosen.training(
            gamma=1.0, lambda_=self.gae_lambda, clip_param=self.clip, use_kl_loss=False, lr=learning,
            entropy_coeff=entropy, vf_loss_coeff=self.value_weight, grad_clip=self.gradient_norm,
            grad_clip_by="global_norm", num_epochs=self.epochs, minibatch_size=self.minibatch,
            train_batch_size_per_learner=self.batch // max(1, self.learners),
        )  # fmt: skip
        chosen.fault_tolerance(
            restart_failed_env_runners=True, delay_between_env_runner_restarts_s=0, env_runner_restore_timeout_s=300
        )
        chosen.debugging(seed=int(game_seed(self.seed, updates)) % 2**31, log_level="ERROR")
        return chosen


class Trainer:
    """RLlib's algorithm with the log, the saves and the checkpoints of every trainer here."""

    def __init__(self, config: RLlibConfig, run: Run) -> None:
        self.config, self.run = config, run
        self.store = Store(config.store or str(run.folder / STATE))
        self.updates = self.decisions = 0
        self.seconds = 0.0
        self.algorithm: Any = None

    def build(self) -> None:
        """Start the processes, from the last save if there is one. Ray must be running."""
        saved = self.store.read(LATEST)
        self.updates = saved["updates"] if saved else 0
        cloudpickle.register_pickle_by_value(runner)
        self.algorithm = PPO(self.config.algorithm(self.updates))
        if saved is None:
            return
        self.decisions, self.seconds = saved["decisions"], saved["seconds"]
        with tempfile.TemporaryDirectory() as folder:
            if not self.store.download(saved["state"], Path(folder)):
                raise TrainingError(f"{saved['state']} is gone from {self.store.place}: the run cannot go on.")
            self.algorithm.restore_from_path(folder)

    def one_update(self) -> dict[str, Any] | None:
        """Play and learn; None where no runner answered, so that nothing was learned."""
        began = time.perf_counter()
        told = self.algorithm.train()
        self.seconds += (passed := time.perf_counter() - began)
        learned, played = told.get("learners", {}).get(DEFAULT_MODULE_ID), told.get("env_runners", {})
        if not learned or "num_env_steps_sampled" not in played:
            return None
        if not np.isfinite([learned["total_loss"], learned["gradients_default_optimizer_global_norm"]]).all():
            raise TrainingError("The loss is not finite any more: training stops, the last good checkpoint stands.")
        made = int(played["num_env_steps_sampled"])
        self.updates, self.decisions = self.updates + 1, self.decisions + made
        timers = told["timers"]  # running means, as RLlib keeps them
        return {
            "update": self.updates,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 2),
            "decisions_per_second": round(made / passed),
            "playing_seconds": round(float(timers["env_runner_sampling_timer"]), 3),
            "learning_seconds": round(float(timers["learner_update_timer"]), 3),
            "runners": self.runners(),
            "games": int(played["num_episodes"]),
            "entropy": float(learned["entropy"]),
            "explained_win": float(learned["vf_explained_var"]),
            "value": float(learned["vf_loss"]),
        }

    def runners(self) -> int:
        """Processes that play and are healthy."""
        return self.algorithm.env_runner_group.num_healthy_remote_workers() or int(self.config.runners == 0)

    def weights(self) -> dict[str, np.ndarray]:
        """The policy's tensors, as a checkpoint has them."""
        state = self.algorithm.learner_group.get_weights()[DEFAULT_MODULE_ID]
        return runner.exported(state, self.config.reward)

    def save(self) -> None:
        """All that `build` needs, into the store."""
        name = f"{STATE}-{self.updates:08d}-{time.time_ns():x}"
        with tempfile.TemporaryDirectory() as folder:
            self.algorithm.save_to_path(folder)
            self.store.upload(Path(folder), name)
        counts = {"updates": self.updates, "decisions": self.decisions, "seconds": self.seconds}
        self.store.write(LATEST, {**counts, "state": name})
        self.store.drop_others(f"{STATE}-", [name])

    def checkpoint(self) -> dict[str, Any]:
        """Measure the policy as it is and keep it in the form that agents load, here and in the store."""
        config, weights = self.config, self.weights()
        training = {
            "trainer": "experiments/train_rllib.py",
            "command": " ".join(["python", "experiments/train_rllib.py", *sys.argv[1:]]),
            "decisions": self.decisions,
            "seconds": round(self.seconds),
            "reward": config.reward,
            "seed": config.seed,
            "parameters": sum(array.size for array in weights.values()),
            "config": asdict(config),
        }
        about = describe(config.network, load_cards(), training)
        found = self.run.checkpoint(weights, about, config.matches, config.evaluation_seed)
        self.store.upload(self.run.checkpoints, CHECKPOINTS)
        kept = [path.name for path in self.run.checkpoints.iterdir()]
        self.store.drop_others("decisions-", kept, CHECKPOINTS)
        self.run.log({
            "update": self.updates, "decisions": self.decisions, "seconds": round(self.seconds, 2), "evaluation": found,
        })  # fmt: skip
        return found

    def stop(self) -> None:
        if self.algorithm is not None:
            self.algorithm.stop()


def train(trainer: Trainer, minutes: float, decisions: int, console: Console) -> None:
    """Until the time or the decisions are over; saves on the way and at the end."""
    saving, judging = Clock(60 * trainer.config.save_minutes), Clock(60 * trainer.config.evaluate_minutes)
    deadline, patience = time.monotonic() + 60 * minutes, 10
    with console.status("playing the first games") as status:
        while trainer.decisions < decisions and time.monotonic() < deadline:
            row = trainer.one_update()
            if row is None:
                patience -= 1
                status.update(f"no runner answers; {patience} more tries")
                if not patience:
                    raise TrainingError("No machine of the cluster plays any more; go on later with --resume.")
                continue
            patience = 10
            trainer.run.log(row)
            status.update(
                f"{row['decisions'] / 1e6:.2f} M decisions, {row['decisions_per_second']:,}/s by {row['runners']} "
                f"runners, entropy {row['entropy']:.2f}, explained {row['explained_win']:.2f}"
            )
            if saving.due():
                trainer.save()
            if judging.due():
                report(trainer, console)
                trainer.save()
        trainer.save()
        report(trainer, console)
        trainer.run.draw()


def report(trainer: Trainer, console: Console) -> None:
    found = trainer.checkpoint()
    wins = ", ".join(f"{m['players']}p {m['opponent']} {100 * m['win_share']:.1f} %" for m in found["matches"])
    console.print(f"{trainer.seconds / 60:.1f} min, {trainer.decisions / 1e6:.2f} M decisions: {wins}")


def new_run(config: Path | None, out: Path, store: str | None, runners: int | None) -> Trainer:
    """A run that begins, with its settings in its folder and in its store."""
    chosen = read_config(config, RLlibConfig) if config else RLlibConfig()
    chosen = replace(chosen, store=store or chosen.store, runners=chosen.runners if runners is None else runners)
    check_matches(chosen.matches)
    run = Run(out)
    run.check_new()
    trainer = Trainer(chosen, run)
    if trainer.store.read(LATEST) is not None:
        raise TrainingError(f"{trainer.store.place} holds a run already; go on with --resume, or choose another store.")
    run.create(chosen)
    trainer.store.write(CONFIG, asdict(chosen))
    return trainer


def old_run(folder: Path, store: str | None, runners: int | None) -> Trainer:
    """A run that goes on; where its folder is lost, from its store."""
    run = Run(folder)
    if store and not (folder / "config.json").exists():
        found = Store(store).read(CONFIG)
        if found is None:
            raise TrainingError(f"{store} holds no run to resume.")
        write_atomically(folder / "config.json", json.dumps({**found, "store": store}, indent=1) + "\n")
        Store(store).download(CHECKPOINTS, run.checkpoints)
    chosen = settings(run.config(), RLlibConfig, str(folder))
    chosen = replace(chosen, store=store or chosen.store, runners=chosen.runners if runners is None else runners)
    trainer = Trainer(chosen, run)
    run.rewind((trainer.store.read(LATEST) or {"updates": 0})["updates"])
    return trainer


def main(
    config: Annotated[
        Path | None, typer.Option(help="Settings, a TOML file; see experiments/configs/rllib.toml.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for a new run.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Folder of a run to go on with.")] = None,
    store: Annotated[
        str | None, typer.Option(help="Where the state goes: a folder or an address such as s3://bucket/run.")
    ] = None,
    address: Annotated[str, typer.Option(help="A running cluster, or local: one is started here.")] = "local",
    runners: Annotated[int | None, typer.Option(min=0, help="Processes that play (default: the config's).")] = None,
    minutes: Annotated[float, typer.Option(help="Stop after so many minutes.")] = 60.0,
    decisions: Annotated[int | None, typer.Option(help="Stop at so many decisions (default: the config's).")] = None,
) -> None:
    """Train a policy with RLlib's PPO on a Ray cluster.

    Example: python experiments/train_rllib.py --config experiments/configs/rllib.toml --out runs/ray

    Example: python experiments/train_rllib.py --out runs/ray --address 10.0.0.1:6379 --store s3://bucket/run
    """
    console = Console()
    for name in ("ray", "ray.rllib"):
        logging.getLogger(name).setLevel(logging.ERROR)
    try:
        if (resume is None) == (out is None):
            raise TrainingError("Name a folder for a new run with --out, or one to go on with by --resume.")
        if resume is not None:
            trainer = old_run(resume, store, runners)
        else:
            trainer = new_run(config, out, store, runners)  # type: ignore[arg-type]
        with Cluster(address):
            try:
                trainer.build()
                train(trainer, minutes, decisions or trainer.config.decisions, console)
            finally:
                trainer.stop()
    except (HadaraError, OSError, RayError) as error:
        text = sentence(error) if not isinstance(error, RayError) else lost(error)
        console.print(text, style="red", markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(1) from error


def lost(error: RayError) -> str:
    """Of an error of Ray's, the sentence that says what happened."""
    lines = [line for line in str(error).strip().splitlines() if line.strip()] or [type(error).__name__]
    reason = lines[-1].strip().partition(". ")[0].rstrip(".")
    return f"The cluster failed: {reason}. Go on from the last save with --resume."


if __name__ == "__main__":
    typer.run(main)
