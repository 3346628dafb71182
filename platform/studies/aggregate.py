"""Studies as the kernel sees them: streams with a row each."""

from collections.abc import Sequence
from uuid import UUID

from api.problems import Problem
from eventstore.aggregate import PlainAggregate, UnitOfWork
from eventstore.errors import StoreError
from eventstore.events import Moment, StoredEvent
from matches.stream_refusals import refused_by_store
from studies import events as e
from studies import refusals
from studies.models import Comment, Study
from studies.state import StudyState, evolve

Work = UnitOfWork[StudyState]


class StudyAggregate(PlainAggregate[StudyState]):
    """The kind of stream."""

    kind = e.KIND
    catalogue = e.CATALOGUE
    refusals = (Problem,)

    def initial(self, stream_id: UUID) -> StudyState:
        """Return a study before it is opened."""
        return StudyState(stream_id)

    def evolve(self, state: StudyState, event: e.StudyEvent, moment: Moment) -> None:
        """Fold one event."""
        evolve(state, event, moment)

    def project(self, work: Work, stored: Sequence[StoredEvent]) -> None:
        """Write the study's row; the words of what is gone go with it."""
        state = work.state
        Study.objects.update_or_create(
            pk=state.id,
            defaults=columns(state),
            create_defaults={**columns(state), "opened_at": stored[0].at},
        )
        removed = [event.comment for event in work.added if isinstance(event, e.CommentRemoved)]
        gone = Comment.objects.filter(study=state.id)
        if removed and not state.deleted:
            gone = gone.filter(id__in=removed)
        if removed or state.deleted:
            gone.delete()

    def refusal(self, error: StoreError) -> Exception:
        """Return the problem that a refusal by the store is."""
        return refused_by_store(error, refusals.not_found())


STUDY = StudyAggregate()


def columns(state: StudyState) -> dict[str, object]:
    """Return the columns of a study's row that follow from its events."""
    return {
        "match_id": state.match,
        "rules": "" if state.position is None else state.position.rules,
        "author_id": state.author,
        "shared": state.shared,
        "deleted": state.deleted,
        "lines": len(state.lines),
        "version": state.version,
        "updated_at": state.at,
    }
