"""What is said about decisions, before and after: hints, reviews, frames and curves."""

from typing import Literal

from hadara_agents.play.models import StepName, Strict
from hadara_agents.play.models_table import Table


class Thought(Strict):
    """What an adviser says of one action; `behind` is what it lacks against the best."""

    index: int
    name: str
    label: str
    value: float | None
    probability: float | None
    visits: int
    behind: float | None


Unit = Literal["points", "win", "result", "probability", "none"]


class Hint(Strict):
    """An adviser's favourites; `unit` and `about` say what the numbers mean."""

    seat: int
    agent: str
    label: str
    unit: Unit
    about: str
    favourite: int
    alternatives: list[Thought]
    value: float | None


class ReviewedMove(Strict):
    """A decision looked at again. `frame` is the frame before it."""

    frame: int
    epoch: int
    phase: str
    step: StepName
    round: int
    played: Thought
    best: Thought
    agrees: bool
    behind: float | None
    sentence: str
    alternatives: list[Thought]


class Review(Strict):
    """A seat's decisions as an adviser sees them; ask again while `state` is working."""

    state: Literal["working", "done", "failed"]
    done: int
    of: int
    seat: int
    agent: str
    label: str
    unit: Unit
    about: str
    agreed: int
    behind_total: float | None
    moves: list[ReviewedMove]


class ReplayInfo(Strict):
    """A game to look back on."""

    id: str
    rules: str
    players: int
    seed: int | None
    moves: int
    over: bool
    names: list[str]


class FrameMove(Strict):
    """The move that led to a frame."""

    seat: int
    index: int
    name: str
    label: str
    forced: bool


class Frame(Strict):
    """The open table after a move; its log holds what that move did."""

    index: int
    move: FrameMove | None
    table: Table


class Frames(ReplayInfo):
    """Frames of a replay; `size` is how many there are in all."""

    size: int
    frames: list[Frame]


class PointsCurve(Strict):
    """Every seat's points as if the game had ended, frame by frame."""

    points: list[list[int]]


class ValueCurve(Strict):
    """Every seat's expected share of the victory, frame by frame, as far as it has been worked out."""

    state: Literal["working", "done", "failed"]
    done: int
    of: int
    agent: str
    label: str
    unit: Literal["win"]
    values: list[list[float | None]]
