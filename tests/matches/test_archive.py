"""Months that are over leave the database for archives, and everybody reads them as before."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from pytest_django import DjangoDbBlocker, Settings

from eventstore import archives, lineage, partitions, sealed, sealing, sql, streams, verification
from eventstore.archives import Archive, ArchiveError, paths
from eventstore.events import StoredEvent
from eventstore.months import Month
from games.core import ALL
from matches import archive, recordings, selectors
from matches.events import KIND
from matches.models import Match
from tests import servers
from tests.callers import Caller
from tests.dumps import january
from tests.matches import tables
from web.accounts import data_file
from web.games.registry import ends_of

pytestmark = pytest.mark.slow

ROWS = """SELECT count(*), sum(hashtextextended(row(event.*)::text, 0)::numeric)
FROM eventstore_event AS event"""


@pytest.fixture
def own_database(django_db_setup: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Work on a database of the test's own, whose partitions it may drop."""
    with django_db_blocker.unblock():
        name = django_db_setup.removesuffix("_committed")
        with servers.copied_database(name, "archived") as copy, servers.using(copy):
            yield


@pytest.fixture
def folder(own_database: None, settings: Settings, tmp_path: Path) -> Path:
    """Return where the archives are, with two matches of this month that are over."""
    settings.ARCHIVE_FOLDER = tmp_path / "archives"
    for seed in (1, 2):
        players = tables.people(3)
        match_id = tables.begun(players, options={"rounds": 1})
        tables.play_out(match_id, players, seed)
    return tmp_path / "archives"


def month() -> str:
    """Return the name of the partition in which the matches of the test are."""
    return str(Month.of(Match.objects.latest("opened_at").opened_at))


def ended() -> list[UUID]:
    return list(Match.objects.order_by("id").values_list("id", flat=True))


def run(*arguments: str, **options: object) -> str:
    output = StringIO()
    call_command("archive", *arguments, stdout=output, **options)
    forget()
    return output.getvalue()


def forget() -> None:
    """Let this process know no more than one that has just been started."""
    lineage.changed.send(sender=None)
    recordings.RECORDINGS._kept.clear()  # noqa: SLF001 - what a new process does not have.
    sealed.opened.cache_clear()


def written() -> None:
    run("write", month(), after_days=0)


def dropped() -> None:
    written()
    run("drop", month(), yes=month())


def shown(match_id: UUID) -> list[bytes]:
    """Return what people and programs are shown of a match."""
    answers = [
        Caller().get(f"/matches/{match_id}{path}").response
        for path in ("", "/log", "/events", "/replay?at=9", "/proof", "/head")
    ]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    contents = [
        b"".join(answer) if answer.streaming else bytes(answer.content) for answer in answers
    ]
    return [*contents, "".join(archive.log_lines(match_id, ALL)).encode()]


def rows() -> object:
    with connection.cursor() as cursor:
        cursor.execute(ROWS)
        return cursor.fetchone()


def test_a_sealed_month_is_shown_as_before_and_verified(folder: Path) -> None:
    before = [shown(match_id) for match_id in ended()]
    assert "2 matches" in run("write", month(), after_days=0)

    assert "sealed and dropped" in run("drop", month(), yes=month())

    assert rows() == (0, None)
    assert [shown(match_id) for match_id in ended()] == before
    assert verification.everything() == [(KIND, match_id) for match_id in ended()]
    assert partitions.rest_rows() == 0
    call_command("verify", stdout=StringIO())
    assert verification.moved(None) == []
    assert f"{month()}: sealed, 2 matches" in run("list")


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


def test_an_archive_is_the_same_bytes_when_it_is_written_again(folder: Path) -> None:
    written()
    first = [path.read_bytes() for path in paths(folder, month())]

    written()

    assert [path.read_bytes() for path in paths(folder, month())] == first


@pytest.mark.parametrize("at", [0.0, 0.3, 0.9])
def test_a_flipped_bit_is_named_with_its_match_and_nothing_is_dropped(
    folder: Path, at: float
) -> None:
    written()
    events = paths(folder, month()).events
    content = bytearray(events.read_bytes())
    place = int(len(content) * at) + 20
    content[place] ^= 1
    events.write_bytes(content)
    begins = {each.offset: each.id for each in Archive(folder, month()).places()}
    hit = begins[max(offset for offset in begins if offset <= place)]
    before = rows()

    output = StringIO()
    with pytest.raises(CommandError, match="2 faults"):
        call_command("archive", "check", month(), stdout=output)
    with pytest.raises(CommandError, match=f"match {hit} in .* damaged"):
        run("drop", month(), yes=month())

    assert f"match {hit}" in output.getvalue()
    assert rows() == before
    with pytest.raises(ArchiveError, match=str(hit)):
        Archive(folder, month()).load(hit)


def test_a_changed_index_or_manifest_is_found(folder: Path) -> None:
    written()
    before = rows()
    index = paths(folder, month()).places
    lines = index.read_bytes().splitlines(keepends=True)

    index.write_bytes(lines[0])

    with pytest.raises(CommandError, match="SHA-256"):
        run("drop", month(), yes=month())
    assert rows() == before


def test_an_archive_that_is_away_is_no_unknown_match(
    folder: Path, settings: Settings, tmp_path: Path
) -> None:
    dropped()
    match_id = ended()[0]

    settings.ARCHIVE_FOLDER = None
    forget()
    assert Caller().get(f"/matches/{match_id}/log").status == 503

    settings.ARCHIVE_FOLDER = tmp_path
    forget()
    answer = Caller().get(f"/matches/{match_id}/log")
    assert (answer.status, answer.code) == (503, "unavailable")

    settings.ARCHIVE_FOLDER = folder
    forget()
    assert Caller().get(f"/matches/{match_id}/log").status == 200


def verified(*arguments: str) -> list[str]:
    """Return what a run that has found faults says, without its last line."""
    output = StringIO()
    with pytest.raises(CommandError):
        call_command("verify", *arguments, stdout=output)
    forget()
    return output.getvalue().splitlines()[:-1]


def test_a_run_of_verify_names_what_an_archive_has_lost_and_goes_on(
    folder: Path, settings: Settings
) -> None:
    dropped()
    call_command("verify", stdout=StringIO())
    call_command("verify", "--since", stdout=StringIO())
    first, second = ended()
    events = paths(folder, month()).events
    content = bytearray(events.read_bytes())
    content[list(Archive(folder, month()).places())[1].offset + 20] ^= 1
    events.write_bytes(content)
    forget()

    assert [line.split(": ")[0] for line in verified("--since")] == [f"archive {month()}"]
    found = verified()
    assert len(found) == 2
    assert "SHA-256" in found[0]
    assert f"match {second} event 0: cannot be read: match {second} in {events}" in found[1]

    settings.ARCHIVE_FOLDER = None
    forget()
    found = verified()
    assert found[0] == f"archive {month()}: set ARCHIVE_FOLDER"
    assert [line.split(" event ")[0] for line in found[1:]] == [f"match {first}", f"match {second}"]


def test_a_dump_that_lacks_an_archive_says_so(
    folder: Path, settings: Settings, tmp_path: Path
) -> None:
    january.at(ended()[0])
    dropped()
    settings.ARCHIVE_FOLDER = None
    forget()

    with pytest.raises(CommandError, match=r"nothing is published: .*set ARCHIVE_FOLDER"):
        call_command("export_dump", month=january.MONTH, out=tmp_path / "dumps")


def test_a_persons_file_and_the_headings_of_a_page_are_as_before(folder: Path) -> None:
    match = Match.objects.latest("opened_at")
    mine = data_file.SECTIONS["moves_and_acts"]
    people = [each.account for each in match.chairs.all() if each.account is not None]
    types = (*ends_of(match.game).types, "match_started")

    def told() -> list[object]:
        kept = [list(mine(each)) for each in people]
        return [*kept, selectors.versions_of(match.id, types, until=match.version)]

    before = told()
    assert all(before)
    dropped()

    assert told() == before
    assert selectors.versions_of(match.id, types, until=1) == []


def test_a_match_that_the_index_has_lost_is_no_unknown_match(folder: Path) -> None:
    dropped()
    index = paths(folder, month()).places
    index.write_bytes(index.read_bytes().splitlines(keepends=True)[0])
    forget()

    assert [Caller().get(f"/matches/{each}/log").status for each in ended()] == [503, 503]


def test_another_archive_under_the_same_name_is_not_read(folder: Path) -> None:
    dropped()
    manifest = paths(folder, month()).manifest
    manifest.write_bytes(manifest.read_bytes().replace(b'"streams"', b' "streams"'))
    forget()

    assert Caller().get(f"/matches/{ended()[0]}/log").status == 503


def test_nothing_is_added_to_a_match_in_the_archive(folder: Path) -> None:
    dropped()
    statement = sql.insert_events(1, 1, "(VALUES (1)) AS one(n)")
    match = Match.objects.latest("opened_at")
    given = (KIND, match.id, match.version, "system", "k", None, bytes(16), match.updated_at)

    with (
        pytest.raises(psycopg.OperationalError, match=f"in the archive {month()}"),
        streams.raw_cursor() as cursor,
    ):
        cursor.execute(statement.encode(), (*given, "match_voided", 1, "{}", bytes(32)))


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


@pytest.mark.parametrize("streams_of_it", [0, 1, 2, 3, 100])
def test_each_match_is_found_among_the_others_and_no_other(
    tmp_path: Path, streams_of_it: int
) -> None:
    low = Month.parse("2026-03").first_id.int
    ids = [UUID(int=low + 2 * number) for number in range(streams_of_it)]
    shown = ("added", 1, "{}", "account:a", None, None, datetime(2026, 3, 1, tzinfo=UTC))
    # Lines of several lengths, as matches of several lengths have.
    stored = (
        (each, [StoredEvent(10 ** (each.int % 7), *shown, bytes(32), 2, bytes(16))]) for each in ids
    )
    archives.write(tmp_path, "2026-03", None, UUID(int=low + 1000), stored)
    found = Archive(tmp_path, "2026-03")

    assert [place.id for place in found.places()] == ids
    assert [found.place(each) for each in ids] == list(found.places())
    for number in range(-1, streams_of_it + 1):
        assert found.place(UUID(int=low + 2 * number + 1)) is None


def test_an_index_that_is_out_of_order_is_a_fault(folder: Path) -> None:
    written()
    found = paths(folder, month())
    found.places.write_bytes(
        b"".join(reversed(found.places.read_bytes().splitlines(keepends=True)))
    )

    with pytest.raises(CommandError, match=f"match {ended()[0]} is not in its order"):
        run("drop", month(), yes=month())


def test_an_archive_that_was_half_replaced_is_none(folder: Path) -> None:
    written()
    found = paths(folder, month())
    found.places.unlink()
    found.places.mkdir()

    with pytest.raises(CommandError, match="directory"):
        written()

    with pytest.raises(FileNotFoundError):
        Archive(folder, month())


def test_a_month_that_was_sealed_is_not_begun_anew(folder: Path) -> None:
    dropped()

    assert not partitions.add(Month.parse(month()))
    assert f"{month()}: in the database" not in run("list")


def test_a_month_with_a_match_that_is_not_over_stays(folder: Path) -> None:
    going = tables.begun(tables.people(3))

    with pytest.raises(CommandError, match=f"1 matches are not over: {going}"):
        run("write", month(), after_days=0)
    with pytest.raises(CommandError, match="only: "):
        run("write", month())

    assert not folder.exists()


def test_what_came_after_the_archive_was_written_keeps_the_month(folder: Path) -> None:
    written()
    players = tables.people(3)
    tables.play_out(tables.begun(players, options={"rounds": 1}), players)

    with pytest.raises(CommandError, match="other streams"):
        run("drop", month(), yes=month())


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (("write",), {}, "needs a NAME"),
        (("write", "2031-02"), {}, "there is no partition 2031-02; there are before, "),
        (("check", "2031-02"), {}, "No such file"),
        (("drop", "NOW"), {}, "say --yes NOW as well"),
        (("restore", "NOW"), {}, "is there already"),
    ],
)
def test_what_cannot_be_says_why(
    folder: Path, arguments: tuple[str, ...], options: dict[str, object], words: str
) -> None:
    written()
    given = [each.replace("NOW", month()) for each in arguments]

    with pytest.raises(CommandError, match=words.replace("NOW", month())):
        run(*given, **options)
