"""The servers and the database that the tests use, in place of the ones of the clone."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.utils import timezone
from psycopg import sql

from agenda.models import DueRow
from agenda.periodic_jobs import INSTALLATION
from cutpurse import roles
from cutpurse.embedded import servers as embedded
from tests import migrated
from tests.settings import SESSION, THROW_AWAY

MAINTENANCE = "postgres"
"""The database to be connected to while others are made and dropped."""


def is_given() -> bool:
    """Tell whether the servers are those of the environment."""
    return "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ


@contextmanager
def servers() -> Iterator[None]:
    """Keep servers running for the tests: those of the environment, or throw-away ones."""
    if is_given():
        yield
        embedded.discard()  # Nothing ran, but tests may have left files.
        return
    for lock in Path(tempfile.gettempdir()).glob(f"{THROW_AWAY}*/servers.lock"):
        is_ours = str(lock.parent).startswith(SESSION)  # Another worker's, which begins now.
        if lock.stat().st_uid == os.geteuid() and not is_ours:
            embedded.discard(lock.parent)  # Left by a test session that was killed.
    with embedded.running(durable=False):
        yield
    embedded.discard()


@contextmanager
def migrated_database(suffix: str) -> Iterator[str]:
    """Make a migrated database for a while, with both of Django's aliases pointing at it."""
    with _bare_database(suffix) as name:
        use(name)
        if is_given():
            _migrate(name)
        else:
            url = url_of(settings.DATABASE_OWNER_URL, name)
            migrated.fill(url, lambda: _migrate(name))
        _put_off_periodic_jobs()
        connections["owner"].close()
        yield name


def _put_off_periodic_jobs() -> None:
    """Have no test do what the site does every few seconds, unless it asks for it by name.

    Each would find it due, since what the one before has entered anew was rolled back.
    """
    rows = DueRow.objects.using("owner").filter(subject=INSTALLATION)
    rows.update(due_at=timezone.now() + timedelta(days=1))


@contextmanager
def empty_database(suffix: str) -> Iterator[str]:
    """Make a database for a while in which there is nothing but the rights of the roles."""
    with _bare_database(suffix) as name:
        _grant_defaults(name)
        yield name


@contextmanager
def _bare_database(suffix: str) -> Iterator[str]:
    name = f"test_{settings.DATABASES['owner']['NAME']}{suffix}"
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    with connected(MAINTENANCE) as owner:
        owner.execute(drop)
        roles.create_database(owner, name)
    yield name
    connections.close_all()
    end_sessions(name)
    with connected(MAINTENANCE) as owner:
        owner.execute(drop)


def _migrate(name: str) -> None:
    """Migrate a bare database at which the aliases point."""
    _grant_defaults(name)
    call_command("migrate", database="owner", verbosity=0)


def _grant_defaults(name: str) -> None:
    with connected(name) as owner:
        roles.grant_defaults(owner, connections["default"].settings_dict["USER"])


@contextmanager
def copied_database(name: str, end: str = "committed") -> Iterator[str]:
    """Make a copy, for a while, of a database to which nobody is connected."""
    copy = f"{name}_{end}"
    make = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(copy))
    connections.close_all()
    with connected(MAINTENANCE) as owner:
        owner.execute(drop)
        owner.execute(make.format(sql.Identifier(copy), sql.Identifier(name)))
    yield copy
    connections.close_all()
    end_sessions(copy)
    with connected(MAINTENANCE) as owner:
        owner.execute(drop)


def use(name: str) -> str:
    """Have Django's aliases point at a database; return at which they did."""
    before: str = connections["default"].settings_dict["NAME"]
    for alias in connections:
        connections[alias].close()
        connections[alias].settings_dict["NAME"] = name
    return before


@contextmanager
def using(name: str) -> Iterator[None]:
    """Work on a database, and then on the one before."""
    before = use(name)
    try:
        yield
    finally:
        connections.close_all()
        use(before)


def end_sessions(name: str) -> None:
    """End what processes that a test killed have left; the owner may not end the application's."""
    url = url_of(settings.DATABASE_URL, MAINTENANCE)
    with psycopg.connect(url, autocommit=True) as application:
        application.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = %s AND usename = current_user",
            [name],
        )


def connected(name: str) -> "psycopg.Connection[tuple[object, ...]]":
    """Connect to a database as the owner, in autocommit."""
    return psycopg.connect(url_of(settings.DATABASE_OWNER_URL, name), autocommit=True)


def url_of(url: str, name: str) -> str:
    """Return the URL of another database on the same server, for the same role."""
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def environment() -> dict[str, str]:
    """Return the environment for processes of the project that are to use the test database."""
    name = connections["default"].settings_dict["NAME"]
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "cutpurse.settings",
        "DATABASE_URL": url_of(settings.DATABASE_URL, name),
        "DATABASE_OWNER_URL": url_of(settings.DATABASE_OWNER_URL, name),
        "REDIS_URL": settings.REDIS_URL,
        "SECRET_KEY": settings.SECRET_KEY,
    }
