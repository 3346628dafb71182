"""The heartbeat of the web: while nobody can move, no clock counts, and none runs out."""

from datetime import UTC, datetime, timedelta
from time import monotonic

import pytest
from django.db import connection
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from agenda import heartbeat, registry
from agenda.heartbeat import Outage, Source, SweeperHeartbeat
from agenda.models import Heartbeat, OutageRow
from agenda.registry import Handler
from agenda.runs import run_inline
from tests.agenda.rows import INLINE, handled, leave_mark, marks, put

pytestmark = pytest.mark.usefixtures("agenda")

HELD = "test_held"


@pytest.fixture(autouse=True)
def nobody_was_ever_there(settings: Settings, agenda: None) -> None:
    settings.OUTAGE_MIN_SECONDS = 10
    Heartbeat.objects.all().delete()
    OutageRow.objects.all().delete()


def last_beat(source: Source, seconds_ago: float) -> datetime:
    """Have the last process of a kind have died some time ago."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO agenda_heartbeat (id, beat_at) VALUES (%s,"
            " date_trunc('milliseconds', clock_timestamp() - %s * interval '1 second'))"
            " ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at RETURNING beat_at",
            [source, seconds_ago],
        )
        at: datetime = cursor.fetchone()[0]
        return at


def seconds(outage: Outage | None) -> float:
    assert outage is not None
    return (outage.ended_at - outage.began_at).total_seconds()


def test_an_outage_of_the_web_is_noted_by_the_first_web_process_that_is_back() -> None:
    last_beat(Source.SWEEPER, 0)
    last_beat(Source.WEB, 60)

    assert heartbeat.beat() is None
    found = heartbeat.beat(Source.WEB)

    assert 60 <= seconds(found) < 65
    assert heartbeat.beat(Source.WEB) is None
    assert OutageRow.objects.count() == 1


def test_one_web_process_that_lives_is_enough() -> None:
    heartbeat.beat(Source.WEB)
    for ago in (6, 6, 6):  # Of many, each dies after another has been heard.
        last_beat(Source.WEB, ago)
        assert heartbeat.beat(Source.WEB) is None

    assert not OutageRow.objects.exists()


@pytest.mark.parametrize(("first", "last"), [(Source.WEB, Source.SWEEPER), tuple(Source)])
def test_when_all_were_away_one_outage_ends_with_the_last_to_come_back(
    first: Source, last: Source
) -> None:
    began_at = last_beat(first, 3600)
    last_beat(last, 3000)

    assert heartbeat.beat(first) is None
    assert heartbeat.beat(first) is None
    found = heartbeat.beat(last)

    assert found is not None
    assert found.began_at == began_at
    assert heartbeat.beat(first) is None
    assert OutageRow.objects.count() == 1


def test_outages_of_both_kinds_never_overlap_however_they_cross() -> None:
    heartbeat.beat(Source.WEB)
    last_beat(Source.SWEEPER, 40)
    last_beat(Source.WEB, 5)  # Too short by now to be an outage.
    swept = heartbeat.beat()
    assert swept is not None
    last_beat(Source.WEB, 20)
    # An outage that would end in the millisecond in which it begins is none.
    while last_beat(Source.SWEEPER, 0) <= swept.ended_at:
        pass

    found = heartbeat.beat(Source.WEB)

    assert found is not None
    assert found.began_at == swept.ended_at


def test_sweepers_that_fail_while_the_web_is_away_make_no_second_outage() -> None:
    last_beat(Source.WEB, 100)
    last_beat(Source.SWEEPER, 30)

    assert heartbeat.beat() is None
    assert 100 <= seconds(heartbeat.beat(Source.WEB)) < 105
    assert heartbeat.beat() is None


def test_a_clock_of_the_database_that_is_set_back_is_no_outage() -> None:
    last_beat(Source.SWEEPER, 0)
    last_beat(Source.WEB, -3600)

    assert heartbeat.beat(Source.WEB) is None
    assert SweeperHeartbeat().beat()


@pytest.mark.parametrize(("silence_s", "run"), [(2, True), (5, False), (60, False)])
def test_clocks_wait_as_soon_as_the_web_has_been_silent_for_a_while(
    silence_s: float, *, run: bool
) -> None:
    last_beat(Source.WEB, silence_s)

    assert SweeperHeartbeat().beat() is run


def test_clocks_do_not_wait_where_no_web_process_ever_was() -> None:
    assert SweeperHeartbeat().beat()


def test_what_waits_for_the_web_stays_due_and_runs_when_the_web_is_back() -> None:
    registry.register(Handler(HELD, leave_mark, "inline", waits_for_web=True))
    try:
        with handled(INLINE):
            held, other = put(HELD, due_in_s=-30), put(INLINE, due_in_s=-30)

            run_inline(handlers=registry.handlers("inline", without_web=True))
            assert (len(marks(held)), len(marks(other))) == (0, 1)

            run_inline(handlers=registry.handlers("inline"))
            assert (len(marks(held)), len(marks(other))) == (1, 1)
    finally:
        registry.unregister(HELD)


def test_a_process_knows_that_there_was_no_outage_only_until_the_web_may_be_missed(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    last_beat(Source.SWEEPER, 1)  # A beat of the same millisecond would be no news.
    last_beat(Source.WEB, 2)
    with django_capture_on_commit_callbacks(execute=True):
        heartbeat.beat()
    now = datetime.now(UTC)
    assert heartbeat.OutageCache.last is not None
    assert heartbeat.OutageCache.last.excludes(now)

    last_beat(Source.SWEEPER, 1)
    last_beat(Source.WEB, 9.9)
    with django_capture_on_commit_callbacks(execute=True):
        heartbeat.beat()
    remaining_s = heartbeat.OutageCache.last.until - monotonic()

    assert remaining_s < 0.2


@pytest.mark.parametrize(("silence_s", "is_noted"), [(1, False), (2, False), (4, True), (60, True)])
def test_when_the_web_was_back_is_kept_after_every_silence_for_which_clocks_wait(
    silence_s: float, *, is_noted: bool
) -> None:
    heartbeat.beat()
    last_beat(Source.WEB, silence_s)
    heartbeat.beat(Source.WEB)
    found = heartbeat.web_back_at()

    assert (found is not None) is is_noted
    if found is not None:
        assert datetime.now(UTC) - found < timedelta(seconds=30)
    heartbeat.beat(Source.WEB)
    assert heartbeat.web_back_at() == found


def test_a_web_that_was_never_there_was_never_back() -> None:
    heartbeat.beat()

    assert heartbeat.web_back_at() is None
