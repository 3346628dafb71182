"""Which beacon a deal may be announced with, and when that has come: what an operator may write."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from deals import beacon_of_deal
from deals import events as e
from deals.audit import Audit
from eventstore.canonical import format_timestamp
from games import beacons
from tests.deals.played import HOUR

OPENS = datetime(2026, 11, 23, tzinfo=UTC)
RIGHT = beacons.first_round_after(OPENS - beacon_of_deal.BEFORE)
DUE = beacons.due(RIGHT.number)


def opening(**fields: Any) -> e.DealOpened:
    wanted = {
        "game": "pickpocket",
        "rules": "pickpocket@2",
        "dataset": "",
        "options": {},
        "seats": 3,
        "deal": "",
        "commitment": "",
        "bind": "",
        "opens_at": format_timestamp(OPENS),
        "closes_at": format_timestamp(OPENS + HOUR),
        "house": e.House(0, "greedy"),
        "beacon": RIGHT.line,
        "day": None,
        "opened_by": None,
    }
    return e.DealOpened(**{**wanted, **fields})


@pytest.mark.parametrize(
    ("event", "at", "is_right"),
    [
        (opening(), OPENS - HOUR, True),
        (opening(), OPENS - timedelta(minutes=15), True),
        (opening(), OPENS - timedelta(minutes=14), False),
        (opening(), OPENS, False),
        (opening(beacon=RIGHT._replace(number=RIGHT.number - 1).line), OPENS - HOUR, False),
        (opening(beacon=RIGHT._replace(number=RIGHT.number + 1).line), OPENS - HOUR, False),
        (opening(beacon="nist 2 7"), OPENS - HOUR, False),
        (opening(beacon="-"), OPENS - HOUR, False),
    ],
)
def test_which_beacon_it_is_follows_from_the_opening_alone(
    event: e.DealOpened, at: datetime, is_right: bool
) -> None:
    assert (beacon_of_deal.misnamed(event, at) is None) == is_right


@pytest.mark.parametrize(
    ("value", "at", "why"),
    [
        ("00" * 48, DUE, None),
        ("00" * 48, DUE - timedelta(seconds=1), "the beacon was not there yet"),
        (None, DUE + beacons.WAIT, None),
        (None, DUE, "the beacon still had time to come"),
        ("00" * 64, DUE, "the value is none of the beacon that the deal waited for"),
        ("AB" * 48, DUE, "the value is none of the beacon that the deal waited for"),
        ("no", DUE, "the value of the beacon is not hexadecimal"),
    ],
)
def test_what_it_came_to_is_said_in_its_time(
    value: str | None, at: datetime, why: str | None
) -> None:
    audit = Audit(UUID(int=7))
    audit.state.opened = opening()

    settled = e.DealBeaconSettled(value=value)
    assert beacon_of_deal.missettled(audit.state, settled, at) == why
    audit.state.beacon = settled
    assert beacon_of_deal.missettled(audit.state, settled, at) == "the deal waited for no beacon"
