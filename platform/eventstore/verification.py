"""What `manage.py verify` checks of a stream: that it is there, its chain, and its owner's part."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

import msgspec
import psycopg
from django.db import connection, transaction
from django.db.models import Model

from eventstore import chain, checkpoints, streams
from eventstore.checkpoints import Head, Name, Rows
from eventstore.errors import StoreError
from eventstore.events import StoredEvent
from eventstore.models import Verification
from eventstore.projections import Projection, differing_columns
from eventstore.sealed import ArchiveAwayError


class Fault(NamedTuple):
    """Something in a stream that cannot be as it should."""

    stream_kind: str
    stream_id: UUID
    version: int
    """The event that is wrong; 0 when it is the stream as a whole."""
    text: str

    def __str__(self) -> str:
        return f"{self.stream_kind} {self.stream_id} event {self.version}: {self.text}"


FAULTS_KEPT = 20
"""Faults of a run that are kept in words."""

UNREADABLE = (
    *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
    *(StoreError, msgspec.MsgspecError, psycopg.DataError),
)
"""What reading or folding raises when a row is not of the form that its kind has."""

Verifier = Callable[[UUID, Sequence[StoredEvent]], Iterable[Fault]]
"""Checks one stream of a kind beyond its chain."""

_verifiers: dict[str, Verifier] = {}
_rows: dict[str, Rows] = {}


def register(kind: str, verifier: Verifier, rows: Rows | None = None) -> None:
    """Let the streams of a kind be checked by its owner as well, and its rows be walked."""
    _verifiers[kind] = verifier
    if rows is not None:
        _rows[kind] = rows


def broken_links(kind: str, stream_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield the first event whose version or hash does not follow, if any."""
    fault = chain.first_fault(kind, stream_id, events)
    if fault is not None:
        yield Fault(kind, stream_id, *fault)


def column_faults(kind: str, row: Model, wanted: Mapping[str, object]) -> Iterator[Fault]:
    """Yield the columns of a stream's own row that a rebuild would give other values."""
    for name, stored, value in differing_columns(row, wanted):
        text = f"the row's {name} is {stored!r}, a rebuild gives {value!r}"
        yield Fault(kind, row.pk, 0, text)


def row_faults(
    kind: str, stream_id: UUID, projection: Projection, state: object
) -> Iterator[Fault]:
    """Yield that the rows of a stream in a table are not those of a rebuild."""
    if projection.difference(stream_id, state).size:
        name = projection.model._meta.verbose_name_plural  # noqa: SLF001 - Django's public name.
        yield Fault(kind, stream_id, 0, f"the rows of {name} are not those of a rebuild")


def everything() -> list[Name]:
    """Return every stream that events, rows or checkpoints tell of."""
    return checkpoints.everything(_rows)


def moved(since: datetime | None) -> list[Name]:
    """Return those that have not been found whole as they stand, since a moment if one is given."""
    return checkpoints.moved(_rows, since)


def stream_ids(kind: str) -> list[UUID]:
    """Return the ids of all streams of a kind, in order."""
    return [stream for each, stream in everything() if each == kind]


@contextmanager
def snapshot() -> Iterator[None]:
    """Let everything inside be read as of one moment, whatever is committed meanwhile.

    A caller's own transaction is left as it is: its isolation cannot be changed any more.
    """
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


class Examined(NamedTuple):
    """What was found of one stream."""

    faults: list[Fault]
    head: Head | None
    """Its last event, if it has any."""


def check(kind: str, stream_id: UUID) -> list[Fault]:
    """Return the faults of one stream; none when it is as it should be."""
    return examine(kind, stream_id).faults


def examine(kind: str, stream_id: UUID) -> Examined:
    """Check one stream.

    It may be in use: its events and the rows beside them are of one moment.
    """
    try:
        with snapshot():
            events = streams.load(kind, stream_id)
            faults = list(_faults(kind, stream_id, events))
    except ArchiveAwayError as error:
        return Examined([Fault(kind, stream_id, 0, f"cannot be read: {error}")], None)
    except UNREADABLE as error:
        text = f"holds what no stream of this kind does: {type(error).__name__}: {error}"
        return Examined([Fault(kind, stream_id, 0, text)], None)
    return Examined(faults, Head(events[-1].version, events[-1].hash) if events else None)


def _faults(kind: str, stream_id: UUID, events: Sequence[StoredEvent]) -> list[Fault]:
    """Return what is wrong with a stream, as the first look that finds anything sees it."""
    rows, verifier = _rows.get(kind), _verifiers.get(kind)
    row = None if rows is None else checkpoints.row_of(rows, stream_id)
    looks: tuple[Callable[[], Iterable[Fault]], ...] = (
        lambda: _emptied(kind, stream_id, events, row),
        lambda: broken_links(kind, stream_id, events),
        lambda: _rewritten(kind, stream_id, events),
        lambda: _behind(kind, stream_id, events, row),
        lambda: () if verifier is None else verifier(stream_id, events),
    )
    for look in looks:
        faults = list(look())
        if faults:
            return faults
    return []


def _emptied(
    kind: str, stream_id: UUID, events: Sequence[StoredEvent], row: Head | None
) -> Iterator[Fault]:
    """Yield that nothing is left of a stream."""
    if events:
        return
    kept = checkpoints.kept(kind, stream_id)
    if row is not None:
        text = f"has no events, though its row stands at version {row.version}"
    elif kept is not None:
        text = f"has no events and no row, though it stood at version {kept.version} on {kept.at}"
    else:
        text = "has no events"
    yield Fault(kind, stream_id, 0, text)


def _rewritten(kind: str, stream_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield that a stream does not go on from where it was found whole earlier."""
    kept = checkpoints.kept(kind, stream_id)
    if kept is None:
        return
    if kept.version > len(events):
        text = f"ends with version {len(events)}, but stood at {kept.version} on {kept.at}"
        yield Fault(kind, stream_id, len(events), text)
    elif events[kept.version - 1].hash != kept.hash:
        text = f"has another hash than on {kept.at}: the history was rewritten"
        yield Fault(kind, stream_id, kept.version, text)


def _behind(
    kind: str, stream_id: UUID, events: Sequence[StoredEvent], row: Head | None
) -> Iterator[Fault]:
    """Yield that the row of a stream keeps another last event."""
    last = events[-1]
    if row is None:
        return
    if row.version != last.version:
        text = f"the row is at version {row.version}, the events end with {last.version}"
        yield Fault(kind, stream_id, 0, text)
    elif row.hash is not None and row.hash != last.hash:
        text = f"the row's head_hash is not the hash of event {last.version}"
        yield Fault(kind, stream_id, 0, text)


def remember(streams: int, faults: Sequence[Fault | str], *, is_full: bool = True) -> None:
    """Keep what a run has found, for whoever looks after the site."""
    Verification.objects.create(
        at=datetime.now(UTC),
        is_full=is_full,
        streams=streams,
        faults=len(faults),
        first_faults=[str(fault) for fault in faults[:FAULTS_KEPT]],
    )
