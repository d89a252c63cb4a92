"""What a player of Hadara is: something that sees a view and names an action."""

import hashlib
from typing import Protocol, runtime_checkable

from hadara_env import GameConfig, HadaraError, View


class AgentError(HadaraError):
    """An agent that does not exist, was given an unknown option, or did something it may not do."""


@runtime_checkable
class Agent(Protocol):
    """A player. It is given views of its own seat, never the game.

    One agent may play many games, one after the other; `reset` tells it that the next one begins.
    """

    name: str

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        """A new game begins at this seat. All chance the agent uses must come from this seed, so that games repeat."""
        ...

    def act(self, view: View) -> int:
        """One of `view.legal`."""
        ...


def agent_seed(seed: int, seat: int) -> int:
    """The seed an agent gets at a seat of the game dealt from `seed`.

    A hash that nothing else uses: an agent's chance repeats with the game and has nothing in common with the deal.
    """
    digest = hashlib.sha256(f"hadara agent: game {seed}, seat {seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11  # 53 bits, like every other seed here
