"""Give back what clocks lost while the platform was down."""

from datetime import datetime
from time import monotonic
from uuid import UUID

from agenda import heartbeat, sql
from agenda.heartbeat import Outage
from api.problems import Problem
from eventstore.canonical import format_timestamp
from matches.actors import SYSTEM
from matches.aggregate import UnitOfWork
from matches.clock_audit import OUTAGE_REASON
from matches.command_handler import handle
from matches.commit import CommandContext
from matches.events import ClockCredited
from matches.models import Match
from matches.services.answers import version_alone
from matches.state import MatchState, Status

RUN_S = 20.0
"""How long one run goes through matches before it lets others have the worker."""


class NothingOwedError(Exception):
    """The match has its time back already, or lost none."""


def owed_outages(state: MatchState) -> list[Outage]:
    """Return the outages that the present decisions of a match have not had back."""
    if state.timer is None or state.pause is not None or not state.timer.turns:
        return []
    since = min(turn.since for turn in state.timer.turns.values())
    if state.credited is not None:
        since = max(since, state.credited)
    return heartbeat.outages_since(since)


def compensate(state: MatchState, work: UnitOfWork) -> None:
    """Add what is owed to a match. Whoever lets time count against a seat calls this first."""
    for outage in owed_outages(state):
        if outage.ended_at > work.at:
            # This machine's clock is behind the database's.
            if work.events:
                return
            work.at = outage.ended_at
        work.add(
            ClockCredited(
                begin=format_timestamp(outage.began_at),
                until=format_timestamp(outage.ended_at),
                outage=str(outage.id),
                reason=OUTAGE_REASON,
            )
        )


def compensate_all(outage_id: UUID) -> None:
    """Give all matches back what they lost in an outage, the most urgent first.

    Safe twice, or cut off at any point: what a match has had back stands in its own events.
    """
    until = monotonic() + RUN_S
    outage = heartbeat.outage(outage_id)
    for match_id in _waiting(outage.ended_at):
        _make_up_match(match_id, outage)
        if monotonic() > until:
            # The rest is another run's.
            sql.schedule(kind=heartbeat.KIND, subject=outage_id, version=1)
            return


def _waiting(ended_at: datetime) -> list[UUID]:
    """Return matches whose clocks run and in which nothing has happened since."""
    rows = Match.objects.filter(status=Status.LIVE, deadline__isnull=False, updated_at__lt=ended_at)
    return list(rows.order_by("deadline").values_list("id", flat=True))


def _make_up_match(match_id: UUID, outage: Outage) -> None:
    def decide(state: MatchState, work: UnitOfWork) -> None:
        compensate(state, work)
        if not work.events:
            raise NothingOwedError

    command = CommandContext(SYSTEM, f"{match_id}:outage:{outage.id}")
    try:
        handle(match_id, command, decide, version_alone, not_before=outage.ended_at)
    except NothingOwedError:
        return
    except Problem as problem:
        if problem.code != "version_conflict":
            raise
