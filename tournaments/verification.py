"""Check a tournament in the database: its events fold, and its rows are those of a fold."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from deals import selectors as deals
from eventstore.events import StoredEvent
from eventstore.verification import Fault, column_faults, row_faults
from tournaments import dealt, projection
from tournaments.aggregate import TOURNAMENT
from tournaments.draw_audit import Audit
from tournaments.events import CATALOGUE, KIND
from tournaments.models import Tournament


def verify_tournament(tournament_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with a tournament beyond its chain."""
    unknown = next((event for event in events if event.type not in CATALOGUE), None)
    if unknown is not None:
        yield Fault(KIND, tournament_id, unknown.version, f"{unknown.type} is no known kind")
        return
    audit = Audit(tournament_id).run(events)
    for found in audit.findings:
        yield Fault(KIND, tournament_id, found.version, found.text)
        return
    state = TOURNAMENT.fold(tournament_id, events)
    yield from _deal_faults(audit)
    row = Tournament.objects.filter(id=tournament_id).first()
    if row is None:
        yield Fault(KIND, tournament_id, 0, "has no row")
        return
    yield from column_faults(KIND, row, projection.tournament_row(state))
    for each in projection.ALL:
        yield from row_faults(KIND, tournament_id, each, state)


def _deal_faults(audit: Audit) -> Iterator[Fault]:
    """Yield what the tournament says otherwise of its deals than they do."""
    for board in audit.state.boards.values():
        for wrong in dealt.faults_of_deal(deals.load(board.deal), board, audit):
            yield Fault(KIND, audit.id, 0, wrong)
