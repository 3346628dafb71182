"""Cases as the kernel sees them: streams with a row each, and what a decision sets in motion."""

from collections.abc import Sequence
from uuid import UUID

from accounts import sanctions
from agenda import sql
from api.problems import Problem
from eventstore.aggregate import PlainAggregate, UnitOfWork
from eventstore.errors import StoreError
from eventstore.events import Moment, StoredEvent
from matches import refusals
from matches.stream_refusals import refused_by_store
from moderation import events as e
from moderation.models import Case
from moderation.state import CaseState, evolve

EFFECTS = "case_effects"
"""The agenda's kind for what a bar or a ban does beyond the account; the subject is the case."""
ENDS = "case_ends"
"""The agenda's kind for the end of a measure that lasts for a time."""

Work = UnitOfWork[CaseState]


class CaseAggregate(PlainAggregate[CaseState]):
    """The kind of stream."""

    kind = e.KIND
    catalogue = e.CATALOGUE
    refusals = (Problem,)

    def initial(self, stream_id: UUID) -> CaseState:
        """Return a case before anything was reported."""
        return CaseState(stream_id)

    def evolve(self, state: CaseState, event: e.CaseEvent, moment: Moment) -> None:
        """Fold one event."""
        evolve(state, event, moment)

    def project(self, work: Work, stored: Sequence[StoredEvent]) -> None:
        """Write the case's row, and what a measure means for the account."""
        state = work.state
        Case.objects.update_or_create(
            pk=state.id,
            defaults=columns(state),
            create_defaults={**columns(state), "opened_at": stored[0].at},
        )
        if not any(isinstance(event, CHANGING) for event in work.added):
            return
        assert state.about is not None  # noqa: S101 - The first event says it.
        if not state.is_in_force:
            sanctions.lift(case=state.id)
            sql.cancel(kind=ENDS, subject=state.id)
            return
        sanctions.impose(
            case=state.id, account_id=state.about, kind=str(state.measure), until=state.until
        )
        if state.measure in {"bar", "ban"}:
            sql.schedule(kind=EFFECTS, subject=state.id, version=state.version)
        if state.until is not None:
            sql.schedule(kind=ENDS, subject=state.id, version=state.version, due_at=state.until)

    def refusal(self, error: StoreError) -> Exception:
        """Return the problem that a refusal by the store is."""
        return refused_by_store(error, refusals.not_found())


CHANGING = (e.CaseDecided, e.AppealDecided, e.MeasureEnded)
"""Events after which a measure begins or ends."""
CASE = CaseAggregate()


def columns(state: CaseState) -> dict[str, object]:
    """Return the columns of a case's row that follow from its events."""
    return {
        "about_id": state.about,
        "status": state.status,
        "measure": state.measure or "",
        "ground": state.ground or "",
        "until": state.until,
        "decided_at": state.decided_at,
        "appeal": state.appeal,
        "in_force": state.is_in_force,
        "version": state.version,
        "updated_at": state.at,
    }
