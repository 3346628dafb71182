"""Vacations of an account, as the fold of its own stream. Pure.

A vacation is charged to the year (UTC) in which it begins; what is not used, because the player
came back early, is not charged.
"""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta

from eventstore.canonical import parse_timestamp
from eventstore.events import StoredEvent
from matches.clocks import NOTHING, Span

KIND = "vacation"
"""The kind of the streams; the id is the account's."""
DAYS_A_YEAR = 14
A_YEAR = timedelta(days=DAYS_A_YEAR)


class Vacations:
    """Everything that the stream says."""

    __slots__ = ("last", "used", "version")

    def __init__(self) -> None:
        self.version = 0
        self.last: Span | None = None
        """The present vacation, or the last one."""
        self.used: dict[int, timedelta] = {}
        """How much has been taken, by year."""

    def fold(self, events: Iterable[StoredEvent]) -> "Vacations":
        """Fold events that follow the ones folded so far, and return the state itself."""
        for event in events:
            data = json.loads(event.body)
            self.version = event.version
            if event.type == "vacation_taken":
                self._charge(
                    Span(parse_timestamp(data["from"]), parse_timestamp(data["until"])), NOTHING
                )
            elif self.last is not None:
                begin, end = self.last
                self._charge(Span(begin, parse_timestamp(data["at"])), end - begin)
        return self

    def _charge(self, span: Span, instead_of: timedelta) -> None:
        year = span.begin.year
        self.used[year] = self.used.get(year, NOTHING) + (span.end - span.begin) - instead_of
        self.last = span

    def left(self, at: datetime) -> timedelta:
        """Return how much may still be taken in a moment's year."""
        return A_YEAR - self.used.get(at.year, NOTHING)

    def present(self, at: datetime) -> Span | None:
        """Return the vacation that lasts at a moment, if one does."""
        return self.last if self.last is not None and self.last.end > at else None
