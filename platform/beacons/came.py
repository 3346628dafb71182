"""What a beacon is said to have come to, and what can be told of that from a log alone. Pure."""

from typing import NamedTuple

from beacons import signatures
from games.beacons import Beacon

FORGED = "the value of the beacon is not the one that drand has signed: {}"


class Came(NamedTuple):
    """What a beacon is said to have come to."""

    named: str
    value: str | None
    """None where it did not come."""

    @property
    def is_signed(self) -> bool | None:
        """Whether whoever publishes it has signed the value; None where that is not known here."""
        beacon = Beacon.read(self.named)
        if beacon is None or self.value is None:
            return None
        return signatures.verdict(beacon, bytes.fromhex(self.value))

    @property
    def forgery(self) -> str | None:
        """What is to be said of a value that is not the one that was published; None of others."""
        return FORGED.format(self.named) if self.is_signed is False else None

    @property
    def words(self) -> str:
        """What it has come to, as far as that can be told here."""
        if self.is_signed:
            return f"beacon: {self.named} is {self.value}, which drand has signed"
        return (
            f"beacon: {self.named}, said to be {self.value}:"
            " compare that, and when it was made, with what its source has published"
        )
