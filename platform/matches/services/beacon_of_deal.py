"""The public beacon that a deal is drawn with: named in the seal, before it exists."""

from datetime import datetime, timedelta

from agenda import sql as agenda
from beacons import waiting
from beacons.waiting import Settled
from games import beacons
from games.beacons import Beacon
from matches import deals, metrics
from matches.aggregate import UnitOfWork
from matches.deals import Deal

KIND = "chance_beacon"
"""The agenda's kind for dealing with a beacon, or for its not coming."""
LOOK_AGAIN = timedelta(seconds=5)
"""When to look again for one that is neither there nor given up when it should be."""


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
    after, due_at = _after(work), beacon.given_up_from(_after(work))
    work.also.append(lambda: waiting.wait_for(beacon, after))
    work.also.append(lambda: _look(work, beacon.line, due_at))


def look_again(work: UnitOfWork) -> None:
    """Have the match look again for a beacon that is late."""
    deal = work.state.deal
    if deal is not None and deal.named is not None:
        _look(work, deal.named, work.at + LOOK_AGAIN)


def _look(work: UnitOfWork, line: str, at: datetime) -> None:
    state = work.state
    agenda.schedule(kind=KIND, subject=state.id, due_at=at, version=state.version, payload=line)


def is_due(deal: Deal, beacon: Settled | None, at: datetime) -> bool:
    """Return whether a beacon is settled, and the match may say so already."""
    if beacon is None:
        return False
    since = deal.beacon_given_up() if beacon.value is None else deal.beacon_due()
    return since is None or at >= since
