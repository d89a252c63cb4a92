"""The spaces every environment shares: one for 2 to 5 players and both rule sets."""

from typing import Any

import numpy as np
from gymnasium import spaces

from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.full_state import STATE_SIZE
from hadara_env.engine.observation import OBS

_LOW, _HIGH = -8.0, 32.0  # far outside what can occur: most values lie in 0..1


def action_space() -> spaces.Discrete:
    """236 actions; docs/actions.md lists them."""
    return spaces.Discrete(NUM_ACTIONS)


def observation_space() -> spaces.Box:
    """The observation vector; docs/observation.md names its pieces."""
    return spaces.Box(_LOW, _HIGH, (OBS.size,), np.float32)


def masked_space(key: str = "observation") -> spaces.Dict:
    """Observation and mask together, the observation under a key of the caller's choice."""
    return spaces.Dict({key: observation_space(), "action_mask": spaces.Box(0, 1, (NUM_ACTIONS,), np.int8)})


def state_space() -> spaces.Box:
    """The perfect-information vector."""
    return spaces.Box(_LOW, _HIGH, (STATE_SIZE,), np.float32)


def unpacked(action: Any) -> Any:
    """The number in an array without axes, which is what the `predict` of many libraries returns."""
    if isinstance(action, np.ndarray) and action.ndim == 0 and action.dtype.kind in "iu":
        return action.item()
    return action
