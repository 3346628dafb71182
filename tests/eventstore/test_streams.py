"""The contract of the event store, on the real database as the application's role."""

from datetime import UTC, datetime
from hashlib import sha256
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eventstore import chain, streams, verification
from eventstore.errors import DuplicateKeyError, OvertakenError
from eventstore.events import NewEvent, StoredEvent
from tests.eventstore import appending

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, 0, 0, 123_456, tzinfo=UTC)


def append(
    stream: UUID, expected: int, *types: str, key: str | None = None, actor: str = "system"
) -> list[StoredEvent]:
    events = [NewEvent(name, '{"n":1}') for name in types]
    return appending.append(
        "test", stream, expected, events, actor=actor, key=key or uuid4().hex, at=NOON
    )


def test_what_was_appended_is_loaded_in_order_with_versions_from_one() -> None:
    stream = uuid4()

    first = append(stream, 0, "opened", "filled")
    second = append(stream, 2, "closed")

    assert streams.load("test", stream) == first + second
    assert [event.version for event in first + second] == [1, 2, 3]


def test_a_load_can_start_after_a_version_and_stop_at_one() -> None:
    stream = uuid4()
    append(stream, 0, "a", "b", "c", "d")

    part = streams.load("test", stream, after=1, until=3)

    assert [event.type for event in part] == ["b", "c"]


def test_two_streams_do_not_see_each_other() -> None:
    one, other = uuid4(), uuid4()
    append(one, 0, "a")
    append(other, 0, "b")

    assert [event.type for event in streams.load("test", one)] == ["a"]


def test_an_append_at_a_version_that_has_passed_is_refused_and_changes_nothing() -> None:
    stream = uuid4()
    append(stream, 0, "a", "b")

    with pytest.raises(OvertakenError), transaction.atomic():
        append(stream, 1, "late")

    assert len(streams.load("test", stream)) == 2


def test_an_append_beyond_the_end_is_refused_so_that_no_gap_can_arise() -> None:
    with pytest.raises(OvertakenError):
        append(uuid4(), 7, "too soon")


def test_a_key_serves_an_actor_once_in_a_stream() -> None:
    one, other = uuid4(), uuid4()
    append(one, 0, "a")
    append(other, 0, "a")
    append(one, 1, "b", key="the-key", actor="ann")

    append(one, 2, "b", key="the-key", actor="bob")
    append(other, 1, "b", key="the-key", actor="ann")
    with pytest.raises(DuplicateKeyError), transaction.atomic():
        append(one, 3, "b", key="the-key", actor="ann")


def test_a_key_opens_one_stream_for_an_actor() -> None:
    append(uuid4(), 0, "a", key="the-key", actor="ann")

    append(uuid4(), 0, "a", key="the-key", actor="bob")
    with pytest.raises(DuplicateKeyError), transaction.atomic():
        append(uuid4(), 0, "a", key="the-key", actor="ann")


def test_a_command_is_found_again_in_its_stream_by_its_actor_and_key() -> None:
    stream = uuid4()
    append(stream, 0, "a")
    append(stream, 1, "b", "c", key="again")

    command = streams.find_command("test", stream, "system", "again")

    assert command == streams.RecordedCommand("test", stream, 2, None)
    assert streams.find_command("test", stream, "system", "never") is None
    assert streams.find_command("test", uuid4(), "system", "again") is None


def test_what_opened_a_stream_is_found_again_by_its_actor_and_key_alone() -> None:
    stream = uuid4()
    append(stream, 0, "a", "b", key="first")
    append(stream, 2, "c", key="second")

    assert streams.find_opening("system", "first") == ("test", stream, 1, None)
    assert streams.find_opening("system", "second") is None
    assert streams.find_opening("ann", "first") is None


def test_only_the_first_event_of_a_command_carries_its_key() -> None:
    stored = append(uuid4(), 0, "a", "b", key="once")

    assert [event.key for event in stored] == ["once", None]


def test_the_body_comes_back_as_the_very_text_that_was_written() -> None:
    body = '{"b":1,"a":100,"text":"é \\u0001 \\" \\\\"}'
    stream = uuid4()
    appending.append(
        "test", stream, 0, [NewEvent("a", body)], actor="system", key=uuid4().hex, at=NOON
    )

    assert streams.load("test", stream)[0].body == body


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.lists(st.integers(min_value=1, max_value=5), min_size=1, max_size=6))
def test_the_chain_of_any_stream_holds(batches: list[int]) -> None:
    stream = uuid4()
    version = 0
    for size in batches:
        append(stream, version, *["event"] * size)
        version += size

    assert verification.check("test", stream) == []


def test_a_hash_covers_the_hash_before_and_the_line_of_the_log() -> None:
    stream = UUID("00000000-0000-7000-8000-000000000001")
    (stored,) = append(stream, 0, "opened", actor="ann", key="once")
    by = sha256(
        (stored.salt or b"") + b'{"actor":"ann","fingerprint":null,"key":"once"}'
    ).hexdigest()
    line = (
        f'{{"at":"2026-11-21T12:00:00.123Z","by":"{by}","data":{{"n":1}},"schema":1'
        ',"type":"opened","version":1}'
    )

    assert stored.hash == chain.link(chain.genesis("test", stream), line.encode())


def test_an_event_under_an_older_chain_than_the_one_before_it_is_refused() -> None:
    stream = uuid4()
    append(stream, 0, "opened")

    # As a process of an earlier release would go on that still runs.
    with pytest.raises(psycopg.OperationalError, match="newer chain"), transaction.atomic():
        of_chain_1(stream, 2)

    assert len(streams.load("test", stream)) == 1


def test_a_stream_of_an_earlier_release_goes_on_under_the_new_chain() -> None:
    stream = uuid4()
    of_chain_1(stream, 1)

    append(stream, 1, "a", "b")

    assert [event.chain for event in streams.load("test", stream)] == [1, 2, 2]
    assert verification.check("test", stream) == []


def of_chain_1(stream: UUID, version: int) -> None:
    """Add an event with the statement of the release that knew chain 1 alone."""
    at = NOON.replace(microsecond=0)
    before = chain.genesis("test", stream)
    digest = chain.link(before, chain.line(version, "old", "{}", at))
    with streams.raw_cursor() as cursor:
        cursor.execute(
            "INSERT INTO eventstore_event (stream_kind, stream_id, version, type, schema, body,"
            " actor, key, fingerprint, recorded_at, hash)"
            " VALUES ('test', $1, $2, 'old', 1, '{}', 'system', NULL, NULL, $3, $4)",
            (stream, version, at, digest),
        )


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE eventstore_event SET body = '{}'",
        "DELETE FROM eventstore_event",
        "TRUNCATE eventstore_event",
        "ALTER TABLE eventstore_event DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
        "DROP TABLE eventstore_event",
        (
            "INSERT INTO eventstore_event SELECT * FROM eventstore_event"
            " ON CONFLICT (stream_kind, stream_id, version) DO UPDATE SET body = '{}'"
        ),
    ],
)
def test_the_application_may_not_change_history(change: str) -> None:
    append(uuid4(), 0, "a")

    with (
        pytest.raises(psycopg.errors.InsufficientPrivilege),
        transaction.atomic(),
        streams.raw_cursor() as cursor,
    ):
        cursor.execute(change.encode())


def test_the_application_is_neither_owner_nor_superuser() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        assert cursor.fetchone() == (False,)
