"""A checkpoint: a folder with weights, what they were trained for, how they did, and a card that tells about them.

    model.safetensors   the tensors
    config.json         format, environment, card set, observation layout, network, training
    eval.json           what the arena measured
    README.md           the model card

Written under a temporary name and renamed, so that a folder that is there is whole. `load` refuses one that was made
for anything else than this library plays, in a sentence that says what differs.
"""

import json
import os
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file, save

import hadara_env
from hadara_agents.base import AgentError
from hadara_agents.policy.card import model_card
from hadara_agents.policy.packed import shapes
from hadara_agents.policy.spec import NetworkSpec
from hadara_env.cards import CardSet
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.observation import OBS

FORMAT: Final = "hadara-policy/1"
ENVIRONMENT: Final = "hadara_v0"
MODEL, CONFIG, EVAL, CARD = "model.safetensors", "config.json", "eval.json", "README.md"
BEST: Final = "best.json"  # in a run's folder of checkpoints: which of them is the best
SHIPPED: Final = Path(__file__).parent.parent / "checkpoints"


class CheckpointError(AgentError):
    """A checkpoint that is not there, not whole, or not for this game."""


@dataclass(frozen=True)
class Checkpoint:
    """A folder that was read and fits."""

    folder: Path
    tensors: Mapping[str, np.ndarray]
    network: NetworkSpec
    config: Mapping[str, Any]

    @property
    def digest(self) -> str:
        """The card set it was trained with."""
        return str(self.config["cards"]["digest"])


def describe(network: NetworkSpec, cards: CardSet, training: Mapping[str, Any]) -> dict[str, Any]:
    """The config of a checkpoint; `training` holds what the trainer knows: reward, seeds, command, decisions."""
    return {
        "format": FORMAT,
        "environment": ENVIRONMENT,
        "version": hadara_env.__version__,
        "cards": {"digest": cards.digest, "files": cards.file_digests, "reconstructed": cards.reconstructed},
        "observation": OBS.hash,
        "actions": NUM_ACTIONS,
        "network": network.as_dict(),
        "training": dict(training),
    }


def write(
    folder: Path, tensors: Mapping[str, np.ndarray], config: Mapping[str, Any], evaluation: Mapping[str, Any]
) -> None:
    """Write a checkpoint; one of the same name is replaced."""
    temporary = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}")
    try:
        temporary.mkdir(parents=True)
        try:
            arrays = {name: np.ascontiguousarray(array) for name, array in tensors.items()}
            _put(temporary / MODEL, save(arrays, {"format": FORMAT}))
            _put(temporary / CONFIG, _json(config))
            _put(temporary / EVAL, _json(evaluation))
            _put(temporary / CARD, model_card(folder.name, config, evaluation).encode())
            if folder.exists():
                shutil.rmtree(folder)
            temporary.replace(folder)
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
    except OSError as error:
        raise CheckpointError(f"The checkpoint {folder} cannot be written: {error.strerror}.") from error


def _json(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def _put(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def find(name: str) -> Path:
    """The folder a spec means: one shipped here by name, a checkpoint, or a training run's best."""
    shipped = SHIPPED / name
    if os.sep not in name and (shipped / MODEL).exists():
        return shipped
    folder = Path(name).expanduser()
    for place in (folder, folder / "checkpoints"):
        if (place / MODEL).is_file():
            return place
        if (place / BEST).is_file():
            best = _read_json(place / BEST).get("checkpoint")
            return find(str(place / str(best)))
    there = sorted(path.parent.name for path in SHIPPED.glob(f"*/{MODEL}"))
    raise CheckpointError(
        f"There is no checkpoint {name!r}; shipped are {', '.join(there) or 'none'}, others are named by their folder "
        f"(with {MODEL} in it) or by a training run's."
    )


def load(name: str) -> Checkpoint:
    """Read a checkpoint and check that it fits this library."""
    folder = find(name)
    config = _read_json(folder / CONFIG)
    wanted = {"format": FORMAT, "environment": ENVIRONMENT, "observation": OBS.hash, "actions": NUM_ACTIONS}
    for key, value in wanted.items():
        if config.get(key) != value:
            raise CheckpointError(
                f"The checkpoint {folder} does not fit: its {key} is {config.get(key)!r}, this library's {value!r}."
            )
    try:
        network = NetworkSpec.of(config["network"])
        str(config["cards"]["digest"])
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{folder / CONFIG} is broken: {error}.") from error
    return Checkpoint(folder, _tensors(folder / MODEL, network), network, config)


def _tensors(path: Path, network: NetworkSpec) -> dict[str, np.ndarray]:
    try:
        found = load_file(path)
    except (OSError, SafetensorError, ValueError) as error:
        raise CheckpointError(f"{path} cannot be read: {error}.") from error
    for name, shape in shapes(network).items():
        if name not in found:
            raise CheckpointError(f"{path} has no tensor {name!r}, which its network needs.")
        if found[name].shape != shape:
            raise CheckpointError(f"{path}: {name!r} has the shape {found[name].shape}, its network needs {shape}.")
        if not np.isfinite(found[name]).all():
            raise CheckpointError(f"{path}: {name!r} holds numbers that are not finite.")
    return {name: found[name].astype(np.float32) for name in shapes(network)}


def _read_json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except OSError as error:
        raise CheckpointError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise CheckpointError(f"{path} is not JSON: {error}.") from error
    if not isinstance(found, dict):
        raise CheckpointError(f"{path} is not a JSON object.")
    return found
