"""A restored backup is declared in the log itself, under another name than the log before."""

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from eventstore import verification
from matches.actors import SYSTEM
from matches.events import KIND as MATCH
from matches.models import Match
from matches.services import leaving
from tests.matches import tables
from transparency import site_stream, writer
from transparency.models import LogCheckpoint, LogEntry

pytestmark = pytest.mark.django_db
FIRST, SECOND = "club.example/cutpurse/1", "club.example/cutpurse/2"


@pytest.fixture(autouse=True)
def key(settings: Settings) -> None:
    settings.LOG_KEY = "a secret of the tests"
    settings.LOG_ORIGIN = FIRST


def kept(folder: Path) -> Path:
    """Write the newest checkpoint down, as a witness has it."""
    tables.begun(tables.people(3))
    writer.log_moved()
    path = folder / "checkpoint"
    path.write_bytes(Client().get("/log/checkpoint").content)
    return path


def restore() -> None:
    """Lose what was logged, as where a database goes back."""
    LogCheckpoint.objects.all().delete()


def declare(reason: str, last: Path | None = None) -> str:
    output = StringIO()
    about = {} if last is None else {"last": last}
    call_command("declare_rewind", reason=reason, stdout=output, **about)
    return output.getvalue()


def told() -> list[dict[str, object]]:
    return [json.loads(line) for line in Client().get("/log/rewinds").content.splitlines()]


def test_a_rewind_is_told_to_everybody_with_what_was_known_before(
    tmp_path: Path, settings: Settings
) -> None:
    last = kept(tmp_path)
    restore()
    settings.LOG_ORIGIN = SECOND

    said = declare("the disk failed; backup of 14:00", last)

    assert said == f"declared: the log has 0 entries, {FIRST} had 1\n"
    (line,) = told()
    assert (line["origin"], line["size"], line["kept"]) == (FIRST, 1, 0)
    assert line["from_root"] == last.read_text().splitlines()[2]
    assert isinstance(line["to_at"], str)
    assert line["note"] == last.read_text()
    page = Client().get("/log").content.decode()
    assert "the disk failed; backup of 14:00" in page
    assert f"{FIRST} had 1 entries; 0 were left." in page


def test_the_log_holds_the_declaration_like_any_history() -> None:
    declare("moved to another machine")
    writer.log_moved()

    row = LogEntry.objects.get(stream_kind=site_stream.KIND)
    assert row.version == 1
    assert verification.check(site_stream.KIND, site_stream.STREAM) == []


def test_a_log_does_not_go_on_under_the_name_of_one_that_had_more(tmp_path: Path) -> None:
    last = kept(tmp_path)
    restore()

    with pytest.raises(CommandError, match="give the log a new name first"):
        declare("the disk failed", last)
    assert told() == []


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
def test_nothing_is_declared_without_a_reason(reason: str) -> None:
    with pytest.raises(CommandError, match="say why"):
        declare(reason)


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    path.write_text("nothing\n")

    with pytest.raises(CommandError):
        declare("the disk failed", path)


def test_what_was_being_played_is_named_called_off_and_linked_and_the_home_page_says_so() -> None:
    players = tables.people(3)
    going, ended = (tables.begun(players, options={"rounds": 1}) for _ in range(2))
    tables.play_out(ended, players)
    assert 'id="rewound"' not in Client().get("/").content.decode()

    call_command("declare_rewind", reason="the disk failed", void=True, stdout=StringIO())

    (line,) = told()
    streams = line["streams"]
    assert isinstance(streams, list)
    assert str(going) in streams
    assert str(ended) not in streams
    page = tables.page(going)
    assert (page["status"], page["result"]["reason"]) == ("void", "rewound")
    assert tables.page(ended)["status"] == "finished"
    assert verification.check(MATCH, going) == []
    assert '/log#rewinds"' in Client().get("/").content.decode()
    shown = [Client().get(f"/matches/{each}/replay").content.decode() for each in (going, ended)]
    assert ['id="rewound"' in each for each in shown] == [True, False]


def test_private_matches_are_counted_and_not_named() -> None:
    players = tables.people(3)
    public, private = (tables.begun(players) for _ in range(2))
    Match.objects.filter(pk=private).update(visibility=Match.Visibility.PRIVATE)

    call_command("declare_rewind", reason="the disk failed", void=True, stdout=StringIO())

    (line,) = told()
    assert isinstance(line["streams"], list)
    assert str(public) in line["streams"]
    assert isinstance(line["others"], int)
    assert line["others"] >= 1
    assert str(private).encode() not in Client().get("/log/rewinds").content
    assert len(site_stream.touching(private)) == 1
    assert tables.page(private, players[0])["status"] == "void"


def test_matches_are_called_off_by_the_last_declaration_where_that_was_broken_off() -> None:
    first, second = (tables.begun(tables.people(3)) for _ in range(2))
    Match.objects.filter(pk=second).update(visibility=Match.Visibility.PRIVATE)
    declare("the disk failed")
    leaving.void(match_id=first, actor=SYSTEM, reason="rewound", key=f"rewound-{first}")
    later = tables.begun(tables.people(3))

    output = StringIO()
    call_command("declare_rewind", void=True, stdout=output)

    assert f"{second} is void" in output.getvalue()
    assert f"{first} is void" in output.getvalue()
    assert Match.objects.get(pk=second).status == "void"
    assert tables.page(later)["status"] == "live"
    assert len(site_stream.declared()) == 1


def test_nothing_is_called_off_by_a_declaration_that_was_not_made() -> None:
    with pytest.raises(CommandError, match="give a --reason"):
        call_command("declare_rewind", void=True)
    with pytest.raises(CommandError, match="say why"):
        call_command("declare_rewind")


def test_the_home_page_tells_of_a_rewind_for_some_weeks() -> None:
    declare("the disk failed")
    (found,) = site_stream.declared()
    last = found.at + site_stream.NEWS

    assert site_stream.recent(last - timedelta(seconds=1)) == [found]
    assert site_stream.recent(last) == []


def test_a_process_reads_what_was_declared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    declare("the disk failed")
    found = site_stream.declared()
    with monkeypatch.context() as patch:
        patch.setattr("eventstore.streams.load", None)
        assert site_stream.declared() == found
    declare("the other disk failed")

    assert [each.rewind.reason for each in site_stream.declared()][1:] == ["the other disk failed"]


def test_nothing_is_called_off_unless_that_is_asked_for() -> None:
    match = tables.begun(tables.people(3))

    declare("the disk failed")

    assert tables.page(match)["status"] == "live"
