"""What several tests of the environments need."""

from hadara_env.envs.vector import HadaraVec

BUFFERS = ("obs", "mask", "actor", "num_players", "reward", "done", "final_scores", "final", "games", "episodes")


def contents(vec: HadaraVec) -> dict[str, bytes]:
    """Everything a batch holds, byte for byte."""
    return {name: getattr(vec, name).tobytes() for name in BUFFERS}


def wander(vec: HadaraVec, steps: int) -> HadaraVec:
    """Random moves in every game."""
    for _ in range(steps):
        vec.step(vec.random_actions())
    return vec


def said(error: BaseException) -> str:
    """The message of an error, which is one line and ends a sentence."""
    message = str(error)
    assert message.endswith(".")
    assert "\n" not in message
    return message
