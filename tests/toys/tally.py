"""A toy stream: amounts are added to a tally, and struck out again.

It has all that a kind of stream can have: a memory, an older schema, a retroactive event, a row.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection, connections

from eventstore import chain, verification
from eventstore.aggregate import (
    CommandContext,
    RememberedAggregate,
    UnitOfWork,
)
from eventstore.catalogue import Catalogue, Data, EventType
from eventstore.events import Moment, StoredEvent
from eventstore.verification import Fault

KIND = "tally"

TABLE = "CREATE TABLE IF NOT EXISTS toy_tally (id uuid PRIMARY KEY, version int, total int)"


class Opened(msgspec.Struct, frozen=True):
    """A tally begins at nothing."""


class Added(msgspec.Struct, frozen=True):
    """Something was added."""

    amount: int


class Struck(msgspec.Struct, frozen=True):
    """What was added at a version never counted."""

    version: int


def amount_in_full(data: Data) -> Data:
    return {"amount": data["n"]}


class Refused(Exception):  # noqa: N818 - a refusal, such as services raise.
    """The toy's own no."""


class State:
    """What a tally has come to."""

    def __init__(self, stream_id: UUID) -> None:
        self.id = stream_id
        self.version = 0
        self.hash = chain.genesis(KIND, stream_id)
        self.at: datetime | None = None
        self.total = 0
        self.struck: set[int] = set()


Work = UnitOfWork[State]


class Tally(RememberedAggregate[State, Work]):
    """The kind of stream."""

    kind = KIND
    catalogue: Catalogue[Any] = Catalogue(
        {
            "tally_opened": Opened,
            "amount_added": EventType(Added, 2, {1: amount_in_full}),
            "amount_struck": Struck,
        }
    )
    retroactive = (Struck,)
    refusals = (Refused,)

    def initial(self, stream_id: UUID) -> State:
        return State(stream_id)

    def begin(
        self,
        state: State,
        context: CommandContext,
        now: datetime,
        earlier: Sequence[StoredEvent] = (),
    ) -> Work:
        return UnitOfWork(self, state, context, now, earlier)

    def fold(self, stream_id: UUID, events: Sequence[StoredEvent]) -> State:
        state = State(stream_id)
        decoded = [self.decode(state, each) for each in events]
        state.struck = {event.version for event in decoded if isinstance(event, Struck)}
        return self.fold_on(state, events)

    def evolve(self, state: State, event: Any, moment: Moment) -> None:
        if isinstance(event, Added) and moment.version not in state.struck:
            state.total += event.amount

    def project(self, work: Work, stored: Sequence[StoredEvent]) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO toy_tally VALUES (%s, %s, %s) ON CONFLICT (id)"
                " DO UPDATE SET version = excluded.version, total = excluded.total",
                [work.state.id, stored[-1].version, work.state.total],
            )


TALLY = Tally(100)


def row(stream_id: UUID) -> tuple[int, int] | None:
    """Return version and total as the row has them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, total FROM toy_tally WHERE id = %s", [stream_id])
        found: tuple[int, int] | None = cursor.fetchone()
    return found


def verify(stream_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what of the row is not as a rebuild makes it."""
    state = TALLY.fold(stream_id, events)
    if row(stream_id) != (state.version, state.total):
        yield Fault(KIND, stream_id, 0, "the row is not that of a rebuild")


def make_table() -> None:
    """Make the toy's table in the database of the tests, as the owner."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(TABLE)
    connections["owner"].close()
    verification.register(KIND, verify)
