"""The public beacon that a deal is drawn with: named in the seal, before it exists."""

from datetime import datetime

from beacons import waiting
from beacons.following import Follower
from beacons.waiting import Settled
from games import beacons
from games.beacons import Beacon
from matches import deals, metrics
from matches.aggregate import UnitOfWork
from matches.deals import Deal

KIND = "chance_beacon"
"""The agenda's kind for dealing with a beacon, or for its not coming."""


def first(deal: Deal, work: UnitOfWork) -> Beacon | None:
    """Return the beacon that a seal is to name: the first one that comes after the last share.

    That it can name none where it was to is counted, and the log shows it.
    """
    if deal.next_beacon is None:
        return None
    found = waiting.first_after(deal.next_beacon, _after(work))
    if found is None:
        work.also.append(metrics.BEACONS_MISSED.inc)
    return found


def _after(work: UnitOfWork) -> datetime:
    """Return what the beacon of a seal that is made now is to be later than."""
    return work.at + deals.SHOW + beacons.AHEAD


def wait_for(work: UnitOfWork, beacon: Beacon) -> None:
    """Have the beacon of a seal asked for, and the match look when it is settled."""
    after = _after(work)
    work.also.append(lambda: _follower(work).wait_for(beacon, after))


def look_again(work: UnitOfWork) -> None:
    """Have the match look again for a beacon that is late."""
    deal = work.state.deal
    if deal is not None and deal.named is not None:
        _follower(work).look_again(deal.named, work.at)


def _follower(work: UnitOfWork) -> Follower:
    return Follower(KIND, work.state.id, work.state.version)


def is_due(deal: Deal, beacon: Settled | None, at: datetime) -> bool:
    """Return whether a beacon is settled, and the match may say so already."""
    return beacon is not None and deal.beacon_can_be_known(beacon.value, at)
