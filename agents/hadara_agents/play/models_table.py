"""The table over the wire: ring, stacks, players, actions and log."""

from typing import Any

from hadara_agents.play.models import Colour, Points, StepName, Strict, Tracks


class Segment(Strict):
    """A segment of the ring; `outer` from the bottom up, `crest` the slot of the crest that points here."""

    colour: Colour
    pile: int
    outer: list[str]
    crest: int | None
    crest_seat: int | None


class Wheel(Strict):
    """The wheel: where it was set, how many draws it has moved on, and the slot of each seat's crest."""

    position: int | None
    turns: int
    crests: list[int]


class ColonyStack(Strict):
    """A stack of colonies."""

    need: int
    left: int
    plunder: int
    ally_cost: int
    points: int


class BustSpace(Strict):
    """A bust that can be carved."""

    need: int
    points: int
    bonus: int


class Action(Strict):
    """A legal action: what to click (`target`), what it costs, and what it would change."""

    index: int
    name: str
    label: str
    short: str
    price: int
    target: dict[str, Any]
    changes: dict[str, Any]
    note: str | None


class LogEntry(Strict):
    """Something everybody at this seat has seen happen; entries of one reveal share a group."""

    id: int
    group: int
    seat: int | None
    kind: str
    text: str
    epoch: int
    phase: str
    round: int | None
    step: StepName
    coins: int
    tracks: dict[str, int]
    card: str | None
    placed: str | None
    forced: bool


class Seat(Strict):
    """All that lies before a player. In `hand` and `sold`, null is a card of which only the back is known."""

    seat: int
    coins: int
    tracks: Tracks
    start: dict[str, Any]
    display: list[str]
    card_tokens: dict[str, str]
    colours: dict[Colour, int]
    sets: int
    colonies: list[dict[str, Any]]
    busts: list[dict[str, Any]]
    silver: list[str]
    gold: int
    tokens: Tracks
    abilities: list[dict[str, Any]]
    hand: list[str | None]
    hand_colour: Colour | None
    sold: list[str | None]
    sold_backs: list[dict[str, Any]]
    chosen: dict[str, Any] | None
    income: int
    hungry: int
    silver_price: int
    gold_price: int
    points: Points
    place: int


class Scoring(Strict):
    """The end of a game, counted out by source."""

    scores: list[Points]
    winners: list[int]
    places: list[int]
    left_over: list[int]
    verdict: str
    details: list[dict[str, Any]]


class Table(Strict):
    """The table as one seat sees it, or as everybody does (`seat` null). `version` names all of it but the log."""

    version: str
    seat: int | None
    rules: str
    num_players: int
    epoch: int
    phase: str
    step: StepName
    round: int | None
    over: bool
    headline: str
    todo: str
    turn: int | None
    simultaneous: bool
    choosing: list[int]
    your_turn: bool
    first: list[int]
    ring: list[Segment]
    wheel: Wheel
    colonies: list[ColonyStack]
    busts: list[BustSpace]
    seats: list[Seat]
    prices: dict[str, int]
    actions: list[Action]
    scoring: Scoring | None
    log_size: int
    log: list[LogEntry]
