"""Learning from a look ahead: trials fit what the actor sees, probabilities the actions, and runs resume."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments.train_expert import ExpertConfig, ExpertPlayers, ExpertTrainer
from experiments.training import Run, read_config
from hadara_agents.kernels import lookahead
from hadara_env.engine import batch
from hadara_env.engine.layout import GAME
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of
from hadara_env.envs.vector import HadaraVec
from tests.training.helpers import SMOKE


def trainer(folder: Path, **changes: Any) -> ExpertTrainer:
    config = read_config(SMOKE, ExpertConfig)
    run = Run(folder)
    run.create(config)
    return ExpertTrainer(config, run)


def test_trials_are_not_one_for_each_deal_and_legal_action():
    vec = HadaraVec(40, (2, 5), "both", seed=3)
    tables, room = tables_of(vec.cards), np.zeros(4000, GAME)
    owner, action, seat = (np.zeros(4000, np.int64) for _ in range(3))
    for _ in range(90):
        vec.step(vec.random_actions())
    count = lookahead.expand(vec.games, np.arange(40), 3, tables, new_rng(1), room, owner, action, seat)
    assert count == 3 * vec.mask.sum()
    tried = np.zeros_like(vec.mask)
    np.add.at(tried, (owner[:count], action[:count]), 1)
    assert (tried == 3 * vec.mask).all()
    assert (seat[:count] == vec.actor[owner[:count]]).all()


def test_trial_shows_the_actor_what_it_could_not_know():
    """Before the action, a trial must look to the actor just as the game does."""
    vec = HadaraVec(30, (2, 4), "full", seed=5)
    for _ in range(60):
        vec.step(vec.random_actions())
    tables = tables_of(vec.cards)
    other = vec.games.copy()
    for b in range(30):
        actor, step = int(other[b]["actor"]), int(other[b]["step"])
        batch.redact(other, b, actor)
        batch.determinize(other, b, actor, new_rng(b), tables)
        other[b]["actor"], other[b]["step"] = actor, step

    def trials(games: np.ndarray) -> np.ndarray:
        room = np.zeros(3000, GAME)
        spare = [np.zeros(3000, np.int64) for _ in range(3)]
        count = lookahead.expand(games, np.arange(30), 2, tables, new_rng(9), room, *spare)
        return room[:count]

    assert trials(vec.games).tobytes() == trials(other).tobytes()


def test_improved_probabilities_leave_the_legal_actions(tmp_path: Path):
    made = trainer(tmp_path / "run")
    made.one_update()
    chosen, mask, better = made.batch.mine, made.batch.mask.astype(bool), made.batch.better  # type: ignore[attr-defined]
    assert better[chosen].sum(1) == pytest.approx(1, abs=1e-4)
    assert (better[chosen] * ~mask[chosen] == 0).all()


def test_last_decision_is_valued_by_guess_instead_of_by_its_result(tmp_path: Path):
    """Where every action ends the game, the look ahead must be exactly the reward."""
    made = trainer(tmp_path / "run")
    players = made.players
    assert isinstance(players, ExpertPlayers)
    vec = players.vecs[0]
    seen = 0
    while seen < 5:
        for b in range(vec.num_envs):
            game = vec.game(b)
            ends = []
            for action in game.legal_actions():
                after = game.clone()
                after.apply(action.index)
                ends.append((action.index, after))
            if all(after.is_over for _, after in ends):
                worth = players.prospects(np.array([b]), vec.mask[[b]], made.batch.obs.dtype)[0]
                for index, after in ends:
                    totals = [row["total"] for row in after.scores()]
                    share = (vec.actor[b] in after.winners()) / len(after.winners())
                    margin = (totals[vec.actor[b]] - totals[1 - vec.actor[b]]) / 50
                    expected = players.win_part * (2 * share - 1) + (1 - players.win_part) * margin
                    assert worth[index] == pytest.approx(expected, abs=1e-4)
                seen += 1
        vec.step(vec.random_actions())


def test_run_that_was_resumed_differs_from_one_that_was_not(tmp_path: Path):
    def figures(row: dict[str, Any]) -> dict[str, Any]:
        return {key: row[key] for key in ("policy", "value", "entropy", "kl")}

    whole = trainer(tmp_path / "whole")
    rows = [figures(whole.one_update()) for _ in range(3)]
    first = trainer(tmp_path / "first")
    assert figures(first.one_update()) == rows[0]
    first.save()
    again = ExpertTrainer(first.config, Run(tmp_path / "first"))
    assert again.restore()
    assert [figures(again.one_update()) for _ in range(2)] == rows[1:]
