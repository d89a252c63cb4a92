"""SeatEnv: a Gymnasium environment of one seat, with agents in the others.

>>> import gymnasium
>>> import hadara_env.registration
>>> env = gymnasium.make("hadara/Seat-v0", num_players=2, opponents="random")
>>> observation, info = env.reset(seed=3)
>>> bool(info["action_mask"].any())
True
"""

import copy
from typing import Any

import gymnasium
import numpy as np

from hadara_env.config import GameConfig, checked_seed
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.constants import MAX_PLAYERS
from hadara_env.engine.rewards import write_forfeit
from hadara_env.envs.aec import RENDER_MODES, HadaraAEC
from hadara_env.envs.opponents import FunctionOpponent, Opponent, make_opponent
from hadara_env.envs.options import next_seed, start_game
from hadara_env.envs.spaces import action_space, observation_space, unpacked
from hadara_env.errors import HadaraError, IllegalActionError
from hadara_env.game import Game
from hadara_env.names import is_index

ILLEGAL = ("raise", "random", "terminate")


class SeatEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One seat against the others. The mask is in `info["action_mask"]` and from `action_masks()`.

    `opponents` is one for all other seats or a list, one each in seat order; `seat=None` sits down anywhere.
    An illegal action raises (`illegal="raise"`), is replaced by a random legal one ("random"), or ends the game
    with -1 ("terminate").
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium's form

    def __init__(
        self,
        num_players: int = 3,
        rules: str = "full",
        reward: str = "win",
        opponents: Any = "random",
        seat: int | None = 0,
        illegal: str = "raise",
        render_mode: str | None = None,
        cards: Any = None,
    ) -> None:
        self._env = HadaraAEC(num_players, rules, reward, render_mode, cards)
        if illegal not in ILLEGAL:
            raise HadaraError(f"Unknown value of illegal {illegal!r}; there are {', '.join(map(repr, ILLEGAL))}.")
        if seat is not None and (isinstance(seat, bool) or seat not in range(num_players)):
            raise HadaraError(f"There is no seat {seat!r} with {num_players} players; None sits down anywhere.")
        self._opponents = _seated(opponents, num_players)
        self._fixed_seat = None if seat is None else int(seat)
        self._illegal = illegal
        self.seat: int = self._fixed_seat or 0
        self._over = True  # until reset
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = action_space()  # type: ignore[assignment]

    @property
    def config(self) -> GameConfig:
        return self._env.config

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """A new game, played on to this seat's first decision."""
        deal = None if seed is None else checked_seed(seed)
        game = start_game(self.config, lambda: next_seed(self.np_random) if deal is None else deal, options)
        super().reset(seed=deal)
        self._over = True
        self._env._begin(game)
        players = self.config.players
        self.seat = int(self.np_random.integers(players)) if self._fixed_seat is None else self._fixed_seat
        self._agents = dict(zip((s for s in range(players) if s != self.seat), self._opponents, strict=True))
        for other, agent in self._agents.items():
            agent.reset(other, self.config, next_seed(self.np_random))
        self._play_others()
        if self._over:
            raise HadaraError("The game was over before this seat had a decision; start it at an earlier move.")
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play this seat's action, then the others' up to its next decision or the end."""
        if self._over:
            raise HadaraError("The game is over, was never started, or was broken off; call reset().")
        action, mask = unpacked(action), self.action_masks()
        if not (is_index(action) and mask[action]) and self._illegal != "raise":
            if self._illegal == "terminate":
                return self._forfeit(action)
            action = int(self.np_random.choice(np.flatnonzero(mask)))
        self._env.step(action)
        self._play_others()
        name = self._env.possible_agents[self.seat]
        return self._observation(), float(self._env.rewards[name]), self._over, False, self._info()

    def _forfeit(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        self._over = True
        gains = np.zeros(MAX_PLAYERS)
        write_forfeit(self.config.players, self.seat, gains)
        return self._observation(), float(gains[self.seat]), True, False, {**self._info(), "illegal": action}

    def _play_others(self) -> None:
        own = self._env.possible_agents[self.seat]
        self._over = True  # should an opponent raise an error, this game cannot go on
        while not self._env.terminations[own] and self._env.agent_selection != own:
            name = self._env.agent_selection
            agent = self._agents[self._env.possible_agents.index(name)]
            action = agent.act(self._env.view(name))
            try:
                self._env.step(action)
            except IllegalActionError as error:
                label = getattr(agent, "name", type(agent).__name__)
                raise IllegalActionError(f"The opponent {label!r} of {name} broke the rules. {error}") from error
        self._over = self._env.terminations[own]

    def action_masks(self) -> np.ndarray:
        """The legal actions as booleans, under the name sb3-contrib asks for."""
        if self._over:
            return np.zeros(NUM_ACTIONS, np.bool_)
        return self._env.mask(self._env.possible_agents[self.seat]).astype(np.bool_)

    def _observation(self) -> np.ndarray:
        return self._env.observe(self._env.possible_agents[self.seat])["observation"]

    def _info(self) -> dict[str, Any]:
        final = self._env.infos[self._env.possible_agents[self.seat]] if self._over else {}
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat, **final}

    def game(self) -> Game:
        """A `Game` at this position, hidden cards included, of its own."""
        return self._env.game()

    def render(self) -> Any:
        """As the PettingZoo environment renders it."""
        return self._env.render()


def _seated(opponents: Any, num_players: int) -> list[Opponent]:
    """One opponent for each other seat. An agent keeps its own game in mind, so further seats get copies of it."""
    if isinstance(opponents, (list, tuple)):
        if len(opponents) != num_players - 1:
            raise HadaraError(f"{num_players} players need {num_players - 1} opponents, not {len(opponents)}.")
        return [make_opponent(opponent) for opponent in opponents]
    first = make_opponent(opponents)
    shared = isinstance(first, FunctionOpponent)
    return [first, *(first if shared else copy.deepcopy(first) for _ in range(num_players - 2))]
