"""One game of people and agents: who sits where, whose turn it is, and what each of them may see.

Nothing here knows of the web; the server and the terminal play the same sessions.
"""

import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from hadara_agents.base import Agent, agent_seed
from hadara_agents.play.errors import PlayError
from hadara_agents.play.log import Logs
from hadara_agents.play.offers import Offers
from hadara_agents.play.plain import public_view, seen_by
from hadara_agents.play.store import FORMAT
from hadara_agents.play.table import table_of
from hadara_env import Game, GameConfig, IllegalActionError, View
from hadara_env.replay import play, to_replay

PERSON = "person"
AGENT = "agent"
MAX_NAME = 40


@dataclass(frozen=True)
class Player:
    """Who sits at a seat: a person, or an agent by its spec."""

    kind: str
    name: str
    agent: str | None = None


@dataclass
class Session:
    """A game with its players and their logs."""

    id: str
    game: Game
    players: tuple[Player, ...]
    logs: Logs
    offers: Offers
    created: float
    updated: float
    thinking: bool = False
    problem: str | None = None
    agents: dict[int, Agent] = field(default_factory=dict)
    _tables: dict[int | None, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def new(cls, players: list[Player], config: GameConfig, seed: int | None, offers: Offers) -> "Session":
        """Deal a game for these players."""
        for player in players:
            if player.kind == AGENT:
                offers.check(player.agent or "")
        game = Game.new(config.players, config.rules, seed, config.cards)
        now = time.time()
        logs = Logs(game.position(), game.config, _readers(players))
        return cls(secrets.token_hex(10), game, tuple(players), logs, offers, now, now)

    @classmethod
    def load(cls, saved: dict[str, Any], replay: dict[str, Any], config: GameConfig, offers: Offers) -> "Session":
        """Take a saved session up again where it was."""
        try:
            players = tuple(Player(**player) for player in saved["players"])
            created, updated = float(saved["created"]), float(saved["updated"])
        except (KeyError, TypeError, ValueError) as error:
            raise PlayError(500, "The saved game cannot be read.") from error
        game = play(replay, cards=config.cards, ask_forced=False)
        start = Game.from_setup(replay["setup"], game.config, game.seed)
        logs = Logs(start.position(), game.config, _readers(players))
        logs.follow(game.log)
        return cls(saved["id"], game, players, logs, offers, created, updated)

    def saved(self) -> dict[str, Any]:
        """What is kept beside the replay."""
        players = [{"kind": p.kind, "name": p.name, "agent": p.agent} for p in self.players]
        return {
            "format": FORMAT,
            "id": self.id,
            "rules": self.game.rules,
            "players": players,
            "epoch": self.game.epoch,
            "created": self.created,
            "over": self.game.is_over,
        }

    def replay(self) -> dict[str, Any]:
        """The game so far, with everything hidden in it: for the disk, and for people once it is over."""
        return to_replay(self.game)

    @property
    def persons(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.kind == PERSON]

    @property
    def asks(self) -> int | None:
        """The person who is to decide now."""
        actor = self.game.actor
        return actor if actor is not None and self.players[actor].kind == PERSON else None

    @property
    def agent_to_act(self) -> int | None:
        """The seat of the agent that is to decide now."""
        actor = self.game.actor
        return actor if actor is not None and self.players[actor].kind == AGENT else None

    def view(self, seat: int | None) -> View:
        """What a person may see, or everybody; seats of agents stay closed until the game is over."""
        if seat is None:
            return public_view(self.game.position(), self.game.config)
        self._checked_seat(seat)
        if seat not in self.persons and not self.game.is_over:
            raise PlayError(403, f"Seat {seat} belongs to an agent; its hand is not shown before the game is over.")
        return seen_by(self.game.position(), seat, self.game.config)

    def table(self, seat: int | None, log_from: int = 0) -> dict[str, Any]:
        """The table of a seat with its log from an entry on."""
        log = self.logs.of[seat if seat in self.logs.of else None]
        return {**self._table(seat), "log_size": len(log), "log": log[max(0, log_from) :]}

    def _table(self, seat: int | None) -> dict[str, Any]:
        """Built once for each position: several pages and requests ask for the same."""
        if seat not in self._tables:
            self._tables[seat] = table_of(self.view(seat))
        return self._tables[seat]

    def play(self, seat: int, action: int | str, version: str | None = None) -> None:
        """A person's move. A `PlayError` says why it cannot be made, and nothing has changed."""
        self._checked_seat(seat)
        if self.players[seat].kind != PERSON:
            raise PlayError(403, f"Seat {seat} belongs to an agent; people play their own seats.")
        if self.game.is_over:
            raise PlayError(409, "The game is over; no more moves can be made.")
        if self.asks != seat:
            raise PlayError(409, f"It is not the turn of seat {seat}.")
        if version is not None and version != self._table(seat)["version"]:
            raise PlayError(409, "The table has changed since; look again before you choose.")
        self._apply(action)

    def advise(self, seat: int) -> None:
        """Refuse a hint that nobody may have."""
        self._checked_seat(seat)
        if self.asks != seat:
            raise PlayError(409, f"Seat {seat} has nothing to decide now, so there is nothing to hint at.")

    def act(self, seat: int) -> int:
        """Let an agent decide, without playing it; takes as long as the agent does, in any thread."""
        view = seen_by(self.game.position(), seat, self.game.config)
        return int(self.agent_of(seat).act(view))

    def agent_of(self, seat: int) -> Agent:
        """The agent of a seat, made and told about the game when it is first needed."""
        if seat not in self.agents:
            agent = self.offers.agent(self.players[seat].agent or "")
            agent.reset(seat, self.game.config, agent_seed(self.game.seed or 0, seat))
            self.agents[seat] = agent
        return self.agents[seat]

    def advance(self, action: int) -> None:
        """Play what an agent decided."""
        self._apply(action)

    def _apply(self, action: int | str) -> None:
        made = len(self.game.log)
        try:
            self.game.apply(action)
        except IllegalActionError as error:
            shown = repr(action)[:60]
            raise PlayError(422, f"{shown} is not one of the legal actions of seat {self.game.actor}.") from error
        self._tables.clear()
        self.logs.follow(self.game.log[made:])
        self.updated = time.time()
        if self.game.is_over:
            self.close()

    def close(self) -> None:
        """Let the agents go: programs end, memory is freed."""
        for agent in self.agents.values():
            if hasattr(agent, "close"):
                agent.close()  # type: ignore[attr-defined]
        self.agents.clear()

    def _checked_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.players):
            raise PlayError(422, f"There is no seat {seat} here; seats are 0 to {len(self.players) - 1}.")

    def describe(self) -> dict[str, Any]:
        """The session itself, for everybody in it."""
        g = self.view(None)
        return {
            "id": self.id,
            "rules": self.game.rules,
            "seed": self.game.seed if self.game.is_over else None,
            "players": [
                {
                    "seat": seat,
                    "kind": player.kind,
                    "name": player.name,
                    "agent": player.agent,
                    "label": self.offers.label(player.agent) if player.agent else None,
                }
                for seat, player in enumerate(self.players)
            ],
            "persons": self.persons,
            "asks": self.asks,
            "thinking": self.thinking,
            "over": self.game.is_over,
            "epoch": int(g.record.epoch) + 1,
            "step": g.step,
            "created": self.created,
            "updated": self.updated,
            "problem": self.problem,
        }


def _readers(players: Any) -> list[int | None]:
    """Whose logs are kept: the people's, and the one that everybody may read."""
    return [*(seat for seat, player in enumerate(players) if player.kind == PERSON), None]
