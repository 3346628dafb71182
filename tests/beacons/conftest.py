"""What tests of beacons share."""

from collections.abc import Iterator

import pytest

from tests.beacons import relay
from tests.beacons.relay import Relay


@pytest.fixture
def drand() -> Iterator[Relay]:
    """Run a relay, which the site does not take beacons from unless the test says so."""
    with relay.running() as found:
        yield found
