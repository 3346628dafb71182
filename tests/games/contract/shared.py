"""What the checks of the contract share."""

from hashlib import sha256
from typing import Any

import msgspec

from games.chance import FairChance
from games.core import PUBLIC, Viewer
from tests.games.tables import Match


def canonical(data: Any) -> bytes:
    """Return the data as canonical JSON."""
    return msgspec.json.encode(data, order="sorted")


def viewers(match: Match) -> list[Viewer]:
    """Return everybody who may look on, but for ALL."""
    return [*range(match.table.seats), PUBLIC]


def chance(label: str) -> FairChance:
    """Return chance of its own for a test."""
    return FairChance(sha256(label.encode()).digest())
