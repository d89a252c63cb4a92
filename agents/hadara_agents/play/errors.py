"""What a player may not do, with the HTTP status that says so."""

from hadara_env import HadaraError


class PlayError(HadaraError):
    """A request that is refused; the session stays as it was."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class DiskError(PlayError):
    """A game that cannot be saved. It goes on in memory."""

    def __init__(self, reason: str | None) -> None:
        super().__init__(507, f"The game cannot be saved: {(reason or 'the disk refuses').lower()}.")


def not_found(what: str) -> PlayError:
    return PlayError(404, f"There is no {what} of this id here; it may have expired or been deleted.")
