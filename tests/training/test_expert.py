"""Learning from a search: what it finds, that it knows no more than its seat, and runs with it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from experiments.train_expert import ExpertBatch, ExpertConfig, ExpertLearner, ExpertTrainer, Forest, Found
from experiments.training import Run, read_config
from hadara_agents.policy import checkpoint
from hadara_agents.policy.network import Network
from hadara_agents.search.guided import GuidedAgent
from hadara_env.cards import load
from hadara_env.engine import batch
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of
from hadara_env.envs.vector import HadaraVec
from tests.training.helpers import SMOKE


def trainer(folder: Path, **changes: Any) -> ExpertTrainer:
    config = read_config(SMOKE, ExpertConfig)
    config = ExpertConfig(**{**vars(config), "searched": 64, "iterations": 8, "store": 128, "lesson": 32, **changes})
    run = Run(folder)
    run.create(config)
    return ExpertTrainer(config, run)


def shipped(iterations: int) -> Forest:
    found = checkpoint.load("best")
    network = Network(found.network, load())
    network.load_state_dict({name: torch.tensor(tensor) for name, tensor in found.tensors.items()})
    return Forest(ExpertConfig(iterations=iterations, exploration=0.5), network, load(), torch.float32)


def positions(count: int, decisions: int, players: tuple[int, int] = (2, 4)) -> HadaraVec:
    vec = HadaraVec(count, players, "full", seed=5)
    for _ in range(decisions):
        vec.step(vec.random_actions())
    return vec


def test_illegal_actions_are_searched_or_visits_do_not_add_up():
    vec = positions(40, 75, (2, 5))
    found = shipped(12).search(vec.games, new_rng(1))
    assert (found.visits.sum(1) == 12).all()
    assert (found.visits[vec.mask == 0] == 0).all()
    assert ((found.visits > 0).sum(1) > 1)[vec.mask.sum(1) > 1].mean() > 0.3, "hardly any position was searched"
    better = found.improved(vec.mask, trust=25.0, doubt=8.0)
    assert better.sum(1) == pytest.approx(1, abs=1e-5)
    assert (better[vec.mask == 0] == 0).all()


def test_probabilities_move_away_from_the_better_action_or_without_a_reason():
    logits = np.log(np.array([[0.7, 0.2, 0.1], [0.7, 0.2, 0.1], [0.7, 0.2, 0.1]]))
    visits = np.array([[4.0, 4, 0], [4, 4, 0], [400, 400, 0]])
    totals = visits * [[0.5, 0.5, 0], [0.5, 0.6, 0], [0.5, 0.6, 0]]
    same, some, more = Found(logits, visits, totals).improved(np.ones((3, 3), np.int8), trust=10.0, doubt=8.0)
    assert same == pytest.approx([0.7, 0.2, 0.1])
    assert 0.2 < some[1] < more[1]
    assert more[2] > more[0] * (0.1 / 0.7), "an action that was not tried is worse off than one that disappointed"


def test_search_knows_what_its_seat_cannot_know():
    vec = positions(30, 60)
    other = vec.games.copy()
    tables = tables_of(vec.cards)
    for b in range(len(other)):
        actor, step = int(other[b]["actor"]), int(other[b]["step"])
        batch.redact(other, b, actor)
        batch.determinize(other, b, actor, new_rng(b), tables)
        other[b]["actor"], other[b]["step"] = actor, step
    assert other.tobytes() != vec.games.tobytes()
    forest = shipped(12)
    mine, theirs = (forest.search(games, new_rng(9)) for games in (vec.games, other))
    assert (mine.visits == theirs.visits).all()
    assert (mine.totals == theirs.totals).all()


def test_positions_are_searched_otherwise_than_by_the_agent():
    """Both draw deals at random, so they are compared over many positions, against how far they are from chance."""
    vec = positions(24, 41, (2, 2))
    shares = shipped(200).search(vec.games, new_rng(3)).visits / 200
    agent = GuidedAgent(iters=200)
    distances, apart = [], []
    for b in range(24):
        game = vec.game(b)
        view = game.view(int(vec.actor[b]))
        if len(view.legal) < 2:
            continue
        agent.reset(view.seat, view.config, 7)
        agent.act(view)
        theirs = np.zeros(shares.shape[1])
        for found in agent.alternatives:
            theirs[found.index] = found.visits / 200
        distances.append(np.abs(shares[b] - theirs).sum() / 2)
        apart.append(np.abs(np.roll(shares, 1, axis=0)[b] - theirs).sum() / 2)
    assert len(distances) > 10
    assert np.mean(distances) < 0.12 < np.mean(apart)


def test_search_leaves_the_games_changed():
    vec = positions(10, 30)
    before = vec.games.tobytes()
    shipped(4).search(vec.games, new_rng(1))
    assert vec.games.tobytes() == before


def test_position_is_learned_with_the_probabilities_of_another(tmp_path: Path):
    made = trainer(tmp_path / "run")
    made.players.collect(made.batch, 0)
    found = made.batch
    assert isinstance(found, ExpertBatch)
    assert found.searched == 64
    assert (found.better[found.searched_mask == 0] == 0).all()
    assert found.better.sum(1) == pytest.approx(1, abs=1e-5)
    seen = found.obs.flatten(0, 1).float().numpy()
    for row in found.searched_obs.float().numpy():
        assert (seen == row).all(1).any(), "an observation that nobody met"


def test_policy_does_not_come_nearer_to_what_was_searched(tmp_path: Path):
    made = trainer(tmp_path / "run", store=64, lesson=64, learning_rate=(3e-3, 3e-3))
    made.players.collect(made.batch, 0)
    learner, found = made.learner, made.batch
    assert isinstance(learner, ExpertLearner)
    assert isinstance(found, ExpertBatch)
    found.better[:] = 0
    found.better[np.arange(64), found.searched_mask.argmax(1)] = 1
    learner.keep(found)
    losses = [learner.lesson() for _ in range(150)]
    assert np.mean(losses[-10:]) < np.mean(losses[:10]) / 2


def test_run_cannot_be_gone_on_with(tmp_path: Path):
    first = trainer(tmp_path / "run")
    first.one_update()
    first.save()
    again = ExpertTrainer(first.config, Run(tmp_path / "run"))
    assert again.restore()
    assert again.one_update()["update"] == 2
