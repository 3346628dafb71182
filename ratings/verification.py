"""Check a ladder in the database: its rows against a fold of its stream, and what it has dealt."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from eventstore.events import StoredEvent
from eventstore.projections import differing_columns
from eventstore.verification import Fault
from ratings import projections
from ratings.aggregate import LADDER
from ratings.ladder.events import KIND
from ratings.ladder.state import State
from ratings.ladder_rows import columns, save_row
from ratings.models import Ladder
from ratings.well_audit import Audit


def differences(ladder: Ladder, state: State, *, write: bool = False) -> dict[str, int]:
    """Return how many rows of each table are not those of a state; repair them with write."""
    different = {}
    for table in projections.TABLES:
        change = table.difference(ladder.id, state)
        different[table.name] = change.size
        if write:
            table.write(ladder.id, change)
    own = differing_columns(ladder, columns(state))
    different["ratings_ladder"] = sum(1 for _column in own)
    if write:
        save_row(ladder, state, ladder.updated_at)
    return different


def verify_ladder(ladder_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with a ladder beyond its chain."""
    ladder = Ladder.objects.filter(id=ladder_id).first()
    if ladder is None:
        yield Fault(KIND, ladder_id, len(events), "has no row")
        return
    for table, count in differences(ladder, LADDER.fold(ladder_id, events)).items():
        if count:
            yield Fault(KIND, ladder_id, 0, f"{count} rows of {table} are not those of a rebuild")
    dealt = Audit(ladder_id).run(events).finding
    if dealt is not None:
        yield Fault(KIND, ladder_id, *dealt)
