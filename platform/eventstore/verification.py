"""What `manage.py verify` checks: the chain of every stream, and what each stream's owner adds."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction

from eventstore import chain, streams
from eventstore.events import StoredEvent
from eventstore.models import Event, Verification


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

Verifier = Callable[[UUID, Sequence[StoredEvent]], Iterable[Fault]]
"""Checks one stream of a kind beyond its chain."""

_verifiers: dict[str, Verifier] = {}


def register(kind: str, verifier: Verifier) -> None:
    """Let the streams of a kind be checked by its owner as well."""
    _verifiers[kind] = verifier


def broken_links(kind: str, stream_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield the first event whose version or hash does not follow, if any."""
    fault = chain.first_fault(kind, stream_id, events)
    if fault is not None:
        yield Fault(kind, stream_id, *fault)


def stream_ids(kind: str) -> list[UUID]:
    """Return the ids of all streams of a kind, oldest first."""
    first = Event.objects.filter(stream_kind=kind, version=1)
    return list(first.order_by("recorded_at", "stream_id").values_list("stream_id", flat=True))


def kinds() -> list[str]:
    """Return the kinds of streams in the store."""
    found = Event.objects.filter(version=1).values_list("stream_kind", flat=True).distinct()
    return sorted(set(found) | set(_verifiers))


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


def check(kind: str, stream_id: UUID) -> list[Fault]:
    """Return the faults of one stream; none when it is as it should be.

    The stream may be in use: its events and the rows beside them are of one moment.
    """
    with snapshot():
        events = streams.load(kind, stream_id)
        faults = list(broken_links(kind, stream_id, events))
        verifier = _verifiers.get(kind)
        if not faults and verifier is not None:
            faults.extend(verifier(stream_id, events))
    return faults


def remember(streams: int, faults: Sequence[Fault]) -> None:
    """Keep what a run over everything has found, for whoever looks after the site."""
    Verification.objects.create(
        at=datetime.now(UTC),
        streams=streams,
        faults=len(faults),
        first_faults=[str(fault) for fault in faults[:FAULTS_KEPT]],
    )
