"""Wait for the public beacon of a deal, and let it be played without one that does not come."""

from datetime import datetime
from uuid import UUID

from django.utils import timezone

from agenda.registry import Job
from beacons import source, waiting
from beacons.following import Follower
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


def first(opened_at: datetime, opens_at: datetime) -> Beacon | None:
    """Return the beacon that a deal is to be drawn with, where the site takes one a day before.

    Nobody knows the number of a pulse of NIST so early.
    """
    taken = source.of_site()
    is_known = taken is not None and taken.name == "drand"
    return beacon_of_deal.of(opened_at, opens_at) if is_known else None


def wait_for(deal_id: UUID, beacon: Beacon) -> None:
    """Have a beacon asked for, and the deal look when it is settled, in the same transaction."""
    Follower(KIND, deal_id, 1).wait_for(beacon, beacons.due(beacon.number))


def settle(job: Job) -> None:
    """Note what the beacon of a deal has come to; safe late and twice."""
    state, moment = selectors.load(job.subject), timezone.now()
    if not state.version or not state.awaits_beacon or state.closed is not None:
        return
    line = state.opened.beacon or ""
    found = waiting.settled(line)
    if found is None or not _is_due(line, found, moment):
        Follower(KIND, state.id, job.version + 1).look_again(line, moment)
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
    # It is of drand, whose rounds are due by the clock, so no other moment matters.
    return beacon is not None and beacon.can_be_known(found.value, moment, moment)
