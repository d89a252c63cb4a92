"""The environment inside PettingZoo's usual checks, as `hadara_v0.env()` returns it."""

from typing import Any

from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from hadara_env.envs.aec import HadaraAEC
from hadara_env.errors import HadaraError


class CheckedAEC(OrderEnforcingWrapper[str, Any, Any]):
    """Checks the order of calls and the range of actions. Stepping a finished game is an error, not only a warning."""

    def __init__(self, env: HadaraAEC) -> None:
        super().__init__(AssertOutOfBoundsWrapper(env))

    def step(self, action: Any) -> None:
        if not self._has_reset:
            raise HadaraError("Call reset() first.")
        if not self.agents:
            raise HadaraError("The game is over and every seat has been told; call reset().")
        self._has_updated = True
        self.env.step(action)

    def clone(self) -> "CheckedAEC":
        """An independent environment at the same position, with the same checks around it."""
        twin = CheckedAEC(self.unwrapped.clone())  # type: ignore[attr-defined]
        twin._has_reset, twin._has_updated = self._has_reset, self._has_updated
        return twin

    def __str__(self) -> str:
        return str(self.env)
