"""What the checks of the contract share."""

from collections import Counter
from collections.abc import Sequence
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


def differing(before: Sequence[Any], after: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Return what is in the first and not in the second, and the other way round."""
    one, other = Counter(before), Counter(after)
    return sorted((one - other).elements()), sorted((other - one).elements())
