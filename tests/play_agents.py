"""Agents that behave badly at a table."""

from hadara_env import GameConfig, View


class Failing:
    """Plays twice, then breaks down with a message nobody should read."""

    name = "failing"

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self.left = 2

    def act(self, view: View) -> int:
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("/home/secret/folder/weights.bin cannot be read")
        return int(view.legal[0])


class Cheating(Failing):
    """Names an action that does not exist."""

    name = "cheating"

    def act(self, view: View) -> int:
        return 10_000


class Busy(Failing):
    """Thinks in plain Python, holding on to the interpreter, for about a second."""

    name = "busy"

    def act(self, view: View) -> int:
        for _ in range(12_000_000):
            pass
        return int(view.legal[0])
