"""Public beacons: values that appear at a known time, and that nobody at a table can choose. Pure.

A seal names one that does not exist yet; what is drawn depends on it beside the secret and the
shares. `docs/fair-draws.md` has the bytes.
"""

import hashlib
import re
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple, Self

Source = Literal["drand", "nist"]

QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""The hash of drand's chain."""
GENESIS = datetime.fromtimestamp(1_692_803_367, UTC)
"""When its first round was due."""
PERIOD = timedelta(seconds=3)
"""Between two of its rounds."""
PULSE_PERIOD = timedelta(seconds=60)
"""Between two pulses of NIST's chain 2, at least: a pulse that fails has no number."""
AHEAD = timedelta(seconds=6)
"""How much later than the end of the time for shares a beacon is due that a seal names."""
WAIT = timedelta(seconds=60)
"""How long a beacon is waited for from when it was due."""
VALUE_BYTES = {"drand": 48, "nist": 64}
NUMBER_MAX = 10**12
LINE = re.compile(rf"(?:drand {QUICKNET}|nist 2) ([1-9][0-9]{{0,11}})")


class Beacon(NamedTuple):
    """One value of a source, which seals name by a line."""

    source: Source
    number: int
    """Of drand's round, or of NIST's pulse."""

    @classmethod
    def read(cls, line: str) -> Self | None:
        """Return what a line of a seal names; None where it names none."""
        found = LINE.fullmatch(line)
        if found is None:
            return None
        return cls("drand" if line.startswith("drand") else "nist", int(found[1]))

    @property
    def line(self) -> str:
        """How a seal names it."""
        return f"{'drand ' + QUICKNET if self.source == 'drand' else 'nist 2'} {self.number}"

    def can_be(self, value: bytes) -> bool:
        """Tell whether a value is as long as those of the source are."""
        return len(value) == VALUE_BYTES[self.source]

    def due_from(self, after: datetime) -> datetime:
        """Return when it can be there at the earliest; `after` is what it had to be later than."""
        return due(self.number) if self.source == "drand" else after

    def given_up_from(self, after: datetime) -> datetime:
        """Return from when on it may be given up."""
        return self.due_by(after) + WAIT

    def due_by(self, after: datetime) -> datetime:
        """Return when it is due at the latest, if all goes well."""
        return due(self.number) if self.source == "drand" else after + PULSE_PERIOD

    def can_be_known(self, value: bytes | None, after: datetime, at: datetime) -> bool:
        """Tell whether it can be known by then that it has come to a value, or not come (None)."""
        return at >= (self.given_up_from(after) if value is None else self.due_from(after))


def due(number: int) -> datetime:
    """Return when a round of drand is due."""
    return GENESIS + (number - 1) * PERIOD


def first_round_after(moment: datetime) -> Beacon:
    """Return the first round of drand that is due later than a moment."""
    return Beacon("drand", max(0, (moment - GENESIS) // PERIOD + 1) + 1)


def first_pulse_after(moment: datetime, known: int, at: datetime) -> Beacon:
    """Return the first pulse of NIST that can come later than a moment, by one that is known.

    Pulses that fail have no number, so the one that is named may come later, and never earlier.
    """
    return Beacon("nist", known + max(1, (moment - at) // PULSE_PERIOD + 1))


def randomness(signature: bytes) -> bytes:
    """Return what drand publishes beside a signature."""
    return hashlib.sha256(signature).digest()
