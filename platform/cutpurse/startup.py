"""What a process looks at before it serves."""

import structlog
from django.core import checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, NotSupportedError, connection
from django.db.backends.postgresql.features import DatabaseFeatures

from api.setting_checks import SETTINGS

POSTGRES_MIN = (17,)
"""The oldest PostgreSQL that is promised to serve (docs/operations.md)."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def demand_postgres() -> None:
    """Have Django refuse servers that are too old, whenever it connects to one."""
    DatabaseFeatures.minimum_database_version = POSTGRES_MIN


def check_settings() -> None:
    """Raise ImproperlyConfigured, with what is wrong and what to write, for unusable settings."""
    found = [each for each in checks.run_checks(tags=[SETTINGS]) if each.is_serious()]
    if found:
        raise ImproperlyConfigured("\n".join(f"{each.msg}\n{each.hint}" for each in found))


def check_database() -> None:
    """Connect once; a database that is away now may come later, and is none of our business here.

    Raises django.db.NotSupportedError, with both versions, for a server that is too old, and
    ImproperlyConfigured, with what to do, for a database that has gone back in time unsaid.
    """
    try:
        connection.ensure_connection()
        check_history()
    except NotSupportedError:
        raise
    except DatabaseError as error:
        log.warning("database_away_at_start", error=type(error).__name__)
    finally:
        connection.close()


def check_history() -> None:
    """Raise ImproperlyConfigured for a database that lacks what the public log has shown.

    What it has is noted by this machine too, which may not be the one where the log is written.
    """
    # The models are there only once Django is set up.
    from transparency import kept, store  # noqa: PLC0415

    wrong = kept.fault()
    if wrong is not None:
        raise ImproperlyConfigured(wrong)
    last = store.newest()
    if last is not None:
        kept.keep(last.note)
