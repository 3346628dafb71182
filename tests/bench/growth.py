"""How the event table ages: the same work on few events and on many, by turns.

Matches are interleaved as they are in life, whose events lie scattered among those of others;
their ids are of twelve months, each with its partition. The schema and the statements are the
store's own.
"""

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import count
from random import Random
from time import perf_counter
from uuid import UUID

import psycopg
from django.core.management import call_command
from django.db import connections

from api import ids
from cutpurse.postgresql.base import PLANS
from eventstore import partitions, sql
from eventstore.months import Month
from tests.bench import databases
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.rounds import Subject, by_short_turns, cycled, repeated

KIND = "match"
EVENTS = 300
"""Of one match."""
SMALL, LARGE = "1e4", os.environ.get("GROWTH") or "1e6"
GOING = {SMALL: 33}
"""Matches that go on at a time, where there are not enough events for as many as usual."""
GOING_MAX = 500
LIVE = 33
"""Matches that are loaded and appended to, the same number in every table."""
BEGAN = Month.of(datetime.now(UTC))
BEGAN_MS = int(BEGAN.begins.timestamp() * 1000)
YEAR_MS = 365 * 24 * 3600 * 1000
BODY = '{"card":17,"seat":2,"trick":5,"hand":1234}'
WORKS = ("append", "load_live", "load_old", "tail")

FILL = """
INSERT INTO eventstore_event (stream_kind, stream_id, version, type, schema, body, actor, key,
    fingerprint, recorded_at, hash, chain, salt)
SELECT $1::text, ($2::uuid[])[stream + 1], n / $3::int + 1, 'card_played', 1, $4::text,
    'account:' || md5((stream % 1000)::text)::uuid,
    CASE WHEN n % 100 < 62 THEN $1::text || '-' || md5(stream || ' ' || n) END,
    CASE WHEN n % 100 < 62 THEN sha256(n::text::bytea) END,
    timestamptz '2026-01-01' + n * interval '1 ms', sha256((stream || ' ' || n)::bytea), 2,
    decode(md5(n::text), 'hex')
FROM generate_series(0, $3::int * $5::int - 1) AS n,
    LATERAL (SELECT $6::int + n % $3::int) AS s(stream)
"""
"""Adds the events of so many matches that go on at the same time."""


class Table:
    """An event table in a database of its own, with as many events as it is named after."""

    def __init__(self, size: str, events: int = 0) -> None:
        going = GOING.get(size, GOING_MAX)
        self._name = f"growth_{size.replace('+', '')}"
        self._make()
        self.database = psycopg.connect(databases.url(self._name), autocommit=True)
        self.database.execute(PLANS)
        self.streams = fill(self.database, KIND, round(events or float(size)), going)
        self.events = len(self.streams) * EVENTS
        self.live = self.streams[-going:][:LIVE]
        self.database.execute("VACUUM ANALYZE eventstore_event")
        self._versions = dict.fromkeys(self.live, EVENTS)
        self._keys = count()

    def close(self) -> None:
        """Delete it."""
        self.database.close()
        connections[self._name].close()
        databases.drop(self._name)

    def bytes_an_event(self) -> float:
        """Return what an event takes on the disk, indexes included."""
        found = self.database.execute(
            "SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('eventstore_event')"
        )
        return float((found.fetchone() or (0,))[0]) / self.events

    def subject(self, work: str) -> Subject:
        """Return one of the WORKS on this table."""
        random = Random(7)
        works: dict[str, list[Callable[[], int]]] = {
            "append": [partial(self._append, each) for each in self.live],
            "load_live": [partial(self._load, each, 0) for each in self.live],
            "load_old": [lambda: self._load(random.choice(self.streams), 0)],
            "tail": [partial(self._load, each, EVENTS - 2) for each in self.live],
        }
        return repeated(cycled(works[work]), perf_counter)

    def _make(self) -> None:
        databases.create(self._name)
        connections.databases[self._name] = {
            **connections.databases["owner"],
            "NAME": self._name,
        }
        call_command("migrate", "eventstore", database=self._name, verbosity=0)
        for later in range(13):
            partitions.add(BEGAN.plus(later), self._name)

    def _cursor(self) -> "psycopg.RawCursor[tuple[object, ...]]":
        return psycopg.RawCursor(self.database)

    def _append(self, stream: UUID) -> int:
        before = self._versions[stream]
        self._versions[stream] += 1
        shared: Sequence[object] = (KIND, stream, before, "account:bench", f"a{next(self._keys)}")
        rest = (bytes(32), bytes(16), datetime.now(UTC), "card_played", 1, BODY, bytes(32))
        statement = sql.insert_events(1, 1, "(VALUES (1)) AS one(n)")
        self._cursor().execute(statement.encode(), (*shared, *rest), prepare=True)
        return 1

    def _load(self, stream: UUID, after: int) -> int:
        given = (KIND, stream, after, EVENTS)
        found = self._cursor().execute(sql.LOAD, given, prepare=True, binary=True).fetchall()
        if len(found) != EVENTS - after:
            message = f"{len(found)} events in place of {EVENTS - after}"
            raise AssertionError(message)
        return 1


def fill(
    database: "psycopg.Connection[tuple[object, ...]]",
    kind: str,
    events: int,
    going: int = GOING_MAX,
    began_ms: int = BEGAN_MS,
) -> list[UUID]:
    """Add about so many events of streams of which some go on at a time; return the streams.

    Their ids are of the twelve months from a moment on, in milliseconds since 1970.
    """
    going = min(going, max(1, events // EVENTS))
    blocks = max(1, round(events / (going * EVENTS)))
    streams = [_stream(number, blocks * going, began_ms) for number in range(blocks * going)]
    for block in range(blocks):
        given = (kind, streams, going, BODY, EVENTS, block * going)
        psycopg.RawCursor(database).execute(FILL, given)
    return streams


def measure(context: Context, *, large: str = LARGE, events: int = 0) -> Figures:
    """Return how often each work is done in a second on many events, beside few."""
    tables = []
    figures: Figures = {}
    try:
        for size in (SMALL, large):
            context.advance(f"filling {size}")
            tables.append(Table(size, events if size == large else 0))
        few, many = tables
        for work in WORKS:
            subjects = {SMALL: few.subject(work), "own": many.subject(work)}
            medians = by_short_turns(subjects, context.seconds, context.advance)
            figures[f"growth_{work}_{large}"] = Figure.of("1/s", medians, "own")
        taken = round(many.bytes_an_event(), 1)
        figures[f"growth_bytes_{large}"] = Figure(taken, "bytes/event")
    finally:
        for each in tables:
            each.close()
    return figures


def _stream(number: int, streams: int, began_ms: int) -> UUID:
    """Return the id of a match, made at its share of the year."""
    milliseconds = began_ms + YEAR_MS * number // streams
    return UUID(int=milliseconds << 80 | ids.VERSION | ids.VARIANT | number)
