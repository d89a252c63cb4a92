"""Units that died in training are given something new to look for.

A unit that no observation sets has no gradient and stays as it is for ever; of the first layer, a third may end like
that while learning is fast. Revived, a unit looks at the observation in a way of its own that nobody listens to yet, so
what the network says stays the same (after ReDo, Sokar et al. 2023).
"""

from itertools import pairwise

import torch
from torch import nn

from hadara_agents.policy.network import Network

DEAD = 1e-16  # no input's second moment is above: for a long time nothing has set the unit


@torch.no_grad()
def revive(network: Network, optimiser: torch.optim.Optimizer, seed: int) -> int:
    """Revive what is dead in all layers but the last, to which the blocks add; returns how many units that were."""
    found, chance = 0, torch.Generator().manual_seed(seed)
    layers = [layer for layer in network.trunk if isinstance(layer, nn.Linear)]
    for layer, listener in pairwise(layers):
        seen = optimiser.state[layer.weight].get("exp_avg_sq")
        if seen is None:
            continue
        dead = seen.amax(1) < DEAD
        if dead.all() or not dead.any():
            continue
        count = int(dead.sum())
        found += count
        fresh = nn.functional.normalize(torch.randn((count, layer.in_features), generator=chance))
        layer.weight[dead] = fresh * layer.weight[~dead].norm(dim=1).mean()
        layer.bias[dead] = 0
        listener.weight[:, dead] = 0
        if layer is layers[0]:
            for told in (network.rungs, network.prospects, network.rivals):
                if told is not None:
                    told.weight[dead] = 0
    return found
