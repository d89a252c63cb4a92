"""The rewards an environment can give, all at the end of the game and zero-sum over its seats.

For N players: `win` is (N s - 1) / (N - 1) with s = 1/k for each of k winners and 0 for the others; `rank` is
(N + 1 - 2 r) / (N - 1) with tied seats sharing their mean rank r; `margin` is (own points - mean of the others') / 50.
"""

from hadara_env.engine.rewards import REWARDS
from hadara_env.errors import HadaraError

__all__ = ["REWARDS", "reward_kind"]


def reward_kind(name: str) -> int:
    """The number kernels know a reward by; an error lists what exists."""
    if name not in REWARDS:
        raise HadaraError(f"Unknown reward {name!r}; there are {', '.join(map(repr, REWARDS))}.")
    return REWARDS.index(name)
