"""A ladder as the kernel sees it: who writes locks its row, and loads what is touched.

So the order of the stream is the order of the locks. An everyday event is folded into the rows of
those whom it concerns; one that reaches back, or touches all, has the whole stream folded anew and
the differing rows written.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

import msgspec
from django.db import transaction

from agenda import sql as agenda
from api.problems import Problem
from eventstore import streams
from eventstore.aggregate import PlainAggregate, UnitOfWork
from eventstore.errors import StoreError
from eventstore.events import Moment, Point, StoredEvent
from eventstore.projections import difference
from matches.stream_refusals import refused_by_store
from ratings import projections, refusals
from ratings.ladder import events as e
from ratings.ladder import fold
from ratings.ladder_rows import LadderState, load_affected, new_row, save_row
from ratings.models import Ladder

Work = UnitOfWork[LadderState]
SEASON_END = "season_end"
"""The agenda's kind for a season that closes by plan."""


class HeldLadder:
    """A ladder whose row is locked for one command."""

    row: Ladder | None = None

    def __init__(self, ladder_id: UUID, *, whole: bool) -> None:
        self._id = ladder_id
        self._whole = whole

    def lock(self) -> None:
        """Lock the row until the transaction ends."""
        self.row = Ladder.objects.select_for_update().filter(id=self._id).first()

    def take(self, _expected: int | None) -> LadderState:
        """Return the ladder: without its players, unless all of it is wanted."""
        if self.row is None:
            return LadderState(self._id)
        if self._whole:
            state = LADDER.fold(self._id, streams.load(e.KIND, self._id))
            state.locked = self.row
            return state
        head = streams.head(e.KIND, self._id)
        assert head is not None  # noqa: S101 - A ladder has its opening.
        return LadderState.of_row(self.row, head)

    def forget(self, doubted: Point | None = None) -> None:
        """Keep nothing: the next command loads the ladder again."""


class LadderAggregate(PlainAggregate[LadderState]):
    """The kind of stream."""

    kind = e.KIND
    catalogue = e.CATALOGUE
    retroactive = (*e.RETROACTIVE, e.SeasonClosed)
    refusals = (Problem,)

    def initial(self, stream_id: UUID) -> LadderState:
        """Return a ladder that nothing has happened to."""
        return LadderState(stream_id)

    def fold(self, stream_id: UUID, events: Sequence[StoredEvent]) -> LadderState:
        """Return the ladder that a whole stream tells of."""
        state = LadderState(stream_id)
        decode = self.catalogue.decode
        decoded = [decode(each.type, each.schema, each.body) for each in events]
        moments = (Moment(each.version, each.at, each.actor) for each in events)
        fold.fold_stream(state, decoded, moments)
        if events:
            last = events[-1]
            state.version, state.hash, state.at = last.version, last.hash, last.at
        return state

    def evolve(self, state: LadderState, event: e.LadderEvent, moment: Moment) -> None:
        """Fold one event."""
        fold.evolve(state, event, moment)

    @contextmanager
    def holding(self, stream_id: UUID, *, whole: bool) -> Iterator[HeldLadder]:
        """Hold a ladder for a command."""
        yield HeldLadder(stream_id, whole=whole)

    @contextmanager
    def attempting(self, held: HeldLadder) -> Iterator[None]:
        """Lock the ladder's row in a transaction."""
        with transaction.atomic():
            held.lock()
            yield

    def prepare(self, work: Work, events: Sequence[msgspec.Struct]) -> None:
        """Load the rows that events touch into a ladder that is there in part."""
        touching = [each for each in events if not isinstance(each, e.OF_WELLS)]
        if work.state.loaded is not None and touching:
            load_affected(work.state, touching)

    def project(self, work: Work, stored: Sequence[StoredEvent]) -> None:
        """Write the rows that differ from those that were loaded, or from all."""
        state = work.state
        if not work.before.version:
            new_row(state).save(force_insert=True)
            _schedule_end(work)
            return
        for table in projections.TABLES:
            rows = table.stored(state.id) if state.loaded is None else state.loaded.get(table, {})
            table.write(state.id, difference(rows, table.folded(state)))
        save_row(state.locked or Ladder.objects.get(id=state.id), state, stored[-1].at)
        _schedule_end(work)

    def refusal(self, error: StoreError) -> Exception:
        """Return the problem that a refusal by the store is."""
        return refused_by_store(error, refusals.not_found())


ON_PLAN = (e.LadderOpened, e.LadderEdited, e.SeasonClosed)
"""What moves the planned end of a season."""


def _schedule_end(work: Work) -> None:
    """Have the season closed when its time comes; nothing where none is planned."""
    if not any(isinstance(each, ON_PLAN) for each in work.added):
        return
    state = work.state
    moment = state.settings.season_end.moment
    if moment is None:
        agenda.cancel(kind=SEASON_END, subject=state.id)
    else:
        agenda.schedule(kind=SEASON_END, subject=state.id, version=state.version, due_at=moment)


LADDER = LadderAggregate()
