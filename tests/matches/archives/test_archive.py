"""Months that are over leave the database for archives, and everybody reads them as before."""

from io import StringIO
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from eventstore import partitions, sql, streams, verification
from eventstore.archives import Archive, paths
from games.core import ALL
from matches import archive, selectors
from matches.events import KIND
from matches.models import Match
from tests.callers import Caller
from tests.dumps import january
from tests.matches import tables
from tests.matches.archives.months import dropped, ended, forget, month, rows, run, written
from tests.samples import leading
from web.accounts import data_file
from web.games.registry import ends_of

pytestmark = pytest.mark.slow


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


@pytest.mark.more
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


@pytest.mark.more
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


@pytest.mark.more
def test_a_match_that_the_index_has_lost_is_no_unknown_match(folder: Path) -> None:
    dropped()
    index = paths(folder, month()).places
    index.write_bytes(index.read_bytes().splitlines(keepends=True)[0])
    forget()

    assert [Caller().get(f"/matches/{each}/log").status for each in ended()] == [503, 503]


@pytest.mark.more
def test_another_archive_under_the_same_name_is_not_read(folder: Path) -> None:
    dropped()
    manifest = paths(folder, month()).manifest
    manifest.write_bytes(manifest.read_bytes().replace(b'"streams"', b' "streams"'))
    forget()

    assert Caller().get(f"/matches/{ended()[0]}/log").status == 503


@pytest.mark.more
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


@pytest.mark.more
def test_a_month_with_a_match_that_is_not_over_stays(folder: Path) -> None:
    going = tables.begun(tables.people(3))

    with pytest.raises(CommandError, match=f"1 matches are not over: {going}"):
        run("write", month(), after_days=0)
    with pytest.raises(CommandError, match="only: "):
        run("write", month())

    assert not folder.exists()


@pytest.mark.more
def test_what_came_after_the_archive_was_written_keeps_the_month(folder: Path) -> None:
    written()
    players = tables.people(3)
    tables.play_out(tables.begun(players, options={"rounds": 1}), players)

    with pytest.raises(CommandError, match="other streams"):
        run("drop", month(), yes=month())


@pytest.mark.more
@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    leading(
        [
            (("write",), {}, "needs a NAME"),
            (("write", "2031-02"), {}, "there is no partition 2031-02; there are before, "),
            (("check", "2031-02"), {}, "No such file"),
            (("drop", "NOW"), {}, "say --yes NOW as well"),
            (("restore", "NOW"), {}, "is there already"),
        ],
        2,
    ),
)
def test_what_cannot_be_says_why(
    folder: Path, arguments: tuple[str, ...], options: dict[str, object], words: str
) -> None:
    written()
    given = [each.replace("NOW", month()) for each in arguments]

    with pytest.raises(CommandError, match=words.replace("NOW", month())):
        run(*given, **options)
