"""One game as a worker plays it: agents are asked while they keep the contract, then their seats go on by chance."""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from hadara_agents.arena.bench import Bench, Job
from hadara_agents.arena.results import Forfeit, Result, finished
from hadara_agents.arena.schedule import Fixture
from hadara_agents.base import Agent, agent_seed
from hadara_env import Game, View
from hadara_env.names import is_index, name_of

BEFORE = -1  # the "decision" of an agent that is still getting ready
START_LIMIT = 120.0  # seconds to load, compile and reset; the move limit counts once that is done


@dataclass(frozen=True)
class Fault:
    """Known from an earlier try: at this decision the seat's agent hung, or took its process down with it."""

    decision: int
    reason: str


@dataclass(frozen=True)
class Played:
    """A game, and for each seat how many decisions its agent made in how many seconds."""

    result: Result
    thought: tuple[tuple[int, float], ...]


class Pulse(Protocol):
    """Told whose agent begins to think, at which decision and for how many seconds at most, and when it has done."""

    def begin(self, seat: int, decision: int, allowed: float | None) -> None: ...

    def end(self) -> None: ...


class Seat:
    """Somebody to ask for moves, whatever the agent behind it does."""

    def __init__(self, job: Job, fixture: Fixture, seat: int, bench: Bench, fault: Fault | None, pulse: Pulse) -> None:
        self.seat, self.name = seat, fixture.seats[seat]
        self.decisions, self.seconds = 0, 0.0
        self.forfeit: Forfeit | None = None
        self._job, self._bench, self._fault, self._pulse = job, bench, fault, pulse
        self._copy = fixture.seats[:seat].count(self.name)
        # In rotation 0 these are the seeds of `play_game`; no two rotations share one, so a mirror match is no echo.
        self._seed = agent_seed(fixture.seed, fixture.rotation * len(fixture.seats) + seat)
        self._chance = random.Random(self._seed)
        self._agent: Agent | None = self._watched(BEFORE, max(START_LIMIT, job.move_limit or 0), self._ready)

    def _ready(self) -> Agent:
        agent = self._bench.take(self.name, self._copy)
        agent.reset(self.seat, self._job.config, self._seed)
        return agent

    def choose(self, view: View) -> int:
        """The agent's move, or a random one once it has forfeited."""
        action = self._ask(self._agent, view) if self._agent is not None else None
        if action is None:
            return int(view.legal[self._chance.randrange(len(view.legal))])
        return action

    def leave(self) -> None:
        """The game is over: the agent may play another."""
        if self._agent is not None:
            self._bench.put_back(self.name, self._copy, self._agent)

    def _ask(self, agent: Agent, view: View) -> int | None:
        began = time.perf_counter()
        action = self._watched(self.decisions, self._job.move_limit, lambda: agent.act(view))
        taken = time.perf_counter() - began
        if self.forfeit is None:
            self._judge(action, taken, view)
        self.decisions += 1
        self.seconds += taken
        return None if self.forfeit else int(action)

    def _judge(self, action: Any, taken: float, view: View) -> None:
        if self._job.move_limit is not None and taken > self._job.move_limit:
            self._give_up(self.decisions, too_slow(self._job.move_limit))
        elif not is_index(action) or int(action) not in view.legal:
            self._give_up(self.decisions, f"played {_shown(action, view)}, which is not legal in step {view.step!r}")

    def _watched(self, decision: int, allowed: float | None, ask: Callable[[], Any]) -> Any:
        """What `ask` returns, or None where the agent forfeits by what it raises."""
        if self._fault is not None and self._fault.decision == decision:
            self._give_up(decision, self._fault.reason)
            return None
        self._pulse.begin(self.seat, decision, allowed)
        try:
            return ask()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - kept with the game and told in the summary
            self._give_up(decision, raised(error))
            return None
        finally:
            self._pulse.end()

    def _give_up(self, decision: int, reason: str) -> None:
        self._agent = None
        self.forfeit = Forfeit(self.seat, self.name, decision, reason)


def play_fixture(job: Job, fixture: Fixture, bench: Bench, faults: Mapping[int, Fault], pulse: Pulse) -> Played:
    """Play a game to its end."""
    config = job.config
    game = Game.new(config.players, config.rules, fixture.seed, config.cards, config.ask_forced)
    seats = [Seat(job, fixture, seat, bench, faults.get(seat), pulse) for seat in range(config.players)]
    while (actor := game.actor) is not None:
        game.apply(seats[actor].choose(game.view(actor)))
    for seat in seats:
        seat.leave()
    forfeits = [seat.forfeit for seat in seats if seat.forfeit is not None]
    moves = [move.index for move in game.log if not move.forced]
    return Played(finished(fixture, game, forfeits, moves), tuple((seat.decisions, seat.seconds) for seat in seats))


def too_slow(limit: float) -> str:
    """The reason of an agent that thought too long; without the time it took, so that results repeat."""
    return f"took longer than {limit:g} s for a move"


def raised(error: BaseException) -> str:
    """The reason of an agent that raised: the kind of error and the first line of its message."""
    message = str(error).strip().partition("\n")[0]
    return f"raised {type(error).__name__}{': ' + message if message else ''}"


def _shown(action: Any, view: View) -> str:
    text = repr(action)
    text = text if len(text) <= 60 else text[:57] + "..."
    return f"{text} ({name_of(view.record, int(action), view.config.cards, view.seat)})" if is_index(action) else text
