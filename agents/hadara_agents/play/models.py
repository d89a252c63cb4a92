"""What goes over the wire, for the API's description and for checking requests.

Answers are made as plain objects and not checked on their way out; a test holds them against these models.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from hadara_agents.play.session import MAX_NAME
from hadara_env.config import MAX_SEED

Tracks = dict[Literal["income", "military", "culture", "food"], int]
Points = dict[Literal["colonies", "busts", "silver", "gold", "cards", "coins", "total"], int]
Colour = Literal["yellow", "red", "blue", "green", "purple"]
StepName = Literal["side", "wheel", "draft", "token", "colony", "bust", "take", "feed", "seal", "over"]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=4)]


class Strict(BaseModel):
    """Nothing but what is listed."""

    model_config = ConfigDict(extra="forbid")


class NewPlayer(Strict):
    """Who sits at a seat of a new game."""

    kind: Literal["person", "agent"]
    name: Annotated[StrictStr, Field(max_length=MAX_NAME)] | None = None
    agent: Annotated[StrictStr, Field(max_length=200)] | None = None


class NewGame(Strict):
    """A game to be dealt; players are listed by seat."""

    players: Annotated[list[NewPlayer], Field(min_length=2, max_length=5)]
    rules: Literal["basic", "full"] = "full"
    seed: Annotated[StrictInt, Field(ge=0, le=MAX_SEED)] | None = None


class NewMove(Strict):
    """A person's move: the action by its index or name, and the version of the table it was chosen on."""

    seat: SeatNumber
    action: StrictInt | Annotated[StrictStr, Field(max_length=60)]
    version: Annotated[StrictStr, Field(max_length=64)] | None = None
    log_from: Annotated[StrictInt, Field(ge=0)] = 0


class Question(Strict):
    """Which decision an adviser is asked about."""

    seat: SeatNumber
    agent: Annotated[StrictStr, Field(max_length=200)] | None = None


class Problem(Strict):
    """Why a request was refused, in one sentence."""

    error: str


class SessionPlayer(Strict):
    """Who sits at a seat."""

    seat: int
    kind: str
    name: str
    agent: str | None
    label: str | None


class SessionInfo(Strict):
    """A session; `asks` is the person who is to decide, `seed` is told when the game is over."""

    id: str
    rules: str
    seed: int | None
    players: list[SessionPlayer]
    persons: list[int]
    asks: int | None
    thinking: bool
    over: bool
    epoch: int
    step: StepName
    created: float
    updated: float
    problem: str | None


class SavedPlayer(Strict):
    """Who sits at a seat of a saved game."""

    kind: str
    name: str
    agent: str | None


class SavedSession(Strict):
    """A saved game in the list."""

    id: str
    rules: str
    players: list[SavedPlayer]
    epoch: int
    created: float
    updated: float
    over: bool


class SessionList(Strict):
    """Saved games, the one played last first."""

    sessions: list[SavedSession]
