"""Note that a state was held which the database lacks: its history has gone back in time."""

from uuid import UUID

import structlog
from django.dispatch import Signal

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

noted = Signal()
"""Sent once for each state that a process has forgotten for this reason."""


def note(match_id: UUID, *, held: int, found: int) -> None:
    """Log and count that the history of a match holds no longer what this process held of it.

    `held` is the version of the state that is forgotten, `found` the version of the match now; 0
    when there is no such match any more.
    """
    log.error("history_was_rewound", match=str(match_id), version_held=held, version_found=found)
    noted.send(sender=None)
