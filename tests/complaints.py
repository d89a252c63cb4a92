"""What bad input is answered with."""

from collections.abc import Callable

import pytest

from hadara_env import HadaraError


def complaint(wrong: Callable[[], object], kind: type[HadaraError] = HadaraError) -> str:
    """The one sentence something bad is refused with."""
    with pytest.raises(kind) as caught:
        wrong()
    sentence = str(caught.value)
    assert sentence.endswith("."), sentence
    assert "\n" not in sentence
    assert len(sentence) > 15
    assert "Traceback" not in sentence
    return sentence
