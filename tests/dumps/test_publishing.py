"""When dumps are written, by whom, and where they go."""

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.models import Account
from agenda.models import DueRow
from agenda.periodic_jobs import INSTALLATION
from agenda.registry import Job
from dumps import jobs, parts, publishing, selection
from dumps.selection import month
from tests.dumps.january import MONTH, at, exported, played
from tests.matches import tables
from web.accounts.account_deletion import delete_account

pytestmark = pytest.mark.django_db


def test_the_agenda_writes_each_month_that_is_over_and_no_other(home: Path) -> None:
    people = tables.people(3)
    played(people)
    at(played(people), datetime.now(UTC))
    jobs.look()
    version = 0
    while (due := DueRow.objects.get(kind=jobs.STEP, subject=INSTALLATION)).version > version:
        version = due.version
        jobs.take_step(Job(jobs.STEP, INSTALLATION, version, MONTH.begin, due.payload, 0, None))

    assert [each.period for each in publishing.published(home)] == ["2026-01"]


@pytest.mark.more
def test_a_run_that_is_out_of_time_goes_on_where_it_was_and_chooses_once(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "MATCHES", 1)
    people = tables.people(3)
    for _ in range(3):
        played(people)
    choosing = Counter[str]()
    ids = selection.ids
    monkeypatch.setattr(
        selection, "ids", lambda period: choosing.update([period.name]) or ids(period)
    )

    monkeypatch.setattr(jobs, "AT_A_TIME_S", -1.0)
    jobs.take_step(Job(jobs.STEP, INSTALLATION, 1, MONTH.begin, "", 0, None))
    (building,) = (home / publishing.BUILDING).iterdir()
    assert [each.name for each in building.iterdir()] == ["0001"], "one at least"
    choosing.clear()
    due = DueRow.objects.get(kind=jobs.STEP, subject=INSTALLATION)
    assert (due.version, due.payload) == (2, MONTH.name)
    assert list(publishing.published(home)) == []
    monkeypatch.setattr(jobs, "AT_A_TIME_S", 60.0)
    jobs.take_step(Job(jobs.STEP, INSTALLATION, 2, MONTH.begin, due.payload, 0, None))

    assert [each.matches for each in publishing.published(home)] == [3]
    assert choosing[MONTH.name] == 1, "three parts, and the matches were chosen once"


def test_what_does_not_fit_into_the_memory_goes_to_the_folder_of_the_data_and_away(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[str] = []
    connect = duckdb.connect

    def connected(name: str, config: Any) -> duckdb.DuckDBPyConnection:
        given.append(config["temp_directory"])
        return connect(name, config=config)

    monkeypatch.setattr(duckdb, "connect", connected)
    played(tables.people(3))

    exported(home)

    assert given
    for each in given:
        assert home in Path(each).parents
        assert not Path(each).exists()


def test_where_nothing_is_to_be_published_the_agenda_writes_nothing(
    home: Path, settings: Settings
) -> None:
    settings.DUMPS = "off"
    played(tables.people(3))

    jobs.look()
    jobs.take_step(Job(jobs.STEP, INSTALLATION, 1, MONTH.begin, "", 0, None))

    assert not DueRow.objects.filter(kind=jobs.STEP).exists()
    assert list(home.iterdir()) == []


def test_the_command_writes_a_month_or_a_span_of_days(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tables.people(3))
    span = ("--from", "2026-01-10", "--until", "2026-01-20")

    call_command("export_dump", "--month", "2026-01")
    assert "1 matches in 8 files" in capsys.readouterr().out
    call_command("export_dump", *span, "--out", str(tmp_path / "span"))
    assert (tmp_path / "span" / "2026-01-10-to-2026-01-19" / "manifest.json").exists()
    assert (home / "2026-01" / "manifest.json").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say --month, or --from and --until"),
        (("--from", "2026-01-10"), "--from must be a day before --until"),
        (("--from", "2026-01-10", "--until", "2026-01-10"), "must be a day before"),
        (("--from", "2026-01-10", "--until", "2026-01-20"), "say --out where days are named"),
        (("--month", "2026-13"), "a month is written as 2026-10"),
        (("--from", "soon", "--until", "2026-01-10"), "a day is written as 2026-10-31"),
        (("--month", "2999-01"), "2999-01 is not over yet"),
        (("--month", "2001-01"), "no finished public match ended in 2001-01"),
    ],
)
def test_the_command_says_what_it_cannot_do(
    home: Path, arguments: tuple[str, ...], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("export_dump", *arguments)

    assert list(home.iterdir()) == []


def test_december_is_followed_by_january() -> None:
    assert month(2026, 12).until == month(2027, 1).begin
    assert month(2026, 1).until == month(2026, 2).begin


def test_a_month_that_has_lost_its_last_match_is_cleared(home: Path) -> None:
    people = tables.people(3)
    played(people)
    exported(home)
    assert [each.period for each in publishing.published(home)] == [MONTH.name]

    delete_account(Account.objects.get(pk=people[0].account))

    assert MONTH in list(selection.months())
    for each in selection.months():
        publishing.work(home, each)
    assert list(publishing.published(home)) == []
