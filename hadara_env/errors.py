"""Errors people can act on: each message says what was wrong, where, and what would be right."""


class HadaraError(ValueError):
    """Base of the errors this package raises for bad input."""


class IllegalActionError(HadaraError):
    """An action that the rules do not allow now. Nothing has changed."""


class ReplayError(HadaraError):
    """A replay that cannot be read, or that does not follow the rules. `move` is the index of the faulty move."""

    def __init__(self, message: str, move: int | None = None) -> None:
        super().__init__(message)
        self.move = move
