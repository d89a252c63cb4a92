"""What every test can rely on."""

import pytest

from hadara_env.engine import jit


@pytest.fixture(autouse=True, scope="session")
def nobody_is_told_about_compiling():
    """On a fresh machine the first test to use a kernel compiles it; what it prints must not depend on that."""
    jit._announced = True
