"""What every trainer needs around its learning: configs, a run's folder, evaluation, checkpoints, curves.

A run's folder:

    config.json         the settings it was started with
    log.jsonl           one line an update; evaluations have lines of their own
    tensorboard/        the same for TensorBoard
    state.safetensors   all that `--resume` needs, replaced as a whole at every save
    checkpoints/        the last few and the best, each ready to be played; best.json says which is the best
    curve.png           strength and learning figures over the run
"""

import dataclasses
import io
import json
import secrets
import shutil
import tempfile
import time
import tomllib
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np

from hadara_env.envs.adapters import not_installed

try:
    from safetensors import SafetensorError, safe_open
    from safetensors.numpy import save
except ImportError as missing:
    raise ImportError(not_installed("safetensors", "train")) from missing

from hadara_agents.arena import Plan, run
from hadara_agents.policy import checkpoint
from hadara_agents.registry import make
from hadara_env import GameConfig, HadaraError
from hadara_env.files import write_atomically, write_bytes_atomically

STATE, LOG, CONFIG, CURVE = "state.safetensors", "log.jsonl", "config.json", "curve.png"
Arrays = dict[str, np.ndarray]


class TrainingError(HadaraError):
    """Training that cannot begin or go on."""


def sentence(error: Exception) -> str:
    """What a command says when it ends with an error."""
    return f"{error.filename or 'A file'}: {error.strerror}." if isinstance(error, OSError) else str(error)


# Configs --------------------------------------------------------------------------------------------------------------


def read_config(path: Path, kind: type[Any]) -> Any:
    """A TOML file as a dataclass; what is wrong with it is said with its name."""
    try:
        return settings(tomllib.loads(path.read_text()), kind, str(path))
    except OSError as error:
        raise TrainingError(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TrainingError(f"{path} is not TOML: {error}.") from error


def settings(given: Mapping[str, Any], kind: type[Any], where: str) -> Any:
    """A dataclass, and dataclasses within it, from plain values."""
    if not isinstance(given, Mapping):
        raise TrainingError(f"{where} is a table of settings, not {given!r}.")
    hints = typing.get_type_hints(kind)
    for key in given:
        if key not in hints:
            near = get_close_matches(key, hints, 1)
            hint = f" Did you mean {near[0]!r}?" if near else f" There are: {', '.join(hints)}."
            raise TrainingError(f"{where} has an unknown setting {key!r}.{hint}")
    fields = dataclasses.fields(kind)
    needed = [f.name for f in fields if f.default is f.default_factory is dataclasses.MISSING]
    if missing := [name for name in needed if name not in given]:
        raise TrainingError(f"{where} needs {', '.join(missing)} as well.")
    try:
        return kind(**{key: _value(value, hints[key], f"{where}, {key}") for key, value in given.items()})
    except (TypeError, ValueError) as error:
        raise TrainingError(f"{where}: {error}") from error


def _value(value: Any, hint: Any, where: str) -> Any:
    if dataclasses.is_dataclass(hint):
        return settings(value, hint, where)  # type: ignore[arg-type]
    if typing.get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise TrainingError(f"{where} is a list, not {value!r}.")
        kinds = typing.get_args(hint)
        many = kinds[-1] is Ellipsis
        if not many and len(kinds) != len(value):
            raise TrainingError(f"{where} has {len(kinds)} values, not {len(value)}.")
        return tuple(_value(v, kinds[0] if many else kinds[k], where) for k, v in enumerate(value))
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    wanted = hint if not isinstance(hint, types.UnionType) else object
    if not isinstance(value, wanted) or (isinstance(value, bool) and hint is not bool):
        raise TrainingError(f"{where} must be {wanted.__name__}, not {value!r}.")
    return value


# Evaluation -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """One seat against a field of others, over the arena's sets."""

    opponent: str = "heuristic"
    players: int = 2
    rules: str = "full"
    sets: int = 200


def check_matches(matches: Sequence[Match]) -> None:
    """Find out now, not when the first checkpoint is measured, that a match cannot be played."""
    for match in matches:
        make(match.opponent)
        GameConfig(match.players, match.rules)
        if match.sets < 1:
            raise TrainingError(f"A match has at least 1 set, not {match.sets}.")


def measure(spec: str, matches: Sequence[Match], seed: int) -> dict[str, Any]:
    """Play the matches in the arena; what eval.json holds."""
    found = []
    for match in matches:
        with tempfile.TemporaryDirectory() as folder:
            plan = Plan.of(
                [spec, match.opponent], GameConfig(match.players, match.rules), match.sets, seed, vs_field=True
            )
            summary = run(plan, Path(folder), processes=1)
        mine = summary["agents"][plan.schedule.names[0]]
        found.append(
            {
                "opponent": match.opponent,
                "players": match.players,
                "rules": match.rules,
                "sets": match.sets,
                "seed": seed,
                **{key: mine[key] for key in ("games", "win_share", "win_share_ci", "mean_points")},
                "digest": summary["digest"],
            }
        )
    return {"matches": found, "strength": strength(found)}


def strength(matches: Sequence[Mapping[str, Any]]) -> float:
    """One number for several matches: a half at par, 1 for winning everything; their mean."""
    return float(np.mean([to_half(match["win_share"], 1 / match["players"]) for match in matches]))


def to_half(share: float, par: float) -> float:
    """A share of wins on a scale on which par is a half."""
    return 0.5 * share / par if share <= par else 0.5 + 0.5 * (share - par) / (1 - par)


# The folder of a run --------------------------------------------------------------------------------------------------


class Run:
    """A training run's folder: written so that a kill at any moment leaves all that was saved before."""

    def __init__(self, folder: Path, keep: int = 3) -> None:
        self.folder, self.keep = folder, keep
        self.checkpoints = folder / "checkpoints"
        self._board: Any = None

    def check_new(self) -> None:
        """A new run may begin here; a folder that holds one is left alone."""
        if "," in str(self.folder):
            raise TrainingError(f"{self.folder} has a comma in its name, which ends a name where agents are listed.")
        if (self.folder / STATE).exists() or (self.folder / CONFIG).exists():
            raise TrainingError(f"{self.folder} holds a run already; go on with --resume, or choose another --out.")

    def create(self, config: Any) -> None:
        """Begin a new run with the settings of a dataclass."""
        self.check_new()
        write_atomically(self.folder / CONFIG, json.dumps(dataclasses.asdict(config), indent=1) + "\n")

    def config(self) -> dict[str, Any]:
        path = self.folder / CONFIG
        try:
            found: dict[str, Any] = json.loads(path.read_bytes())
        except OSError as error:
            raise TrainingError(f"{self.folder} is no run to resume: {CONFIG} {error.strerror}.") from error
        except ValueError as error:
            raise TrainingError(f"{path} is not JSON: {error}.") from error
        return found

    def save_state(self, arrays: Mapping[str, np.ndarray], told: Mapping[str, Any]) -> None:
        """Replace the state as a whole."""
        data = save({name: np.ascontiguousarray(array) for name, array in arrays.items()}, {"told": json.dumps(told)})
        write_bytes_atomically(self.folder / STATE, data)

    def load_state(self) -> tuple[Arrays, dict[str, Any]] | None:
        """What was saved last; None for a run that was killed before its first save."""
        path = self.folder / STATE
        if not path.exists():
            return None
        try:
            with safe_open(path, "numpy") as file:
                told = json.loads(file.metadata()["told"])
                return {name: file.get_tensor(name) for name in file.keys()}, told  # noqa: SIM118
        except (OSError, SafetensorError, ValueError, KeyError, TypeError) as error:
            raise TrainingError(f"{path} cannot be read: {error}.") from error

    def rewind(self, update: int) -> None:
        """Drop what was logged after the state that is resumed, and what a kill left half done."""
        for place, name in ((self.folder, f".{STATE}.*"), (self.checkpoints, ".*")):
            for path in place.glob(name):
                _remove(path)
        rows = [row for row in self.rows() if row["update"] <= update]
        write_atomically(self.folder / LOG, "".join(json.dumps(row) + "\n" for row in rows))

    def rows(self) -> list[dict[str, Any]]:
        """The log; a last line that a kill cut off is passed over."""
        path = self.folder / LOG
        found = []
        for line in path.read_text().splitlines() if path.exists() else ():
            try:
                found.append(json.loads(line))
            except ValueError:
                break
        return found

    def log(self, row: Mapping[str, Any]) -> None:
        """Add a line, and the same figures to TensorBoard."""
        try:
            with (self.folder / LOG).open("a") as file:
                file.write(json.dumps(row) + "\n")
            self._show(row)
        except OSError as error:
            raise TrainingError(f"The log in {self.folder} cannot be written: {error.strerror or error}.") from error

    def _show(self, row: Mapping[str, Any]) -> None:
        if self._board is None:
            try:
                from torch.utils.tensorboard import SummaryWriter
            except ImportError as missing:
                raise TrainingError(not_installed("TensorBoard", "train")) from missing
            self._board = SummaryWriter(str(self.folder / "tensorboard"), purge_step=int(row["decisions"]))
        for name, value in row.items():
            if isinstance(value, int | float):
                self._board.add_scalar(name, value, int(row["decisions"]))

    def checkpoint(
        self, arrays: Mapping[str, np.ndarray], config: Mapping[str, Any], matches: Sequence[Match], seed: int
    ) -> dict[str, Any]:
        """Measure these weights and keep them as a checkpoint; the best of the run is marked and never dropped."""
        name = self._free_name(f"decisions-{config['training']['decisions']:012d}")
        candidate = self.checkpoints / ".candidate"
        checkpoint.write(candidate, arrays, config, {})
        found = measure(f"ppo:checkpoint={candidate}", matches, seed)
        checkpoint.write(self.checkpoints / name, arrays, config, found)
        _remove(candidate)
        best = self.best()
        if best is None or found["strength"] >= best["strength"]:
            best = {"checkpoint": name, "strength": found["strength"]}
            write_atomically(self.checkpoints / checkpoint.BEST, json.dumps(best, indent=1) + "\n")
        kept = sorted(path for path in self.checkpoints.glob("decisions-*"))[-self.keep :]
        for path in self.checkpoints.glob("decisions-*"):
            if path not in kept and path.name != best["checkpoint"]:
                _remove(path)
        return found

    def _free_name(self, name: str) -> str:
        """A resumed run may come by the same decisions again; what is there may be the best and is not touched."""
        names = (name, *(f"{name}-{number}" for number in range(2, 1000)))
        return next(free for free in names if not (self.checkpoints / free).exists())

    def best(self) -> dict[str, Any] | None:
        path = self.checkpoints / checkpoint.BEST
        return json.loads(path.read_bytes()) if path.exists() else None

    def draw(self) -> None:
        """curve.png, from the log."""
        from experiments.curves import draw_curve

        draw_curve(self.rows(), self.folder / CURVE)


def _remove(path: Path) -> None:
    """Away with a file or a folder; a folder under a hidden name, so that a kill leaves no half of a checkpoint."""
    if path.is_dir():
        if not path.name.startswith("."):
            path = path.replace(path.with_name(f".{path.name}.{secrets.token_hex(4)}"))
        shutil.rmtree(path)
    else:
        path.unlink()


def packed_arrays(arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    """Arrays of any kind, compressed, as one array of bytes."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return np.frombuffer(buffer.getvalue(), np.uint8)


def unpacked_arrays(data: np.ndarray) -> Arrays:
    return dict(np.load(io.BytesIO(data.tobytes())))


class Clock:
    """When something is due again, in seconds."""

    def __init__(self, every: float) -> None:
        self.every, self._last = every, time.monotonic()

    def due(self) -> bool:
        if time.monotonic() - self._last < self.every:
            return False
        self._last = time.monotonic()
        return True
