"""Plan: all that decides what a tournament's games are, so that one that was stopped can only go on as itself."""

import hashlib
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hadara_agents
import hadara_env
from hadara_agents.arena.schedule import Schedule
from hadara_agents.base import Agent
from hadara_agents.registry import make
from hadara_env import GameConfig

FORMAT = "hadara-arena/1"
# What moves depend on. Pages, views and commands may change under a tournament that goes on; these may not.
_ENGINE = ("engine", "cards.py", "data", "view.py")
_PLAYERS = ("kernels", "search", "policy", "weights", "base.py", "random.py", "buyer.py", "greedy.py", "heuristic.py")


@dataclass(frozen=True)
class Plan:
    """Who plays whom under which rules, and how long a move may take (None: as long as it likes)."""

    specs: tuple[str, ...]
    config: GameConfig
    schedule: Schedule
    vs_field: bool = False
    move_limit: float | None = None
    cards: Path | None = None  # the folder as it was given, for the command that repeats the tournament

    @classmethod
    def of(
        cls,
        specs: Sequence[str],
        config: GameConfig,
        sets: int,
        seed: int,
        vs_field: bool = False,
        move_limit: float | None = None,
        cards: Path | None = None,
    ) -> "Plan":
        """The plan with its schedule; a `ScheduleError` where the agents do not fit the seats."""
        schedule = Schedule.of(specs, config.players, sets, seed, vs_field)
        return cls(tuple(specs), config, schedule, vs_field, move_limit, cards)

    @property
    def spec_of(self) -> dict[str, str]:
        """The spec behind each name of the tournament."""
        return dict(zip(self.schedule.names, self.specs, strict=True))

    def agents(self) -> dict[str, Agent]:
        """One agent for each name: proof that they exist, before anything is played."""
        return {name: make(spec) for name, spec in self.spec_of.items()}

    def identity(self) -> dict[str, Any]:
        """What must be the same for a tournament to go on. The number of processes changes no game."""
        return {
            "format": FORMAT,
            "agents": list(self.specs),
            "players": self.config.players,
            "rules": self.config.rules,
            "sets": self.schedule.sets,
            "seed": self.schedule.seed,
            "vs_field": self.vs_field,
            "move_limit": self.move_limit,
            "cards": self.config.cards.digest,
        }

    def command(self, out: Path) -> str:
        """The command that plays the same tournament."""
        words = ["hadara", "arena", "--agents", ",".join(self.specs), "--players", str(self.config.players)]
        words += ["--rules", self.config.rules, "--sets", str(self.schedule.sets), "--seed", str(self.schedule.seed)]
        words += ["--vs-field"] * self.vs_field
        words += ["--move-limit", "none" if self.move_limit is None else f"{self.move_limit:g}"]
        words += ["--cards", _from_here(self.cards)] if self.cards is not None else []
        return shlex.join([*words, "--out", _from_here(out)])


def _from_here(path: Path) -> str:
    """A path inside the current folder without what lies above it: results travel, folders do not."""
    whole, here = path.resolve(), Path.cwd()
    return whole.relative_to(here).as_posix() if whole.is_relative_to(here) else str(path)


def code_digest() -> str:
    """A hash of the sources, figures and weights that decide moves."""
    digest = hashlib.sha256()
    for package, parts in ((hadara_env, _ENGINE), (hadara_agents, _PLAYERS)):
        home = Path(package.__path__[0])
        for part in parts:
            for path in sorted(_files(home / part)):
                digest.update(f"{path.relative_to(home).as_posix()}\n".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return [file for file in path.rglob("*") if file.suffix in (".py", ".json", ".csv")]
    return [path] if path.is_file() else []
