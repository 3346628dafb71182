"""Append to streams by the writer of the kernel, whatever the events hold: for tests alone."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from eventstore import chain, streams, writer
from eventstore.canonical import truncate_to_ms
from eventstore.events import Author, NewEvent, Point, StoredEvent
from eventstore.writer import Sealed


def append(  # noqa: PLR0913 - the parts of a command
    kind: str,
    stream_id: UUID,
    expected_version: int,
    events: Sequence[NewEvent],
    *,
    actor: str,
    key: str,
    at: datetime,
    fingerprint: bytes | None = None,
) -> list[StoredEvent]:
    """Write events behind a version that the stream is expected at; raises as `writer.write`."""
    known = streams.load(kind, stream_id, until=expected_version)
    previous = known[-1].hash if known else chain.genesis(kind, stream_id)
    author = Author(actor, key, fingerprint, streams.new_salt())
    stored = streams.chain_hashes(
        events, author, version=expected_version, previous=previous, at=truncate_to_ms(at)
    )
    sealed = Sealed(kind, stream_id, Point(expected_version, previous), author, stored)
    writer.write(sealed.statement(), author)
    return stored
