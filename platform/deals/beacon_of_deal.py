"""The public beacon of a deal: announced with it, and there before it opens. Pure."""

from datetime import datetime, timedelta

from deals import events as e
from deals.state import DealState
from eventstore.canonical import parse_timestamp
from games import beacons
from games.beacons import Beacon

BEFORE = timedelta(minutes=10)
"""How long before a deal opens its beacon comes."""
NOTICE = timedelta(minutes=15)
"""How long before it opens a deal has to be announced to have one."""


def of(opened_at: datetime, opens_at: datetime) -> Beacon | None:
    """Return the round of drand that a deal is drawn with; None of one that opens too soon."""
    is_early = opens_at - opened_at >= NOTICE
    return beacons.first_round_after(opens_at - BEFORE) if is_early else None


def misnamed(event: e.DealOpened, at: datetime) -> str | None:
    """Tell what is wrong with the beacon that a deal is announced with.

    Which one that is follows from when it opens, so nobody can choose one that is out.
    """
    if not event.beacon:
        return None
    if not event.house:
        return "the deal of a round depends on the draw of that alone"
    wanted = of(at, parse_timestamp(event.opens_at))
    is_right = wanted is not None and event.beacon == wanted.line
    return None if is_right else "the beacon is not the one that comes before the deal opens"


def missettled(state: DealState, event: e.DealBeaconSettled, at: datetime) -> str | None:
    """Tell what is wrong with what a beacon is said to have come to."""
    named = Beacon.read(state.opened.beacon or "")
    if named is None or not state.awaits_beacon:
        return "the deal waited for no beacon"
    if event.value is None:
        is_early = at < named.given_up_from(at)
        return "the beacon still had time to come" if is_early else None
    try:
        value = bytes.fromhex(event.value)
    except ValueError:
        return "the value of the beacon is not hexadecimal"
    if event.value != value.hex() or not named.can_be(value):
        return "the value is none of the beacon that the deal waited for"
    return "the beacon was not there yet" if at < named.due_from(at) else None


def drawn(state: DealState) -> dict[str, str] | None:
    """Return the beacon that a deal was drawn with, as its matches have it."""
    if not state.opened.beacon or state.beacon is None or state.beacon.value is None:
        return None
    return {"named": state.opened.beacon, "value": state.beacon.value}
