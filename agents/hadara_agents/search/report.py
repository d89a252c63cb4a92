"""What a searching agent thought of its alternatives, for people who want to know."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Alternative:
    """One action: how often it was tried and what came of it, from 0 (lost by far) to 1 (won by far)."""

    index: int
    name: str
    visits: int
    value: float
