"""A beacon on its whole way, as time goes by: sealed, asked for, settled, dealt."""

import time

import pytest
from pytest_django import Settings

from agenda import runs
from eventstore import streams
from games import beacons
from matches.events import KIND
from tests.beacons.relay import Relay
from tests.matches.beacon_tables import bots_alone, named
from tests.matches.sharers import require_sound, status

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PATIENT_S = 90


def test_the_agenda_deals_soon_after_the_beacon_is_out(drand: Relay, settings: Settings) -> None:
    settings.BEACON = f"drand {drand.address}"
    match = bots_alone()
    until = time.monotonic() + PATIENT_S
    while status(match) == "open" and time.monotonic() < until:
        runs.run_due_now()
        time.sleep(0.2)

    assert status(match) != "open"
    beacon = named(match)
    assert drand.asked == [f"/{beacons.QUICKNET}/public/{beacon.number}"]
    begun = next(each for each in streams.load(KIND, match) if each.type == "match_started")
    assert begun.at >= beacons.due(beacon.number)
    # Nobody has waited for the minute after which it would have been given up.
    assert begun.at < beacons.due(beacon.number) + beacons.WAIT
    require_sound(match)
