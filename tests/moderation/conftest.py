"""What tests of moderation ask for."""

from collections.abc import Iterator

import pytest

from api import limits


@pytest.fixture
def without_leases() -> Iterator[None]:
    """Count requests from nothing before and after the test."""
    limits.reset()
    yield
    limits.reset()
