"""Wait for the public beacon of a deal, and let it be played without one that does not come."""

from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone

from agenda import sql as agenda
from agenda.registry import Job
from beacons import source, waiting
from beacons.waiting import Settled
from deals import beacon_of_deal, selectors
from deals import events as e
from deals.aggregate import DEAL, Work
from deals.state import DealState
from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from games import beacons
from games.beacons import Beacon
from matches import metrics
from matches.actors import SYSTEM

KIND = "deal_beacon"
"""The agenda's kind for a beacon, or for its not coming."""
AGAIN = timedelta(seconds=5)
"""When to look again for one that is neither there nor given up when it should be."""


def first(opened_at: datetime, opens_at: datetime) -> Beacon | None:
    """Return the beacon that a deal is to be drawn with, where the site takes one a day before.

    Nobody knows the number of a pulse of NIST so early.
    """
    taken = source.of_site()
    is_known = taken is not None and taken.name == "drand"
    return beacon_of_deal.of(opened_at, opens_at) if is_known else None


def wait_for(deal_id: UUID, beacon: Beacon) -> None:
    """Have a beacon asked for, and the deal look when it is settled, in the same transaction."""
    due_at = beacons.due(beacon.number)
    waiting.wait_for(beacon, due_at)
    _look(deal_id, beacon.line, beacon.given_up_from(due_at))


def _look(deal_id: UUID, line: str, at: datetime, version: int = 1) -> None:
    agenda.schedule(kind=KIND, subject=deal_id, due_at=at, version=version, payload=line)


def settle(job: Job) -> None:
    """Note what the beacon of a deal has come to; safe late and twice."""
    state, moment = selectors.load(job.subject), timezone.now()
    if not state.version or not state.awaits_beacon or state.closed is not None:
        return
    line = state.opened.beacon or ""
    found = waiting.settled(line)
    if found is None or not _is_due(line, found, moment):
        _look(state.id, line, moment + AGAIN, job.version + 1)
        return
    value = None if found.value is None else found.value.hex()

    def decide(state: DealState, work: Work) -> None:
        if state.awaits_beacon and state.closed is None:
            work.add(e.DealBeaconSettled(value=value))
            if value is None:
                work.also.append(metrics.BEACONS_MISSED.inc)

    handle(DEAL, state.id, CommandContext(SYSTEM, f"{state.id}:beacon"), decide, at=moment)


def _is_due(line: str, found: Settled, moment: datetime) -> bool:
    beacon = Beacon.read(line)
    if beacon is None:
        return False
    since = beacon.given_up_from(moment) if found.value is None else beacon.due_from(moment)
    return moment >= since
