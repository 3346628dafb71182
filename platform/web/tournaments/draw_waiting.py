"""A draw that waits for the shares of entrants or a beacon, as pages show it until it is made."""

from datetime import UTC, datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rolls
from tournaments.round_clock import SECOND_MS
from tournaments.state import TournamentState
from web.tournaments.clocks import ClockFace


def words(state: TournamentState) -> str:
    """Return what is waited for; empty where no draw waits."""
    running = state.draws.running
    if running is None:
        return ""
    count = len(rolls.missing(state))
    if not count:
        return _(
            "Drawing: waiting for a public random number, which nobody can know or choose in "
            "advance."
        )
    said = ngettext(
        "Drawing: waiting for a random number from %(n)s entrant; their open page sends it"
        " automatically.",
        "Drawing: waiting for random numbers from %(n)s entrants; their open pages send them"
        " automatically.",
        count,
    )
    waits = said % {"n": count}
    if running.deal.named is None:
        return waits
    beacon = _("A public random number follows, which nobody can know or choose in advance.")
    return f"{waits} {beacon}"


def face(state: TournamentState) -> ClockFace | None:
    """Return the clock of what is waited for; None where no draw waits."""
    running = state.draws.running
    if running is None:
        return None
    now = datetime.now(UTC)
    left, total = running.until - now, running.until - running.since
    return ClockFace(
        left_ms=int(left.total_seconds() * SECOND_MS),
        total_s=int(total.total_seconds()),
        extra_s=0,
        now=now,
        ends_at=running.until,
    )
