"""The SQL of the store, for psycopg's RawCursor ($1, $2, …), whole or to be put into a statement.

A command of a match appends its events and updates its rows in one statement; so the insertion is
handed out as text that selects from a CTE of the caller's.
"""

from functools import lru_cache

from eventstore import chain

COLUMNS = (
    "stream_kind, stream_id, version, type, schema, body,"
    " actor, key, fingerprint, recorded_at, hash, chain, salt"
)

SHARED = 8
"""Parameters that all events of a command share: kind, id, version before, actor, key,
fingerprint, salt, time."""
PER_EVENT = 4
"""Parameters of each event: type, schema, body, hash."""


@lru_cache(maxsize=256)
def insert_events(count: int, first: int, source: str) -> str:
    """Return an INSERT of count events, once for each row of source (a FROM item with one row).

    Parameters from $first on, in order: the eight shared ones, then four for each event. Only the
    first event carries the command's key and fingerprint.
    """
    kind, stream, before, actor, key, fingerprint, salt, at = (
        f"${number}" for number in range(first, first + SHARED)
    )
    rows = []
    for index in range(count):
        start = first + SHARED + index * PER_EVENT
        rows.append(
            f"({index + 1}, ${start}::text, ${start + 1}::smallint,"
            f" ${start + 2}::text, ${start + 3}::bytea)"
        )
    return (
        f"INSERT INTO eventstore_event ({COLUMNS})"  # noqa: S608 - built from numbers only
        f" SELECT {kind}::text, {stream}::uuid, {before}::int + e.n, e.type, e.schema, e.body,"
        f" {actor}::text, CASE e.n WHEN 1 THEN {key}::text END,"
        f" CASE e.n WHEN 1 THEN {fingerprint}::bytea END, {at}::timestamptz, e.hash,"
        f" {chain.NEWEST}, {salt}::bytea"
        f" FROM {source}, (VALUES {', '.join(rows)}) AS e(n, type, schema, body, hash)"
    )


HEAD = (
    "SELECT version, hash, recorded_at FROM eventstore_event"
    " WHERE stream_kind = $1 AND stream_id = $2 ORDER BY version DESC LIMIT 1"
)

HASHES = (
    "SELECT version, hash FROM eventstore_event"
    " WHERE stream_kind = $1 AND stream_id = $2 AND version = ANY($3::int[])"
)

LOAD = (
    "SELECT version, type, schema, body, actor, key, fingerprint, recorded_at, hash,"
    " chain, salt, by FROM eventstore_event WHERE stream_kind = $1 AND stream_id = $2"
    " AND version > $3 AND version <= $4 ORDER BY version"
)

LOOK = (
    "SELECT version, hash, (SELECT hash FROM eventstore_event"
    " WHERE stream_kind = $1 AND stream_id = $2 AND version = $3) FROM eventstore_event"
    " WHERE stream_kind = $1 AND stream_id = $2 ORDER BY version DESC LIMIT 1"
)

COMMAND = (
    "SELECT stream_kind, stream_id, version, fingerprint FROM eventstore_event"
    " WHERE stream_kind = $1 AND stream_id = $2 AND actor = $3 AND key = $4"
)

OPENING = (
    "SELECT stream_kind, stream_id, 1, fingerprint FROM eventstore_opening"
    " WHERE actor = $1 AND key = $2"
)

ADOPT = (
    f"INSERT INTO eventstore_event ({COLUMNS}, by)"  # noqa: S608 - built from constants
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"
)
