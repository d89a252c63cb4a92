"""Several processes that train one network, each with games of its own.

After every update their weights and the optimiser's moments are averaged, so that all go on from the same network: the
decisions of an update are those of all processes. The first process is the leader: it logs, measures, saves, and says
when to stop.
"""

import multiprocessing
import socket
from collections.abc import Callable, Iterable
from datetime import timedelta
from multiprocessing.process import BaseProcess
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor

from experiments.training import TrainingError

HOST = "127.0.0.1"
PATIENCE = timedelta(minutes=30)  # the others wait while the leader measures a checkpoint


class Alone:
    """Training in one process: nobody to agree with."""

    rank, size = 0, 1

    def share(self, tensors: Iterable[Tensor]) -> None:
        """Everybody takes over the leader's."""

    def average(self, tensors: Iterable[Tensor]) -> None:
        """Everybody takes over the mean of all."""

    def go_on(self, wanted: bool) -> bool:
        """What the leader wants."""
        return wanted

    def close(self) -> None:
        """Nothing is held."""


class Peers(Alone):
    """One of several processes on this machine."""

    def __init__(self, rank: int, size: int, port: int, children: Iterable[BaseProcess] = ()) -> None:
        self.rank, self.size, self.children = rank, size, list(children)
        address = f"tcp://{HOST}:{port}"
        dist.init_process_group("gloo", init_method=address, rank=rank, world_size=size, timeout=PATIENCE)

    def share(self, tensors: Iterable[Tensor]) -> None:
        self._together(lambda: [dist.broadcast(tensor.detach(), 0) for tensor in tensors])

    def average(self, tensors: Iterable[Tensor]) -> None:
        several = [tensor.detach() for tensor in tensors]
        flat = torch.cat([tensor.reshape(-1) for tensor in several])
        self._together(lambda: dist.all_reduce(flat))
        flat /= self.size
        first = 0
        for tensor in several:
            tensor.copy_(flat[first : first + tensor.numel()].view_as(tensor))
            first += tensor.numel()

    def go_on(self, wanted: bool) -> bool:
        flag = torch.tensor([int(wanted)])
        self._together(lambda: dist.broadcast(flag, 0))
        return bool(flag.item())

    def _together(self, what: Callable[[], object]) -> None:
        try:
            what()
        except RuntimeError as error:
            raise TrainingError("Another process of this training is gone; go on with --resume.") from error

    def close(self) -> None:
        dist.destroy_process_group()
        for child in self.children:
            child.join(10)


def call_peers(size: int, target: Callable[..., None], *args: Any) -> Alone:
    """Start the other processes, `target(*args, rank, size, port)` each, and lead them."""
    if size < 1:
        raise TrainingError(f"There is at least 1 process, not {size}.")
    if size == 1:
        return Alone()
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = int(free.getsockname()[1])
    context = multiprocessing.get_context("spawn")
    children = [context.Process(target=target, args=(*args, rank, size, port), daemon=True) for rank in range(1, size)]
    for child in children:
        child.start()
    return Peers(0, size, port, children)
