"""What the test database gives the other tests."""

import os
import subprocess
import sys

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import ProgrammingError
from pytest_django import DjangoDbBlocker
from redis import Redis

from cutpurse.embedded.addresses import ROOT
from tests import servers
from tests.settings import THROW_AWAY

THINGS = """
    SELECT 'relation', relname, relkind::text, relacl::text FROM pg_class
    WHERE relnamespace = 'public'::regnamespace
    UNION SELECT 'column', attrelid::regclass::text, attname, format_type(atttypid, atttypmod)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
    UNION SELECT 'constraint', conrelid::regclass::text, conname, contype::text FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    UNION SELECT 'trigger', tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger
    WHERE NOT tgisinternal
    UNION SELECT 'function', proname, prosrc, proacl::text FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
    UNION SELECT 'migration', app, name, '' FROM django_migrations
"""
"""What is in a database, by kind and name. Conditions are left out: PostgreSQL words them anew."""


def things_of(database: str) -> set[tuple[object, ...]]:
    with servers.connected(database) as owner:
        return set(owner.execute(THINGS))


def role() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        (name,) = cursor.fetchone()
    return str(name)


@pytest.mark.django_db
def test_tests_work_with_the_rights_of_the_application() -> None:
    assert role() == settings.DATABASES["default"]["USER"]


@pytest.mark.django_db
def test_the_application_may_not_make_tables() -> None:
    with pytest.raises(ProgrammingError, match="permission denied"), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE forbidden (id int)")


def test_every_migration_is_applied(committed_db: None) -> None:
    executor = MigrationExecutor(connections["default"])

    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


@pytest.mark.more
def test_a_database_that_was_kept_is_what_the_migrations_make(
    django_db_setup: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), servers.empty_database("_anew") as name:
        before = servers.use(name)
        call_command("migrate", database="owner", verbosity=0)
        made, kept = things_of(name), things_of(django_db_setup)
        servers.use(before)

    assert made == kept
    assert len(made) > 2000


def test_a_committed_row_is_seen_by_another_connection(
    committed_db: None, environment: dict[str, str]
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_session VALUES ('committed', 'x', now())")

    with psycopg.connect(environment["DATABASE_URL"]) as other:
        rows = other.execute("SELECT 1 FROM django_session WHERE session_key = 'committed'")
        assert rows.fetchall() == [(1,)]


@pytest.mark.more
def test_a_process_of_the_project_uses_the_test_database(environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "migrate", "--check"],
        env=environment,
        capture_output=True,
        check=False,
        text=True,
    )

    assert done.returncode == 0, done.stderr


def test_redis_answers(running_servers: None) -> None:
    with Redis.from_url(settings.REDIS_URL) as redis:
        assert redis.ping()


def test_the_test_database_is_none_that_the_clone_uses(environment: dict[str, str]) -> None:
    assert "/test_" in environment["DATABASE_URL"]


def test_the_folder_that_the_tests_delete_is_none_that_the_user_named() -> None:
    named = {**os.environ, "CUTPURSE_VAR": "/data/of/mine"}
    named.pop("CUTPURSE_TESTS_VAR")
    code = "import tests.settings, os; print(os.environ['CUTPURSE_VAR'])"

    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**named, "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"},
        capture_output=True,
        check=True,
        text=True,
    )

    assert THROW_AWAY in done.stdout


@pytest.mark.django_db(databases=["default", "owner"])
def test_the_migrations_make_what_the_models_say() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
