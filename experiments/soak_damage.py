"""How files and values go wrong: bytes that flip, vanish or repeat, and JSON in which one thing is not what it was."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

Chance = np.random.Generator

# What people and programs put where something else belongs.
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 5, 6, 235, 236, 255, 2**31, 2**53, 2**63, 10**30, 0.5, 1.0, float("nan"),
    float("inf"), "", "x", "random", "pass", "wheel:0", "draft:buy:1Y01", "1", "\x00", "ä" * 50, [], [1], [[]], {},
    {"a": 1}, (), (2, 5), (5, 2), b"", b"\xff",
)  # fmt: skip


def odd(chance: Chance) -> Any:
    """One of them."""
    return copy.deepcopy(ODD[int(chance.integers(len(ODD)))])


def odd_json(chance: Chance) -> Any:
    """One of those that JSON knows."""
    found = odd(chance)
    return odd_json(chance) if isinstance(found, (bytes, tuple)) else found


def damaged(data: bytes, chance: Chance) -> bytes:
    """The same bytes with one to three injuries; now and then they come out as they were."""
    found = bytearray(data)
    for _ in range(int(chance.integers(1, 4))):
        at = int(chance.integers(len(found) + 1))
        length = int(chance.integers(1, 40))
        match int(chance.integers(6)):
            case 0 if at < len(found):
                found[at] = int(chance.integers(256))
            case 1:
                del found[at : at + length]
            case 2:
                found[at:at] = found[at : at + length]
            case 3:
                found[at:at] = chance.bytes(length)
            case 4:
                del found[at:]
            case _ if digits := [i for i, byte in enumerate(found) if 48 <= byte <= 57]:
                found[digits[int(chance.integers(len(digits)))]] = 48 + int(chance.integers(10))
    return bytes(found)


def changed(value: Any, chance: Chance) -> Any:
    """A JSON value in which one to three places differ: another value, a part less, one twice, two exchanged."""
    found = copy.deepcopy(value)
    for _ in range(int(chance.integers(1, 4))):
        places = list(_places(found))
        if not places:
            return odd_json(chance)
        _injure(*places[int(chance.integers(len(places)))], chance)
    return found


def same_json(one: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1, and 1.0 is not 1."""
    return json.dumps(one, sort_keys=True, default=repr) == json.dumps(other, sort_keys=True, default=repr)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with every key or index in it, deep inside."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


def _injure(container: Any, key: Any, chance: Chance) -> None:
    kind = int(chance.integers(6))
    if kind == 0:
        del container[key]
    elif kind == 1 and isinstance(container, list):
        container.insert(key, copy.deepcopy(container[key]))
    elif kind == 2 and isinstance(container, list):
        other = int(chance.integers(len(container)))
        container[key], container[other] = container[other], container[key]
    elif kind == 3 and isinstance(container[key], int):
        container[key] += int(chance.integers(-2, 3))
    elif kind == 4 and isinstance(container, dict):
        container[f"{key}2"] = container.pop(key)
    else:
        container[key] = odd_json(chance)
