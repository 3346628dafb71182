"""Who handles which kind of due row, and how."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

Mode = Literal["inline", "leased"]
MODES: tuple[Mode, ...] = ("inline", "leased")
Queue = Literal["cutpurse", "analyses"]
ANALYSES: Queue = "analyses"
"""Also what CUTPURSE_PROCESS names the worker that takes from this queue alone."""
QUEUES: tuple[Queue, ...] = ("cutpurse", ANALYSES)
"""Of Celery, for leased rows: what somebody waits for, and what uses the processor for long."""

KIND = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""A kind is an identifier: it stands as a literal in SQL and as a label in metrics."""

LEASE_MAX_S = 50
"""Seconds; the broker's visibility timeout (60 s) must be longer than any run."""


@dataclass(frozen=True, slots=True)
class Job:
    """A row as its handler gets it."""

    kind: str
    subject: UUID
    """What the row is about: the id of a match, a tournament, a webhook."""
    version: int
    """The version of the subject that the row was written for."""
    due_at: datetime
    payload: str
    """Whatever the writer of the row wants to say to its handler; often empty."""
    attempts: int
    """Runs that failed or were never heard of again."""
    lease_until: datetime | None


@dataclass(frozen=True, slots=True)
class Handler:
    """What runs when a row of a kind is due.

    An inline handler runs in the sweeper's own transaction, together with the removal of the row:
    its effects on the database happen exactly once. It must be quick, wait for nothing outside
    the database, and catch no error of the database.

    A leased handler runs in a Celery task, or in a thread of the sweeper when the broker is away.
    It may run late or twice, and commits by itself, so it compares the row's version with its
    subject's before it acts. It is killed after lease_s seconds.

    One of the queue of analyses runs in a process of low priority, which has little of a machine
    that is busy: it holds no lock that others need. While the broker is away it waits.
    """

    kind: str
    run: Callable[[Job], None]
    mode: Mode
    lease_s: int = 20
    waits_for_web: bool = False
    """Whether an inline row stays where it is while no web process lives."""
    queue: Queue = "cutpurse"
    """Where a leased row is sent."""

    def __post_init__(self) -> None:
        if not KIND.fullmatch(self.kind):
            message = f"a kind must match {KIND.pattern}, not {self.kind!r}"
            raise ValueError(message)
        if not 1 <= self.lease_s <= LEASE_MAX_S:
            message = f"lease_s must be 1 to {LEASE_MAX_S}, not {self.lease_s}"
            raise ValueError(message)


_handlers: dict[str, Handler] = {}


def register(*handlers: Handler) -> None:
    """Have rows of the handlers' kinds run by them; ValueError when another one has a kind."""
    for handler in handlers:
        known = _handlers.setdefault(handler.kind, handler)
        if known != handler:
            message = f"the kind {handler.kind} is handled by {known.run!r} already"
            raise ValueError(message)


def unregister(kind: str) -> None:
    """Leave rows of a kind alone from now on; for tests."""
    del _handlers[kind]


def handler(kind: str) -> Handler:
    """Return the handler of a kind; KeyError when there is none."""
    return _handlers[kind]


def handlers(
    mode: Mode, *, without_web: bool = False, queue: Queue | None = None
) -> tuple[Handler, ...]:
    """Return the handlers of a mode in the order of registration.

    Or of them those that need no web, or those of one queue.
    """
    return tuple(
        each
        for each in _handlers.values()
        if each.mode == mode
        and not (without_web and each.waits_for_web)
        and queue in {None, each.queue}
    )
