"""Joining a Ray cluster, or starting one here, and leaving it again whatever happens."""

import logging
import os
import socket
from types import TracebackType
from typing import Any

from hadara_env import HadaraError
from hadara_env.envs.adapters import not_installed

LOCAL = "local"
_KNOCK = 10.0  # seconds
# Ray reads these when it starts: a busy machine takes longer than Ray's own limit, and unset the other one warns.
ENVIRONMENT = {
    "RAY_raylet_start_wait_time_s": "300",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


class ClusterError(HadaraError):
    """A cluster that cannot be reached, or that nothing can be done with."""


class Cluster:
    """`with Cluster(ADDRESS) as ray:`; "local" starts Ray on this machine for as long as the block lasts."""

    def __init__(self, address: str, cores: int | None = None) -> None:
        self.address, self._cores = address, cores

    def __enter__(self) -> Any:
        for name, value in ENVIRONMENT.items():
            os.environ.setdefault(name, value)
        try:
            import ray
        except ImportError as missing:
            raise ClusterError(not_installed("Ray", "ray")) from missing
        quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False, "configure_logging": True}
        self._ours = not ray.is_initialized()
        if not self._ours:
            return ray
        self._knock()
        try:
            if self.address == LOCAL:
                ray.init(address="local", num_cpus=self._cores, include_dashboard=False, **quiet)
            else:
                ray.init(address=self.address, **quiet)
        except Exception as error:  # Ray raises the bare class where a node does not start
            ray.shutdown()
            reason = str(error).strip().partition("\n")[0].rstrip(".")
            raise ClusterError(f"The Ray cluster {self.address!r} cannot be joined: {reason}.") from error
        return ray

    def _knock(self) -> None:
        """Ray tries an address for minutes before it gives up."""
        host, _, port = self.address.rpartition(":")
        if not host or not port.isdecimal() or "://" in host:
            return
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=_KNOCK).close()
        except OSError as error:
            reason = error.strerror or "no answer"
            raise ClusterError(f"The Ray cluster {self.address!r} cannot be joined: {reason}.") from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._ours:
            import ray

            ray.shutdown()
