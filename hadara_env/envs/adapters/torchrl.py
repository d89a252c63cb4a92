"""TorchRL: its own PettingZoo wrapper takes the environment as it is, masks included.

>>> from hadara_env.envs.adapters.torchrl import torchrl_env  # doctest: +SKIP
>>> env = torchrl_env(num_players=3, seed=1)  # doctest: +SKIP
>>> env.rollout(100)  # doctest: +SKIP
"""

from typing import Any

from hadara_env import hadara_v0
from hadara_env.envs.adapters import not_installed

try:
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
except ImportError as _missing:
    raise ImportError(not_installed("TorchRL", "train")) from _missing


def torchrl_env(seed: int | None = None, **arguments: Any) -> PettingZooWrapper:
    """The AEC environment as a TorchRL environment; `arguments` are those of `hadara_v0.env`."""
    return PettingZooWrapper(env=hadara_v0.env(**arguments), use_mask=True, seed=seed)
