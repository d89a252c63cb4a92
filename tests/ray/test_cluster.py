"""A cluster of several nodes on this machine: all of them play, and what is killed in the middle is not missed."""

import os
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster as Nodes

from experiments.train_rllib import Trainer
from experiments.training import Run
from hadara_agents.arena import run
from hadara_agents.arena.ray_cluster import ENVIRONMENT
from hadara_agents.arena.ray_workers import Pool
from hadara_agents.policy import checkpoint
from tests.arena.helpers import plan_of
from tests.ray.helpers import leaving_nothing_behind, smoke, wait_until_gone

pytestmark = pytest.mark.slow
PATIENCE = 900  # seconds; machines that run these tests may have little time for them


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Nodes]:
    """A head that learns, and three nodes that play."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    # A node that is starved of time is not a dead one; that a process is gone is noticed at once all the same.
    monkeypatch.setenv("RAY_health_check_timeout_ms", str(1000 * PATIENCE))
    # Ray notes the address of such a cluster where any other test on this machine that starts Ray would find it.
    with tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder, leaving_nothing_behind():
        monkeypatch.setenv("RAY_TMPDIR", folder)
        cluster = Nodes()
        try:
            for options in ({"num_cpus": 0, "include_dashboard": False}, *3 * [{"num_cpus": 1}]):
                cluster.add_node(wait=False, **options)  # it would wait for half a minute only
                cluster.wait_for_nodes(PATIENCE)
            ray.init(address=cluster.address, log_to_driver=False)
            yield cluster
        finally:
            ray.shutdown()
            cluster.shutdown()


def places(trainer: Trainer) -> dict[int, tuple[int, str]]:
    """Where each runner is: its process and its node."""
    return dict(
        trainer.algorithm.env_runner_group.foreach_env_runner(
            lambda runner: (
                runner.worker_index,
                (__import__("os").getpid(), __import__("ray").get_runtime_context().get_node_id()),
            ),
            local_env_runner=False,
        )
    )


def updates_until(trainer: Trainer, wanted: Any) -> list[dict[str, Any]]:
    """Train until something is so; every update must have learned."""
    rows, deadline = [], time.monotonic() + PATIENCE
    while not wanted(rows):
        assert time.monotonic() < deadline, rows
        before = trainer.decisions
        row = trainer.one_update()
        if row is not None:
            # Whoever is left plays what the others would have played.
            assert row["decisions"] - before >= trainer.config.batch, "an update learned from less than it should"
            trainer.run.log(row)
            rows.append(row)
    return rows


def test_killed_worker_or_node_ends_the_training(nodes: Nodes, tmp_path: Path):
    run_ = Run(tmp_path / "run")
    trainer = Trainer(smoke(runners=3, cpus_per_runner=1.0, decisions=10**6), run_)
    run_.create(trainer.config)
    trainer.build()
    try:
        updates_until(trainer, lambda rows: len(rows) == 2)
        before = places(trainer)
        assert len({node for _, node in before.values()}) == 3, "a node does not play"

        os.kill(before[1][0], signal.SIGKILL)
        rows = updates_until(trainer, lambda rows: len(rows) >= 2 and rows[-1]["runners"] == 3)
        after = places(trainer)
        assert after[1][0] != before[1][0], "the killed process plays"
        assert {after[k] for k in (2, 3)} == {before[k] for k in (2, 3)}
        assert all(row["decisions_per_second"] > 0 for row in rows)

        last = next(node for node in nodes.worker_nodes if node.node_id == after[2][1])
        nodes.remove_node(last, allow_graceful=False)
        rows = updates_until(trainer, lambda rows: len(rows) >= 3 and rows[-1]["runners"] == 2)
        assert {node for _, node in places(trainer).values()} == {after[k][1] for k in (1, 3)}
        assert trainer.updates >= 7

        trainer.save()
        trainer.checkpoint()
    finally:
        trainer.stop()
    assert checkpoint.load(str(run_.folder)).config["training"]["decisions"] == trainer.decisions
    the_checkpoint_plays(nodes, tmp_path)


def the_checkpoint_plays(nodes: Nodes, folder: Path) -> None:
    """Beside an agent that is not compiled, so that the games go over the cluster; a node goes meanwhile."""
    plan = plan_of(f"ppo:{folder / 'run'}", "buyer", sets=10)
    run(plan, folder / "here", processes=1)
    killed: list[Pool] = []
    original = Pool.play

    def play(self: Pool, fixture: Any) -> None:
        if killed or fixture.game < 4:
            original(self, fixture)
            return
        killed.append(self)
        ask: Any = lambda _: (ray.get_runtime_context().get_node_id(), os.getpid())  # noqa: E731
        where, process = ray.get(self._idle[-1].__ray_call__.remote(ask))
        original(self, fixture)
        nodes.remove_node(next(node for node in nodes.worker_nodes if node.node_id == where), allow_graceful=False)
        wait_until_gone(process, PATIENCE)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pool, "play", play)
        run(plan, folder / "there", processes=2, cluster=nodes.address)
    assert killed[0].lost >= 1
    assert (folder / "there" / "games.jsonl").read_bytes() == (folder / "here" / "games.jsonl").read_bytes()
