"""View: what one seat may know, and all an agent is given."""

from functools import cached_property

import numpy as np

from hadara_env.config import GameConfig
from hadara_env.engine import batch
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.constants import STEPS
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.tables import tables_of
from hadara_env.names import name_of


class View:
    """The table as one seat sees it. `record` is redacted: cards it may not know are 255.

    `legal` and `mask` are empty when it is not this seat's turn.
    """

    def __init__(self, games: np.ndarray, seat: int, config: GameConfig) -> None:
        """`games` is an array of one game; it is copied and redacted here."""
        self.games: np.ndarray = np.empty(1, GAME)
        self.games[:] = games
        self.seat = seat
        self.config = config
        batch.redact(self.games, 0, seat)

    @property
    def record(self) -> np.record:
        """The redacted record."""
        return self.games[0]

    @property
    def step(self) -> str:
        """What is to be decided: draft, take, colony, ..."""
        return STEPS[int(self.record.step)]

    @cached_property
    def legal(self) -> np.ndarray:
        """Indices of the legal actions, ascending."""
        out = np.empty(NUM_ACTIONS, np.int16)
        if int(self.record.actor) != self.seat:
            return out[:0]
        return out[: batch.legal_actions(self.games, 0, tables_of(self.config.cards), out)]

    @cached_property
    def mask(self) -> np.ndarray:
        """The legal actions as 0 and 1 (int8) over the action space."""
        mask = np.zeros(NUM_ACTIONS, np.int8)
        mask[self.legal] = 1
        return mask

    @cached_property
    def names(self) -> list[str]:
        """The legal actions by name, in the order of `legal`."""
        return [name_of(self.record, int(index), self.config.cards, self.seat) for index in self.legal]

    @cached_property
    def observation(self) -> np.ndarray:
        """The observation vector (float32), encoded when first asked for."""
        out = np.empty(OBS.size, np.float32)
        batch.observe_one(self.games, 0, self.seat, tables_of(self.config.cards), out)
        return out

    def _repr_svg_(self) -> str:
        """The table as this seat sees it, for notebooks."""
        from hadara_env.views.svg import svg

        return svg(self)

    def __repr__(self) -> str:
        return f"View(seat={self.seat}, step={self.step!r}, {len(self.legal)} legal actions)"
