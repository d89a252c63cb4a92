"""Whole numbers of an observation that a network may be told a second time, one input for each value they may reach.

Seals, colonies and busts are scored at thresholds, some only in sight when coins and the coming income are added up; a
network learns them slowly from one small number and quickly from such rungs.
"""

from dataclasses import dataclass
from typing import Final

from hadara_env.cards import TRACKS
from hadara_env.engine.observation import OBS


@dataclass(frozen=True)
class Counted:
    """A number that stands, scaled, in one column of the observation or is the sum of two; its lowest value is 0."""

    columns: tuple[int, int]
    scales: tuple[float, float]  # back to whole numbers; 0 where there is no second column
    rungs: int  # inputs: the first is 1 from 1 on, the last from as many on


def _counted() -> tuple[Counted, ...]:
    found = []
    for seat in ("me", "next1"):
        coins, income, tracks = (OBS.slice(f"{seat}.{piece}").start for piece in ("coins", "income", "tracks"))
        found.append(Counted((coins, coins), (50.0, 0.0), 31))
        found.append(Counted((coins, income), (50.0, 20.0), 45))
        found += [Counted((tracks + k, tracks + k), (30.0, 0.0), 36) for k in range(len(TRACKS))]
    return tuple(found)


COUNTED: Final = _counted()
NUM_RUNGS: Final = sum(number.rungs for number in COUNTED)
