"""What the time asks of a tournament: an arena goes on, and what is overdue is stopped."""

from datetime import UTC, datetime
from uuid import UUID

from tournaments import stage_queries
from tournaments.aggregate import schedule
from tournaments.command_handler import handle
from tournaments.models import Tournament
from tournaments.services import rounds, seat_choice, stopping
from tournaments.state import Status
from tournaments.unit_of_work import PLATFORM, UnitOfWork


def tick(tournament_id: UUID, now: datetime | None = None) -> None:
    """Do what the time asks for in a tournament, and be called again at the next moment."""
    row = Tournament.objects.filter(id=tournament_id).first()
    if row is None:
        return
    moment = now or datetime.now(UTC)
    done = handle(
        slug=row.slug, who=PLATFORM, decide=void_overdue, reason="the time has come", at=moment
    )
    schedule(done.state, moment)


def void_overdue(work: UnitOfWork) -> None:
    """Stop what is overdue, for the staff to decide, and let the tournament go on."""
    state = work.state
    if state.status is not Status.RUNNING or state.paused:
        return
    if stage_queries.voids_overdue(state):
        for round_, table in list(state.tables()):
            overdue = round_.published and round_.due is not None and round_.due <= work.at
            if overdue and table.is_open:
                stopping.stop(work, table, cause="overdue")
    seat_choice.expire(work)
    rounds.advance_automatically(work)
