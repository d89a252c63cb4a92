"""Trajectories of a policy, for imitation and offline learning."""

import io
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from hadara_env.envs.vector import HadaraVec
from hadara_env.errors import HadaraError
from hadara_env.files import write_bytes_atomically

Policy = Callable[[np.ndarray, np.ndarray], np.ndarray]


def rollout(
    vec: HadaraVec, policy: Policy, steps: int, path: str | os.PathLike[str] | None = None
) -> dict[str, np.ndarray]:
    """Let `policy(obs, mask) -> actions` play `steps` decisions in every game; time is the first axis.

    Returns (and, with a path, writes as a compressed npz) obs, mask (bits packed along the actions), action, actor,
    num_players, reward, done and final_scores. Reward and done belong to the action of the same row.
    """
    if steps < 1:
        raise HadaraError(f"steps must be at least 1, not {steps}.")
    shape = (steps, vec.num_envs)
    data = {
        "obs": np.empty((*shape, vec.obs.shape[1]), np.float32),
        "mask": np.empty((*shape, (vec.mask.shape[1] + 7) // 8), np.uint8),
        "action": np.empty(shape, np.int16),
        "actor": np.empty(shape, np.int16),
        "num_players": np.empty(shape, np.int16),
        "reward": np.empty((*shape, vec.reward.shape[1]), np.float32),
        "done": np.empty(shape, np.bool_),
        "final_scores": np.empty((*shape, vec.final_scores.shape[1]), np.int16),
    }
    for k in range(steps):
        data["obs"][k], data["mask"][k] = vec.obs, np.packbits(vec.mask, axis=1)
        data["actor"][k], data["num_players"][k] = vec.actor, vec.num_players
        actions = policy(vec.obs, vec.mask)
        vec.step(actions)
        data["action"][k], data["reward"][k] = actions, vec.reward
        data["done"][k], data["final_scores"][k] = vec.done, vec.final_scores
    if path is not None:
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **data)  # type: ignore[arg-type]
        write_bytes_atomically(Path(path), buffer.getvalue())
    return data
