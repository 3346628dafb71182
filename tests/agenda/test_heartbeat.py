"""The heartbeat of the sweepers, by which outages are known."""

import threading

import pytest
from django.db import connection
from pytest_django import Settings

from agenda import heartbeat
from agenda.heartbeat import Outage
from agenda.models import Heartbeat, OutageRow
from agenda.registry import Job
from tests.agenda.processes import within
from tests.agenda.rows import INLINE, handled, put
from tests.agenda.test_sweeper import sweeping

pytestmark = pytest.mark.usefixtures("committed_agenda")


@pytest.fixture(autouse=True)
def short_silences_count(settings: Settings, committed_agenda: None) -> None:
    settings.OUTAGE_MIN_SECONDS = 10
    # Another test's web server may have written it last.
    Heartbeat.objects.filter(id=heartbeat.Source.WEB).delete()


def last_beat(seconds_ago: float) -> None:
    """Have the last sweeper have died some time ago."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO agenda_heartbeat (id, beat_at) VALUES (1,"
            " date_trunc('milliseconds', clock_timestamp() - %s * interval '1 second'))"
            " ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at",
            [seconds_ago],
        )


def test_the_first_beat_finds_no_outage() -> None:
    Heartbeat.objects.all().delete()

    assert heartbeat.beat() is None
    assert heartbeat.beat() is None


def test_a_silence_is_noted_once_with_its_length() -> None:
    last_beat(3600)

    found = heartbeat.beat()

    assert found is not None
    assert 3600 <= (found.ended_at - found.began_at).total_seconds() < 3610
    assert heartbeat.beat() is None
    assert heartbeat.outage(found.id) == found


@pytest.mark.parametrize("seconds_ago", [9, -3600])
def test_a_short_silence_or_a_clock_set_back_is_no_outage(seconds_ago: float) -> None:
    last_beat(seconds_ago)

    assert heartbeat.beat() is None


def test_of_many_sweepers_that_come_up_together_one_notes_the_outage() -> None:
    found: list[Outage | None] = []

    def beat() -> None:
        found.append(heartbeat.beat())
        connection.close()

    last_beat(60)
    threads = [threading.Thread(target=beat) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 6
    assert len([each for each in found if each is not None]) == 1


def test_a_sweeper_notes_the_outage_before_it_runs_what_is_due() -> None:
    outages_known = []
    before = OutageRow.objects.count()
    last_beat(60)

    def note(_: Job) -> None:
        outages_known.append(OutageRow.objects.count() - before)

    with handled(INLINE, note):
        put(INLINE, due_in_s=-30)
        with sweeping():
            assert within(5, lambda: bool(outages_known))

    assert outages_known[0] == 1
