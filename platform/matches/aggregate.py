"""A match as the kernel sees it: states stay in memory, and one statement writes a command.

The loop that commits many moves at once is made of the same parts: `UnitOfWork`, what it has to
write, and the cache.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

import psycopg
from django.db import connection, transaction

from accounts import tokens
from api.problems import Problem
from eventstore import aggregate
from eventstore.aggregate import RememberedAggregate
from eventstore.canonical import encode
from eventstore.errors import ConcurrencyError, KeyReusedError, StoreError
from eventstore.events import NewEvent, StoredEvent
from eventstore.memory import Entry
from eventstore.pipeline import Statement
from eventstore.writer import Sealed
from games.core import UnknownGameError, placings
from matches import dealer, kinds, pubsub, refusals
from matches.commit import CommandContext, PendingWrite, StateBefore, compose
from matches.state import COMMON, KIND, Data, MatchState

MATCHES_MAX = 20_000
"""States held at once; a live match takes a few kilobytes."""


class UnitOfWork(aggregate.UnitOfWork[MatchState]):
    """The events of one command, each folded into the state as soon as it is added."""

    context: CommandContext

    def __init__(
        self,
        kind: aggregate.Aggregate[MatchState, Any],
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

    def record(self, event_type: str, data: Data, actor: str) -> None:
        """Add one event that all games share; what its kind does not hold is never written."""
        kinds.read(event_type, data)
        state = self.state
        self.events.append(NewEvent(event_type, encode(data)))
        self._step()
        state.common.append(state.version)
        state.evolve(COMMON[event_type], data, self.at, actor)

    def play(self, events: Sequence[Any]) -> None:
        """Add events of the game, and the end of the match when they bring it."""
        state = self.state
        rules = state.rules
        for event in events:
            body = rules.encode_body(event)
            self.events.append(NewEvent(rules.event_type(event), body, event.schema))
            self._step()
            state.evolve_game(event, self.at)
        if state.acting:
            return
        outcome = rules.outcome(state.game)
        if outcome is not None:
            self.finish(outcome.reason)

    def finish(self, reason: str) -> None:
        """End the match: whoever left comes last, the others as the table stands."""
        state = self.state
        rules = state.rules
        data = {
            "placings": list(placings(rules.rank_keys(state.game), last=state.left)),
            "scores": list(rules.current_scores(state.game)),
            "reason": reason,
            "seed": dealer.read_seed(state.id).hex(),
        }
        self.record("match_finished", data, "system")

    def build_write(self) -> tuple[PendingWrite, Sequence[StoredEvent]]:
        """Return what is to be written, and the events as they will be stored."""
        stored = self.seal().events
        return compose(self.context, self.was, self.state, stored), stored

    def _step(self) -> None:
        self.state.version += 1
        self.state.at = self.at


class MatchAggregate(RememberedAggregate[MatchState, UnitOfWork]):
    """The kind of stream."""

    kind = KIND
    refusals = (Problem,)

    def initial(self, stream_id: UUID) -> MatchState:
        """Return a match that nothing has happened to."""
        return MatchState(stream_id)

    def fold_on(self, state: MatchState, events: Sequence[StoredEvent]) -> MatchState:
        """Return a match with its next events; raises rules_unknown for those of a newer release.

        Events of the game are read by the rules that the first event names.
        """
        try:
            return state.fold(events)
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
        """Return what writes the events, the match's row and its agenda."""
        return compose(work.context, work.was, work.state, sealed.events).statement()

    def guarding(self, work: UnitOfWork) -> AbstractContextManager[object]:
        """Return a transaction where one statement does not do.

        Within a transaction a key that was used must not undo the rest of it.
        """
        if connection.in_atomic_block:
            return nullcontext() if work.context.is_of_version else transaction.atomic()
        return transaction.atomic() if work.also else nullcontext()

    def announcement(self, work: UnitOfWork) -> Callable[[], object]:
        """Return what tells those who play and look on that the match has moved."""
        state = work.state
        concerned = state.accounts_to_notify(everybody=state.status is not work.was.status)
        return partial(pubsub.publish_match_moved, state.id, state.version, concerned)

    def refusal(self, error: StoreError) -> Exception:
        """Return the problem that a refusal by the store is."""
        if isinstance(error, ConcurrencyError):
            return refusals.version_conflict(error.expected, error.current)
        return refusals.key_reused() if isinstance(error, KeyReusedError) else refusals.not_found()

    def authenticate(self, context: aggregate.CommandContext) -> None:
        """Raise not_authenticated for a token that is no longer valid; the process forgets it."""
        if context.token is not None:
            tokens.identify(context.token)


MATCH = MatchAggregate(MATCHES_MAX)
CACHE = MATCH.cache
"""The states of this process."""
