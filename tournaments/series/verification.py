"""Check a series in the database: its events fold, and its rows are those of a fold."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from eventstore.events import StoredEvent
from eventstore.verification import Fault, column_faults, row_faults
from tournaments.models import Series
from tournaments.series import projection
from tournaments.series.aggregate import SERIES
from tournaments.series.events import CATALOGUE, KIND


def verify_series(series_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with a series beyond its chain."""
    unknown = next((event for event in events if event.type not in CATALOGUE), None)
    if unknown is not None:
        yield Fault(KIND, series_id, unknown.version, f"{unknown.type} is no known kind")
        return
    state = SERIES.fold(series_id, events)
    row = Series.objects.filter(id=series_id).first()
    if row is None:
        yield Fault(KIND, series_id, 0, "has no row")
        return
    yield from column_faults(KIND, row, projection.series_row(state))
    for each in projection.TABLES:
        yield from row_faults(KIND, series_id, each, state)
