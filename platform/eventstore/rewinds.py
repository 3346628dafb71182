"""Note that a state was held which the database lacks: its history has gone back in time."""

from uuid import UUID

import structlog
from django.dispatch import Signal

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

noted = Signal()
"""Sent once for each state that a process has forgotten for this reason."""


def note(kind: str, stream_id: UUID, *, held: int, found: int) -> None:
    """Log and count that a stream holds no longer what this process held of it.

    `held` is the version of the state that is forgotten, `found` the version of the stream now; 0
    when there is no such stream any more.
    """
    about = {kind: str(stream_id)}
    log.error("history_was_rewound", **about, version_held=held, version_found=found)
    noted.send(sender=None)
