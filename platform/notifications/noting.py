"""Note that something has happened: a row of the agenda, in the transaction in which it does."""

import json
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID, uuid5

from django.utils import timezone

from agenda import sql
from notifications.kinds import Kind

NOTIFY = "notify"
"""The agenda's kind for finding out who is told of something."""
Facts = Mapping[str, str | int | list[str]]


def note(  # noqa: PLR0913 - What happened, to what, when.
    kind: Kind,
    *,
    stream: UUID,
    version: int,
    key: str,
    about: Facts,
    at: datetime | None = None,
) -> None:
    """Have everybody told who wants to know of it, once.

    `key` tells it from others of the kind and stream. Facts are ids and numbers, never words or
    names, and nothing that is hidden from anybody who may be told.
    """
    happened_at = timezone.now() if at is None else at
    payload = {
        "kind": kind,
        "stream": str(stream),
        "at": happened_at.isoformat(),
        "about": about,
    }
    # A row of its own for each: another round of the same tournament replaces nothing.
    subject = uuid5(stream, f"{kind}:{key}")
    sql.schedule(kind=NOTIFY, subject=subject, version=version, payload=json.dumps(payload))
