"""A series as the kernel sees it: who writes locks its row and folds its stream."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from uuid import UUID

import msgspec
from django.db import transaction
from msgspec import structs

from api.problems import Problem
from eventstore import aggregate
from eventstore.aggregate import Aggregate, CommandContext
from eventstore.errors import StoreError
from eventstore.events import Moment, StoredEvent
from eventstore.memory import Entry
from games.messages import Message
from matches.pubsub import publish_match_moved
from matches.stream_refusals import refused_by_store
from tournaments.models import Series
from tournaments.series import events as e
from tournaments.series import projection, state


class UnitOfWork(aggregate.UnitOfWork[state.SeriesState]):
    """The events of a command, each with the command's reason."""

    def add(self, *events: msgspec.Struct) -> None:
        """Add events and fold them."""
        reason = self.context.reason
        super().add(*(structs.replace(event, reason=reason) for event in events))


class SeriesAggregate(Aggregate[state.SeriesState, UnitOfWork]):
    """The kind of stream."""

    kind = e.KIND
    catalogue = e.CATALOGUE
    refusals = (Problem,)

    def initial(self, stream_id: UUID) -> state.SeriesState:
        """Return a series that nothing has happened to."""
        return state.SeriesState(stream_id)

    def evolve(self, state_: state.SeriesState, event: e.SeriesEvent, moment: Moment) -> None:
        """Fold one event."""
        state.evolve(state_, event, moment)

    @contextmanager
    def attempting(self, held: Entry[state.SeriesState]) -> Iterator[None]:
        """Lock the row of the series in a transaction, so that commands come one after another."""
        with transaction.atomic():
            Series.objects.select_for_update().filter(id=held.stream_id).first()
            yield

    def begin(
        self,
        state_: state.SeriesState,
        context: CommandContext,
        now: datetime,
        earlier: Sequence[StoredEvent] = (),
    ) -> UnitOfWork:
        """Return the unit of work of a command."""
        return UnitOfWork(self, state_, context, now, earlier)

    def project(self, work: UnitOfWork, stored: Sequence[StoredEvent]) -> None:  # noqa: ARG002
        """Write the rows that differ."""
        projection.write(work.state, is_new=not work.before.version)

    def announcement(self, work: UnitOfWork) -> Callable[[], object]:
        """Return what tells whoever follows the series live."""
        return partial(publish_match_moved, work.state.id, work.state.version)

    def refusal(self, error: StoreError) -> Exception:
        """Return the problem that a refusal by the store is."""
        missing = Problem("not_found", Message("This series does not exist."))
        return refused_by_store(error, missing)


SERIES = SeriesAggregate()
