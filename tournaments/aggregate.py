"""A tournament as the kernel sees it: who writes locks its row and folds its stream.

The rows, the agenda and the clocks of its matches follow in the transaction of the events.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction

from agenda import sql as agenda
from api.problems import Problem
from eventstore.aggregate import Aggregate, CommandContext
from eventstore.errors import StoreError
from eventstore.events import Moment, StoredEvent
from eventstore.memory import Entry
from games.messages import Message
from matches.pubsub import publish_match_moved
from matches.services import extending, time_limits
from matches.stream_refusals import refused_by_store
from tournaments import (
    draw_beacons,
    drawing,
    folds,
    news,
    projection,
    rolls,
    shared_deals,
    stage_queries,
)
from tournaments import events as e
from tournaments.folds import whole
from tournaments.models import Tournament
from tournaments.state import Status, TournamentState
from tournaments.unit_of_work import TournamentCommand, UnitOfWork

TABLE_PLAY = "table_play"
"""The agenda's kind for a table whose match is to be opened, or called off."""
ROUND_DEAL = "round_deal"
"""The agenda's kind for a deal that many tables of a round have played, and nobody plays now."""
TOURNAMENT_REPEAT = "tournament_repeat"
"""The agenda's kind for the next event of one that is repeated, due when that one begins."""
TOURNAMENT_TIME = "tournament_time"
"""The agenda's kind for what a tournament has to do at a moment, as an arena at its end."""


DRAW_SHARES = "draw_shares"
"""The agenda's kind for the end of the time to show shares of a draw, or to promise them afresh."""


class TournamentAggregate(Aggregate[TournamentState, UnitOfWork]):
    """The kind of stream."""

    kind = e.KIND
    catalogue = e.CATALOGUE
    retroactive = (e.RolledBack,)
    refusals = (Problem,)

    def initial(self, stream_id: UUID) -> TournamentState:
        """Return a tournament that nothing has happened to."""
        return TournamentState(stream_id)

    def fold(self, stream_id: UUID, events: Sequence[StoredEvent]) -> TournamentState:
        """Return the state that a whole stream, from its first event, leads to."""
        return self.fold_on(*whole.begun(stream_id, events))

    def evolve(self, state: TournamentState, event: e.TournamentEvent, _moment: Moment) -> None:
        """Fold one event."""
        folds.evolve(state, event)

    @contextmanager
    def attempting(self, held: Entry[TournamentState]) -> Iterator[None]:
        """Lock the tournament's row in a transaction, so that commands come one after another."""
        with transaction.atomic():
            Tournament.objects.select_for_update().filter(id=held.stream_id).first()
            yield

    def begin(
        self,
        state: TournamentState,
        context: CommandContext,
        now: datetime,
        earlier: Sequence[StoredEvent] = (),
    ) -> UnitOfWork:
        """Return the unit of work of a command."""
        if not isinstance(context, TournamentCommand):
            about = {name: getattr(context, name) for name in CommandContext.__struct_fields__}
            context = TournamentCommand(**about)
        return UnitOfWork(self, state, context, now, earlier)

    def project(self, work: UnitOfWork, stored: Sequence[StoredEvent]) -> None:
        """Write the rows that differ, and put on the agenda what follows from the events."""
        state = work.state
        if work.before.version:
            news.publish(news.Moved(state, work.added))
        previous = projection.stored_matches(state.id) if work.before.version else {}
        projection.write(state, is_new=not work.before.version)
        # The platform's own commands, such as noting a match, do not put off what is due at once.
        if work.looked or not work.who.is_platform or stage_queries.watches_time(state):
            schedule(state, work.at, at_once=not work.looked)
        _follow_draw(work)
        if ON_REPETITION.intersection(map(type, work.added)):
            _schedule_repetition(state)
        if state.settings["play"] == "matches":
            for table_id, match in _to_play(work, previous):
                payload = "" if match is None else str(match)
                agenda.schedule(
                    kind=TABLE_PLAY, subject=table_id, version=state.version, payload=payload
                )
            for board in shared_deals.to_close(state):
                agenda.schedule(kind=ROUND_DEAL, subject=board.deal, version=state.version)
            _extend_clocks(work, stored)
            _end_matches(work, stored)

    def announcement(self, work: UnitOfWork) -> Callable[[], object]:
        """Return what tells whoever follows the tournament live."""
        return partial(publish_match_moved, work.state.id, work.state.version)

    def refusal(self, error: StoreError) -> Exception:
        """Return the problem that a refusal by the store is."""
        missing = Problem("not_found", Message("This tournament does not exist."))
        return refused_by_store(error, missing)


TOURNAMENT = TournamentAggregate()
ON_REPETITION = frozenset(
    {e.TournamentCreated, e.RepetitionSet, e.NextEventMade, e.SettingsChanged, e.RolledBack}
)
"""What moves the moment at which a next event is to be made."""


def _follow_draw(work: UnitOfWork) -> None:
    """Have a draw looked at when the time of its step is up; forget the shares of one that is made.

    A beacon that it has named is asked for. Where nobody was asked there is nothing to do.
    """
    state = work.state
    running = state.draws.running
    if running is not None and any(isinstance(each, drawing.OF_A_DRAW) for each in work.added):
        if running.expected or running.deal.sealed is None:
            agenda.schedule(
                kind=DRAW_SHARES, subject=state.id, due_at=running.due_at, version=state.version
            )
        draw_beacons.wait_for(state, work.at)
    elif any(isinstance(each, e.DrawShown) for each in work.added):
        rolls.forget(state)


def _schedule_repetition(state: TournamentState) -> None:
    """Have the next event made when this one begins; nothing where there is one already."""
    begins = state.begins_at
    if state.repetition is None or state.next_event or begins is None:
        agenda.cancel(kind=TOURNAMENT_REPEAT, subject=state.id)
    else:
        agenda.schedule(
            kind=TOURNAMENT_REPEAT, subject=state.id, version=state.version, due_at=begins
        )


def schedule(state: TournamentState, now: datetime, *, at_once: bool = False) -> None:
    """Have the agenda look at a tournament again when the time will ask for something."""
    stage = state.stage
    has_clock = stage_queries.has_clock(state)
    if stage is None or not (has_clock or stage_queries.watches_time(state)):
        return
    is_on = state.status is Status.RUNNING and not state.paused and stage.ranking is None
    due_at = now if at_once and has_clock else stage_queries.next_moment(state, now)
    if is_on and due_at is not None:
        agenda.schedule(
            kind=TOURNAMENT_TIME, subject=state.id, version=state.version, due_at=due_at
        )
    else:
        agenda.cancel(kind=TOURNAMENT_TIME, subject=state.id)


def _extend_clocks(work: UnitOfWork, stored: Sequence[StoredEvent]) -> None:
    """Give the matches of tables whose time is extended as much more, in the same transaction."""
    for event, each in zip(work.added, stored, strict=True):
        if not isinstance(event, e.TimeExtended):
            continue
        for table in work.state.rounds[event.round - 1].tables:
            is_meant = event.table in {None, str(table.id)}
            if is_meant and table.match is not None and not table.done:
                key = f"time-{work.state.id}-{each.version}-{table.id.hex[-8:]}"
                extending.extend(
                    match_id=table.match, seconds=event.seconds, reason=event.reason, key=key
                )


def _end_matches(work: UnitOfWork, stored: Sequence[StoredEvent]) -> None:
    """End the matches of tables whose time is over as they stand, in the same transaction."""
    for event, each in zip(work.added, stored, strict=True):
        if not isinstance(event, e.TimeCalled):
            continue
        found = work.state.table(UUID(event.table))
        if found is not None and found[1].match is not None:
            time_limits.end(match_id=found[1].match, key=f"limit-{work.state.id}-{each.version}")


def _to_play(
    work: UnitOfWork, previous: dict[UUID, UUID | None]
) -> Iterator[tuple[UUID, UUID | None]]:
    """Yield the tables whose match is to be opened or called off, with the match to call off.

    After a rollback every table without a result is looked at again: its match goes on, or may
    have ended meanwhile.
    """
    kinds = {type(event) for event in work.added}
    decided = {UUID(event.table) for event in work.added if isinstance(event, e.ResultRecorded)}
    seated = {UUID(event.table) for event in work.added if isinstance(event, e.SeatChosen)}
    counted = {UUID(event.table) for event in work.added if isinstance(event, e.MatchCounted)}
    published = {table.id: table for round_, table in work.state.tables() if round_.published}
    for table_id, table in published.items():
        if table.choosing is not None:
            continue
        if table.void or (table.stopped is not None and table.stopped["cause"] == "overdue"):
            if kinds & {e.TableVoided, e.TableStopped} and table.match is not None:
                yield table_id, table.match
        elif (
            table_id not in previous
            or table_id in seated
            or (table_id in counted and table.is_open)
            or (e.RolledBack in kinds and not table.done)
        ):
            yield table_id, None
        elif table_id in decided and table.source != "match" and table.match is not None:
            yield table_id, table.match
    for table_id, match in previous.items():
        if table_id not in published:
            yield table_id, match
