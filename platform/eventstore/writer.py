"""Write the events of one command in one prepared statement, on Django's connection.

The statement writes nothing unless the stream still ends with the event that the command was
decided after: at that version and with that hash, for a database that has gone back in time
reaches the same versions again with other events.
"""

from collections.abc import Sequence
from functools import lru_cache
from uuid import UUID

import msgspec
import psycopg

from eventstore import prepared, sql
from eventstore.errors import DuplicateKeyError, OvertakenError
from eventstore.events import Author, Point, StoredEvent
from eventstore.pipeline import Statement
from eventstore.streams import is_of_key

KNOWN = (
    "SELECT FROM eventstore_event"
    " WHERE stream_kind = $1 AND stream_id = $2 AND version = $3 AND hash = $4"
)


class Sealed(msgspec.Struct, frozen=True):
    """The events of one command, hashed and ready to be written after those before."""

    kind: str
    stream_id: UUID
    before: Point
    author: Author
    events: Sequence[StoredEvent]

    def parameters(self) -> list[object]:
        """Return what `sql.insert_events` takes."""
        shared = (self.kind, self.stream_id, self.before.version, *self.author, self.events[0].at)
        parameters: list[object] = list(shared)
        for event in self.events:
            parameters += (event.type, event.schema, event.body, event.hash)
        return parameters

    def statement(self) -> Statement:
        """Return the statement that writes the events alone; it answers a row if it has."""
        known: list[object] = []
        if self.before.version:
            known = [self.kind, self.stream_id, *self.before]
        return _statement(len(self.events), len(known)), [*known, *self.parameters()]


@lru_cache(maxsize=256)
def _statement(count: int, known: int) -> bytes:
    head = KNOWN if known else "SELECT"
    added = sql.insert_events(count, known + 1, "head")
    return f"WITH head AS ({head}), added AS ({added}) SELECT true FROM head".encode()  # noqa: S608


def write(statement: Statement, author: Author) -> None:
    """Run the statement that writes a command's events, in the caller's transaction if any.

    Raises OvertakenError when the stream has moved on, and DuplicateKeyError when the actor has
    used the key before, in this stream or to open one. Then nothing was written, and a transaction
    around it is at its end.
    """
    try:
        is_written = prepared.answers_row(*statement)
    except psycopg.errors.UniqueViolation as violation:
        if is_of_key(violation):
            raise DuplicateKeyError(author.actor, author.key or "") from violation
        raise OvertakenError from violation
    if not is_written:
        raise OvertakenError
