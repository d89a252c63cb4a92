"""The environment inside PettingZoo's usual checks, as `hadara_v0.env()` returns it."""

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from hadara_env.envs.aec import HadaraAEC
from hadara_env.errors import HadaraError


class CheckedAEC(OrderEnforcingWrapper[str, Any, Any]):
    """Checks the order of calls and the range of actions. Stepping a finished game is an error, not only a warning."""

    def __init__(self, env: HadaraAEC) -> None:
        super().__init__(AssertOutOfBoundsWrapper(env))
        self._inner = env  # asked directly: an attribute that is passed on by two wrappers costs as much as a move

    def step(self, action: Any) -> None:
        if not self._has_reset:
            raise HadaraError("Call reset() first.")
        if not self._inner.agents:
            raise HadaraError("The game is over and every seat has been told; call reset().")
        self._has_updated = True
        self.env.step(action)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            raise HadaraError("Call reset() first.")
        return self._inner.last(observe)

    def clone(self) -> "CheckedAEC":
        """An independent environment at the same position, with the same checks around it."""
        twin = CheckedAEC(self._inner.clone())
        twin._has_reset, twin._has_updated = self._has_reset, self._has_updated
        return twin

    def restore(self, other: AECEnv[Any, Any, Any]) -> None:
        """Go to the position of another environment of the same configuration, such as an earlier clone."""
        self._inner.restore(other)
        self._has_reset = self._has_updated = True

    def __str__(self) -> str:
        return str(self.env)
