"""Databases beside the platform's own, on the same server."""

from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from psycopg import sql

MAINTENANCE = "postgres"
"""The database to be connected to while others are made and dropped."""


def url(name: str) -> str:
    """Return the address of a database, for the role that owns it."""
    return urlsplit(settings.DATABASE_OWNER_URL)._replace(path=f"/{name}").geturl()


def create(name: str) -> None:
    """Make an empty database, in the place of one that an earlier run has left."""
    drop(name)
    with psycopg.connect(url(MAINTENANCE), autocommit=True) as owner:
        owner.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def drop(name: str) -> None:
    """Delete a database, whoever uses it."""
    statement = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
    with psycopg.connect(url(MAINTENANCE), autocommit=True) as owner:
        owner.execute(statement.format(sql.Identifier(name)))


def execute(name: str, script: str) -> None:
    """Run the statements of a script."""
    with psycopg.connect(url(name), autocommit=True) as owner:
        owner.execute(script.encode())
