"""A small counter-based generator: number k of a stream is a hash of the key and k, the same on every machine.

Only the low 32 bits of products are used, so compiled int64 arithmetic and interpreted integers agree.
"""

import numpy as np

from hadara_env.engine.jit import kernel

_MASK = 0xFFFFFFFF


@kernel
def mix(x):
    """Spread every bit of a 32-bit number over all 32 (a published low-bias integer hash)."""
    x ^= x >> 17
    x = (x * 0xED5AD4BB) & _MASK
    x ^= x >> 11
    x = (x * 0xAC4C1B51) & _MASK
    x ^= x >> 15
    x = (x * 0x31848BAB) & _MASK
    return x ^ (x >> 14)


@kernel
def hash32(seed, k):
    """The k-th 32-bit number of the stream of a seed below 2**53."""
    low, high = int(seed) & _MASK, (int(seed) >> 32) & _MASK
    return mix((mix((mix(int(k) & _MASK) + low) & _MASK) + mix(high ^ 0x9E3779B9)) & _MASK)


@kernel
def game_seed(master, k):
    """The seed of game k of a batch: 53 bits, so that any JSON reader keeps it exactly."""
    return (hash32(master, 2 * k) & 0x1FFFFF) << 32 | hash32(master, 2 * k + 1)


@kernel
def below(rng, n):
    """A number from 0 to n - 1; `rng` is an int64 array [seed, next counter] that moves on."""
    k = rng[1]
    rng[1] = k + 1
    return (hash32(rng[0], k) * int(n)) >> 32


@kernel
def shuffle(rng, items, size):
    """Put the first `size` items in random order, in place."""
    for i in range(size - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]


def new_rng(seed: int) -> np.ndarray:
    """The state `below` and `shuffle` take."""
    return np.array([seed & ((1 << 53) - 1), 0], dtype=np.int64)
