"""Game: the friendly handle on one game.

>>> from hadara_env import Game
>>> game = Game.new(players=2, rules="basic", seed=1)
>>> game.step, len(game.legal_actions())
('wheel', 5)
>>> game.apply("wheel:3")
"""

import json
import secrets
from dataclasses import dataclass
from typing import Any

import numpy as np

from hadara_env.cards import CardSet
from hadara_env.config import GameConfig, checked_seed
from hadara_env.engine import batch, setup
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.constants import RULES, SOURCES, STEPS
from hadara_env.engine.jit import announce_compilation
from hadara_env.engine.layout import GAME
from hadara_env.engine.tables import tables_of
from hadara_env.errors import HadaraError, IllegalActionError
from hadara_env.names import index_of, is_index, name_of
from hadara_env.state import lay_out
from hadara_env.view import View


@dataclass(frozen=True, slots=True)
class Action:
    """A legal action: its index in the action space and its name in the replay format."""

    index: int
    name: str


@dataclass(frozen=True, slots=True)
class Move:
    """A move that was made; `forced` where it was the only legal one."""

    seat: int
    index: int
    name: str
    forced: bool


class Game:
    """One game of Hadara with all its hidden cards. `Game.new` deals one; `view(seat)` is what a player may see."""

    def __init__(self, config: GameConfig, games: np.ndarray) -> None:
        """Take over an array of one dealt game; most callers want `Game.new` or `Game.from_setup`."""
        self.config = config
        self.log: list[Move] = []
        self._games = games
        self._tables = tables_of(config.cards)
        self._legal = np.empty(NUM_ACTIONS, np.int16)
        self._undo: list[tuple[np.ndarray, int]] = []
        self._count = int(batch.legal_actions(games, 0, self._tables, self._legal))

    @classmethod
    def new(
        cls,
        players: int = 3,
        rules: str = "full",
        seed: int | None = None,
        cards: Any = None,
        ask_forced: bool = False,
    ) -> "Game":
        """Deal a game. Without a seed a random one is chosen; `game.seed` tells which."""
        announce_compilation("batch.deal-")
        config = GameConfig(players, rules, cards, ask_forced)
        chosen = secrets.randbelow(2**53) if seed is None else checked_seed(seed)
        games = np.zeros(1, GAME)
        batch.deal(games, 0, chosen, players, RULES.index(rules), int(ask_forced), tables_of(config.cards))
        return cls(config, games)

    @classmethod
    def from_setup(cls, layout: dict[str, Any], config: GameConfig, seed: int | None = None) -> "Game":
        """Start from the `setup` object of a replay instead of a seed."""
        announce_compilation("batch.begin-")
        games = np.zeros(1, GAME)
        setup.clear(games[0], config.players, RULES.index(config.rules), int(config.ask_forced))
        lay_out(games[0], layout, config.cards)
        games[0].seed = -1 if seed is None else checked_seed(seed)
        batch.begin(games, 0, tables_of(config.cards))
        return cls(config, games)

    @property
    def record(self) -> np.record:
        """The record itself, hidden cards and all. Changing it changes the game (`refresh` afterwards)."""
        return self._games[0]

    def position(self) -> np.ndarray:
        """A copy of the record as an array of one game, as the batch functions take it."""
        return self._games.copy()

    @property
    def cards(self) -> CardSet:
        return self.config.cards

    @property
    def players(self) -> int:
        return self.config.players

    @property
    def rules(self) -> str:
        return self.config.rules

    @property
    def seed(self) -> int | None:
        """The deal's seed; None for a game set up by hand."""
        return None if self.record.seed < 0 else int(self.record.seed)

    @property
    def epoch(self) -> int:
        """1 to 3."""
        return int(self.record.epoch) + 1

    @property
    def step(self) -> str:
        """What is to be decided: side, wheel, draft, token, colony, bust, take, feed, seal; or over."""
        return STEPS[int(self.record.step)]

    @property
    def actor(self) -> int | None:
        """The seat to decide; None when the game is over."""
        return None if self.record.actor < 0 else int(self.record.actor)

    @property
    def is_over(self) -> bool:
        return self.actor is None

    def legal_actions(self) -> list[Action]:
        """What the actor may do, by index and name; empty when the game is over."""
        seat = int(self.record.actor)
        return [Action(int(i), name_of(self.record, int(i), self.cards, seat)) for i in self._legal[: self._count]]

    def legal_mask(self) -> np.ndarray:
        """The same as 0 and 1 (int8) over the 236 actions."""
        mask = np.zeros(NUM_ACTIONS, np.int8)
        mask[self._legal[: self._count]] = 1
        return mask

    def apply(self, action: str | int) -> None:
        """Play an action of the actor, by name or index, and the forced moves after it (unless they are asked for).

        An illegal action raises `IllegalActionError` and changes nothing.
        """
        index = self._checked(action)
        self._undo.append((self._games.copy(), len(self.log)))
        self._play(index)
        while self._count == 1 and not self.config.ask_forced:
            self._play(int(self._legal[0]))

    def _play(self, index: int) -> None:
        seat = int(self.record.actor)
        self.log.append(Move(seat, index, name_of(self.record, index, self.cards, seat), self._count == 1))
        batch.apply(self._games, 0, index, self._tables)
        self.refresh()

    def _checked(self, action: str | int) -> int:
        if self.is_over:
            raise IllegalActionError(f"The game is over: {action!r} cannot be played.")
        if isinstance(action, str):
            index = index_of(self.record, action, self.cards, int(self.record.actor))
        else:
            index = int(action) if is_index(action) else None
        if index is None or index not in self._legal[: self._count]:
            shown = f" ({name_of(self.record, index, self.cards, int(self.record.actor))})" if index is not None else ""
            label = repr(action) if isinstance(action, str) else f"{action!r}{shown}"
            raise IllegalActionError(
                f"Action {label} is not legal for seat {self.actor} in step {self.step!r}; "
                f"legal are: {', '.join(f'{a.name} ({a.index})' for a in self.legal_actions())}."
            )
        return index

    def refresh(self) -> None:
        """Look up the legal actions again, after the record was changed by hand."""
        self._count = int(batch.legal_actions(self._games, 0, self._tables, self._legal))

    def undo(self) -> Move:
        """Go back to the last decision that was asked, and return the move taken back."""
        if not self._undo:
            raise HadaraError("There is nothing to undo: no move has been made since this game was set up.")
        self._games, length = self._undo.pop()
        move = self.log[length]
        del self.log[length:]
        self.refresh()
        return move

    def clone(self) -> "Game":
        """An independent copy, log and undo included."""
        twin = Game(self.config, self._games.copy())
        twin.log = list(self.log)
        twin._undo = list(self._undo)  # saved records are never changed, so they can be shared
        return twin

    __copy__ = clone  # a copy that shared the record would play along with its original

    def view(self, seat: int) -> View:
        """What a seat may see."""
        if isinstance(seat, bool) or not hasattr(seat, "__index__") or not 0 <= seat < self.players:
            raise HadaraError(
                f"There is no seat {seat!r} with {self.players} players; seats are 0 to {self.players - 1}."
            )
        return View(self._games, int(seat), self.config)

    def scores(self) -> list[dict[str, int]]:
        """Points by source for each seat; before the end, as if the game ended now."""
        return [dict(zip(SOURCES, row, strict=True)) for row in self._score_table()[: self.players].tolist()]

    def _score_table(self) -> np.ndarray:
        table = batch.score_buffer()
        batch.scores(self._games, 0, self._tables, table)
        return table

    def standings(self) -> list[tuple[int, int]]:
        """For each seat: how many are ahead of it, and how many level with it, itself included (Z7)."""
        out = np.zeros((self.players, 2), np.int64)
        batch.standings(self._games, 0, self._score_table(), out)
        return [(int(ahead), int(level)) for ahead, level in out]

    def winners(self) -> list[int]:
        """The seats that share the victory; empty before the end."""
        if not self.is_over:
            return []
        return [seat for seat, (ahead, _) in enumerate(self.standings()) if ahead == 0]

    def to_json(self) -> str:
        """The game so far as a hadara-replay/1 object."""
        from hadara_env.replay import to_replay

        return json.dumps(to_replay(self))

    @classmethod
    def from_json(cls, text: str, cards: Any = None, ask_forced: bool = False) -> "Game":
        """Play a replay through to where it stands; a `ReplayError` names the first move that does not fit."""
        from hadara_env.replay import parse, play

        return play(parse(text), cards=cards, ask_forced=ask_forced)

    def _repr_svg_(self) -> str:
        """The table as everybody sees it, for notebooks."""
        from hadara_env.views.svg import svg

        return svg(self)

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"epoch {self.epoch}, step {self.step!r}, seat {self.actor} to decide"
        return f"Game({self.players} players, {self.rules} rules, seed {self.seed}: {where}, {len(self.log)} moves)"

    def __str__(self) -> str:
        from hadara_env.views.text import table

        return table(self)
