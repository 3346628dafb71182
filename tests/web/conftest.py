"""What every test of the pages may rely on."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Begin and end in English: a request leaves its language behind in the thread."""
    translation.activate("en")
    yield
    translation.activate("en")
