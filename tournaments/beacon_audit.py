"""What the beacons of a tournament's draws have come to, and where one is missing. Pure."""

from collections.abc import Iterator

from msgspec import UNSET

from tournaments import drawing
from tournaments import events as e
from tournaments.state import TournamentState

REFUSED = "REFUSED BY THE SITE: "
WITHOUT = "WITHOUT BEACON: "
"""Before what a draw without one may be the act of: the site's, or an organiser's."""


def left_out(state: TournamentState, event: e.DrawShown) -> Iterator[str]:
    """Yield, given the state before a draw, that the plan has a beacon and the draw none.

    One that did not come is said of its own. The site may have named none, or an organiser has
    changed tables of a published round, or corrected what a later one was paired from: there none
    is waited for.
    """
    is_missed = event.draw in state.draws.beacons
    if drawing.wants_beacon(state) and event.beacon is UNSET and not is_missed:
        yield f"draw {event.draw} has no beacon, and the plan has one"


def taken_out(state: TournamentState, *, wanted: bool) -> Iterator[str]:
    """Yield, given the state after an event, that draws are to have no beacon any more.

    `wanted` is whether they were to have one before it: a change of the plan or a rollback takes it
    out. Who knows the draws without one could have chosen by that.
    """
    if wanted and not drawing.wants_beacon(state):
        yield f"from event {state.version} on the plan has no beacon for draws"


def words(state: TournamentState) -> Iterator[str]:
    """Yield what the beacons have come to, draw by draw."""
    for draw, came in sorted(state.draws.beacons.items()):
        if came.value is None:
            yield f"draw {draw}: {REFUSED}the beacon did not come: {came.named}"
        else:
            yield f"draw {draw}: {came.words}"


def forgeries(state: TournamentState) -> list[str]:
    """Return, of each value that is said to be of a beacon and is not, that it is not."""
    found = state.draws.beacons.values()
    return [wrong for came in found if (wrong := came.forgery) is not None]


def warnings(state: TournamentState, bare: int) -> Iterator[str]:
    """Yield what a reader may mind."""
    if missed := sum(came.value is None for came in state.draws.beacons.values()):
        yield f"{missed} beacons of draws did not come"
    if bare:
        yield "not every draw has the beacon of its plan"
