"""Agents for tests of the arena: one that behaves, and one for every way not to."""

import os
import time

from hadara_env import GameConfig, View


class First:
    """Plays the first legal action."""

    name = "first"

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self.turn = 0

    def act(self, view: View) -> int:
        self.turn += 1
        return self.answer(view)

    def answer(self, view: View) -> int:
        return int(view.legal[0])


class Raises(First):
    """Breaks down at its third decision."""

    def answer(self, view: View) -> int:
        if self.turn == 3:
            raise ValueError("out of ideas\nand of lines")
        return super().answer(view)


class Illegal(First):
    """Takes what is not on offer at its second decision."""

    def answer(self, view: View) -> int:
        return 300 if self.turn == 2 else super().answer(view)


class Slow(First):
    """Thinks for more than a second at its second decision."""

    def answer(self, view: View) -> int:
        if self.turn == 2:
            time.sleep(1.4)
        return super().answer(view)


class Hangs(First):
    """Never answers its fourth question, and hears no signal either."""

    def answer(self, view: View) -> int:
        while self.turn == 4:
            time.sleep(0.01)
        return super().answer(view)


class Exits(First):
    """Takes its whole process down at its second decision."""

    def answer(self, view: View) -> int:
        if self.turn == 2:
            os._exit(7)
        return super().answer(view)


class Unready(First):
    """Raises before the game has begun."""

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        raise RuntimeError("not today")


class Quits(First):
    """Thinks that its process is its own."""

    def answer(self, view: View) -> int:
        raise SystemExit("enough")


class Talkative:
    """Tells what it was told, and what it did, by its choices: a hash of seed, seat and turn."""

    name = "talkative"

    def __init__(self, salt: int = 0) -> None:
        self.salt = salt

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self.state = hash((self.salt, seat, seed))

    def act(self, view: View) -> int:
        self.state = hash((self.state, len(view.legal)))
        return int(view.legal[self.state % len(view.legal)])


class Incomplete:
    """Has no name and cannot be reset."""

    def act(self, view: View) -> int:
        return int(view.legal[0])


class Picky(First):
    """Refuses to be made."""

    def __init__(self) -> None:
        raise OSError("no weights here")


NOT_A_CLASS = 3
