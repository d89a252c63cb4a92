"""What an update learns from, and where it is drawn to."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from experiments import train_ppo
from experiments.advantages import beside_siblings
from experiments.ppo_config import Tables
from experiments.train_ppo import SEALS, unevenness
from hadara_agents.kernels.rows import sample_rows
from hadara_env.engine.actions import GOLD_ACTION, NUM_ACTIONS, PASS
from hadara_env.engine.constants import TAKE
from tests.training.helpers import smoke, started


def test_action_that_was_given_up_is_not_drawn_back():
    """The gradient of its probability vanishes with it; the pull's does not."""
    mask = torch.zeros((2, NUM_ACTIONS), dtype=torch.bool)
    mask[0, [3, 4]] = True
    mask[1, [GOLD_ACTION, PASS]] = True
    logits = torch.zeros((2, NUM_ACTIONS))
    logits[0, 3] = logits[1, GOLD_ACTION] = -30.0
    logits.requires_grad_(True)

    def slope(pull: float, seal_pull: float) -> torch.Tensor:
        logp = torch.log_softmax(logits.masked_fill(~mask, -1e9), dim=1)
        (found,) = torch.autograd.grad(unevenness(logp, mask, pull, seal_pull), logits)
        return -2 * found  # of one decision

    assert slope(0.5, 0.0)[0, 3].item() == pytest.approx(0.25)
    assert slope(0.5, 0.0)[1, GOLD_ACTION].item() == pytest.approx(0.25)
    assert slope(0.0, 0.5)[0].abs().max().item() == 0
    assert slope(0.0, 0.5)[1, GOLD_ACTION].item() == pytest.approx(0.25)
    assert not slope(0.5, 0.5)[~mask].any()


def test_sampling_tells_another_sureness_than_its_greatest_probability():
    rng = np.random.default_rng(2)
    logits = rng.normal(0, 3, (50, NUM_ACTIONS)).astype(np.float32)
    mask = (rng.random((50, NUM_ACTIONS)) < 0.1).astype(np.int8)
    mask[:, 7] = 1
    actions, logp = np.zeros(50, np.int64), np.zeros(50, np.float32)
    sure = sample_rows(logits, mask, np.zeros(2, np.int64), actions, logp)
    chances = np.where(mask == 1, np.exp(logits.astype(float)), 0)
    chances /= chances.sum(1, keepdims=True)
    np.testing.assert_allclose(sure, chances.max(1), rtol=1e-5)
    np.testing.assert_allclose(np.exp(logp), chances[np.arange(50), actions], rtol=1e-5)


@pytest.mark.parametrize(("part", "fewest", "most"), [(1.0, 1.0, 1.0), (0.25, 0.2, 0.3), (0.0, 0.0, 0.0)])
def test_sure_decisions_are_learned_from_as_often_as_others(part: float, fewest: float, most: float):
    config = smoke(learn_sure=part, steps=200)
    learner = train_ppo.Learner(config, train_ppo.Network(config.network, train_ppo.load_cards()))
    batch = train_ppo.Batch(config, torch.float32)
    batch.sure[:] = 0.995
    batch.sure[0] = 0.98
    batch.mask[1, :, SEALS.start] = 1
    known = np.ones(batch.sure.shape, bool)
    known[:, 0] = False
    rows = learner._lessons(known, batch).tolist()
    chosen = np.zeros(known.size, bool)
    chosen[rows] = True
    chosen = chosen.reshape(known.shape)
    assert not chosen[:, 0].any(), "not known what came of it"
    assert chosen[:2, 1:].all(), "an open decision, or one about seals, is left out"
    assert fewest <= chosen[2:, 1:].mean() <= most


@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_late_table_begins_elsewhere_than_at_its_open_cards(tmp_path: Path, epoch: int):
    config = smoke()
    tables = (*config.tables, Tables(2, "full", 8, late=4 - epoch), Tables(2, "full", 8, late=epoch))
    trainer = started(tmp_path, replace(config, tables=tables))
    late, offering, begun = trainer.players.vecs[-1], False, []
    step = late.step

    def watched(actions: np.ndarray) -> None:
        nonlocal offering
        if offering:  # when the last step ended, there were positions to begin at
            begun.extend(late.games[late.done][["epoch", "phase", "lap", "turn", "step"]].tolist())
        offering = len(trainer.players.positions[2, "full", epoch].offered) > 0
        step(actions)

    late.step = watched  # type: ignore[method-assign]
    for _ in range(10):
        trainer.one_update()
    assert len(begun) > 20 / (4 - epoch)
    assert set(begun) == {(epoch - 1, 1, 0, 0, TAKE)}
    assert (trainer.players.seats[-8:] == 0).all(), "somebody else than the learner sits there"


def test_siblings_leave_what_they_share():
    """Three games from one position at the same turn of seat 1, one of them at the next as well, and other games."""
    moment = np.array([[7, 7, 7, 8, -1, -1, 7]])
    actor = np.array([[1, 1, 1, 1, 1, 1, 0]])
    known = np.array([[True, True, True, True, True, True, True]])
    gain = np.array([[9.0, 10.0, 14.0, 5.0, 6.0, 8.0, 3.0]])
    found = beside_siblings(gain, moment, actor, known)
    np.testing.assert_allclose(found, [[9 - 24 / 3, 10 - 23 / 3, 14 - 19 / 3, 5, 6, 8, 3]])
    known[0, 1] = False
    found = beside_siblings(gain, moment, actor, known)
    np.testing.assert_allclose(found, [[9 - 14 / 2, 10, 14 - 9 / 2, 5, 6, 8, 3]])
