"""Tables that only grow refuse everything else, whoever asks."""

import psycopg
import pytest
from django.db import connection, transaction

from eventstore import streams

pytestmark = pytest.mark.django_db

TABLES = ("eventstore_event", "eventstore_opening", "transparency_logentry")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("change", ["DELETE FROM {}", "TRUNCATE {}", "DROP TABLE {}"])
def test_the_application_only_adds_to_a_table_that_grows(table: str, change: str) -> None:
    with (
        pytest.raises(psycopg.errors.InsufficientPrivilege),
        transaction.atomic(),
        streams.raw_cursor() as cursor,
    ):
        cursor.execute(change.format(table).encode())


@pytest.mark.parametrize("table", TABLES)
def test_its_triggers_fire_in_every_session(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, tgenabled FROM pg_trigger"
            " WHERE tgrelid = %s::regclass AND tgname LIKE %s",
            [table, f"{table}_no_%"],
        )
        found = dict(cursor.fetchall())

    assert found.keys() >= {f"{table}_no_change", f"{table}_no_truncate"}
    assert set(found.values()) == {"A"}
