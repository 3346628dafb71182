"""The job that looks at turns: one row of the agenda, there as long as anybody wants to know."""

from datetime import timedelta

from django.db import connection

from agenda.periodic_jobs import INSTALLATION

KIND = "turn_notices"
"""The agenda's kind."""
EVERY = timedelta(seconds=20)

WANTING = """
    SELECT account_id FROM notifications_pushsubscription
    UNION SELECT account_id FROM notifications_webhook
        WHERE 'your_turn' = ANY(kinds) AND off_because = '' AND tournament_id IS NULL
    UNION SELECT account_id FROM notifications_preferences
        WHERE choices -> 'your_turn' ? 'email'
"""
"""The accounts that may want to know of their turns."""

WATCH = """
    INSERT INTO agenda_due AS due (kind, subject, due_at, version, payload, attempts, last_error)
    VALUES (%s, %s, statement_timestamp() + %s * interval '1 second', 1, '', 0, '')
    ON CONFLICT (kind, subject) DO UPDATE SET version = due.version + 1, lease_until = NULL
"""
"""A row that is there comes no later for it; a run that finds nobody does not remove it then."""


def watch() -> None:
    """Look at turns from now on, in the transaction of who wants to know of them."""
    with connection.cursor() as cursor:
        cursor.execute(WATCH, [KIND, INSTALLATION, EVERY.total_seconds()])


def is_wanted() -> bool:
    """Return whether anybody may want to know."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT EXISTS ({WANTING})")
        found: bool = cursor.fetchone()[0]
    return found
