"""Check a tournament in the database: its events fold, and its rows are those of a fold."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from deals import selectors as deals
from eventstore.events import StoredEvent
from eventstore.verification import Fault, column_faults, row_faults
from tournaments import board_audit, projection
from tournaments.aggregate import TOURNAMENT
from tournaments.draw_audit import Audit
from tournaments.events import CATALOGUE, KIND
from tournaments.models import Tournament
from tournaments.state import TournamentState


def verify_tournament(tournament_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with a tournament beyond its chain."""
    unknown = next((event for event in events if event.type not in CATALOGUE), None)
    if unknown is not None:
        yield Fault(KIND, tournament_id, unknown.version, f"{unknown.type} is no known kind")
        return
    for found in Audit(tournament_id).run(events).findings:
        yield Fault(KIND, tournament_id, found.version, found.text)
        return
    state = TOURNAMENT.fold(tournament_id, events)
    yield from _shadow_faults(state)
    row = Tournament.objects.filter(id=tournament_id).first()
    if row is None:
        yield Fault(KIND, tournament_id, 0, "has no row")
        return
    yield from column_faults(KIND, row, projection.tournament_row(state))
    for each in (projection.ENTRANTS, projection.TABLES):
        yield from row_faults(KIND, tournament_id, each, state)


def _shadow_faults(state: TournamentState) -> Iterator[Fault]:
    """Yield which deals count other shadow tables than they have."""
    for board in state.boards.values():
        wrong = board_audit.shadow_fault(board, deals.load(board.deal).closed)
        if wrong is not None:
            yield Fault(KIND, state.id, 0, wrong)
