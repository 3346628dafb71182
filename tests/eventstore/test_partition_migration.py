"""The table of an earlier release becomes the first partition: nothing in it is another."""

from collections.abc import Iterator
from importlib import import_module
from threading import Event, Thread
from time import monotonic
from uuid import UUID, uuid4

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from pytest_django import DjangoDbBlocker

from api.ids import uuid7
from eventstore import sql
from eventstore.months import Month
from tests import servers

pytestmark = pytest.mark.slow

NAME = "test_before_partitions"
ALIAS = "before_partitions"
migration = import_module("eventstore.migrations.0005_partitions")
FUTURE = UUID(int=Month(2091, 7).first_id.int | 7)

FILL = """
INSERT INTO eventstore_event (stream_kind, stream_id, version, type, schema, body, actor, key,
    fingerprint, recorded_at, hash, chain, salt)
SELECT %s, %s, n, 'added', 1, '{"n":' || n || '}', 'account:a',
    CASE WHEN n %% 2 = 1 THEN 'key-' || n END, CASE WHEN n %% 2 = 1 THEN '\\x01'::bytea END,
    now(), sha256(n::text::bytea), 2, decode(md5(n::text), 'hex')
FROM generate_series(1, %s) AS n
"""
"""Each key opens or moves one stream only under the rules of that release: actors differ."""
ROWS = """SELECT count(*), sum(hashtextextended(row(event.*)::text, 0)::numeric)
FROM eventstore_event AS event"""
LIES = "SELECT DISTINCT tableoid::regclass::text FROM eventstore_event WHERE stream_id = %s"


@pytest.fixture
def old(
    django_db_setup: str, django_db_blocker: DjangoDbBlocker
) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
    """Give a database as the release before left it, and the owner's connection to it."""
    with django_db_blocker.unblock(), servers.connected(servers.MAINTENANCE) as maintenance:
        maintenance.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")
        maintenance.execute(f"CREATE DATABASE {NAME}")
        connections.databases[ALIAS] = {**connections.databases["owner"], "NAME": NAME}
        migrate("0004")
        with servers.connected(NAME) as owner:
            yield owner
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.databases[ALIAS]
        maintenance.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


def migrate(*to: str) -> None:
    call_command("migrate", "eventstore", *to, database=ALIAS, verbosity=0)


def filled(owner: "psycopg.Connection[tuple[object, ...]]") -> dict[str, UUID]:
    """Fill the table with a stream of each sort."""
    streams = {
        "match": uuid7(),
        "old": UUID(int=Month(2020, 2).first_id.int | 5),
        "future": FUTURE,
        "ladder": uuid7(),
        "tournament": uuid4(),
    }
    for number, (name, stream) in enumerate(streams.items()):
        kind = name if name in ("ladder", "tournament") else "match"
        fill = FILL.replace("'account:a'", f"'account:{number}'")
        owner.execute(fill, [kind, stream, 30])
    return streams


def test_the_rows_are_the_same_and_each_lies_where_it_belongs(
    old: "psycopg.Connection[tuple[object, ...]]",
) -> None:
    streams = filled(old)
    before = old.execute(ROWS).fetchone()

    migrate()

    assert old.execute(ROWS).fetchone() == before
    lies = {name: old.execute(LIES, [stream]).fetchall() for name, stream in streams.items()}
    assert lies == {
        "match": [("eventstore_event_match_before",)],
        "old": [("eventstore_event_match_before",)],
        "future": [("eventstore_event_match_rest",)],
        "ladder": [("eventstore_event_other",)],
        "tournament": [("eventstore_event_other",)],
    }
    openings = old.execute("SELECT actor, key, stream_id FROM eventstore_opening ORDER BY 1")
    assert openings.fetchall() == [
        (f"account:{number}", "key-1", stream) for number, stream in enumerate(streams.values())
    ]


def test_what_is_there_cannot_be_changed_after_it_as_before(
    old: "psycopg.Connection[tuple[object, ...]]",
) -> None:
    streams = filled(old)
    migrate()

    for change in ("UPDATE {} SET body = '1'", "DELETE FROM {}", "TRUNCATE {}"):
        for table in ("eventstore_event", "eventstore_event_match_before"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                old.execute(change.format(table).encode())
    taken = sql.insert_events(1, 1, "(VALUES (1)) AS one(n)").encode()
    again = ("match", streams["match"], 30, "account:0", "key-7", None, bytes(16), "now")
    with psycopg.RawCursor(old) as cursor, pytest.raises(psycopg.errors.UniqueViolation) as refused:
        cursor.execute(taken, (*again, "added", 1, "{}", bytes(32)))
    assert refused.value.diag.constraint_name == "eventstore_event_before_command"


def test_a_migration_that_was_broken_off_goes_on_where_it_was(
    old: "psycopg.Connection[tuple[object, ...]]",
) -> None:
    filled(old)
    before = old.execute(ROWS).fetchone()
    with connections[ALIAS].cursor() as cursor:
        migration._keep_openings(cursor)  # noqa: SLF001 - its steps.
        migration._prepare(cursor)  # noqa: SLF001

    late = uuid4()
    old.execute(FILL, ["series", late, 3])
    migrate()

    rows = old.execute(ROWS).fetchone()
    assert rows is not None
    assert before is not None
    assert rows[0] == int(str(before[0])) + 3
    assert old.execute(LIES, [late]).fetchall() == [("eventstore_event_other",)]
    old.execute("DELETE FROM django_migrations WHERE name = '0005_partitions'")
    migrate()
    assert old.execute(ROWS).fetchone() == rows


def test_play_goes_on_while_it_migrates(old: "psycopg.Connection[tuple[object, ...]]") -> None:
    streams = filled(old)
    stop, errors, waits, added = Event(), list[Exception](), [0.0], [0]
    statement = sql.insert_events(1, 1, "(VALUES (1)) AS one(n)").encode()

    def play() -> None:
        version = 30
        with servers.connected(NAME) as player, psycopg.RawCursor(player) as cursor:
            while not stop.is_set():
                began = monotonic()
                given = ("match", streams["match"], version, "account:p", f"p{version}", None)
                try:
                    rest = (bytes(16), "now", "added", 1, "{}", bytes(32))
                    cursor.execute(statement, (*given, *rest), prepare=True)
                    after = ("match", streams["match"], version - 1, version + 1)
                    assert len(cursor.execute(sql.LOAD, after, prepare=True).fetchall()) == 2
                except Exception as error:  # noqa: BLE001 - whatever it is, it is told.
                    errors.append(error)
                    return
                version += 1
                added[0] += 1
                waits.append(monotonic() - began)
                stop.wait(0.005)

    player = Thread(target=play)
    player.start()
    try:
        migrate()
    finally:
        stop.set()
        player.join()

    assert errors == []
    assert added[0] > 0
    found = old.execute(
        "SELECT count(*) FROM eventstore_event WHERE stream_id = %s", [streams["match"]]
    ).fetchone()
    assert found == (30 + added[0],)


def test_no_row_of_the_table_is_read_in_the_lock_under_which_it_becomes_a_partition(
    old: "psycopg.Connection[tuple[object, ...]]",
) -> None:
    filled(old)
    told: list[str] = []
    with connections[ALIAS].cursor() as cursor:
        for step in ("_keep_openings", "_prepare", "_part", "_validate"):
            getattr(migration, step)(cursor)
        connections[ALIAS].connection.add_notice_handler(
            lambda notice: told.append(str(notice.message_primary))
        )
        cursor.execute("SET client_min_messages = debug1")
        migration._switch(cursor)  # noqa: SLF001 - its steps.

    implied = "partition constraint for table {} is implied by existing constraints"
    for table in ("eventstore_event_match_before", "eventstore_event_other"):
        assert any(implied.format(f'"{table}"') in each for each in told), told


@pytest.mark.parametrize("done", ["_part", "_validate", "_switch"])
def test_all_streams_are_read_and_written_whichever_step_was_the_last(
    old: "psycopg.Connection[tuple[object, ...]]", done: str
) -> None:
    streams = filled(old)
    steps = ["_keep_openings", "_prepare", "_part", "_validate", "_switch"]
    with connections[ALIAS].cursor() as cursor:
        for step in steps[: steps.index(done) + 1]:
            getattr(migration, step)(cursor)
    statement = sql.insert_events(1, 1, "(VALUES (1)) AS one(n)").encode()
    kinds = {name: name if name in ("ladder", "tournament") else "match" for name in streams}

    with psycopg.RawCursor(old) as cursor:
        for number, (name, stream) in enumerate(streams.items()):
            given = (kinds[name], stream, 30, f"account:{number}", "next", None, bytes(16), "now")
            cursor.execute(statement, (*given, "added", 1, "{}", bytes(32)))
            found = cursor.execute(sql.LOAD, (kinds[name], stream, 0, 99)).fetchall()
            assert [row[0] for row in found] == list(range(1, 32))
        opened = ("ladder", uuid4(), 0, "account:new", "opening", None, bytes(16), "now")
        cursor.execute(statement, (*opened, "added", 1, "{}", bytes(32)))
    assert old.execute("SELECT FROM eventstore_opening WHERE key = 'opening'").fetchall()
    for table in ("eventstore_event", "eventstore_event_other", "eventstore_event_match_rest"):
        for change in ("UPDATE {} SET body = '1'", "DELETE FROM {}"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                old.execute(change.format(table).encode())

    migrate()
    rows = old.execute(ROWS).fetchone()
    assert rows is not None
    assert rows[0] == 5 * 31 + 1


def test_the_applications_role_writes_what_lies_aside_and_cannot_address_it(
    old: "psycopg.Connection[tuple[object, ...]]",
) -> None:
    streams = filled(old)
    with connections[ALIAS].cursor() as cursor:
        for step in ("_keep_openings", "_prepare", "_part"):
            getattr(migration, step)(cursor)
    url = servers.url_of(settings.DATABASE_URL, NAME)
    statement = sql.insert_events(1, 1, "(VALUES (1)) AS one(n)").encode()

    with psycopg.connect(url, autocommit=True) as application:
        given = ("ladder", streams["ladder"], 30, "account:a", "next", None, bytes(16), "now")
        writer = psycopg.RawCursor(application)
        writer.execute(statement, (*given, "added", 1, "{}", bytes(32)))
        found = writer.execute(sql.LOAD, ("ladder", streams["ladder"], 29, 99)).fetchall()
        assert len(found) == 2
        for table in migration.PARTS:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                application.execute(f"TABLE {table}".encode())
