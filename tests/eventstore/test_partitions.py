"""The events lie in partitions, each as append-only as the whole."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from uuid import UUID, uuid4

import psycopg
import pytest
from django.core.management import call_command
from django.db import ProgrammingError, connection, connections, transaction

from api.ids import uuid7
from eventstore import partitions, sql, streams, verification
from eventstore.events import NewEvent
from eventstore.months import Month
from tests.eventstore import appending

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

NOW = Month.of(datetime.now(UTC))
LATER = Month(2091, 7)
"""A month that only a wrong clock makes ids of."""


@pytest.mark.parametrize(
    ("text", "first_id"),
    [
        ("1970-01", "00000000-0000-0000-0000-000000000000"),
        ("2026-11", "01a19467-e800-0000-0000-000000000000"),
        ("2026-12", "01a22ee6-b000-0000-0000-000000000000"),
        ("2100-03", "03bc5c9b-0c00-0000-0000-000000000000"),
    ],
)
def test_a_month_begins_with_an_id_for_python_and_for_postgresql(text: str, first_id: str) -> None:
    month = Month.parse(text)

    with connection.cursor() as cursor:
        cursor.execute("SELECT eventstore_first_id(%s)", [month.begins.date()])
        assert cursor.fetchone() == (month.first_id,)
    assert str(month.first_id) == first_id


def test_an_id_of_today_is_of_this_month() -> None:
    assert NOW.first_id < uuid7() < NOW.plus(1).first_id


def test_months_are_counted_over_the_year() -> None:
    assert Month(2026, 11).plus(2) == Month(2027, 1)
    assert str(Month(2026, 11).plus(-11)) == "2025-12"


def append(stream: UUID, kind: str = "match", expected: int = 0) -> None:
    appending.append(
        kind,
        stream,
        expected,
        [NewEvent("opened", "{}")],
        actor="system",
        key=uuid4().hex,
        at=datetime.now(UTC).replace(microsecond=0),
    )


def lies_in(stream: UUID) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tableoid::regclass::text FROM eventstore_event WHERE stream_id = %s", [stream]
        )
        (name,) = {name for (name,) in cursor.fetchall()}
    return str(name)


def id_of(month: Month) -> UUID:
    return UUID(int=month.first_id.int | uuid4().int >> 48)


def test_a_match_lies_with_its_month_and_everything_else_by_itself() -> None:
    match, old, wrong, other = uuid7(), id_of(Month(2020, 2)), id_of(LATER), uuid7()
    for stream in (match, old, wrong):
        append(stream)
    append(other, "tournament")

    assert lies_in(match) == f"eventstore_event_match_{NOW.year}_{NOW.number:02}"
    assert lies_in(old) == "eventstore_event_match_before"
    assert lies_in(wrong) == "eventstore_event_match_rest"
    assert lies_in(other) == "eventstore_event_other"


def test_there_are_partitions_for_three_months_ahead_of_this_one() -> None:
    assert partitions.months_ahead() >= 3
    assert partitions.months_ahead(datetime.now(UTC) + timedelta(days=10_000)) == -1


def test_what_no_month_takes_is_played_all_the_same_and_counted() -> None:
    before = partitions.rest_rows()
    stream = id_of(LATER)

    append(stream)
    append(stream, expected=1)

    assert not list(verification.broken_links("match", stream, streams.load("match", stream)))
    assert partitions.rest_rows() == before + 2


def test_every_partition_walks_into_the_list_of_all_streams() -> None:
    made = [("match", uuid7()), ("match", id_of(LATER)), ("test", uuid4())]
    for kind, stream in made:
        append(stream, kind)

    assert set(made) <= set(verification.everything())
    assert set(made) <= set(verification.moved(None))


CHANGES = (
    "UPDATE {} SET body = '1'",
    "DELETE FROM {}",
    "TRUNCATE {}",
    "DROP TABLE {}",
    "INSERT INTO {} SELECT * FROM eventstore_event",
    "ALTER TABLE {} DISABLE TRIGGER ALL",
    "ALTER TABLE eventstore_event_match DETACH PARTITION {}",
)


@pytest.mark.parametrize("change", CHANGES)
def test_the_application_changes_no_partition_by_its_own_name(change: str) -> None:
    names = partitions.leaves()
    assert len(names) >= 6

    for name in names:
        with (
            pytest.raises(psycopg.errors.InsufficientPrivilege),
            transaction.atomic(),
            streams.raw_cursor() as cursor,
        ):
            cursor.execute(change.format(name).encode())


def test_the_triggers_of_every_partition_fire_in_every_session() -> None:
    guarding = {"eventstore_event_no_change", "eventstore_event_no_truncate"}
    for name in ["eventstore_event", "eventstore_event_match", *partitions.leaves()]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT tgname, tgenabled FROM pg_trigger WHERE tgrelid = %s::regclass"
                " AND tgname LIKE 'eventstore_event_no_%%'",
                [name],
            )
            found = dict(cursor.fetchall())
        assert guarding < found.keys(), name
        assert set(found.values()) == {"A"}, name


def as_owner(work: Callable[[], object]) -> None:
    """Do what the owner does, and take it back."""
    with connections["owner"].cursor(), transaction.atomic(using="owner"):
        work()
        transaction.set_rollback(True, using="owner")


def test_the_owner_cannot_change_events_without_taking_the_triggers_away() -> None:
    def change() -> None:
        partitions.add(LATER, "owner")
        with connections["owner"].cursor() as cursor:
            for name in ("eventstore_event_match_2091_07", "eventstore_event_other"):
                with (
                    pytest.raises(ProgrammingError, match="events are never changed"),
                    transaction.atomic(using="owner"),
                ):
                    cursor.execute(f"TRUNCATE {name}")

    as_owner(change)


def test_a_month_that_is_missing_is_made_and_what_went_to_the_rest_comes_to_it() -> None:
    stream = id_of(LATER)

    def make() -> None:
        with connections["owner"].cursor() as cursor:
            cursor.execute(
                "INSERT INTO eventstore_event (stream_kind, stream_id, version, type, body, actor,"
                " key, recorded_at, hash, chain, salt) VALUES ('match', %s, 1, 'opened', '{}',"
                " 'system', 'k', now(), %s, 2, %s)",
                [stream, bytes(32), bytes(16)],
            )
            output = StringIO()
            call_command("ensure_partitions", month=[LATER], stdout=output)
            assert output.getvalue() == "made the partition of 2091-07\n"
            cursor.execute(
                "SELECT tableoid::regclass::text FROM eventstore_event WHERE stream_id = %s",
                [stream],
            )
            assert cursor.fetchall() == [("eventstore_event_match_2091_07",)]
            cursor.execute(
                "SELECT bool_and(tgenabled = 'A') FROM pg_trigger WHERE tgname LIKE '%%_no_%%'"
                " AND tgrelid = ANY('{eventstore_event_match_rest,eventstore_event_match_2091_07}'"
                "::regclass[])"
            )
            assert cursor.fetchone() == (True,)
            assert not partitions.add(LATER, "owner")

    as_owner(make)


def test_the_application_makes_the_months_to_come_and_no_others() -> None:
    ahead = NOW.plus(12)

    with transaction.atomic():
        assert partitions.add(ahead)
        assert not partitions.add(ahead)
        transaction.set_rollback(True)

    for month in (NOW.plus(13), Month(2020, 2)):
        with (
            pytest.raises((psycopg.errors.InsufficientPrivilege, ProgrammingError)),
            transaction.atomic(),
        ):
            assert not partitions.add(month)


def test_the_application_is_refused_a_month_of_which_the_rest_holds_events() -> None:
    ahead = NOW.plus(11)
    append(id_of(ahead))

    with pytest.raises(Exception, match="ensure_partitions --database owner"), transaction.atomic():
        partitions.add(ahead)


@pytest.mark.parametrize(
    ("statement", "types", "more"),
    [
        (sql.LOAD, ", int, int", ("0", "10")),
        (sql.HEAD, "", ()),
        (sql.LOOK, ", int", ("1",)),
        (sql.COMMAND, ", text, text", ("system", "k")),
    ],
)
def test_what_reads_a_stream_looks_into_one_partition(
    statement: str, types: str, more: tuple[str, ...]
) -> None:
    stream = uuid7()
    append(stream)
    given = ["match", str(stream), *more]

    with connection.cursor() as cursor:
        cursor.execute(f"PREPARE looks (text, uuid{types}) AS {statement}".replace("%", "%%"))
        words = ", ".join("%s" for _ in given)
        cursor.execute(f"EXPLAIN (ANALYZE, COSTS off, TIMING off) EXECUTE looks ({words})", given)
        plan = "\n".join(line for (line,) in cursor.fetchall())
        cursor.execute("DEALLOCATE looks")

    looked_into = {name for name in partitions.leaves() if f" on {name} " in f"{plan} "}
    assert looked_into == {f"eventstore_event_match_{NOW.year}_{NOW.number:02}"}
    assert "Subplans Removed" in plan, "planned anew for each stream"


def test_a_temporary_table_of_the_applications_is_not_taken_for_the_events() -> None:
    ahead = NOW.plus(10)
    with connection.cursor() as cursor:
        for name in ("eventstore_event", "eventstore_event_match", "eventstore_event_match_rest"):
            cursor.execute(f"CREATE TEMPORARY TABLE {name} (stream_id text DEFAULT 'mine')")

        assert partitions.add(ahead)

        cursor.execute(
            "SELECT inhparent::regclass::text, relnamespace::regnamespace::text FROM pg_inherits"
            " JOIN pg_class ON oid = inhparent WHERE inhrelid = %s::regclass",
            [f"public.eventstore_event_match_{ahead.year}_{ahead.number:02}"],
        )
        assert cursor.fetchall() == [("public.eventstore_event_match", "public")]


def test_a_temporary_table_is_not_asked_by_what_an_insertion_calls() -> None:
    stream = UUID(int=LATER.first_id.int | 3)
    columns = "stream_kind, stream_id, version, type, schema, body, actor, key, recorded_at, hash"
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE eventstore_opening (LIKE public.eventstore_opening)")
        cursor.execute(
            "CREATE TEMPORARY TABLE eventstore_sealed AS"
            " SELECT 'mine' AS name, NULL::uuid AS low, %s::uuid AS high",
            [UUID(int=2**128 - 1)],
        )

        for version in (1, 3):
            cursor.execute(
                f"INSERT INTO public.eventstore_event ({columns}, chain, salt) VALUES"  # noqa: S608
                " ('match', %s, %s, 'added', 1, '{}', 'account:t', %s, now(), %s, 2, %s)",
                [stream, version, f"k{version}", bytes(32), bytes(16)],
            )

        cursor.execute("SELECT key FROM public.eventstore_opening WHERE stream_id = %s", [stream])
        assert cursor.fetchall() == [("k1",)]
