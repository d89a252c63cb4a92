"""random: any legal action, each as likely as the others."""

import random

from hadara_env import GameConfig, View


class RandomAgent:
    """Plays a legal action at random."""

    name = "random"
    compiled = "random"  # arena.compiled plays it in batches

    def __init__(self) -> None:
        self._random = random.Random(0)

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        """Begin a new game with its own chance."""
        self._random = random.Random(seed)

    def act(self, view: View) -> int:
        """One of the legal actions."""
        return int(view.legal[self._random.randrange(len(view.legal))])
