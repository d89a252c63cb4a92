"""HadaraAEC: the PettingZoo environment itself. `hadara_v0` is the documented door to it."""

from typing import Any

import numpy as np
from pettingzoo import AECEnv

from hadara_env.config import GameConfig, checked_seed
from hadara_env.engine import batch
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.constants import MAX_PLAYERS, SOURCES
from hadara_env.engine.full_state import STATE_SIZE
from hadara_env.engine.observation import OBS
from hadara_env.engine.rewards import write_forfeit
from hadara_env.engine.tables import tables_of
from hadara_env.envs.options import next_seed, start_game
from hadara_env.envs.spaces import action_space, masked_space, state_space, unpacked
from hadara_env.errors import HadaraError, IllegalActionError
from hadara_env.game import Game
from hadara_env.names import is_index
from hadara_env.rewards import reward_kind
from hadara_env.view import View

RENDER_MODES = ("ansi", "rgb_array", "svg")
ILLEGAL = ("raise", "terminate")


class HadaraAEC(AECEnv[str, dict[str, np.ndarray], int]):
    """One game, the seats acting in turn. Plain attributes only: deepcopy and pickle keep the game."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's form
        "name": "hadara_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,  # only ever one seat moves, so the turn-based conversion is exact
        "render_fps": 1,
    }

    def __init__(
        self,
        num_players: int = 3,
        rules: str = "full",
        reward: str = "win",
        render_mode: str | None = None,
        cards: Any = None,
        illegal: str = "raise",
    ) -> None:
        super().__init__()
        self.config: GameConfig = GameConfig(num_players, rules, cards)
        self.reward = reward
        self._reward_kind = reward_kind(reward)
        _one_of("render mode", render_mode, (None, *RENDER_MODES))
        _one_of("value of illegal", illegal, ILLEGAL)
        self.render_mode = render_mode
        self.illegal = illegal
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(num_players)]
        self._seat = {name: seat for seat, name in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: masked_space() for agent in self.possible_agents}  # each seeded on its own
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.state_space = state_space()
        self.agents: list[str] = []
        self._generator = np.random.default_rng()
        self._mask = np.zeros(NUM_ACTIONS, np.int8)
        self._legal = np.empty(NUM_ACTIONS, np.int16)
        self._no_mask = np.zeros(NUM_ACTIONS, np.int8)
        self._games: np.ndarray | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: `seed=7` is the very game `Game.new(seed=7)` deals. `options` can start anywhere, see hadara_v0."""
        if seed is None:
            self._begin(start_game(self.config, lambda: next_seed(self._generator), options))
        else:
            chosen = checked_seed(seed)
            self._begin(start_game(self.config, lambda: chosen, options))
            self._generator = np.random.default_rng(chosen)

    def _begin(self, game: Game) -> None:
        """Go to the position of a game; whatever could be wrong with it has been found out before."""
        self._games = game.position()
        self._mask = game.legal_mask()
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection: str = self.possible_agents[int(self._games[0]["actor"])]

    def step(self, action: int | None) -> None:
        """Play the selected seat's action. Illegal: an error and nothing changed, or the end (`illegal`)."""
        games = self._started()
        agent = self.agent_selection
        if not self.agents:
            raise HadaraError("The game is over and every seat has been told; call reset().")
        if self.terminations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        index: Any = unpacked(action)
        if not is_index(index) or not self._mask[index]:
            self._refuse(agent, index)
            return
        actor = batch.play_one(games, 0, int(index), self._tables(), self._legal, self._mask)
        if actor >= 0:
            self.agent_selection = self.possible_agents[actor]
        else:
            self._finish()

    def _finish(self) -> None:
        """Every seat gets its reward, whoever moved last, and the points by source."""
        table, gains = batch.score_buffer(), np.zeros(MAX_PLAYERS)
        standings = np.zeros((MAX_PLAYERS, 2), np.int64)
        batch.scores(self._games, 0, self._tables(), table)
        batch.standings(self._games, 0, table, standings)
        batch.rewards(self._games, 0, table, self._reward_kind, gains)
        self._end(gains)
        for agent, seat in self._seat.items():
            points = dict(zip(SOURCES, table[seat].tolist(), strict=True))
            self.infos[agent] = {"points": points, "rank": int(standings[seat, 0]) + 1}

    def _refuse(self, agent: str, action: Any) -> None:
        game = Game(self.config, self._started().copy())
        if self.illegal == "raise":
            if not isinstance(action, str):
                game.apply(action)  # raises the error that names what is legal
            legal = ", ".join(f"{move.name} ({move.index})" for move in game.legal_actions())
            raise IllegalActionError(
                f"Action {action!r} is not legal for seat {game.actor} in step {game.step!r}: actions are given by "
                f"index; legal are: {legal}."
            )
        gains = np.zeros(MAX_PLAYERS)
        write_forfeit(self.config.players, self._seat[agent], gains)
        self._end(gains)
        for other in self.agents:
            self.infos[other] = {"illegal": agent}

    def _end(self, gains: np.ndarray) -> None:
        for agent in self.agents:
            self.rewards[agent] = float(gains[self._seat[agent]])
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What a seat sees, at any time; the mask is empty unless it is to act."""
        games = self._started()
        observation = np.empty(OBS.size, np.float32)
        batch.observe_one(games, 0, self._seat[agent], self._tables(), observation)
        return {"observation": observation, "action_mask": self.mask(agent)}

    def mask(self, agent: str) -> np.ndarray:
        """The mask alone, without the cost of an observation."""
        acting = agent == self.agent_selection and not self.terminations.get(agent, True)
        return (self._mask if acting else self._no_mask).copy()

    def state(self) -> np.ndarray:
        """The perfect-information vector, hidden cards included."""
        out = np.empty(STATE_SIZE, np.float32)
        batch.full_state(self._started(), 0, self._tables(), out)
        return out

    def view(self, agent: str) -> View:
        """What a seat may know, as agents take it."""
        return View(self._started(), self._seat[agent], self.config)

    def game(self) -> Game:
        """A `Game` at this position, of its own: playing on in it leaves the environment as it is."""
        return Game(self.config, self._started().copy())

    def render(self) -> Any:
        """Text, SVG text or pixels, by `render_mode`."""
        if self.render_mode is None:
            raise HadaraError(f"render() needs render_mode to be one of {', '.join(RENDER_MODES)}.")
        game = self.game()
        if self.render_mode == "ansi":
            return str(game)
        if self.render_mode == "svg":
            from hadara_env.views.svg import svg

            return svg(game)
        from hadara_env.views.raster import rgb_array

        return rgb_array(game)

    def close(self) -> None:
        """Nothing is held open."""

    def clone(self) -> "HadaraAEC":
        """An independent environment at the same position; only the spaces, which never change, are the same."""
        twin = HadaraAEC.__new__(HadaraAEC)
        twin.__dict__.update(self.__dict__)
        twin.restore(self)
        return twin

    def restore(self, other: AECEnv[Any, Any, Any]) -> None:
        """Go to the position of another environment of the same configuration, such as an earlier clone."""
        other = other.unwrapped
        if not isinstance(other, HadaraAEC):
            raise HadaraError(f"restore() needs an environment of this game, not {other}.")
        if other.config != self.config or other.reward != self.reward:
            raise HadaraError("restore() needs an environment of the same players, rules, cards and reward.")
        self._games = other._started().copy()
        self._mask, self._legal = other._mask.copy(), other._legal.copy()
        self.agents = list(other.agents)
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(self, name, dict(getattr(other, name)))
        self.infos = {agent: dict(info) for agent, info in other.infos.items()}
        self.agent_selection = other.agent_selection
        self._skip_agent_selection = other._skip_agent_selection
        self._generator = np.random.default_rng()
        self._generator.bit_generator.state = other._generator.bit_generator.state

    def _started(self) -> np.ndarray:
        if self._games is None:
            raise HadaraError("Call reset() first.")
        return self._games

    def _tables(self) -> np.ndarray:
        return tables_of(self.config.cards)

    def __str__(self) -> str:
        return "hadara_v0"


def _one_of(what: str, value: Any, allowed: tuple[Any, ...]) -> None:
    if value not in allowed:
        raise HadaraError(f"Unknown {what} {value!r}; there are {', '.join(map(repr, allowed))}.")
