"""The two roles of a database on a server of one's own."""

import os
import secrets
from collections.abc import Iterator
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command
from psycopg import sql
from pytest_django.fixtures import Settings

from cutpurse.embedded.addresses import postgres_url
from cutpurse.embedded.postgres import SUPERUSER

pytestmark = pytest.mark.skipif(
    "DATABASE_URL" in os.environ,
    reason="the server of the environment has an administrator of its own",
)


@pytest.fixture
def name(running_servers: None, settings: Settings) -> Iterator[str]:
    """Return a part of names for roles and a database, which are dropped afterwards."""
    name = f"roles_{secrets.token_hex(4)}"
    query = urlsplit(settings.DATABASE_OWNER_URL).query
    settings.DATABASE_OWNER_URL = f"postgresql://{name}_owner:kept%20secret@/{name}?{query}"
    settings.DATABASE_URL = f"postgresql://{name}_app:s@/{name}?{query}"
    yield name
    with psycopg.connect(admin_url(), autocommit=True) as admin:
        admin.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
        for role in (f"{name}_owner", f"{name}_app"):
            admin.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(role)))


def admin_url() -> str:
    return postgres_url(SUPERUSER, database=SUPERUSER)


def test_the_application_uses_what_the_owner_makes_and_makes_nothing(
    name: str, settings: Settings
) -> None:
    call_command("create_roles", admin_url=admin_url(), verbosity=0)

    with psycopg.connect(settings.DATABASE_OWNER_URL) as owner:
        owner.execute("CREATE TABLE made (id bigint GENERATED ALWAYS AS IDENTITY, text text)")
    with psycopg.connect(settings.DATABASE_URL) as app:
        app.execute("INSERT INTO made (text) VALUES ('a')")
        app.execute("UPDATE made SET text = 'b'")
        app.execute("DELETE FROM made")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            app.execute("TRUNCATE made")
    with (
        psycopg.connect(settings.DATABASE_URL) as app,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        app.execute("CREATE TABLE forbidden ()")


def test_a_second_run_keeps_the_data(name: str, settings: Settings) -> None:
    call_command("create_roles", admin_url=admin_url(), verbosity=0)
    with psycopg.connect(settings.DATABASE_OWNER_URL) as owner:
        owner.execute("CREATE TABLE made AS SELECT 1")

    call_command("create_roles", admin_url=admin_url(), verbosity=0)

    with psycopg.connect(settings.DATABASE_OWNER_URL) as owner:
        assert owner.execute("SELECT * FROM made").fetchall() == [(1,)]


def test_the_application_waits_for_the_disk_and_more_only_where_that_was_set(
    name: str, settings: Settings
) -> None:
    def setting() -> object:
        with psycopg.connect(settings.DATABASE_URL) as app:
            return (app.execute("SHOW synchronous_commit").fetchone() or ("nothing",))[0]

    call_command("create_roles", admin_url=admin_url(), verbosity=0)
    assert setting() == "on"
    with psycopg.connect(admin_url(), autocommit=True) as admin:
        role = sql.Identifier(f"{name}_app")
        admin.execute(sql.SQL("ALTER ROLE {} SET synchronous_commit = remote_apply").format(role))

    call_command("create_roles", admin_url=admin_url(), verbosity=0)

    assert setting() == "remote_apply"


def test_a_server_that_waits_for_no_standby_is_refused_where_one_is_required(
    name: str, settings: Settings
) -> None:
    with pytest.raises(CommandError, match="synchronous_standby_names"):
        call_command("create_roles", admin_url=admin_url(), require_synchronous=True)

    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(settings.DATABASE_URL)


def test_urls_without_a_role_are_refused(name: str, settings: Settings) -> None:
    settings.DATABASE_URL = "postgresql://db.example/cutpurse"

    with pytest.raises(CommandError, match="must name a role and a database"):
        call_command("create_roles", admin_url=admin_url())
