"""The agents of a worker process: made when first needed, kept for later games while they keep the contract."""

from dataclasses import dataclass

from hadara_agents.base import Agent
from hadara_agents.registry import make
from hadara_env import Game, GameConfig


@dataclass(frozen=True)
class Job:
    """What a worker must know of a tournament."""

    spec_of: dict[str, str]
    config: GameConfig
    move_limit: float | None


class Bench:
    """Where agents sit between games. One that broke the contract does not come back: the next game gets a new one."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._agents: dict[tuple[str, int], Agent] = {}

    def take(self, name: str, copy: int) -> Agent:
        """The agent of this name; `copy` counts the seats that one name holds in a game."""
        agent = self._agents.pop((name, copy), None)
        return agent if agent is not None else practised(self._job.spec_of[name], self._job.config)

    def put_back(self, name: str, copy: int, agent: Agent) -> None:
        self._agents[name, copy] = agent


def practised(spec: str, config: GameConfig) -> Agent:
    """An agent that has decided once, so that what it loads or compiles does not count as thinking."""
    agent = make(spec)
    game = Game.new(config.players, config.rules, 0, config.cards)
    seat = int(game.record.actor)
    try:
        agent.reset(seat, config, 0)
        agent.act(game.view(seat))
    except (Exception, SystemExit):  # noqa: BLE001 - an agent that always fails is found out in the game that follows
        return make(spec)
    return agent
