"""Chores: what the agenda does again and again, so that no table grows for ever.

Each chore is a kind of its own with one row, which its handler enters anew for the next time.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connections
from django.utils import timezone

from accounts import diagnostics, email_changes
from accounts.session_store import SessionStore
from agenda import sql
from agenda.registry import Job
from api import idempotency, limits
from ratings.services import sightings

HOUSE = UUID(int=0)
"""The subject of chores: they are about the installation."""


class PeriodicJob(NamedTuple):
    """What is done, and how often."""

    kind: str
    work: Callable[[], None]
    every: timedelta


CHORES = (
    PeriodicJob("purge_limits", limits.purge, timedelta(hours=1)),
    PeriodicJob("purge_answers", idempotency.purge, timedelta(hours=1)),
    PeriodicJob("purge_refusals", diagnostics.purge, timedelta(hours=1)),
    PeriodicJob("purge_email_changes", email_changes.purge, timedelta(days=1)),
    PeriodicJob("purge_sightings", sightings.purge, timedelta(hours=1)),
    PeriodicJob("clear_sessions", SessionStore.clear_expired, timedelta(days=1)),
)
_BY_KIND = {chore.kind: chore for chore in CHORES}

ENTER = """
    INSERT INTO agenda_due (kind, subject, due_at, version, payload, attempts, last_error)
    VALUES (%s, %s, %s, 1, '', 0, '') ON CONFLICT (kind, subject) DO NOTHING"""


def run(due: Job) -> None:
    """Do a chore and enter its next time; done twice it does no harm."""
    chore = _BY_KIND[due.kind]
    chore.work()
    sql.schedule(
        kind=due.kind,
        subject=due.subject,
        due_at=timezone.now() + chore.every,
        version=due.version + 1,
    )


def schedule_missing(*, using: str, **_signal: Any) -> None:
    """Enter every chore that is not on the agenda; follows each `migrate` (post_migrate)."""
    connection = connections[using]
    if "agenda_due" not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        for chore in CHORES:
            cursor.execute(ENTER, [chore.kind, HOUSE, timezone.now() + chore.every])
