"""News of an account's own stream that comes from what matches belong to, as it is told there.

Whoever has some subscribes, and is asked for several accounts at once, every second. A stream tells
each line once.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple
from uuid import UUID

import msgspec


class Further(NamedTuple):
    """A line for one account."""

    account: UUID
    key: Hashable
    """What makes it another line than those before."""
    line: msgspec.Struct
    """It has an `id`, which is set when it is sent."""


Source = Callable[[Sequence[UUID]], Sequence[Further]]
_sources: list[Source] = []


def subscribe(source: Source) -> None:
    """Have accounts told what a source has for them."""
    if source not in _sources:
        _sources.append(source)


def of(accounts: Sequence[UUID]) -> list[Further]:
    """Return what all sources have for some accounts now."""
    return [each for source in _sources for each in source(accounts)]
