"""Read what may be a few seconds old from a standby, where the site has one (`DATABASE_READ_URL`).

Lists of what is over, histories and statistics are read whole and change seldom::

    return Response(standby_reads.read(lambda: page(request, query, rows, show)))

Within `read` the ORM's queries go to the standby. They do not where this request has written
something, inside of a transaction, where the standby lags for more than LAG_MAX_S or is away; and
what fails there, or is not found, is read once more from the primary. Whoever decides by what is
read asks the primary.
"""

import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import datetime
from threading import Lock, local
from typing import TypeVar

import structlog
from django.core.signals import request_started
from django.db import DEFAULT_DB_ALIAS, Error, InterfaceError, OperationalError, connections
from django.db.models import Model

from eventstore.replica import ALIAS, STANDBY

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LAG_MAX_S = 30.0
"""A standby that is further behind is not asked."""
LOOK_S = 5.0
"""How long what was found of the lag counts, in each process."""
LAG = "SELECT max(beat_at) FROM agenda_heartbeat"
"""A process of the site renews one of these rows every second, so what the standby has of them
tells how far it has come, whichever clock its machine has."""

T = TypeVar("T")

_reading: ContextVar[bool] = ContextVar("standby_reading", default=False)
_written = local()
"""Whether this thread has written anything since its request began."""


class Lag:
    """How far the standby is behind, as this process knows."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._looked_at = float("-inf")
        self._is_small = False

    def is_small(self) -> bool:
        """Return whether the standby may be asked; looks every LOOK_S seconds.

        Others go by what was known while one thread looks.
        """
        now = time.monotonic()
        if now - self._looked_at >= LOOK_S and self._lock.acquire(blocking=False):
            try:
                self._looked_at = now
                self._is_small = self._look()
            finally:
                self._lock.release()
        return self._is_small

    def forget(self) -> None:
        """Look again when it matters next."""
        self._looked_at, self._is_small = float("-inf"), False

    def _look(self) -> bool:
        there, here = (_beaten(alias) for alias in (ALIAS, DEFAULT_DB_ALIAS))
        if here is None:
            return True
        behind = float("inf") if there is None else (here - there).total_seconds()
        if (behind <= LAG_MAX_S) is not self._is_small:
            log.info("standby_lag", seconds=round(behind, 1), asked=behind <= LAG_MAX_S)
        return behind <= LAG_MAX_S


def _beaten(alias: str) -> datetime | None:
    with connections[alias].cursor() as cursor:
        cursor.execute(LAG)
        found: datetime | None = cursor.fetchone()[0]
    return found


LAGGING = Lag()


class Router:
    """Sends the queries of `read` to the standby (DATABASE_ROUTERS)."""

    def db_for_read(self, _model: type[Model], **_hints: object) -> str | None:
        """Return where a model is read, None for where else it would be."""
        return ALIAS if _reading.get() else None

    def db_for_write(
        self, _model: type[Model], instance: Model | None = None, **_hints: object
    ) -> str | None:
        """Return the primary for what was read from the standby, else None: as without this."""
        note_write()
        return DEFAULT_DB_ALIAS if instance is not None and _source(instance) == ALIAS else None

    def allow_relation(self, one: Model, other: Model, **_hints: object) -> bool | None:
        """Let rows of the standby and of the primary name each other: they are the same rows."""
        return True if {_source(one), _source(other)} <= {ALIAS, DEFAULT_DB_ALIAS} else None


def _source(row: Model) -> str | None:
    """Return the alias of the database that a row was read from."""
    return row._state.db  # noqa: SLF001 - Django's own name, which routers are to look at.


def read(work: Callable[[], T], *, after_writes: bool = False) -> T:
    """Return what some work reads, from the standby where that may be asked.

    The work must read all that it returns, and may be done twice. After writes of the same request
    only if the work says that it reads none of them.
    """
    if may_ask(after_writes=after_writes):
        token = _reading.set(True)
        try:
            return work()
        except Error as error:
            _note_failure(error)
        except Exception as error:  # noqa: BLE001 - What there is no match of there may be one of here.
            log.info("standby_refused", error=type(error).__name__)
        finally:
            _reading.reset(token)
    return work()


def may_ask(*, after_writes: bool = False) -> bool:
    """Return whether this thread may read from the standby now."""
    if not STANDBY.is_asked() or connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return False
    if not after_writes and getattr(_written, "is_so", False):
        return False
    try:
        return LAGGING.is_small()
    except Error as error:
        _note_failure(error)
        return False


def current_alias() -> str:
    """Return the alias of the database that the work of `read` asks, for SQL of its own."""
    return ALIAS if _reading.get() else DEFAULT_DB_ALIAS


def note_write() -> None:
    """Let the rest of this request read what it has written."""
    _written.is_so = True


def _begin(**_signal: object) -> None:
    _written.is_so = False


request_started.connect(_begin)


def _note_failure(error: Error) -> None:
    """Ask the primary for a while when the standby is away."""
    log.warning("standby_not_read", error=type(error).__name__)
    if isinstance(error, OperationalError | InterfaceError):
        STANDBY.note_away()
        connections[ALIAS].close()
