"""Check that the row of a case is what its stream comes to."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from eventstore.events import StoredEvent
from eventstore.verification import Fault, column_faults
from moderation.aggregate import CASE, columns
from moderation.events import KIND
from moderation.models import Case


def verify_case(case_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with a case beyond its chain."""
    row = Case.objects.filter(pk=case_id).first()
    if row is None:
        yield Fault(KIND, case_id, 0, "has no row")
        return
    yield from column_faults(KIND, row, columns(CASE.fold(case_id, events)))
