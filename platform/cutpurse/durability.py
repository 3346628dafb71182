"""What `manage.py check --deploy --database default` says of a database that could lose writes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg
from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004 - Django's name.
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import pq

from eventstore import pooling

DURABLE = frozenset({"on", "remote_apply"})
"""Values of synchronous_commit with which an acknowledged write outlives the server's crash."""

EARLY = Warning(
    "PostgreSQL acknowledges writes of this role before they are on the disk, or on the standby's.",
    hint="ALTER ROLE … SET synchronous_commit = on; `manage.py create_roles` does that.",
    id="cutpurse.W002",
)
ALONE = Warning(
    "DATABASE_URL names several hosts, and the primary waits for none of its standbys: one that"
    " takes over may lack the last moves.",
    hint="Set synchronous_standby_names; see High availability in docs/operations.md.",
    id="cutpurse.W003",
)

POOLING = "see Connections and PgBouncer in docs/operations.md."
POOLED = Warning(
    "DATABASE_URL leads to a pooler that hands a connection to others between transactions, which"
    " loses what is set on it.",
    hint=f"pool_mode = session, or DATABASE_POOLER=transaction; {POOLING}",
    id="cutpurse.W004",
)
FORGETFUL = Warning(
    "The pooler of DATABASE_URL does not know what is prepared: requests will end in errors.",
    hint=f"PgBouncer 1.22 or newer, with max_prepared_statements above 0; {POOLING}",
    id="cutpurse.W005",
)
LANE_POOLED = Warning(
    "Moves are written through a pooler that hands a connection to others between transactions.",
    hint=f"DATABASE_LANE_URL past the pooler, or to a pool in session mode; {POOLING}",
    id="cutpurse.W006",
)
PLANNING = Warning(
    "Behind the pooler PostgreSQL plans each query anew, which costs more than the query.",
    hint="ALTER ROLE … SET plan_cache_mode = force_generic_plan; `manage.py create_roles` does.",
    id="cutpurse.W007",
)


@register(Tags.database, deploy=True)
def connections_are_kept(
    databases: Sequence[str] | None = None, **_options: object
) -> Sequence[CheckMessage]:
    """Say so where a pooler gives the server's connection away, and something depends on it."""
    if "default" not in (databases or ()):
        return ()
    connection = connections["default"]
    lane = pooling.batch_alias()
    found = []
    if not pooling.gives_sessions_away(connection):
        found += [POOLED] if _is_shared(connection) else []
    else:
        found += [] if _is_followed(connection) else [FORGETFUL]
        with connection.cursor() as cursor:
            cursor.execute("SHOW plan_cache_mode")
            found += [] if cursor.fetchone() == ("force_generic_plan",) else [PLANNING]
    if lane != DEFAULT_DB_ALIAS and _is_shared(connections[lane]):
        found.append(LANE_POOLED)
    return found


def _is_shared(connection: BaseDatabaseWrapper) -> bool:
    """Return whether another client is given the session in which a connection was."""
    other = connection.copy()
    try:
        mine = _backend(connection)
        with _transaction_of(other):
            return _backend(other) == mine
    finally:
        other.close()


def _is_followed(connection: BaseDatabaseWrapper) -> bool:
    """Return whether what a client prepares and forgets is so in whichever session it comes to."""
    connection.ensure_connection()
    other, raw = connection.copy(), connection.connection
    try:
        for name in (b"followed_1", b"followed_2"):
            raw.pgconn.prepare(name, b"SELECT 1")
            with _transaction_of(other):
                _backend(other)
                if raw.pgconn.exec_prepared(name, []).status != pq.ExecStatus.TUPLES_OK:
                    return False
            raw.execute("DEALLOCATE ALL")
    except psycopg.Error:
        return False
    finally:
        other.close()
        connection.close()
    return True


@contextmanager
def _transaction_of(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Keep a transaction open, and take it back."""
    connection.set_autocommit(False)
    try:
        yield
    finally:
        connection.rollback()


def _backend(connection: BaseDatabaseWrapper) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


@register(Tags.database, deploy=True)
def writes_are_kept(
    databases: Sequence[str] | None = None, **_options: object
) -> Sequence[CheckMessage]:
    """Say so where a crash or a standby that takes over could lose what was acknowledged."""
    if "default" not in (databases or ()):
        return ()
    connection = connections["default"]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('synchronous_commit'),"
            " current_setting('synchronous_standby_names')"
        )
        commit, standbys = cursor.fetchone()
    has_several_hosts = "," in str(connection.settings_dict["HOST"])
    found = (
        EARLY if commit not in DURABLE else None,
        ALONE if has_several_hosts and not standbys else None,
    )
    return [each for each in found if each is not None]
