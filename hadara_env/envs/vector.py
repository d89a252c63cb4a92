"""HadaraVec: B games stepped in place into buffers that exist already, with no Python per game.

>>> from hadara_env.envs.vector import HadaraVec
>>> vec = HadaraVec(1024, num_players=(2, 5), seed=1)
>>> obs, mask = vec.reset()
>>> obs, mask, reward, done = vec.step(vec.random_actions())
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hadara_env.cards import CardSet
from hadara_env.config import RULE_SETS, GameConfig, checked_seed
from hadara_env.engine import batch, vector
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.constants import MAX_PLAYERS, STEPS
from hadara_env.engine.jit import announce_compilation
from hadara_env.engine.layout import GAME
from hadara_env.engine.observation import OBS
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of
from hadara_env.errors import HadaraError, IllegalActionError
from hadara_env.game import Game
from hadara_env.names import name_of
from hadara_env.rewards import REWARDS, reward_kind
from hadara_env.view import View

Step = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
RULES = (*RULE_SETS, "both")
_SAVED = ("obs", "mask", "actor", "num_players", "reward", "done", "final_scores", "episodes")
_RECORDS = ("games", "final")
_HEAD = ("seed", "rng", "cards", "about")


class HadaraVec:
    """A batch of games. The buffers are attributes, written anew by every step:

    `obs (B, D)`, `mask (B, 236)`, `actor (B,)` and `num_players (B,)` belong to the decision that is due;
    `reward (B, 5)` by seat, `done (B,)` and `final_scores (B, 5)` to the game that ended in this step, if one did
    (`final (B,)` keeps its record). A finished game is replaced in the same step.
    """

    def __init__(
        self,
        num_envs: int,
        num_players: int | Sequence[int] = 3,
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
        fewest, most = _pair(num_players)
        if rules not in RULES:
            raise HadaraError(f"Unknown rules {rules!r}; there are 'basic', 'full' and 'both'.")
        self.cards: CardSet = GameConfig(fewest, cards=cards).cards
        GameConfig(most, cards=self.cards)
        if fewest > most:
            raise HadaraError(f"num_players is from fewest to most: ({most}, {fewest}), not {num_players!r}.")
        announce_compilation("vector.step_rows-")
        self.num_envs = num_envs
        self._tables = tables_of(self.cards)
        self._rules = RULES.index(rules)
        self._players, self._kind, self._observing = (fewest, most), reward_kind(reward), bool(observe)
        self._seed = checked_seed(seed)
        self._step = vector.step_rows_in_threads if threads else vector.step_rows
        self._rng = new_rng(self._seed + 1)
        self.games: np.ndarray = np.zeros(num_envs, GAME)
        self.final: np.ndarray = np.zeros(num_envs, GAME)
        self.episodes: np.ndarray = np.zeros(num_envs, np.int64)
        self.obs: np.ndarray = np.zeros((num_envs, OBS.size if observe else 0), np.float32)
        self.mask: np.ndarray = np.zeros((num_envs, NUM_ACTIONS), np.int8)
        self.actor: np.ndarray = np.zeros(num_envs, np.int16)
        self.num_players: np.ndarray = np.zeros(num_envs, np.int16)
        self.reward: np.ndarray = np.zeros((num_envs, MAX_PLAYERS), np.float32)
        self.done: np.ndarray = np.zeros(num_envs, np.bool_)
        self.final_scores: np.ndarray = np.zeros((num_envs, MAX_PLAYERS), np.int16)
        self._actions = np.zeros(num_envs, np.int64)
        self.reset(self._seed)
        self._untouched = True

    def reset(self, seed: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Deal every game. Returns `obs` and `mask`.

        The same seed gives the same games. Without one the games go on from the last seed: the first such reset
        keeps the games the constructor dealt, every other deals new ones.
        """
        if seed is not None:
            self._seed = checked_seed(seed)
            self._rng = new_rng(self._seed + 1)
            self.episodes[:] = 0
        elif not self._untouched:
            self.episodes += 1
        self._untouched = False
        vector.reset_rows(self.games, self._settings(), self.episodes, self._tables, self._buffers())
        return self.obs, self.mask

    def step(self, actions: Any) -> Step:
        """One action in every game (-1 leaves a game as it is). Returns `obs`, `mask`, `reward`, `done`.

        Where any action is wrong an error names its index and no game has moved.
        """
        self._actions[:] = self.checked(actions)
        self._untouched = False
        self._step(self.games, self._actions, self._settings(), self.episodes, self._tables, self._buffers())
        return self.obs, self.mask, self.reward, self.done

    def place(self, rows: Any, games: np.ndarray) -> None:
        """Put these games (records as in `games`, not over) into some rows, as if they had been played there.

        A row's next game is dealt as ever. Positions kept from `games` let training begin where something is learned.
        """
        rows = np.atleast_1d(np.arange(self.num_envs)[rows])
        records = np.asarray(games)
        if records.dtype != GAME or records.shape != rows.shape:
            raise HadaraError(f"{len(rows)} records of games are needed, not {records.dtype} of {records.shape}.")
        if (records["actor"] < 0).any():
            raise HadaraError("A game that is over cannot be placed: nobody is to decide there.")
        obs, mask = np.zeros((len(rows), OBS.size), np.float32), np.zeros((len(rows), NUM_ACTIONS), np.int8)
        batch.legal_masks(records, self._tables, mask)
        if self._observing:
            batch.observe_all(records, self._tables, obs)
            self.obs[rows] = obs
        self.games[rows], self.mask[rows] = records, mask
        self.actor[rows], self.num_players[rows] = records["actor"], records["num_players"]
        self._untouched = False

    def checked(self, actions: Any, leave: bool = True) -> np.ndarray:
        """The actions as an array, or an error that names the index of the first wrong one; `leave` allows -1."""
        array = _whole_numbers(actions, self.num_envs)
        wrong = int(vector.first_illegal(array, self.mask))
        if wrong < 0 and not leave and (array == vector.LEAVE).any():
            wrong = int(np.argmin(array))
        if wrong >= 0:
            names = [self._name(wrong, int(index)) for index in np.flatnonzero(self.mask[wrong])]
            raise IllegalActionError(
                f"Action {array[wrong]} at index {wrong} of the batch is not legal for seat {self.actor[wrong]} in "
                f"step {STEPS[self.games[wrong]['step']]!r}; legal are: {', '.join(names)}. No game has moved."
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
        """Write any seat's observation of game b, or of the game that ended there last, to `out`."""
        games = self._records(b, final)
        players = int(games[b]["num_players"])
        if not 0 <= seat < players:
            raise HadaraError(f"There is no seat {seat} in game {b}; seats are 0 to {players - 1}.")
        if out.shape != (OBS.size,) or out.dtype != np.float32:
            raise HadaraError(f"out must be float32 of shape ({OBS.size},), not {out.dtype} of {out.shape}.")
        batch.observe_one(games, b, seat, self._tables, out)

    def _records(self, b: int, final: bool) -> np.ndarray:
        if not 0 <= b < self.num_envs:
            raise HadaraError(f"There is no game {b} in this batch; games are 0 to {self.num_envs - 1}.")
        if final and self.final[b]["num_players"] == 0:
            raise HadaraError(f"No game has ended in row {b} yet.")
        return self.final if final else self.games

    def config(self, b: int, final: bool = False) -> GameConfig:
        """Players, rules and cards of game b, or of the one that ended there last."""
        g = self._records(b, final)[b]
        return GameConfig(int(g["num_players"]), RULE_SETS[int(g["rules"])], self.cards)

    def view(self, b: int) -> View:
        """What the actor of game b may know."""
        config = self.config(b)
        return View(self.games[b : b + 1], int(self.actor[b]), config)

    def game(self, b: int, final: bool = False) -> Game:
        """Game b, or the one that ended there last, as a `Game` of its own."""
        return Game(self.config(b, final), self._records(b, final)[b : b + 1].copy())

    def save(self) -> dict[str, np.ndarray]:
        """The whole batch as arrays, fit for `np.savez`; `restore` takes it back."""
        state = {name: getattr(self, name).copy() for name in _SAVED}
        raw = {name: getattr(self, name).view(np.uint8).reshape(self.num_envs, -1).copy() for name in _RECORDS}
        head = {"seed": np.array(self._seed), "rng": self._rng.copy(), "cards": np.array(self.cards.digest)}
        whole = {**state, **raw, **head, "about": np.array(self._about())}
        return {**whole, "check": np.array(_digest(whole))}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go back to a batch saved by one with the same arguments; also what `np.load` returns will do."""
        state = dict(state)
        if missing := {*_SAVED, *_RECORDS, *_HEAD, "check"} - set(state):
            raise HadaraError(f"This is no saved batch: {', '.join(sorted(missing))} not found.")
        if str(state["cards"]) != self.cards.digest:
            raise HadaraError(f"The saved batch has the card set {state['cards']}, this one {self.cards.digest}.")
        if str(state["about"]) != self._about():
            raise HadaraError(f"The saved batch has {state['about']}; this one has {self._about()}.")
        # Kernels do not look where they read: a record with a wrong byte could end the process.
        if str(state["check"]) != _digest({name: state[name] for name in (*_SAVED, *_RECORDS, *_HEAD)}):
            raise HadaraError("The saved batch is damaged: its arrays are not those that were saved.")
        for name in _SAVED:
            getattr(self, name)[...] = state[name]
        for name in _RECORDS:
            getattr(self, name).view(np.uint8).reshape(self.num_envs, -1)[...] = state[name]
        self._seed = int(state["seed"])
        self._rng = np.array(state["rng"], np.int64)
        self._untouched = False

    def _about(self) -> str:
        return (
            f"{self.num_envs} games of {GAME.itemsize} bytes, {self._players[0]} to {self._players[1]} players, "
            f"{RULES[self._rules]} rules, reward {REWARDS[self._kind]}, observations of {self.obs.shape[1]}"
        )


def _pair(num_players: Any) -> tuple[int, int]:
    pair = tuple(num_players) if isinstance(num_players, (tuple, list)) else (num_players, num_players)
    if len(pair) != 2:
        raise HadaraError(f"num_players is a number or a pair (fewest, most) such as (2, 5), not {num_players!r}.")
    return pair


def _digest(state: Mapping[str, Any]) -> str:
    """Changes with any byte, shape or kind of the arrays."""
    found = hashlib.blake2b(digest_size=16)
    for name in sorted(state):
        array = np.ascontiguousarray(state[name])
        found.update(f"{name} {array.dtype} {np.shape(state[name])} ".encode())
        found.update(array.tobytes())
    return found.hexdigest()


def _whole_numbers(actions: Any, size: int) -> np.ndarray:
    """The actions as int64, or an error that says what is wrong with their form."""
    try:
        array = np.asarray(actions)
    except ValueError as error:
        raise HadaraError(f"actions must have the shape ({size},): one whole number for each game.") from error
    if array.shape != (size,):
        raise HadaraError(f"actions must have the shape ({size},), not {array.shape}. No game has moved.")
    if array.dtype.kind not in "iu":
        wrong = next((b for b, action in enumerate(array.tolist()) if type(action) is not int), 0)
        raise HadaraError(
            f"actions must be whole numbers, not {array.dtype}: index {wrong} holds {array[wrong]!r}. "
            "No game has moved."
        )
    if array.dtype.kind == "u":
        array = np.minimum(array, NUM_ACTIONS)  # beyond the range of int64 a number would come out as another one
    return array.astype(np.int64, copy=False)
