"""Periodic jobs: what the agenda does again and again, so that no table grows for ever.

Each job is a kind of its own with one row, which its handler enters anew for the next time. The
apps register theirs when they are ready.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import connections
from django.utils import timezone

from agenda import registry, sql
from agenda.registry import Handler, Job, Queue

INSTALLATION = UUID(int=0)
"""The subject of periodic jobs."""


class PeriodicJob(NamedTuple):
    """What is done, and how often."""

    kind: str
    work: Callable[[], None]
    every: timedelta
    lease_s: int = 20
    """For how long it may work at once."""
    queue: Queue = "cutpurse"
    """Where its row is sent (`agenda.registry.Handler`)."""


_jobs: dict[str, PeriodicJob] = {}

ENTER = """
    INSERT INTO agenda_due (kind, subject, due_at, version, payload, attempts, last_error)
    VALUES (%s, %s, %s, 1, '', 0, '') ON CONFLICT (kind, subject) DO NOTHING"""


def register(*jobs: PeriodicJob) -> None:
    """Have jobs done from now on; `migrate` enters those that are not on the agenda."""
    for job in jobs:
        _jobs[job.kind] = job
        registry.register(Handler(job.kind, run, "leased", lease_s=job.lease_s, queue=job.queue))


def kinds() -> list[str]:
    """Return the kinds of all jobs."""
    return list(_jobs)


def run(due: Job) -> None:
    """Do a job and enter its next time; done twice it does no harm."""
    job = _jobs[due.kind]
    job.work()
    sql.schedule(
        kind=due.kind,
        subject=due.subject,
        due_at=timezone.now() + job.every,
        version=due.version + 1,
    )


def schedule_missing(*, using: str, **_signal: object) -> None:
    """Enter every job that is not on the agenda; follows each `migrate` (post_migrate)."""
    connection = connections[using]
    if "agenda_due" not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        for job in _jobs.values():
            cursor.execute(ENTER, [job.kind, INSTALLATION, timezone.now() + job.every])
