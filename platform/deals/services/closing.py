"""Close a deal: bots play on what is still played, then its secret and all hands are shown."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import structlog
from django.db.models import QuerySet
from django.utils import timezone
from msgspec import UNSET, structs

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
from matches.models import Match, Seat
from matches.services import closing_time, leaving
from matches.state import Status

AGAIN = timedelta(seconds=5)
"""When to look again whether the last tables are over."""
AT_ONCE = 200
"""So many tables are ended in one run, whose lease is short; the others in the next."""
GRACE = timedelta(minutes=10)
"""What the bots have to play on; a table that takes longer is called off."""
LAST_GRACE = 2 * GRACE
"""After this a deal is closed, whatever keeps a table from being called off."""
LATE = "the deal was closed before the match was over"
OVERTAKEN = ("version_conflict", "match_over", "match_not_started")

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def close_when_due(job: Job) -> None:
    """Close a deal whose time is up, once its last table is over; safe late and twice."""
    state, moment = selectors.load(job.subject), timezone.now()
    if not state.version or state.closed is not None:
        return
    if moment < state.closes_at:
        schedule_close(state.id, state.closes_at, job.version + 1)
        return
    # The bots have their time from when this was seen first, however late that was: it is kept
    # before anything can fail.
    since, version = job.payload or format_timestamp(moment), job.version
    if not job.payload:
        version += 1
        schedule_close(state.id, moment + AGAIN, version, since)
    begin = parse_timestamp(since)
    is_too_late = moment >= begin + GRACE
    for match_id in _to_end(state.id, is_too_late=is_too_late):
        _end(match_id, is_too_late=is_too_late)
    is_last = moment >= begin + LAST_GRACE
    # The deal of a round is closed by its tournament, unless nothing comes of that.
    is_done = (is_last or not state.opened.round) and reveal(
        state.id, "time_up", regardless=is_last
    )
    if not is_done:
        schedule_close(state.id, moment + AGAIN, version + 1, since)


def reveal(
    deal_id: UUID,
    reason: e.Reason,
    *,
    regardless: bool = False,
    by_margin: bool = True,
    shadow: Sequence[int] = (),
) -> bool:
    """Show the secret of a deal and open its matches; return whether that is done.

    While some are not over nothing happens, unless it is to be done regardless. `shadow` is what
    bots have made of it, by seat.
    """
    secret = secrets.read(deal_id)

    def decide(state: DealState, work: Work) -> None:
        # The row is locked, so no table is added meanwhile.
        if state.closed is not None or (not regardless and is_played(deal_id)):
            return
        closed = e.DealClosed(
            seed=secret.hex(),
            reason=reason,
            scoring=UNSET if by_margin else None,
            shadow=list(shadow) if shadow else UNSET,
        )
        if state.opened.house:
            how = results.scoring_of(state.opened, results.counted(state))
            closed = structs.replace(closed, scoring=how)
        work.add(closed)
        work.also.append(lambda: withholding.reveal(list(state.tables)))
        if state.opened.house:
            work.also.append(lambda: results.write(work.state))

    done = handle(DEAL, deal_id, CommandContext(SYSTEM, f"{deal_id}:closed"), decide)
    if done.events:
        analyses.queue_missing(since=done.state.opens_at, limit=analyses.A_DAY)
    return done.state.closed is not None


def is_played(deal_id: UUID) -> bool:
    """Tell whether a match of a deal is not over."""
    return _running(deal_id).exists()


def _running(deal_id: UUID) -> QuerySet[Match]:
    """Return the matches of a deal that are not over."""
    return Match.objects.filter(deal_id=deal_id, status__in=[Status.OPEN, Status.LIVE])


def _to_end(deal_id: UUID, *, is_too_late: bool) -> list[UUID]:
    """Return matches to end now, in any order, so that none stands in the way of others.

    Where the time of the players is ended already bots play on.
    """
    found = _running(deal_id)
    if not is_too_late:
        people = Seat.objects.filter(match__deal_id=deal_id, bot="", left=False)
        found = found.filter(id__in=people.values("match"))
    return list(found.order_by("?").values_list("id", flat=True)[:AT_ONCE])


def _end(match_id: UUID, *, is_too_late: bool) -> None:
    """End the time of a match's player, or call it off; who was faster has ended it.

    What fails is logged and tried again soon: one table keeps no others from their end.
    """
    try:
        if is_too_late:
            key = f"{match_id}:too-late"
            leaving.void(match_id=match_id, actor=SYSTEM, reason=LATE, key=key)
        else:
            closing_time.end(match_id=match_id, key=f"{match_id}:time-up")
    except Exception as error:  # One table's fault; whatever it is, the deal goes on.
        if not (isinstance(error, Problem) and error.code in OVERTAKEN):
            log.exception("deal_table_not_ended", match=str(match_id))
