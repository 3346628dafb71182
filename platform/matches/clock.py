"""Clocks: how long a seat may think. Pure: every moment comes in from outside."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

PER_MOVE_MAX = 14 * 24 * 3600
"""Seconds: two weeks, the longest that one move may take."""


class Clock(NamedTuple):
    """The time control of a match."""

    per_move: int
    """Seconds that a seat has for each decision."""

    def as_data(self) -> dict[str, object]:
        """Return the clock as it stands in the opening event and in the API."""
        return {"per_move": self.per_move}


class ClockError(ValueError):
    """The text says which part of a clock is wrong, and what it may be."""


def parse(data: object) -> Clock | None:
    """Return the clock that data describes, or None for no clock; raises ClockError."""
    if data is None:
        return None
    if not isinstance(data, Mapping):
        message = 'clock must be null or an object such as {"per_move": 60}'
        raise ClockError(message)
    unknown = set(data) - {"per_move"}
    if unknown:
        message = f"clock does not know {min(map(str, unknown))}; it takes per_move"
        raise ClockError(message)
    per_move = data.get("per_move")
    if type(per_move) is not int or not 1 <= per_move <= PER_MOVE_MAX:
        message = f"per_move must be a whole number of seconds from 1 to {PER_MOVE_MAX}"
        raise ClockError(message)
    return Clock(per_move)


def deadline(clock: Clock | None, since: Iterable[datetime]) -> datetime | None:
    """Return when the first of the seats that think since those moments runs out of time."""
    if clock is None:
        return None
    first = min(since, default=None)
    return None if first is None else first + timedelta(seconds=clock.per_move)


def overdue(clock: Clock | None, since: Mapping[int, datetime], now: datetime) -> tuple[int, ...]:
    """Return the seats whose time has run out, the longest-thinking first."""
    if clock is None:
        return ()
    limit = now - timedelta(seconds=clock.per_move)
    late = [seat for seat, moment in since.items() if moment <= limit]
    return tuple(sorted(late, key=lambda seat: (since[seat], seat)))
