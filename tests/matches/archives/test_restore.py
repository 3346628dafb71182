"""A month comes back from its archive, and no other archive is taken for it."""

import shutil
from io import StringIO
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from pytest_django import Settings

from eventstore import archives, partitions, sealing, streams, verification
from eventstore.archives import Archive, paths
from eventstore.months import Month
from games.core import ALL
from matches import archive
from matches.events import KIND
from tests import servers
from tests.matches import tables
from tests.matches.archives.months import dropped, ended, month, rows, run, written

pytestmark = pytest.mark.slow


def test_a_month_that_is_restored_has_the_same_rows_as_append_only_as_before(folder: Path) -> None:
    before = rows()
    dropped()

    run("restore", month())

    assert rows() == before
    assert partitions.months_ahead() >= 3
    call_command("verify", stdout=StringIO())
    delete = f"DELETE FROM eventstore_event_match_{month().replace('-', '_')}"  # noqa: S608 - its own.
    with pytest.raises(psycopg.errors.InsufficientPrivilege), streams.raw_cursor() as cursor:
        cursor.execute(delete.encode())
    assert "sealed" not in run("list")


def checks() -> list[str]:
    """Return the conditions that a partition of the test has."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = %s::regclass"
            " ORDER BY 1",
            [sealing.PREFIX + month().replace("-", "_")],
        )
        return [text for (text,) in cursor.fetchall()]


@pytest.mark.more
def test_the_rows_are_not_read_again_under_the_lock_of_a_restore(folder: Path) -> None:
    before = checks()
    dropped()
    told: list[str] = []
    owner = connections["owner"]
    owner.ensure_connection()
    assert owner.connection is not None
    owner.connection.add_notice_handler(lambda each: told.append(each.message_primary or ""))
    with owner.cursor() as cursor:
        cursor.execute("SET client_min_messages = debug1")

    run("restore", month())

    name = sealing.PREFIX + month().replace("-", "_")
    assert f'partition constraint for table "{name}" is implied by existing constraints' in told
    assert checks() == before


@pytest.mark.more
def test_an_import_of_a_sealed_month_is_taken_and_an_archived_match_is_not_taken_twice(
    folder: Path, django_db_setup: str
) -> None:
    known = ended()[0]
    log = list(archive.log_lines(known, ALL))
    name = django_db_setup.removesuffix("_committed")
    with servers.copied_database(name, "elsewhere") as elsewhere, servers.using(elsewhere):
        players = tables.people(3)
        match_id = tables.begun(players, options={"rounds": 1})
        tables.play_out(match_id, players)
        foreign = list(archive.log_lines(match_id, ALL))
    dropped()

    with pytest.raises(archive.AlreadyHereError):
        archive.import_log(log)
    imported = archive.import_log(foreign)

    assert imported == match_id
    assert verification.check(KIND, imported) == []
    assert partitions.rest_rows() == 0
    assert verification.check(KIND, known) == []

    run("restore", month())

    name = sealing.PREFIX + month().replace("-", "_")
    assert lies(imported) == lies(known) == [name]
    assert verification.check(KIND, imported) == verification.check(KIND, known) == []
    for each in (name, partitions.REST):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), streams.raw_cursor() as cursor:
            cursor.execute(f"DELETE FROM {each}".encode())  # noqa: S608 - names of tables
    assert partitions.rest_rows() == 0


def lies(match_id: UUID) -> list[str]:
    """Return the tables in which the events of a match are."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT tableoid::regclass::text FROM eventstore_event WHERE stream_id = %s",
            [match_id],
        )
        return [name for (name,) in cursor.fetchall()]


def test_a_match_of_the_archive_that_is_in_the_rest_too_stops_the_restore(folder: Path) -> None:
    dropped()
    known = ended()[0]
    with connections["owner"].cursor() as cursor:
        columns = "stream_kind, stream_id, version, type, schema, body, actor, recorded_at, hash"
        cursor.execute(
            f"INSERT INTO eventstore_event ({columns}, chain, salt)"  # noqa: S608 - its columns
            " VALUES ('match', %s, 1, 'match_opened', 1, '{}', 'import', now(), %s, 2, %s)",
            [known, bytes(32), bytes(16)],
        )

    with pytest.raises(CommandError, match=f"match {known} is in {partitions.REST} too"):
        run("restore", month())

    assert "sealed" in run("list")


def test_another_archive_of_the_name_is_not_restored_and_the_record_stays(
    folder: Path, tmp_path: Path
) -> None:
    before = rows()
    dropped()
    right = Archive(folder, month()).manifest
    begun = Archive(folder, month()).streams()
    archives.write(tmp_path / "other", month(), right.low, right.high, [next(begun)])

    with pytest.raises(CommandError, match=f"not what was sealed as {month()}"):
        run("restore", month(), folder=tmp_path / "other")

    assert f"{month()}: sealed, 2 matches" in run("list")
    assert rows() == (0, None)
    run("restore", month())
    assert rows() == before


@pytest.mark.more
def test_a_restore_while_the_tables_are_in_use_says_so_and_can_be_done_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows()
    dropped()
    monkeypatch.setattr(sealing, "LOCK_TIMEOUT", "50ms")
    monkeypatch.setattr(sealing, "PAUSE_S", 0.01)
    name = connections["owner"].settings_dict["NAME"]

    with servers.connected(name) as reader, reader.transaction():
        reader.execute(f"LOCK TABLE {partitions.REST} IN ACCESS SHARE MODE".encode())
        with pytest.raises(CommandError, match="in use 20 times, and nothing was changed"):
            run("restore", month())

    assert rows() == (0, None)
    monkeypatch.undo()
    run("restore", month())
    assert rows() == before


def test_the_archive_that_is_dropped_is_the_one_that_is_read(
    folder: Path, settings: Settings, tmp_path: Path
) -> None:
    written()
    before = rows()
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(folder, elsewhere)
    found = Archive(folder, month())
    archives.write(
        folder, month(), found.manifest.low, found.manifest.high, list(found.streams())[:1]
    )

    with pytest.raises(CommandError, match="is another archive"):
        run("drop", month(), yes=month(), folder=elsewhere)
    for path in paths(elsewhere, month()):
        shutil.copy(path, folder)
    with paths(folder, month()).events.open("r+b") as file:
        file.truncate(20)
    with pytest.raises(CommandError, match="SHA-256"):
        run("drop", month(), yes=month(), folder=elsewhere)
    settings.ARCHIVE_FOLDER = None
    with pytest.raises(CommandError, match="set ARCHIVE_FOLDER"):
        run("drop", month(), yes=month(), folder=elsewhere)
    assert rows() == before

    settings.ARCHIVE_FOLDER = folder
    shutil.copy(paths(elsewhere, month()).events, folder)
    assert "dropped" in run("drop", month(), yes=month(), folder=elsewhere)


def test_a_month_that_was_sealed_is_not_begun_anew(folder: Path) -> None:
    dropped()

    assert not partitions.add(Month.parse(month()))
    assert f"{month()}: in the database" not in run("list")
