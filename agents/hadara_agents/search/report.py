"""What an agent thought of its alternatives, for people who want to know."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Alternative:
    """One action: how often a search tried it, what it is worth, how likely the agent is to play it.

    What a value means depends on the agent: the result from 0 (lost by far) to 1 (won by far) for those that search,
    points for those that value actions by rules. `explain.explain` tells which.
    """

    index: int
    name: str
    visits: int = 0
    value: float = 0.0
    probability: float | None = None
