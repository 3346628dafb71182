"""Django's connection to PostgreSQL, to which a server that takes no writes counts as away.

A primary that was demoted, or whose disk is full, still answers, and refuses what changes anything.
Whoever waits and asks again by a new connection finds the one that has taken over. The same goes
for a transaction that this process has left waiting for so long that the server has ended it, and
for whatever goes wrong on a connection that is lost: psycopg calls some of that a mistake of ours.
"""

from types import TracebackType

import psycopg
from django.db import OperationalError
from django.db.backends.postgresql import base
from django.db.utils import DatabaseErrorWrapper
from django.utils.functional import cached_property

from eventstore import pooling
from eventstore.away import AWAY

PLANS = "SET plan_cache_mode = force_generic_plan"
"""What is prepared names its rows by their keys, so one plan is right. Left to itself, PostgreSQL
takes a plan for several partitions for dear and makes another one each time, which costs more than
the query. Django's own statements are never prepared. Where a pooler gives the session away it
would stay behind: there the role has the setting (`cutpurse.roles`)."""


class AwayErrorWrapper(DatabaseErrorWrapper):
    """Turns psycopg's errors into Django's: an OperationalError where the server is away."""

    def __init__(self, wrapper: "DatabaseWrapper") -> None:
        super().__init__(wrapper)
        self._connection = wrapper

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Raise the error as Django knows it."""
        if isinstance(error, AWAY) or (
            isinstance(error, psycopg.Error) and self._connection.is_lost()
        ):
            self._connection.errors_occurred = True
            self._connection.takes_no_writes = True
            raise OperationalError(*error.args).with_traceback(trace) from error
        super().__exit__(kind, error, trace)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is given up once its server has refused to write."""

    takes_no_writes = False

    def connect(self) -> None:
        """Connect; where the address names several hosts, to the one that is asked for."""
        self.takes_no_writes = False
        super().connect()
        if not pooling.gives_sessions_away(self):
            self.connection.execute(PLANS)

    def ensure_connection(self) -> None:
        """Connect unless there is a connection; one that is known to be lost is none.

        What is sent past Django's cursors says nothing to Django when it finds a connection lost.
        """
        if not self.in_atomic_block and self.is_lost():
            self.close()
        super().ensure_connection()

    def is_lost(self) -> bool:
        """Return whether the connection has broken, as far as this process has noticed."""
        return self.connection is not None and self.connection.closed

    def is_usable(self) -> bool:
        """Return whether the connection serves; Django drops it after an error if not."""
        return not self.takes_no_writes and super().is_usable()

    @cached_property
    def wrap_database_errors(self) -> DatabaseErrorWrapper:
        """Return what turns psycopg's errors into Django's."""
        return AwayErrorWrapper(self)
