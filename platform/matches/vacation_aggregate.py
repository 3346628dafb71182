"""An account's vacations as the kernel sees them: with a row, and with an errand to its matches."""

from collections.abc import Sequence
from uuid import UUID

from agenda import sql
from api.problems import Problem
from eventstore.aggregate import PlainAggregate, UnitOfWork
from eventstore.errors import StoreError
from eventstore.events import Moment, StoredEvent
from matches import refusals
from matches.models import Vacation
from matches.stream_refusals import refused_by_store
from matches.vacations import CATALOGUE, KIND, VacationEvent, Vacations

AGENDA = "vacation"
"""The agenda's kind for carrying a vacation to its matches; the subject is the account."""


class VacationAggregate(PlainAggregate[Vacations]):
    """The kind of stream."""

    kind = KIND
    catalogue = CATALOGUE
    refusals = (Problem,)

    def initial(self, stream_id: UUID) -> Vacations:
        """Return the vacations of an account that has taken none."""
        return Vacations(stream_id)

    def evolve(self, state: Vacations, event: VacationEvent, _moment: Moment) -> None:
        """Fold one event."""
        state.evolve(event)

    def project(self, work: UnitOfWork[Vacations], _stored: Sequence[StoredEvent]) -> None:
        """Write the row that follows, and have the matches told."""
        state = work.state
        assert state.last is not None  # noqa: S101 - Both types of events leave one.
        begins_at, ends_at = state.last
        Vacation.objects.update_or_create(
            account_id=state.id,
            defaults={"begins_at": begins_at, "ends_at": ends_at, "version": state.version},
        )
        sql.schedule(kind=AGENDA, subject=state.id, version=state.version)

    def refusal(self, error: StoreError) -> Exception:
        """Return the problem that a refusal by the store is."""
        return refused_by_store(error, refusals.not_found())


VACATION = VacationAggregate()
