"""The public beacon of a draw: named in its seal before it exists, and there before it is made."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from beacons import source, waiting
from beacons.following import Follower
from beacons.waiting import Settled
from games import beacons
from games.beacons import Beacon
from matches import deals, metrics
from tournaments import drawing
from tournaments.state import DrawInProgress, TournamentState

KIND = "draw_beacon"
"""The agenda's kind for making a draw with its beacon, or for its not coming."""


class Work(Protocol):
    """What is asked of the unit of work of a command."""

    state: TournamentState
    also: list[Callable[[], object]]

    @property
    def at(self) -> datetime:
        """When its events happen."""


def first(work: Work) -> Beacon | None:
    """Return the beacon that the seal of the next attempt is to name.

    That it can name none where it was to is counted, and the log shows it.
    """
    running, taken = work.state.draws.running, source.of_site()
    if running is not None:
        is_wanted, named = running.deal.next_beacon is not None, running.deal.next_beacon
    else:
        is_wanted = drawing.wants_beacon(work.state)
        named = None if taken is None else taken.name
    found = waiting.first_after(named, _after(work.at)) if is_wanted else None
    if is_wanted and found is None:
        work.also.append(metrics.BEACONS_MISSED.inc)
    return found


def _after(at: datetime) -> datetime:
    """Return what the beacon of a seal of a moment is to be later than: every share."""
    return at + deals.SHOW + beacons.AHEAD


def wait_for(state: TournamentState, at: datetime) -> None:
    """Have the beacon asked for that was just sealed, and the draw looked at when it is settled.

    Raises OvertakenError where it is settled by now.
    """
    named = _named(state)
    if named is not None:
        Follower(KIND, state.id, state.version).wait_for(named, _after(at))


def look_again(state: TournamentState, now: datetime) -> None:
    """Have a draw looked at again whose beacon is late."""
    named = _named(state)
    if named is not None:
        Follower(KIND, state.id, state.version).look_again(named.line, now)


def _named(state: TournamentState) -> Beacon | None:
    running = state.draws.running
    return None if running is None else Beacon.read(running.deal.named or "")


def settled(running: DrawInProgress, at: datetime) -> Settled | None:
    """Return what the beacon of a draw has come to; None where that may not be told yet."""
    found = waiting.settled(running.deal.named or "")
    is_told = found is not None and running.deal.beacon_can_be_known(found.value, at)
    return found if is_told else None
