"""Check a ladder in the database: its rows against a fold of its stream."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from eventstore.events import StoredEvent
from eventstore.verification import Fault
from ratings import ladder_store
from ratings.ladder.events import KIND
from ratings.models import Ladder


def verify_ladder(ladder_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with a ladder beyond its chain."""
    ladder = Ladder.objects.filter(id=ladder_id).first()
    if ladder is None:
        yield Fault(KIND, ladder_id, len(events), "has no row")
        return
    _, different = ladder_store.rebuilt(ladder, write=False)
    for table, count in different.items():
        if count:
            yield Fault(KIND, ladder_id, 0, f"{count} rows of {table} are not those of a rebuild")
