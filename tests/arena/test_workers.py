"""Agents that break the contract lose their game and nobody else's; the tournament goes on and says so."""

import multiprocessing
from pathlib import Path

import pytest

from hadara_agents.arena import run, workers
from hadara_agents.arena.bench import Bench, Job
from hadara_agents.arena.results import Result
from hadara_agents.arena.seat import BEFORE, Played, play_fixture
from hadara_agents.match import play_game
from hadara_agents.registry import make
from hadara_env import HadaraError
from tests.arena.helpers import PLAYERS, games_in, plan_of, summary_in


class NoPulse:
    """For games in this process."""

    def begin(self, seat: int, decision: int, allowed: float | None) -> None: ...

    def end(self) -> None: ...


def played_here(*specs: str, limit: float | None = None, game: int = 0) -> Played:
    plan = plan_of(*specs, players=len(specs), move_limit=limit)
    job = Job(plan.spec_of, plan.config, plan.move_limit)
    return play_fixture(job, plan.schedule[game], Bench(job), {}, NoPulse())


def is_lost(result: Result, seat: int) -> bool:
    return result.shares[seat] == 0 and result.ranks[seat] == len(result.shares)


@pytest.mark.parametrize(
    ("culprit", "decision", "reason"),
    [
        ("Raises", 2, "raised ValueError: out of ideas"),
        ("Illegal", 1, "played 300, which is not legal in step 'wheel'"),
        ("Slow", 1, "took longer than 1 s for a move"),
        ("Unready", BEFORE, "raised RuntimeError: not today"),
        ("Quits", 0, "raised SystemExit: enough"),
    ],
)
def test_misbehaviour_stops_the_game_or_goes_unpunished(culprit: str, decision: int, reason: str):
    result = played_here(f"{PLAYERS}:{culprit}", f"{PLAYERS}:First", "random", limit=1.0).result
    (forfeit,) = result.forfeits
    assert (forfeit.seat, forfeit.agent, forfeit.decision) == (0, f"{PLAYERS}:{culprit}", decision)
    assert forfeit.reason == reason
    assert is_lost(result, 0)
    assert sum(result.shares) == 1
    assert all(row["total"] > 0 for row in result.scores)  # the seat went on to the end


def test_agent_that_misbehaves_once_is_out_for_good():
    """The next game gets a new one, and the reason names the first fault only."""
    plan = plan_of(f"{PLAYERS}:Illegal", "random")
    job = Job(plan.spec_of, plan.config, None)
    bench = Bench(job)
    for game in range(4):
        result = play_fixture(job, plan.schedule[game], bench, {}, NoPulse()).result
        assert [forfeit.decision for forfeit in result.forfeits] == [1]


def test_first_rotation_is_another_game_than_play_game_plays():
    plan = plan_of("buyer", "ismcts:iters=5", "random")
    expected = play_game(
        [make(plan.spec_of[name]) for name in plan.schedule[0].seats], plan.config, plan.schedule[0].seed
    )
    job = Job(plan.spec_of, plan.config, None)
    result = play_fixture(job, plan.schedule[0], Bench(job), {}, NoPulse()).result
    assert result.scores == tuple(expected.scores())
    assert result.moves == tuple(move.index for move in expected.log if not move.forced)


def test_mirror_match_of_chance_is_an_echo():
    pair = (f"{PLAYERS}:Talkative", f"{PLAYERS}:Talkative")
    assert played_here(*pair, game=0).result.moves != played_here(*pair, game=1).result.moves


def test_agent_that_hangs_or_takes_its_process_down_stops_the_tournament(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workers, "GRACE", 0.3)
    culprits = [f"{PLAYERS}:{name}" for name in ("Hangs", "First", "Exits")]
    plan = plan_of(*culprits, players=3, sets=1, move_limit=1.0)
    job = Job(plan.spec_of, plan.config, plan.move_limit)
    (played,) = workers.play_all(job, [plan.schedule[0]], 1)
    result = played.result
    reasons = {forfeit.seat: (forfeit.decision, forfeit.reason) for forfeit in result.forfeits}
    assert reasons == {0: (3, "took longer than 1 s for a move"), 2: (1, "ended its process (status 7)")}
    assert is_lost(result, 0)
    assert is_lost(result, 2)
    assert result.shares[1] == result.ranks[1] == 1


def test_summary_does_not_tell_of_forfeits(tmp_path: Path):
    plan = plan_of(f"{PLAYERS}:Raises", f"{PLAYERS}:First", "random", sets=1)
    run(plan, tmp_path / "out", processes=2)
    summary = summary_in(tmp_path / "out")
    assert summary["forfeits"] == {f"{PLAYERS}:Raises": {"games": 4, "reasons": {"raised ValueError: out of ideas": 4}}}
    assert summary["agents"][f"{PLAYERS}:Raises"]["win_share"] == 0
    assert summary["agents"][f"{PLAYERS}:Raises"]["mean_rank"] == 2
    lost = [row for row in games_in(tmp_path / "out") if row["forfeits"]]
    assert len(lost) == 4
    assert all(row["winners"] == [1 - row["forfeits"][0]["seat"]] for row in lost)
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "Forfeits" in page
    assert "raised ValueError: out of ideas" in page


def test_workers_outlive_the_tournament():
    plan = plan_of("buyer", "random", sets=4)
    job = Job(plan.spec_of, plan.config, None)
    games = workers.play_all(job, (plan.schedule[k] for k in range(len(plan.schedule))), 2)
    first = next(games)
    assert first.result.fixture.game == 0
    assert multiprocessing.active_children()
    games.close()
    assert multiprocessing.active_children() == []


def test_death_outside_a_turn_is_blamed_on_an_agent():
    plan = plan_of("buyer", "random", sets=1)
    worker = workers.Worker(Job(plan.spec_of, plan.config, None))
    worker.end()
    worker.fixture = plan.schedule[0]
    with pytest.raises(HadaraError, match="ended with status -9 while no agent was thinking"):
        worker.look(ready=True)
