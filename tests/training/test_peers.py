"""Training in several processes: one network, everybody's decisions, one folder."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from experiments.peers import call_peers
from experiments.ppo_config import PPOConfig
from experiments.running import follow, train
from experiments.train_ppo import Trainer
from experiments.training import Run
from hadara_agents.policy import checkpoint
from tests.training.helpers import SMOKE, command, smoke
from tests.training.test_kills import finished, start


class Recorder(Trainer):
    """Notes what each update did to the weights of the process it runs in."""

    def one_update(self) -> dict[str, object]:
        row = super().one_update()
        weights = self.weights()["trunk.0.weight"]
        with (self.run.folder / f"weights-{self.peers.rank}").open("a") as file:
            file.write(f"{weights.sum(dtype='f8')!r} {self.players.vecs[0].games['seed'].sum()}\n")
        return row


def lines(folder: Path, rank: int) -> list[list[str]]:
    return [line.split() for line in (folder / f"weights-{rank}").read_text().splitlines()]


def test_processes_learn_different_networks_or_play_the_same_games(tmp_path: Path):
    config: PPOConfig = smoke()
    run = Run(tmp_path / "run")
    run.create(config)
    trainer = Recorder(config, run, call_peers(2, follow, Recorder, config, run, False))
    train(trainer, 5.0, 4 * 2 * config.batch, Console())
    trainer.peers.close()
    leader, other = lines(run.folder, 0), lines(run.folder, 1)
    assert len(leader) == len(other) == 4
    assert [weights for weights, _ in leader] == [weights for weights, _ in other]
    assert all(mine != theirs for (_, mine), (_, theirs) in zip(leader, other, strict=True))
    assert trainer.decisions == 4 * 2 * config.batch


def test_run_of_two_processes_cannot_be_resumed_or_counts_wrongly(tmp_path: Path):
    folder = tmp_path / "run"
    begun = start("--config", str(SMOKE), "--out", str(folder), "--processes", "2", "--decisions", "4096")
    assert begun.wait(300) == 0, finished(begun)
    again = start("--resume", str(folder), "--processes", "2", "--decisions", "8192")
    assert again.wait(300) == 0, finished(again)
    rows = [row for row in Run(folder).rows() if "entropy" in row]
    assert [row["decisions"] for row in rows] == [2048, 4096, 6144, 8192]
    assert checkpoint.load(str(folder)).config["training"]["decisions"] in (4096, 8192)


@pytest.mark.skipif(sys.platform != "linux", reason="finds the processes in /proc")
def test_death_of_one_process_hangs_the_others(tmp_path: Path):
    folder = tmp_path / "run"
    leader = start("--config", str(SMOKE), "--out", str(folder), "--processes", "2", "--decisions", str(10**8))
    while not Run(folder).rows() and leader.poll() is None:
        time.sleep(0.1)
    children = Path(f"/proc/{leader.pid}/task/{leader.pid}/children").read_text().split()
    workers = [pid for pid in children if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]
    os.kill(int(workers[0]), signal.SIGKILL)
    said = finished(leader)
    assert leader.returncode == 1
    assert "Another process of this training is gone" in said
    assert "Traceback" not in said


def test_no_process_at_all_is_accepted(tmp_path: Path):
    outcome = command("--config", str(SMOKE), "--out", str(tmp_path / "run"), "--processes", "0")
    assert outcome.exit_code == 1
    assert "at least 1 process" in outcome.output


def test_start_from_another_network_is_accepted(tmp_path: Path):
    outcome = command("--config", str(SMOKE), "--out", str(tmp_path / "run"), "--start", "best")
    assert outcome.exit_code == 1
    assert "has the network" in " ".join(outcome.output.split())


def test_run_forgets_what_its_start_has_seen(tmp_path: Path):
    first, second = tmp_path / "first", tmp_path / "second"
    assert command("--config", str(SMOKE), "--out", str(first), "--decisions", "2048").exit_code == 0
    words = ("--config", str(SMOKE), "--out", str(second), "--start", str(first), "--decisions", "1024")
    assert command(*words).exit_code == 0
    assert command("--resume", str(second), "--decisions", "2048").exit_code == 0
    told = checkpoint.load(str(second)).config["training"]
    assert told["decisions_before"] == 2048
