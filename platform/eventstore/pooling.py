"""Whether a pooler between this process and PostgreSQL gives a session to others (PgBouncer).

In transaction mode (`DATABASE_POOLER=transaction`) whatever outlasts a transaction is lost, or
somebody else's: settings, cursors, and what is prepared by hand. PgBouncer from 1.22 on follows
what psycopg prepares. Moves are written in batches through connections of their own
(`DATABASE_LANE_URL`), which set the planner and must keep their sessions.
"""

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

LANE = "lane"
"""Django's name of the database as moves are written to it; the default one where it has none."""


def gives_sessions_away(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the next transaction of a connection may run in another session."""
    return bool(connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"))


def batch_alias() -> str:
    """Return Django's name of the database whose sessions are kept."""
    return LANE if LANE in connections.databases else DEFAULT_DB_ALIAS
