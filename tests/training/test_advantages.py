"""The advantages of the trainer, against a version that is slow and plain."""

import numpy as np
import pytest

from experiments.advantages import advantages


def plain(data: dict[str, np.ndarray], lam: float) -> dict[tuple[int, int], np.ndarray]:
    """Advantages by (time, row), each from its definition: a sum over the seat's later decisions in the same game."""
    steps, rows = data["actor"].shape
    found = {}
    for b in range(rows):
        for t in range(steps):
            if not data["mine"][t, b]:
                continue
            deltas = deltas_from(data, t, b)
            if deltas:
                found[t, b] = sum(lam**k * delta for k, delta in enumerate(deltas))
    return found


def deltas_from(data: dict[str, np.ndarray], t: int, b: int) -> list[np.ndarray]:
    """One for each decision of this seat from t on whose outcome, the next decision or the end, is in the batch."""
    seat, deltas, value = data["actor"][t, b], [], data["value"][t, b].astype(float)
    for later in range(t, len(data["actor"])):
        decides = data["actor"][later, b] == seat and data["mine"][later, b]
        if later > t and decides:
            deltas.append(data["value"][later, b] - value)
            value = data["value"][later, b].astype(float)
        if data["done"][later, b]:
            return [*deltas, data["reward"][later, b, seat] - value]
    if data["last_actor"][b] == seat:
        deltas.append(data["last_value"][b] - value)
    return deltas


def random_batch(seed: int, steps: int, rows: int, seats: int, ends: float, others: float) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    done = rng.random((steps, rows)) < ends
    actor = rng.integers(0, seats, (steps, rows)).astype(np.int16)
    guest = np.zeros((steps, rows), bool)  # whole seats of whole games belong to others
    last_actor = rng.integers(0, seats, rows).astype(np.int16)
    for b in range(rows):
        whose = rng.random(5) < others
        for t in range(steps):
            guest[t, b] = whose[actor[t, b]]
            if done[t, b]:
                whose = rng.random(5) < others
        if whose[last_actor[b]]:
            last_actor[b] = -1
    reward = np.where(done[..., None, None], rng.normal(size=(steps, rows, 5, 2)), 0).astype(np.float32)
    return {
        "value": rng.normal(size=(steps, rows, 2)).astype(np.float32), "reward": reward, "actor": actor,
        "mine": ~guest, "done": done, "last_value": rng.normal(size=(rows, 2)).astype(np.float32),
        "last_actor": last_actor,
    }  # fmt: skip


def computed(data: dict[str, np.ndarray], lam: float) -> tuple[np.ndarray, np.ndarray]:
    gain, known = np.zeros_like(data["value"]), np.zeros_like(data["mine"])
    value, reward, actor, mine, done, last_value, last_actor = data.values()
    advantages(value, reward, actor, mine, done, last_value, last_actor, lam, gain, known)
    return gain, known


@pytest.mark.parametrize("lam", [0.0, 0.9, 1.0])
@pytest.mark.parametrize(("seats", "ends", "others"), [(2, 0.1, 0.0), (3, 0.05, 0.4), (5, 0.3, 0.3), (4, 0.0, 0.5)])
def test_advantage_is_not_that_of_the_seats_own_chain(seats: int, ends: float, others: float, lam: float):
    data = random_batch(seats, 40, 12, seats, ends, others)
    gain, known = computed(data, lam)
    wanted = plain(data, lam)
    assert {(int(t), int(b)) for t, b in np.argwhere(known)} == set(wanted)
    assert len(wanted) > 100
    for place, value in wanted.items():
        np.testing.assert_allclose(gain[place], value, rtol=1e-4, atol=1e-5)


def test_decision_of_another_player_is_learned_from():
    data = random_batch(7, 30, 8, 3, 0.1, 0.6)
    _, known = computed(data, 0.9)
    assert not known[~data["mine"]].any()
    assert (~data["mine"]).sum() > 50
