"""HadaraVec: B games stepped in place into buffers that exist already, with no Python per game.

>>> from hadara_env.envs.vector import HadaraVec
>>> vec = HadaraVec(1024, num_players=(2, 5), seed=1)
>>> obs, mask = vec.reset()
>>> obs, mask, reward, done = vec.step(vec.random_actions())
"""

from typing import Any

import numpy as np

from hadara_env.config import RULE_SETS, GameConfig, checked_seed
from hadara_env.engine import batch, vector
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.constants import MAX_PLAYERS
from hadara_env.engine.jit import announce_compilation
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of
from hadara_env.errors import HadaraError, IllegalActionError
from hadara_env.game import Game
from hadara_env.names import name_of
from hadara_env.rewards import reward_kind
from hadara_env.view import View

Step = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


class HadaraVec:
    """A batch of games. The buffers are attributes, written anew by every step:

    `obs (B, D)`, `mask (B, 236)`, `actor (B,)` and `num_players (B,)` belong to the decision that is due;
    `reward (B, 5)` by seat, `done (B,)` and `final_scores (B, 5)` to the game that ended in this step, if one did
    (`final (B,)` keeps its record). A finished game is replaced in the same step.
    """

    def __init__(
        self,
        num_envs: int,
        num_players: int | tuple[int, int] = 3,
        rules: str = "full",
        reward: str = "win",
        seed: int = 0,
        cards: Any = None,
        threads: bool = False,
        observe: bool = True,
    ) -> None:
        """`num_players=(2, 5)` mixes player counts, `rules="both"` the rule sets; `threads` pays from B = 1024 on.

        `observe=False` leaves the observations out, for players that need none.
        """
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
            raise HadaraError(f"num_envs must be a whole number of at least 1, not {num_envs!r}.")
        fewest, most = num_players if isinstance(num_players, tuple) else (num_players, num_players)
        if rules not in (*RULE_SETS, "both"):
            raise HadaraError(f"Unknown rules {rules!r}; there are 'basic', 'full' and 'both'.")
        self.cards = GameConfig(fewest, cards=cards).cards
        GameConfig(most, cards=self.cards)
        if fewest > most:
            raise HadaraError(f"num_players is from fewest to most: ({most}, {fewest}), not {num_players!r}.")
        announce_compilation()
        self.num_envs = num_envs
        self.reward_name = reward
        self._tables = tables_of(self.cards)
        self._rules = (*RULE_SETS, "both").index(rules)
        self._players, self._kind, self._observing = (fewest, most), reward_kind(reward), bool(observe)
        self._seed = checked_seed(seed)
        self._step = vector.step_rows_in_threads if threads else vector.step_rows
        self._rng = new_rng(self._seed + 1)
        self.games = np.zeros(num_envs, GAME)
        self.final = np.zeros(num_envs, GAME)
        self.episodes = np.zeros(num_envs, np.int64)
        self.obs = np.zeros((num_envs, OBS.size if observe else 0), np.float32)
        self.mask = np.zeros((num_envs, NUM_ACTIONS), np.int8)
        self.actor = np.zeros(num_envs, np.int16)
        self.num_players = np.zeros(num_envs, np.int16)
        self.reward = np.zeros((num_envs, MAX_PLAYERS), np.float32)
        self.done = np.zeros(num_envs, np.bool_)
        self.final_scores = np.zeros((num_envs, MAX_PLAYERS), np.int16)
        self._actions = np.zeros(num_envs, np.int64)
        self.reset()

    def reset(self, seed: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Deal every game anew; the same seed gives the same games. Returns `obs` and `mask`."""
        if seed is not None:
            self._seed = checked_seed(seed)
        self.episodes[:] = 0
        self._rng = new_rng(self._seed + 1)
        vector.reset_rows(self.games, self._settings(), self.episodes, self._tables, self._buffers())
        return self.obs, self.mask

    def step(self, actions: Any) -> Step:
        """One action in every game (-1 leaves a game as it is). Returns `obs`, `mask`, `reward`, `done`.

        Where any action is wrong an error names its index and no game has moved.
        """
        self._actions[:] = self._checked(actions)
        self._step(self.games, self._actions, self._settings(), self.episodes, self._tables, self._buffers())
        return self.obs, self.mask, self.reward, self.done

    def _checked(self, actions: Any) -> np.ndarray:
        array = np.asarray(actions)
        if array.shape != (self.num_envs,):
            raise HadaraError(f"actions must have the shape ({self.num_envs},), not {array.shape}.")
        if array.dtype.kind not in "iu":
            raise HadaraError(f"actions must be integers, not {array.dtype}.")
        wrong = int(vector.first_illegal(array.astype(np.int64, copy=False), self.mask))
        if wrong >= 0:
            names = [self._name(wrong, int(index)) for index in np.flatnonzero(self.mask[wrong])]
            raise IllegalActionError(
                f"Action {int(array[wrong])} at index {wrong} of the batch is not legal for seat {self.actor[wrong]}; "
                f"legal are: {', '.join(names)}. No game has moved."
            )
        return array

    def _name(self, b: int, index: int) -> str:
        return f"{name_of(self.games[b], index, self.cards, int(self.actor[b]))} ({index})"

    def _settings(self) -> tuple[int, int, int, int, int, bool]:
        return (self._seed, *self._players, self._rules, self._kind, self._observing)

    def _buffers(self) -> tuple[np.ndarray, ...]:
        return (
            self.obs, self.mask, self.actor, self.num_players, self.reward, self.done, self.final_scores, self.final,
        )  # fmt: skip

    def random_actions(self) -> np.ndarray:
        """A uniformly random legal action for every game."""
        out = np.empty(self.num_envs, np.int64)
        vector.random_actions(self._rng, self.mask, out)
        return out

    def observe(self, b: int, seat: int, out: np.ndarray, final: bool = False) -> None:
        """Any seat's observation of game b, or of the game that ended there last."""
        batch.observe_one(self.final if final else self.games, b, seat, self._tables, out)

    def config(self, b: int) -> GameConfig:
        """Players, rules and cards of game b."""
        return GameConfig(int(self.games[b]["num_players"]), RULE_SETS[int(self.games[b]["rules"])], self.cards)

    def view(self, b: int) -> View:
        """What the actor of game b may know."""
        return View(self.games[b : b + 1], int(self.actor[b]), self.config(b))

    def game(self, b: int) -> Game:
        """Game b as a `Game` of its own."""
        return Game(self.config(b), self.games[b : b + 1].copy())

    def save(self) -> dict[str, np.ndarray]:
        """The whole batch as arrays, fit for `np.savez`; `restore` takes it back."""
        names = ("obs", "mask", "actor", "num_players", "reward", "done", "final_scores", "episodes")
        state = {name: getattr(self, name).copy() for name in names}
        raw = {
            name: getattr(self, name).view(np.uint8).reshape(self.num_envs, -1).copy() for name in ("games", "final")
        }
        head = {"seed": np.array(self._seed), "rng": self._rng.copy(), "cards": np.array(self.cards.digest)}
        return {**state, **raw, **head}

    def restore(self, state: Any) -> None:
        """Go back to a saved batch of the same size and card set."""
        if str(state["cards"]) != self.cards.digest:
            raise HadaraError(f"The saved batch has the card set {state['cards']}, this one {self.cards.digest}.")
        if state["games"].shape != (self.num_envs, GAME.itemsize) or state["obs"].shape != self.obs.shape:
            raise HadaraError(
                f"The saved batch has {len(state['games'])} games of {state['games'].shape[1]} bytes and observations "
                f"of {state['obs'].shape[1]}; this one {self.num_envs} of {GAME.itemsize} and {self.obs.shape[1]}."
            )
        for name in ("obs", "mask", "actor", "num_players", "reward", "done", "final_scores", "episodes"):
            getattr(self, name)[...] = state[name]
        for name in ("games", "final"):
            getattr(self, name).view(np.uint8).reshape(self.num_envs, -1)[...] = state[name]
        self._seed = int(state["seed"])
        self._rng = np.array(state["rng"], np.int64)
