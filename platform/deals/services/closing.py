"""Close a deal: bots play on what is still played, then its secret and all hands are shown."""

from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from agenda.registry import Job
from analyses import services as analyses
from api.problems import Problem
from deals import events as e
from deals import results, secrets, selectors
from deals.aggregate import DEAL, Work
from deals.services.opening import schedule_close
from deals.state import DealState
from eventstore.aggregate import CommandContext
from eventstore.canonical import format_timestamp, parse_timestamp
from eventstore.command_handler import handle
from matches import withholding
from matches.actors import SYSTEM
from matches.integration_events import MatchNotice
from matches.models import Match
from matches.services import closing_time, leaving
from matches.state import OVER, Status

AGAIN = timedelta(seconds=5)
"""When to look again whether the last tables are over, if nobody has said so."""
GRACE = timedelta(minutes=10)
"""What the bots have to play on; a table that takes longer is called off."""
LATE = "the deal was closed before the match was over"
OVERTAKEN = ("version_conflict", "match_over", "match_not_started")


def close_when_due(job: Job) -> None:
    """Close a deal whose time is up, once its last table is over; safe late and twice."""
    state, moment = selectors.load(job.subject), timezone.now()
    if not state.version or state.closed is not None:
        return
    if moment < state.closes_at:
        schedule_close(state.id, state.closes_at, job.version + 1)
        return
    # The bots have their time from when this was seen first, however late that was.
    since = job.payload or format_timestamp(moment)
    is_too_late = moment >= parse_timestamp(since) + GRACE
    for match_id in _running(state.id):
        _end(match_id, is_too_late=is_too_late)
    if _running(state.id):
        schedule_close(state.id, moment + AGAIN, job.version + 1, since)
        return
    reveal(state.id, "time_up")


def reveal(deal_id: UUID, reason: e.Reason) -> None:
    """Show the secret of a deal and open its matches, all of which are over."""
    secret = secrets.read(deal_id)

    def decide(state: DealState, work: Work) -> None:
        if state.closed is not None:
            return
        assert not _running(deal_id)  # noqa: S101 - The row is locked, so none is added either.
        work.add(e.DealClosed(seed=secret.hex(), reason=reason))
        work.also.append(lambda: withholding.reveal(list(state.tables)))
        work.also.append(lambda: results.write(work.state))
        work.also.append(lambda: analyses.queue_missing(since=state.opens_at, limit=analyses.A_DAY))

    handle(DEAL, deal_id, CommandContext(SYSTEM, f"{deal_id}:closed"), decide)


def _running(deal_id: UUID) -> list[UUID]:
    """Return the matches of a deal that are not over."""
    found = Match.objects.filter(deal_id=deal_id, status__in=[Status.OPEN, Status.LIVE])
    return list(found.order_by("id").values_list("id", flat=True))


def _end(match_id: UUID, *, is_too_late: bool) -> None:
    """End the time of a match's player, or call it off; who was faster has ended it.

    What is overtaken is tried again soon.
    """
    try:
        if is_too_late:
            key = f"{match_id}:too-late"
            leaving.void(match_id=match_id, actor=SYSTEM, reason=LATE, key=key)
        else:
            closing_time.end(match_id=match_id, key=f"{match_id}:time-up")
    except Problem as problem:
        if problem.code not in OVERTAKEN:
            raise


def hear_match(notice: MatchNotice) -> None:
    """Look after a deal one of whose tables is over, unless that goes on anyway."""
    if notice.status in OVER:
        state = selectors.load(notice.belongs_to["deal"])
        if state.closed is None and timezone.now() >= state.closes_at:
            schedule_close(state.id, None)
