"""Units that died are brought back, and nothing else changes."""

import torch

from experiments.revival import revive
from hadara_agents.policy.network import Network
from hadara_agents.policy.spec import NetworkSpec
from hadara_env.cards import load
from tests.training.helpers import positions

GONE = [3, 4, 9]


def trained(gone: list[int]) -> tuple[Network, torch.optim.Optimizer, torch.Tensor]:
    """A network some of whose first units nothing sets, after some steps."""
    torch.manual_seed(1)
    network = Network(NetworkSpec("cards", (24, 16), 8, blocks=1, rungs=True, prospects=True), load())
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    observations = torch.from_numpy(positions(every=30)[0])
    with torch.no_grad():
        first, _ = layers(network)
        first.bias.fill_(1.0)  # the others are alive
        first.bias[gone] = -1000.0
    steps(network, optimiser, observations)
    return network, optimiser, observations


def layers(network: Network) -> list[torch.nn.Linear]:
    return [layer for layer in network.trunk if isinstance(layer, torch.nn.Linear)]


def steps(network: Network, optimiser: torch.optim.Optimizer, observations: torch.Tensor) -> None:
    for _ in range(5):
        logits, values = network(observations)
        optimiser.zero_grad()
        (logits.square().mean() + (values - 1).square().mean()).backward()
        optimiser.step()


def test_revived_units_change_what_the_network_says_or_stay_dead():
    network, optimiser, observations = trained(GONE)
    before = network(observations)
    first, second = layers(network)
    alive = first.weight.detach().clone()
    assert revive(network, optimiser, seed=1) == len(GONE)
    for was, found in zip(before, network(observations), strict=True):
        torch.testing.assert_close(found, was, rtol=0, atol=1e-6)
    changed = first.weight.ne(alive).any(1)
    assert changed.nonzero().flatten().tolist() == GONE
    heard = second.weight[:, GONE].detach().clone()
    steps(network, optimiser, observations)
    assert second.weight[:, GONE].ne(heard).any(0).all()
    assert revive(network, optimiser, seed=2) == 0


def test_network_all_alive_is_changed():
    network, optimiser, _ = trained([])
    before = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    assert revive(network, optimiser, seed=1) == 0
    for name, tensor in network.state_dict().items():
        torch.testing.assert_close(tensor, before[name], rtol=0, atol=0)
