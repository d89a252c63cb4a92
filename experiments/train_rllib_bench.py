"""How much one core plays and learns under RLlib, and what a decision weighs on the network.

    python -m experiments.train_rllib_bench

Writes experiments/results/rllib.json, from which docs/howto/cluster.md calculates. No cluster is started: a runner and
a learner are made here and timed by processor time, which other work on the machine does not disturb.
"""

import json
import pickle
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import torch
import typer
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
from rich.console import Console

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from experiments.bench_common import Case, Sample, measure, number
from experiments.bench_report import load_average, machine, versions
from experiments.train_rllib import RLlibConfig
from experiments.train_rllib_runner import TablesRunner
from hadara_env.envs.adapters.rllib import HadaraMultiAgentEnv, masked_module
from hadara_env.files import write_atomically

RESULTS = Path(__file__).parent / "results" / "rllib.json"


def timed(work: Callable[[], int]) -> Sample:
    wall, cpu = time.perf_counter(), time.process_time()
    count = work()
    return Sample(count, time.perf_counter() - wall, time.process_time() - cpu)


def their_runner() -> MultiAgentEnvRunner:
    """RLlib's own way: one game at a time in Python, connectors between it and the network."""
    config = PPOConfig().environment(HadaraMultiAgentEnv, env_config={"num_players": 2}, disable_env_checking=True)
    config.env_runners(num_env_runners=0, rollout_fragment_length=200)
    config.multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
    config.rl_module(rl_module_spec=masked_module((256, 256)))
    return MultiAgentEnvRunner(config=config, worker_index=0)


def main(
    rounds: Annotated[int, typer.Option(min=1, help="How often each case is measured.")] = 5,
    out: Annotated[Path, typer.Option(help="Where the figures go.")] = RESULTS,
) -> None:
    """Measure one core of a runner and one of a learner.

    Example: python -m experiments.train_rllib_bench --rounds 3
    """
    torch.set_num_threads(1)
    config = RLlibConfig(runners=0)
    ours, theirs = TablesRunner(config=config.algorithm(0), worker_index=0), their_runner()
    learners = config.algorithm(0).build_learner_group(env=ours.env)
    episodes = ours.sample()
    decisions = sum(map(len, episodes))
    weights: Any = learners.get_weights()

    def learning(_: float) -> Sample:
        played = ours.sample()  # not within the time
        return timed(lambda: updated(learners, played))

    cases = [
        Case("runner", "decisions/s", "HadaraVec of 128 games, the network, the choice, episodes for RLlib",
             lambda _: timed(lambda: sum(map(len, ours.sample())))),
        Case("RLlib's runner", "decisions/s", "the same network, RLlib's multi-agent runner, one game in Python",
             lambda _: timed(lambda: sum(episode.env_steps() for episode in theirs.sample(num_timesteps=200)))),
        Case("learner", "decisions/s", "RLlib's PPO: connectors, values, advantages, 2 epochs, minibatches of 4,096",
             learning),
    ]  # fmt: skip
    before = load_average()
    measure(cases, rounds, 0.0, Console())
    found = {
        "what": "one core of RLlib's PPO on this game, and what its decisions weigh",
        "command": f"python -m experiments.train_rllib_bench --rounds {rounds}",
        "machine": {**machine(), "load_before": before, "load_after": load_average()},
        "versions": versions(("ray", "torch", "numpy", "numba", "hadara-env")),
        "network": config.network.as_dict(),
        "rates": {case.name: case.summary() for case in cases},
        "bytes_a_decision": round(len(pickle.dumps(episodes, 5)) / decisions),
        "weight_bytes": len(pickle.dumps(weights, 5)),
        "chunks": len(episodes),
        "decisions": decisions,
    }
    write_atomically(out, json.dumps(found, indent=1) + "\n")
    for case in cases:
        print(f"{case.name}: {number(case.summary()['median_a_core_second'])} decisions a second of processor time")


def updated(learners: Any, episodes: list[Any]) -> int:
    count = sum(map(len, episodes))
    learners.update(episodes=episodes, num_epochs=2, minibatch_size=4096, shuffle_batch_per_epoch=True,
                    timesteps={"num_env_steps_sampled_lifetime": 0})  # fmt: skip
    return count


if __name__ == "__main__":
    typer.run(main)
