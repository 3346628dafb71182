"""Vacations of an account, as the fold of its own stream. Pure.

A vacation is charged to the year (UTC) in which it begins; what is not used, because the player
came back early, is not charged.
"""

from datetime import datetime, timedelta
from uuid import UUID

import msgspec

from eventstore import chain
from eventstore.canonical import parse_timestamp
from eventstore.catalogue import Catalogue
from matches.clocks import NOTHING, Span

KIND = "vacation"
"""The kind of the streams; the id is the account's."""
DAYS_A_YEAR = 14
A_YEAR = timedelta(days=DAYS_A_YEAR)


class VacationEvent(msgspec.Struct, frozen=True):
    """An event of an account's vacations."""


class VacationTaken(VacationEvent, frozen=True, rename={"begin": "from"}):
    """A vacation begins, and is to last so long."""

    begin: str
    until: str


class VacationEnded(VacationEvent, frozen=True):
    """The player comes back before the time."""

    at: str


CATALOGUE: Catalogue[VacationEvent] = Catalogue(
    {"vacation_taken": VacationTaken, "vacation_ended": VacationEnded}
)


class Vacations:
    """Everything that the stream says."""

    __slots__ = ("at", "hash", "id", "last", "used", "version")

    def __init__(self, account: UUID) -> None:
        self.id = account
        self.version = 0
        self.hash = chain.genesis(KIND, account)
        self.at: datetime | None = None
        self.last: Span | None = None
        """The present vacation, or the last one."""
        self.used: dict[int, timedelta] = {}
        """How much has been taken, by year."""

    def evolve(self, event: VacationEvent) -> None:
        """Fold one event."""
        if isinstance(event, VacationTaken):
            span = Span(parse_timestamp(event.begin), parse_timestamp(event.until))
            self._charge(span, NOTHING)
        elif isinstance(event, VacationEnded) and self.last is not None:
            begin, end = self.last
            self._charge(Span(begin, parse_timestamp(event.at)), end - begin)

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
