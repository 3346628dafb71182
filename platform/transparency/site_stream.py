"""What happened to the site itself, as a stream of its own: it went back, or has other keys.

The public log holds its head like any other's. There is one such stream, with an id of zeros.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from secrets import token_urlsafe
from typing import NamedTuple
from uuid import UUID

import msgspec

from api.formats import REASON_MAX
from eventstore import chain, streams
from eventstore import command_handler as kernel
from eventstore.aggregate import CommandContext, PlainAggregate, UnitOfWork
from eventstore.canonical import format_timestamp
from eventstore.catalogue import Catalogue
from eventstore.events import Moment, Point, StoredEvent
from eventstore.verification import Fault
from transparency import checkpoints, identity, notes, store

KIND = "site"
STREAM = UUID(int=0)
NEWS = timedelta(weeks=4)
"""How long the home page tells of a rewind; the page of the log does for ever."""


class SiteRewound(msgspec.Struct, frozen=True, kw_only=True):
    """A restored backup had less than what this site had signed."""

    reason: str
    origin: str
    """The name of the log that had more; empty where nothing of it is known."""
    size: int
    """How many entries it had, as far as is known."""
    note: str
    """The last checkpoint that is known of it, as it was signed."""
    kept: int
    """How many entries the restored one has."""
    from_root: str = ""
    """The root of the log that had more, in base64; empty as its name."""
    to_at: str | None = None
    """When the last event in any match happened that is left."""
    streams: tuple[str, ...] = ()
    """The matches that were being played then: which of them lost events cannot be told."""
    others: tuple[str, ...] = ()
    """The same of those that only their players may know of: others are told how many."""

    @property
    def matches(self) -> tuple[str, ...]:
        """All that were being played."""
        return self.streams + self.others


class KeyRotated(msgspec.Struct, frozen=True, kw_only=True):
    """Other keys sign the public log, its witness and seals from now on."""

    reason: str
    note: str
    """What says so to whoever has kept one of the old keys (`transparency.rotations`)."""


SiteEvent = SiteRewound | KeyRotated
CATALOGUE: Catalogue[SiteEvent] = Catalogue(
    {"site_rewound": SiteRewound, "key_rotated": KeyRotated}
)


class SiteState:
    """What the stream says."""

    __slots__ = ("at", "hash", "id", "rewinds", "rotations", "version")

    def __init__(self, stream_id: UUID) -> None:
        self.id = stream_id
        self.version = 0
        self.hash = chain.genesis(KIND, stream_id)
        self.at: datetime | None = None
        self.rewinds: list[SiteRewound] = []
        self.rotations: list[KeyRotated] = []


class SiteAggregate(PlainAggregate[SiteState]):
    """The kind of stream."""

    kind = KIND
    catalogue = CATALOGUE

    def initial(self, stream_id: UUID) -> SiteState:
        """Return a site that nothing has happened to."""
        return SiteState(stream_id)

    def evolve(self, state: SiteState, event: SiteEvent, _moment: Moment) -> None:
        """Fold one event."""
        if isinstance(event, SiteRewound):
            state.rewinds.append(event)
        else:
            state.rotations.append(event)


SITE = SiteAggregate()


class DeclaredError(ValueError):
    """The text says why something cannot be declared so."""


class Declared(NamedTuple):
    """A rewind, and when it was declared."""

    at: datetime
    rewind: SiteRewound


class Rotated(NamedTuple):
    """A rotation of keys, and when it was declared."""

    at: datetime
    rotation: KeyRotated


def require_reason(reason: str) -> None:
    """Raise DeclaredError where a reason is missing, or too long."""
    if not reason.strip() or len(reason) > REASON_MAX:
        message = f"say why, in 1 to {REASON_MAX} characters"
        raise DeclaredError(message)


class Left(NamedTuple):
    """What a restored database has of matches."""

    at: datetime | None = None
    """When something last happened in one."""
    live: Sequence[UUID] = ()
    """Those that were being played then, and that everybody may know of."""
    others: Sequence[UUID] = ()
    """The other ones that were being played."""


NOTHING = Left()


def declare(
    reason: str, note: str, ended: Collection[str] = (), *, left: Left = NOTHING
) -> SiteRewound:
    """Add that the site's history went back; raises DeclaredError, and NoteError for no note.

    The note is the last checkpoint that is known of before, or empty. A log never goes on under
    the name of one that had more: it would be two histories by one name. `ended` are the names of
    all logs that are known to have gone back.
    """
    require_reason(reason)
    last = store.newest()
    kept = 0 if last is None else last.size
    before = checkpoints.read(notes.read(note)) if note else None
    if before is not None and before.origin == identity.origin() and not store.holds(before):
        free = free_name(before.origin, {*ended, before.origin})
        message = (
            f"give the log a new name first: LOG_ORIGIN is {before.origin}, whose log had"
            f" {before.size} entries, and this one has {kept}; {free} is free"
        )
        raise DeclaredError(message)
    event = SiteRewound(
        reason=reason.strip(),
        origin="" if before is None else before.origin,
        size=0 if before is None else before.size,
        note=note,
        kept=kept,
        from_root="" if before is None else checkpoints.encoded(before.root),
        to_at=None if left.at is None else format_timestamp(left.at),
        streams=tuple(map(str, left.live)),
        others=tuple(map(str, left.others)),
    )
    add(event)
    return event


def add(event: SiteEvent) -> None:
    """Add what has happened to the site."""

    def decide(_state: SiteState, work: UnitOfWork[SiteState]) -> None:
        work.add(event)

    context = CommandContext("system", token_urlsafe(24))
    kernel.handle(SITE, STREAM, context, decide, expected_version=len(_events()))


def next_name(origin: str) -> str:
    """Return the name of the log that follows another: its number is one more.

    >>> next_name("club.example/cutpurse/1"), next_name("club.example/log")
    ('club.example/cutpurse/2', 'club.example/log/2')
    """
    before, _, number = origin.rpartition("/")
    return f"{before}/{int(number) + 1}" if number.isdecimal() else f"{origin}/2"


def free_name(origin: str, ended: Collection[str]) -> str:
    """Return the first name from one on that no log has had which has gone back."""
    while origin in ended:
        origin = next_name(origin)
    return origin


def declared() -> list[Declared]:
    """Return the rewinds that were declared, the first one first."""
    return [Declared(at, event) for at, event in _events() if isinstance(event, SiteRewound)]


def recent(at: datetime | None = None) -> list[Declared]:
    """Return the last rewind, while it is news, by default now."""
    now = at or datetime.now(UTC)
    return [each for each in declared()[-1:] if now - each.at < NEWS]


def rotated() -> list[Rotated]:
    """Return the rotations of keys that were declared, the first one first."""
    return [Rotated(at, event) for at, event in _events() if isinstance(event, KeyRotated)]


def _events() -> Sequence[tuple[datetime, SiteEvent]]:
    found = streams.head(KIND, STREAM)
    return () if found is None else _events_until(Point(found.version, bytes(found.hash or b"")))


@lru_cache(maxsize=4)
def _events_until(head: Point) -> Sequence[tuple[datetime, SiteEvent]]:
    """Return the events up to a head, which each process reads once: pages ask for them often."""
    stored = streams.load(KIND, STREAM, until=head.version)
    return tuple((each.at, CATALOGUE.decode(each.type, each.schema, each.body)) for each in stored)


def touching(stream_id: UUID) -> list[Declared]:
    """Return the rewinds that may have taken events from a stream."""
    return [each for each in declared() if str(stream_id) in each.rewind.matches]


def verify(stream_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with the stream beyond its chain."""
    for each in events:
        if stream_id != STREAM or each.type not in CATALOGUE:
            yield Fault(KIND, stream_id, each.version, f"{each.type} is no known kind")
            return
