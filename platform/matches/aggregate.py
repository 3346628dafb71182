"""A match as the kernel sees it: states stay in memory, and one statement writes a command.

The loop that commits many moves at once is made of the same parts: `UnitOfWork`, what it has to
write, and the cache.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from functools import partial
from typing import Any, cast
from uuid import UUID

import psycopg
from django.db import connection, transaction

from accounts import tokens
from api import exception_handlers
from api.problems import Problem
from eventstore import aggregate
from eventstore.aggregate import RememberedAggregate
from eventstore.errors import StoreError
from eventstore.events import NewEvent, StoredEvent
from eventstore.memory import Entry
from eventstore.pipeline import Statement
from eventstore.writer import Sealed
from games.core import Event, UnknownGameError, placings
from matches import dealer, events, folds, pubsub, refusals
from matches.commit import CommandContext, PendingWrite, StateBefore, compose
from matches.events import CATALOGUE, KIND, EndReason, MatchEvent, MatchFinished
from matches.state import MatchState, Status
from matches.stream_refusals import refused_by_store

MATCHES_MAX = 20_000
"""States held at once; a live match takes a few kilobytes."""


class UnitOfWork(aggregate.UnitOfWork[MatchState]):
    """The events of one command, each folded into the state as soon as it is added."""

    context: CommandContext

    def __init__(
        self,
        kind: "MatchAggregate",
        state: MatchState,
        context: aggregate.CommandContext,
        now: datetime,
        earlier: Sequence[StoredEvent] = (),
    ) -> None:
        if not isinstance(context, CommandContext):
            names = aggregate.CommandContext.__struct_fields__
            context = CommandContext(**{name: getattr(context, name) for name in names})
        super().__init__(kind, state, context, now, earlier)
        self.was = StateBefore(state)

    def play(self, events: Sequence[Event]) -> None:
        """Add events of the game, and the end of the match when they bring it."""
        self.add(*events)
        state = self.state
        if state.acting:
            return
        outcome = state.rules.outcome(state.game)
        if outcome is not None:
            self.finish(outcome.reason)

    def finish(self, reason: str) -> None:
        """End the match: whoever left comes last, the others as the table stands."""
        state = self.state
        rules = state.rules
        self.add(
            MatchFinished(
                placings=list(placings(rules.rank_keys(state.game), last=state.left)),
                scores=list(rules.current_scores(state.game)),
                reason=cast("EndReason", reason),
                seed=dealer.read_seed(state.id).hex(),
            )
        )

    def build_write(self) -> tuple[PendingWrite, Sequence[StoredEvent]]:
        """Return what is to be written, and the events as they will be stored."""
        stored = self.seal().events
        return compose(self.context, self.was, self.state, stored), stored


class MatchAggregate(RememberedAggregate[MatchState, UnitOfWork]):
    """The kind of stream."""

    kind = KIND
    catalogue = CATALOGUE
    """What all games share; the rest is read by the rules of the match."""
    refusals = (Problem,)

    def initial(self, stream_id: UUID) -> MatchState:
        """Return a match that nothing has happened to."""
        return MatchState(stream_id)

    evolve = staticmethod(folds.evolve)

    def encode(self, state: MatchState, event: Any) -> NewEvent:
        """Return an event as it is appended."""
        if isinstance(event, MatchEvent):
            return events.encode(event)
        rules = state.rules
        return NewEvent(rules.event_type(event), rules.encode_body(event), event.schema)

    def decode(self, state: MatchState, stored: StoredEvent) -> MatchEvent | Event:
        """Return a stored event; raises UnknownEventTypeError, which names its type."""
        return folds.decode(state, stored)

    def fold_on(self, state: MatchState, events: Sequence[StoredEvent]) -> MatchState:
        """Return a match with its next events; raises rules_unknown for those of a newer release.

        Events of the game are read by the rules that the first event names.
        """
        try:
            return folds.fold(state, events)
        except UnknownGameError as error:
            raise refusals.rules_unknown(json.loads(events[0].body)["rules"]) from error

    @contextmanager
    def holding(self, stream_id: UUID, *, whole: bool) -> Iterator[Entry[MatchState]]:
        """Hold a match; raises unavailable when the database cannot save what is done."""
        with super().holding(stream_id, whole=whole) as entry:
            try:
                yield entry
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                entry.forget()
                if not connection.in_atomic_block:
                    connection.close()
                if exception_handlers.is_disk_full(error):
                    raise exception_handlers.disk_full() from error
                raise refusals.unavailable() from error

    def begin(
        self,
        state: MatchState,
        context: aggregate.CommandContext,
        now: datetime,
        earlier: Sequence[StoredEvent] = (),
    ) -> UnitOfWork:
        """Return the unit of work of a command."""
        return UnitOfWork(self, state, context, now, earlier)

    def statement(self, work: UnitOfWork, sealed: Sealed) -> Statement:
        """Return what writes the events, the match's row and its agenda.

        Of a match that is opened the events alone: what follows from the request stands in its row
        as well, so that is inserted after them (`UnitOfWork.also`).
        """
        if not work.before.version:
            return sealed.statement()
        return compose(work.context, work.was, work.state, sealed.events).statement()

    def guarding(self, work: UnitOfWork) -> AbstractContextManager[object]:
        """Return a transaction where one statement does not do.

        Within a transaction a key that was used must not undo the rest of it.
        """
        if connection.in_atomic_block:
            return nullcontext() if work.context.is_of_version else transaction.atomic()
        return transaction.atomic() if work.also else nullcontext()

    def announcement(self, work: UnitOfWork) -> Callable[[], object] | None:
        """Return what tells those who play and look on that the match has moved.

        Nobody can be there yet when it is opened.
        """
        if not work.before.version:
            return None
        state = work.state
        is_open = state.status is Status.OPEN
        concerned = state.accounts_to_notify(
            everybody=is_open or state.status is not work.was.status
        )
        return partial(pubsub.publish_match_moved, state.id, state.version, concerned)

    def refusal(self, error: StoreError) -> Exception:
        """Return the problem that a refusal by the store is."""
        return refused_by_store(error, refusals.not_found())

    def authenticate(self, context: aggregate.CommandContext) -> None:
        """Raise not_authenticated for a token that is no longer valid; the process forgets it."""
        if context.token is not None:
            tokens.identify(context.token)


MATCH = MatchAggregate(MATCHES_MAX)
CACHE = MATCH.cache
"""The states of this process."""
