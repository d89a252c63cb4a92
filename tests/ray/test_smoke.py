"""One short look at everything that needs Ray, with one start of it: train, go on, and play a tournament."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest
import ray

from experiments import train_rllib
from experiments.training import Match, measure
from hadara_agents.arena import run
from hadara_agents.arena.ray_cluster import Cluster, ClusterError
from hadara_agents.arena.ray_workers import Pool, Supervisor
from hadara_agents.policy import checkpoint
from tests.arena.helpers import PLAYERS, plan_of
from tests.complaints import complaint
from tests.ray.helpers import SMOKE, leaving_nothing_behind, updates
from tests.training.helpers import command


def test_training_or_tournament_on_ray_does_not_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with leaving_nothing_behind(), Cluster("local", 2):
        folder = tmp_path / "run"
        outcome = command("--config", str(SMOKE), "--out", str(folder), "--decisions", "512", of=train_rllib.main)
        assert outcome.exit_code == 0, outcome.output
        assert "M decisions: 2p random" in outcome.output
        first = checkpoint.load(str(folder)).config["training"]["decisions"]
        assert first >= 512
        more = ("--resume", str(folder), "--decisions", str(first + 1), "--runners", "0")
        outcome = command(*more, of=train_rllib.main)
        assert outcome.exit_code == 0, outcome.output
        assert [row["update"] for row in updates(folder)] == [1, 2]
        assert measure(f"ppo:{folder}", [Match("random", sets=2)], 1)["matches"][0]["games"] == 4
        tournament_is_the_same(tmp_path, monkeypatch)


def tournament_is_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with processes here, though a worker is killed in the middle; forfeits come out alike as well."""
    plan = plan_of("buyer", f"{PLAYERS}:Raises", "random", sets=2)
    run(plan, folder / "here", processes=1)
    pools: list[Pool] = []
    original = Pool.play

    def play(self: Pool, fixture: Any) -> None:
        if pools or fixture.game < 3:
            original(self, fixture)
            return
        pools.append(self)
        pid: Any = ray.get(self._idle[-1].__ray_call__.remote(lambda _: os.getpid()))
        original(self, fixture)
        os.kill(pid, signal.SIGKILL)

    monkeypatch.setattr(Pool, "play", play)
    summary = run(plan, folder / "there", processes=2, cluster="local")
    assert pools[0].lost == 1
    assert summary["digest"] == run(plan, folder / "here")["digest"]
    assert (folder / "there" / "games.jsonl").read_bytes() == (folder / "here" / "games.jsonl").read_bytes()


def test_machine_with_other_sources_takes_games():
    plan = plan_of("buyer", "random")
    from hadara_agents.arena.bench import Job

    supervisor = Supervisor(Job(plan.spec_of, plan.config, None), [], "another digest")
    assert supervisor.ready() != ""


def test_cluster_that_is_not_there_is_joined(tmp_path: Path):
    plan = plan_of("buyer", "random")
    told = complaint(lambda: run(plan, tmp_path / "out", cluster="no-such-host.invalid:1"), ClusterError)
    assert "The Ray cluster 'no-such-host.invalid:1' cannot be joined" in told
    assert not ray.is_initialized()
