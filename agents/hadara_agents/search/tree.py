"""Reading what a search has grown."""

import numpy as np

from hadara_agents.search.report import Alternative
from hadara_env import View


def children(tree: np.ndarray, root: int) -> dict[int, int]:
    """The node behind each action that was tried."""
    found = {}
    child = int(tree[root]["first"])
    while child >= 0:
        found[int(tree[child]["action"])] = child
        child = int(tree[child]["next"])
    return found


def alternatives_of(tree: np.ndarray, root: int, view: View) -> list[Alternative]:
    """Every legal action, the one tried most often first, the better one of two that were tried as often."""
    nodes, found = children(tree, root), []
    for index, name in zip(view.legal.tolist(), view.names, strict=True):
        visits = int(tree[nodes[index]]["visits"]) if index in nodes else 0
        value = float(tree[nodes[index]]["total"]) / visits if visits else 0.0
        found.append(Alternative(index, name, visits, value))
    return sorted(found, key=lambda a: (-a.visits, -a.value, a.index))
