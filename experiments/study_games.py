"""The games of a study: who plays, and games played in blocks that are kept, so that a run that was stopped goes on."""

import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

import hadara_agents
import hadara_env
from hadara_agents.kernels import weights as layout
from hadara_agents.kernels.chronicle import MAX_MOVES, play_games
from hadara_agents.kernels.notes import REFUSAL, blank
from hadara_agents.kernels.tournament import GREEDY, NETWORK, NO_NETWORKS, RANDOM
from hadara_agents.policy.agent import PolicyAgent
from hadara_agents.policy.packed import stacked
from hadara_agents.registry import make
from hadara_env import CardSet, GameConfig, HadaraError
from hadara_env.engine.constants import RULES
from hadara_env.engine.random import game_seed
from hadara_env.engine.tables import tables_of
from hadara_env.files import write_atomically, write_bytes_atomically

BLOCK: Final = 100  # games in one call of the kernel and in one file
PLAYERS: Final = (2, 3, 4, 5)
_PLAN: Final = "plan.json"
_KERNELS: Final = ("choices", "chronicle", "greedy", "heuristic", "network", "notes", "tournament", "values", "weights")
_CHOICES: Final = 60  # of one seat in a game at the very most, opposites included: room for all to be looked at again
Lots = tuple[np.ndarray, tuple[np.ndarray, tuple[np.ndarray, np.ndarray], np.ndarray]]


class StudyError(HadaraError):
    """A study that cannot begin or go on."""


@dataclass(frozen=True)
class Chronicle:
    """Games with one number of players: notes (G,) and refusals (R,), as the kernel writes them."""

    players: int
    notes: np.ndarray
    refusals: np.ndarray


def any_cards(spec: str) -> str:
    """A learned agent plays card sets it was not trained with only when it is told so."""
    if spec.partition(":")[0] != "ppo":
        return spec
    return spec + ("," if ":" in spec else ":") + "any_cards=true"


def seated(specs: Sequence[str], cards: CardSet) -> Lots:
    """The players for the kernel: their numbers, and what they play by."""
    numbers, rows, networks, temperatures = [], [], [], []
    for spec in specs:
        agent: Any = make(spec if cards.is_shipped else any_cards(spec))
        learned = isinstance(agent, PolicyAgent)  # with a temperature too, which the arena does not compile
        kind = "policy" if learned else getattr(agent, "compiled", "")
        if kind == "heuristic":
            numbers.append(len(rows))
            rows.append(agent.weights)
        elif kind == "policy":
            numbers.append(NETWORK + len(networks))
            networks.append(agent.network_for(GameConfig(2, "full", cards)))
            temperatures.append(agent.temperature)
        elif kind in ("random", "greedy"):
            numbers.append(RANDOM if kind == "random" else GREEDY)
        else:
            raise StudyError(f"{spec!r} is not compiled; a study takes random, greedy, heuristic and ppo agents.")
    weights = np.array(rows) if rows else np.zeros((1, layout.SIZE))
    brains = (weights, stacked(networks) if networks else NO_NETWORKS, np.array(temperatures or [0.0]))
    return np.array(numbers, np.int64), brains


def described(spec: str) -> dict[str, Any]:
    """An agent for the results: its spec, and for a learned one what it learned from and a hash of its network."""
    agent: Any = make(spec)
    if not isinstance(agent, PolicyAgent):
        return {"spec": spec}
    digest = hashlib.sha256()
    for name, tensor in sorted(agent.checkpoint.tensors.items()):
        digest.update(name.encode() + tensor.tobytes())
    decisions = agent.checkpoint.config.get("training", {}).get("decisions")
    return {"spec": spec, "network": digest.hexdigest()[:16], "decisions": decisions}


def code_digest() -> str:
    """A hash of all that decides the games of a study: the rules, the compiled players and their weights."""
    digest = hashlib.sha256()
    agents = Path(hadara_agents.__path__[0])
    paths = [*(Path(hadara_env.__path__[0]) / "engine").rglob("*.py"), *(agents / "weights").glob("*.json")]
    paths += [agents / "kernels" / f"{name}.py" for name in _KERNELS] + [agents / "policy" / "packed.py"]
    for path in sorted(paths):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class Library:
    """A folder with blocks of games, all of one plan; blocks that are there are not played again."""

    def __init__(self, folder: Path, specs: Sequence[str], seed: int, again: float, rules: str = "full") -> None:
        self.folder, self.specs, self.seed, self.again, self.rules = folder, tuple(specs), seed, again, rules
        self.identity = {
            "agents": [described(spec) for spec in specs],
            "seed": seed,
            "again": again,
            "rules": rules,
            "code": code_digest(),
        }

    def open(self, restart: bool = False) -> None:
        """Make the folder, or take up what lies in it."""
        path = self.folder / _PLAN
        if restart and path.exists():
            shutil.rmtree(self.folder)
        if path.exists():
            try:
                found = json.loads(path.read_bytes())
                changed = [key for key, value in self.identity.items() if found.get(key) != value]
            except (OSError, ValueError, AttributeError) as error:
                raise StudyError(f"{path} is not the plan of a study; --restart begins anew.") from error
            if changed:
                raise StudyError(f"{self.folder} holds a study with other {', '.join(changed)}; --restart begins anew.")
        write_atomically(path, json.dumps(self.identity, indent=1) + "\n")

    def chronicle(
        self, cards: CardSet, players: int, games: int, played: Callable[[int], None] = lambda _: None
    ) -> Chronicle:
        """The first `games` games with this card set and number of players; `played` hears of every block."""
        lots: Lots | None = None
        notes, refusals = [], []
        for start in range(0, games, BLOCK):
            stop = min(start + BLOCK, games)
            path = self.folder / f"{cards.digest[:12]}-{players}p-{start}-{stop}.npz"
            block = _read(path)
            if block is None:
                lots = lots or seated(self.specs, cards)
                block = self.play(cards, players, range(start, stop), lots)
                buffer = io.BytesIO()
                np.savez_compressed(buffer, notes=block[0], refusals=block[1])
                write_bytes_atomically(path, buffer.getvalue())
            notes.append(block[0])
            refusals.append(block[1])
            played(stop - start)
        return Chronicle(players, np.concatenate(notes), np.concatenate(refusals))

    def play(self, cards: CardSet, players: int, games: range, lots: Lots) -> tuple[np.ndarray, np.ndarray]:
        """Notes and refusals of some games; game k is the same whichever block it is in."""
        master = int(game_seed(self.seed, players))
        seeds = np.array([game_seed(master, k) for k in games], np.int64)
        notes, refusals = blank(len(seeds)), np.zeros(len(seeds) * players * _CHOICES, REFUSAL)
        moves = np.zeros((1, MAX_MOVES), np.int16)
        rules = RULES.index(self.rules)
        tables = tables_of(cards)
        numbers, brains = lots
        written = play_games(
            seeds, games.start, players, rules, numbers, tables, brains, self.again, notes, refusals, moves
        )
        return notes, refusals[:written].copy()


def _read(path: Path) -> tuple[np.ndarray, np.ndarray] | None:
    """A block; None where there is none, or only a part that a full disk left."""
    if not path.exists():
        return None
    try:
        with np.load(path) as file:
            return file["notes"], file["refusals"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
