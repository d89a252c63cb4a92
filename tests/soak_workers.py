"""Stand-ins for the process of a soak's target."""

import os
from multiprocessing.connection import Connection


def dies_of_case_three(target: str, seed: int, numbers: range, pipe: Connection) -> None:
    """As a kernel does that writes where it should not."""
    for number in numbers:
        pipe.send(("case", number))
        if number == 3:
            os._exit(9)
        pipe.send(("outcome", "accepted"))
    pipe.send(("end", (90.0, 90.0)))


def grows(target: str, seed: int, numbers: range, pipe: Connection) -> None:
    """As a cache does that forgets nothing."""
    for number in numbers:
        pipe.send(("case", number))
        pipe.send(("outcome", "accepted"))
    pipe.send(("end", (90.0, 190.0)))
