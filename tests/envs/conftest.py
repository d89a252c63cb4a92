"""Settings for all tests of the environments."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def _one_torch_thread():
    """Two torch threads on two busy cores wait for each other most of the time."""
    import torch

    torch.set_num_threads(1)
