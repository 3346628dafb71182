"""What `manage.py check --deploy --database default` says of a database that could lose writes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004 - Django's name.
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

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

POOLED = Warning(
    "DATABASE_URL leads to a pooler that hands a connection to others between transactions, which"
    " loses what is prepared and set on it.",
    hint="pool_mode = session; see Sizing in docs/operations.md.",
    id="cutpurse.W004",
)


@register(Tags.database, deploy=True)
def connections_are_kept(
    databases: Sequence[str] | None = None, **_options: object
) -> Sequence[CheckMessage]:
    """Say so where a pooler gives the server's connection away after each transaction."""
    if "default" not in (databases or ()):
        return ()
    connection = connections["default"]
    other = connection.copy()
    try:
        mine = _backend(connection)
        with _transaction_of(other):
            is_shared = _backend(other) == mine
    finally:
        other.close()
    return [POOLED] if is_shared else []


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
