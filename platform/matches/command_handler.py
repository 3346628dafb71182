"""The one door to a match: every change, whoever asks for it, is judged and written here.

A command is judged on the state that this process holds, folded into it, and written in one
statement that succeeds only if the match has not moved on. A command whose key was used before is
answered again from the history, whatever has happened since.
"""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
from django.db import connection, transaction

from accounts import tokens
from api.problems import Problem
from eventstore import streams
from eventstore.canonical import encode, truncate_to_ms
from eventstore.errors import DuplicateKeyError
from eventstore.events import Author, NewEvent, Point, StoredEvent
from games.core import placings
from matches import dealer, kinds, pubsub, refusals
from matches.cache import Entry, entry_for_writing
from matches.commit import CommandContext, PendingWrite, StateBefore, compose, write
from matches.state import COMMON, KIND, Data, MatchState

ATTEMPTS = 5
"""How often a command that names no version is judged anew when others are faster."""


class CommandResult(NamedTuple):
    """What a command is answered."""

    body: Data
    replayed: bool = False
    """Whether the command had been carried out before, with the same key."""


class UnitOfWork:
    """The events of one command, each folded into the state as soon as it is added."""

    def __init__(self, state: MatchState, now: datetime) -> None:
        """Take the state and the present moment, which the events get unless a later one has."""
        self.state = state
        self.before = StateBefore(state)
        self.at = truncate_to_ms(now if state.at is None else max(now, state.at))
        self.events: list[NewEvent] = []
        self.rows: list[Callable[[], object]] = []
        """Writes to other tables, in the same transaction."""

    def add(self, event_type: str, data: Data, actor: str) -> None:
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
        self.add("match_finished", data, "system")

    def build_write(self, command: CommandContext) -> tuple[PendingWrite, list[StoredEvent]]:
        """Return what writes the draft, and its events as they will be stored."""
        before, state = self.before, self.state
        author = Author(command.actor, command.key, command.fingerprint, streams.new_salt())
        stored = streams.chain_hashes(
            self.events, author, version=before.version, previous=before.hash, at=self.at
        )
        state.hash = stored[-1].hash
        return compose(command, before, state, stored), stored

    def commit(self, command: CommandContext) -> list[StoredEvent] | None:
        """Write what was drafted; None when the match has moved on or the token is invalid."""
        writing, stored = self.build_write(command)
        # Within a transaction a key that was used must not undo the rest of it.
        is_inside = connection.in_atomic_block and not command.is_of_version
        guarded = is_inside or (self.rows and not connection.in_atomic_block)
        with transaction.atomic() if guarded else nullcontext():
            if not write(command, writing):
                return None
            for row in self.rows:
                row()
        return stored

    def _step(self) -> None:
        self.state.version += 1
        self.state.at = self.at


Decide = Callable[[MatchState, UnitOfWork], None]
"""Looks at the state and adds the command's events to the draft, or raises a Problem first."""
MakeResult = Callable[[MatchState, Sequence[StoredEvent]], Data]
"""Makes the answer from the state after the command and the command's events."""


class PendingCommand(NamedTuple):
    """A command with everything that it takes to carry it out."""

    match_id: UUID
    command: CommandContext
    judge: Decide
    render: MakeResult
    expected_version: int


def handle_pending(order: PendingCommand) -> CommandResult:
    """Carry an order out, once, and return its answer; raises like `perform`."""
    match_id, command, judge, render, expected_version = order
    return handle(match_id, command, judge, render, expected_version=expected_version)


def handle(  # noqa: PLR0913 - what a command is made of
    match_id: UUID,
    command: CommandContext,
    judge: Decide,
    render: MakeResult,
    *,
    expected_version: int | None = None,
    not_before: datetime | None = None,
) -> CommandResult:
    """Carry a command out, once, and return its answer.

    Its events get the present time, or not_before where this machine's clock is behind that.
    Raises Problem when it is refused, or when the database cannot save it.
    """
    entry = entry_for_writing(match_id)
    with entry.lock:
        try:
            for _ in range(ATTEMPTS):
                now = datetime.now(UTC)
                moment = now if not_before is None else max(now, not_before)
                answer = _attempt(entry, command, judge, render, expected_version, moment)
                if answer is not None:
                    return answer
            current = entry.current().version
            refusal = refusals.version_conflict(expected_version or current, current)
            return _refuse(entry, command, render, refusal)
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            entry.forget()
            if not connection.in_atomic_block:
                connection.close()
            raise refusals.unavailable() from error


def _attempt(  # noqa: PLR0913, PLR0917 - what perform was given
    entry: Entry,
    command: CommandContext,
    judge: Decide,
    render: MakeResult,
    expected: int | None,
    now: datetime,
) -> CommandResult | None:
    """Judge and write once; None when it should be tried again."""
    state = entry.current() if expected is None else entry.for_version(expected)
    if not state.version:
        raise refusals.not_found()
    if expected is not None and state.version != expected:
        return _refuse(entry, command, render, refusals.version_conflict(expected, state.version))
    draft = UnitOfWork(state, now)
    try:
        judge(state, draft)
        stored = draft.commit(command)
    except (Problem, DuplicateKeyError) as error:
        if draft.events:
            entry.forget()
        reason = error if isinstance(error, Problem) else None
        return _refused(entry, command, render, reason, draft.before)
    except BaseException:
        entry.forget()
        raise
    if stored is None:
        entry.forget(Point(draft.before.version, draft.before.hash))
        return _overtaken(entry, command, render, expected, draft.before.version)
    version = state.version
    concerned = state.accounts_to_notify(everybody=state.status is not draft.before.status)
    transaction.on_commit(lambda: pubsub.publish_match_moved(entry.match_id, version, concerned))
    return CommandResult(render(state, stored))


def _overtaken(
    entry: Entry, command: CommandContext, render: MakeResult, expected: int | None, judged_at: int
) -> CommandResult | None:
    """Answer a command that found the match moved on, or its token invalid, when it was written."""
    state = entry.caught_up()
    if not state.version:
        raise refusals.not_found()
    if expected is not None and state.version != expected:
        return _refuse(entry, command, render, refusals.version_conflict(expected, state.version))
    # Either the token is invalid, or the version has come round again with other events.
    if state.version == judged_at and command.token is not None:
        tokens.identify(command.token)
    return None


def _refused(
    entry: Entry,
    command: CommandContext,
    render: MakeResult,
    refusal: Problem | None,
    judged: StateBefore,
) -> CommandResult | None:
    """Answer a command that was refused on a state, as the database has the match by now.

    None when that is another history at the same version: the command is judged anew.
    """
    answer = _repeated(entry, command, render)
    if answer is not None:
        return answer
    current = entry.current()
    if not current.version:
        raise refusals.not_found()
    if refusal is None or current.version != judged.version:
        raise refusals.version_conflict(judged.version, current.version)
    if current.hash != judged.hash:
        return None
    raise refusal


def _refuse(
    entry: Entry, command: CommandContext, render: MakeResult, refusal: Problem
) -> CommandResult:
    """Repeat the first answer when the command was carried out before; else raise the refusal."""
    answer = _repeated(entry, command, render)
    if answer is not None:
        return answer
    raise refusal


def _repeated(entry: Entry, command: CommandContext, render: MakeResult) -> CommandResult | None:
    """Return the first answer to a command that was carried out before, or None.

    Neither that nor a refusal is for a token that no longer stands, which the statement alone would
    have found out: that is `not_authenticated`, and the process forgets the token.
    """
    if command.token is not None:
        tokens.identify(command.token)
    found = streams.find_command(command.actor, command.key)
    if found is None:
        return None
    if found.fingerprint != command.fingerprint or found.stream_id != entry.match_id:
        raise refusals.key_reused()
    return CommandResult(_first_answer(entry.match_id, found.version, render), replayed=True)


def _first_answer(match_id: UUID, version: int, render: MakeResult) -> Data:
    """Return what the command whose first event stands at version was answered."""
    events = streams.load(KIND, match_id)
    end = version
    while end < len(events) and events[end].key is None:
        end += 1
    state = MatchState(match_id).fold(events[:end])
    return render(state, events[version - 1 : end])
