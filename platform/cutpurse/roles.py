"""The two roles of a database and its default rights, for servers of any kind.

The owner makes tables and is used by migrations only. The application role gets the rights that
the owner's tables grant by default; a migration takes away what a table must refuse it.
"""

from dataclasses import dataclass
from typing import LiteralString

import psycopg
from psycopg import sql

APP_SETTINGS = {
    "idle_in_transaction_session_timeout": "2s",
    "lock_timeout": "3s",
    "statement_timeout": "15s",
    "plan_cache_mode": "force_generic_plan",
}
"""One frozen process must not stop the platform: what it holds is given up after this long. Plans
are made once for each prepared statement, also where a pooler gives the session away and nothing
can be set on it (`cutpurse.postgresql.base`)."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role and the password it logs in with; empty where the server trusts it without one."""

    name: str
    password: str = ""


def create_roles(admin: psycopg.Connection, owner: Role, app: Role) -> None:
    """Make both roles or bring them up to date; the connection needs CREATEROLE.

    One role may be both: then triggers alone guard the events, and nothing takes its time away,
    since migrations need it.
    """
    for role in (owner, app):
        known = admin.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role.name]).fetchone()
        verb = sql.SQL("ALTER" if known else "CREATE")
        rights = sql.SQL("LOGIN CREATEDB" if role is owner else "LOGIN")
        password = sql.SQL(" PASSWORD {}").format(role.password) if role.password else sql.SQL("")
        name = sql.Identifier(role.name)
        admin.execute(sql.SQL("{} ROLE {} {}{}").format(verb, name, rights, password))
    for setting, value in APP_SETTINGS.items() if app.name != owner.name else ():
        admin.execute(
            sql.SQL("ALTER ROLE {} SET {} = {}").format(
                sql.Identifier(app.name), sql.Identifier(setting), value
            )
        )


def keep_writes(admin: psycopg.Connection, app: str) -> None:
    """Have the application wait until its writes are on the disk, and on the standby's if any.

    A role that waits for even more is left alone.
    """
    query = "SELECT 'synchronous_commit=remote_apply' = ANY(rolconfig) FROM pg_roles"
    found = admin.execute(f"{query} WHERE rolname = %s", [app]).fetchone()
    if found is None or not found[0]:
        name = sql.Identifier(app)
        admin.execute(sql.SQL("ALTER ROLE {} SET synchronous_commit = on").format(name))


def has_synchronous_standby(admin: psycopg.Connection) -> bool:
    """Return whether the server is told to wait for a standby before it acknowledges a write."""
    found = admin.execute("SHOW synchronous_standby_names").fetchone()
    return found is not None and bool(found[0])


def create_database(owner: psycopg.Connection, name: str) -> None:
    """Make a database of the connected role, in autocommit, unless it is there."""
    if owner.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
        owner.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def grant_defaults(owner: psycopg.Connection, app: str) -> None:
    """Let the application role use what the connected role will make in this database."""
    rights: tuple[LiteralString, ...] = (
        "SELECT, INSERT, UPDATE, DELETE ON TABLES",
        "SELECT, USAGE ON SEQUENCES",
    )
    for right in rights:
        statement = sql.SQL("ALTER DEFAULT PRIVILEGES GRANT {} TO {}")
        owner.execute(statement.format(sql.SQL(right), sql.Identifier(app)))
