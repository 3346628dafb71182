"""Sweepers that are killed (-9) in the midst of what they do to many clocks."""

import json
import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.db.models import F

from agenda import heartbeat
from agenda.models import DueRow, Heartbeat
from eventstore import streams, verification
from matches.actors import Player
from matches.events import KIND
from matches.services import vacations
from tests.agenda.processes import within
from tests.matches import tables
from tests.processes import process

MATCHES = 20
SLOW = {"per_move": 24 * 3600}
FAST = {"per_move": 3600}
CALM = {"LOG_LEVEL": "ERROR", "OUTAGE_MIN_SECONDS": "1800"}
"""For the sweepers: that the machine is slow is no outage."""
PATIENCE_S = 60

pytestmark = pytest.mark.usefixtures("committed_db")


@contextmanager
def sweeper(environment: Mapping[str, str]) -> Iterator[int]:
    """Run `manage.py sweep` and give its process id."""
    with process(["django", "sweep"], {**environment, **CALM}) as running:
        yield running.pid


def noted(event_type: str, ids: list[UUID]) -> int:
    """Return how many events of a kind the matches have together."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM eventstore_event WHERE stream_id = ANY(%s) AND type = %s",
            [ids, event_type],
        )
        return int(cursor.fetchone()[0])


def outages(match_id: UUID) -> list[str]:
    """Return the outages that a match has been given back."""
    events = streams.load(KIND, match_id)
    return [json.loads(each.body)["outage"] for each in events if each.type == "clock_credited"]


def nobody_has_swept_for_an_hour() -> None:
    heartbeat.beat()
    Heartbeat.objects.filter(id=heartbeat.Source.WEB).delete()
    Heartbeat.objects.update(beat_at=F("beat_at") - timedelta(hours=1))


def leases_are_over() -> None:
    """Have the leases of whoever was killed end, as if their time had passed."""
    DueRow.objects.filter(lease_until__isnull=False).update(lease_until=F("due_at"))


@pytest.mark.long
def test_a_vacation_and_what_an_outage_took_reach_all_matches_once_though_sweepers_are_killed(
    environment: dict[str, str],
) -> None:
    players: list[Player] = tables.people(2)
    slow, fast = (
        [tables.begun(players, clock=clock, game="pickpocket") for _ in range(MATCHES)]
        for clock in (SLOW, FAST)
    )
    vacations.take(player=players[0], days=2)
    nobody_has_swept_for_an_hour()

    with sweeper(environment) as killed:
        assert within(PATIENCE_S, lambda: noted("clock_credited", fast) > 0)
        os.killpg(killed, signal.SIGKILL)
    leases_are_over()
    with sweeper(environment):
        assert within(PATIENCE_S, lambda: noted("seat_on_vacation", slow) >= MATCHES)
        assert within(PATIENCE_S, lambda: noted("clock_credited", fast) >= MATCHES)

    assert [tables.types(match_id).count("seat_on_vacation") for match_id in slow] == [1] * MATCHES
    (outage,) = {each for match_id in fast for each in outages(match_id)}
    assert [outages(match_id) for match_id in fast] == [[outage]] * MATCHES
    for match_id in (*slow, *fast):
        assert verification.check(KIND, match_id) == []
