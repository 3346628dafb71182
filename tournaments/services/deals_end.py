"""The end of a deal that all tables of a round play: after its last table all is shown at once.

The results of its tables and the end of the deal are one transaction. What bots make of a deal is
played before that, outside.
"""

from datetime import timedelta

from django.utils import timezone
from msgspec import UNSET

from agenda import sql as agenda
from agenda.registry import Job
from deals import secrets, shadow_tables
from deals import selectors as deals
from deals.models import Deal
from deals.services import closing
from deals.services import rounds as deal_rounds
from matches import integration_events, sequel
from matches.integration_events import MatchNotice
from tournaments import events as e
from tournaments import shared_deals
from tournaments.aggregate import ROUND_DEAL
from tournaments.command_handler import handle, load
from tournaments.models import Tournament
from tournaments.services import rounds
from tournaments.services.recording import record
from tournaments.state import Board, Status, TableState, TournamentState
from tournaments.unit_of_work import PLATFORM, UnitOfWork

AGAIN = timedelta(seconds=1)
"""When to look again whether matches are called off that nobody waits for."""


def close_when_played(job: Job) -> None:
    """Close the deal of a round that nobody plays any more; safe late and twice."""
    row = Deal.objects.filter(pk=job.subject).first()
    if row is None or row.tournament is None:
        return
    state = load(row.tournament)
    board = next((each for each in shared_deals.to_close(state) if each.deal == row.pk), None)
    if board is None:
        return
    if closing.is_played(row.pk):
        # Its tables were called off, and their matches are about to be.
        again = timezone.now() + AGAIN
        agenda.schedule(kind=ROUND_DEAL, subject=row.pk, due_at=again, version=job.version + 1)
        return
    shadow = _shadow(state, board)
    slug = Tournament.objects.values_list("slug", flat=True).get(pk=state.id)

    def decide(work: UnitOfWork) -> None:
        now = work.state.boards.get(board.number)
        if now in shared_deals.to_close(work.state):
            _close(work, board, shadow)

    handle(slug=slug, who=PLATFORM, decide=decide, reason="the last table of a deal has ended")


def _shadow(state: TournamentState, board: Board) -> list[int]:
    """Return what bots make of a deal that few have played, by seat; nothing of other deals."""
    found = deals.load(board.deal)
    if found.closed is not None:
        # It was shown before a rollback, or without its tournament.
        return list(found.closed.shadow or ())
    played = sum(each.is_played for each in shared_deals.tables_of(state, board))
    if not (shared_deals.wants_shadow(state.settings) and shadow_tables.are_needed(played)):
        return []
    return shadow_tables.means(found.opened, secrets.read(board.deal))


def _close(work: UnitOfWork, board: Board, shadow: list[int]) -> None:
    """Add the results of the tables of a deal, and its end; then the tournament may go on."""
    played = [each for each in shared_deals.tables_of(work.state, board) if each.is_played]
    if work.state.status is Status.RUNNING:
        for table in played:
            assert table.match is not None  # noqa: S101 - It is over.
            _record(work, table, integration_events.load_notice(table.match))
    closed = e.RoundDealClosed(round=board.round, board=board.number, shadow=shadow or UNSET)
    work.add(closed)
    work.also.append(
        lambda: deal_rounds.close(
            deal_id=board.deal,
            is_withdrawn=not played,
            by_margin=shared_deals.by_margin(work.state.settings),
            shadow=shadow,
        )
    )
    if work.state.status is Status.RUNNING:
        rounds.advance_automatically(work)


def _record(work: UnitOfWork, table: TableState, notice: MatchNotice) -> None:
    is_at_limit = notice.result["reason"] == sequel.TIME_LIMIT
    gone = [table.seated[seat] for seat, each in enumerate(notice.sitting) if each.is_gone]
    record(
        work,
        table,
        notice.result["placings"],
        notice.result["scores"],
        source="match",
        gone=gone,
        ended="time_limit" if is_at_limit else None,
    )
