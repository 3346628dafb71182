"""Write moves many at a time: they are decided in an asyncio loop.

It takes what needs nothing but memory to be decided: a match whose state this process holds, at
the version that the move names. All else is left to a thread and `matches.command_handler`, with
nothing done. While one batch is being written the next one gathers, so the busier the server is,
the more moves share a transaction. An answer is given only when its move is committed.
"""

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Protocol

import msgspec
import psycopg
import structlog
from django.core.exceptions import SynchronousOnlyOperation

from api.problems import Problem
from eventstore.events import Point, StoredEvent
from eventstore.memory import Entry
from eventstore.pipeline import Answers, Statement
from matches import pubsub
from matches.aggregate import CACHE, MATCH
from matches.batch_sql import statements
from matches.command_handler import CommandResult, PendingCommand
from matches.commit import PendingWrite
from matches.metrics import BATCHED
from matches.state import MatchState

BATCH = 8
"""Moves that are a batch worth sending before the loop has seen to what else is ready."""
BATCH_MAX = 32
"""Moves in one transaction: more would keep the first of them waiting."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class BatchWriter(Protocol):
    """Writes a batch in one transaction (`eventstore.pipeline.Pipeline`)."""

    def begin(self, batch: Sequence[Statement], /) -> Awaitable[Answers]:
        """Send a batch and return what gives the first column of all rows that it answers.

        That raises psycopg's errors when nothing was written.
        """


class DecidedMove(msgspec.Struct, frozen=True):
    """A move that is legal, folded into the state of its entry, and not yet written."""

    order: PendingCommand
    entry: Entry[MatchState]
    writing: PendingWrite
    stored: Sequence[StoredEvent]
    outcome: "asyncio.Future[CommandResult | None]"


class MoveBatcher:
    """The moves of one asyncio loop; every method runs in it.

    While the database is busy with the batch of one writer, the loop judges moves for the next.
    """

    def __init__(self, writers: Iterable[BatchWriter]) -> None:
        self._idle = list(writers)
        self._waiting: list[DecidedMove] = []
        self._held: set[Entry[MatchState]] = set()
        """The entries that the lane has locked."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_called = False
        """Whether the loop will come back to send what has gathered."""

    async def submit(self, order: PendingCommand) -> CommandResult | None:
        """Carry an order out and return its answer; None when a thread has to do that.

        Nothing was done then; unless the connection to the database was lost, when it cannot be
        known. The order's key makes it harmless to carry it out again.
        """
        judged = self._judge(order)
        if judged is None:
            return None
        self._waiting.append(judged)
        self._send(BATCH)
        return await judged.outcome

    def _send(self, enough: int) -> None:
        """Let idle writers send what has gathered, now if it is enough, else in a moment.

        The loop judges all moves that are ready before it comes to anything else: the database
        must not stand idle meanwhile.
        """
        while self._idle and len(self._waiting) >= enough:
            writer = self._idle.pop()
            batch = self._take()
            outcome = writer.begin(statements([judged.writing for judged in batch]))
            task = asyncio.create_task(self._write(writer, batch, outcome))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if self._idle and self._waiting and not self._is_called:
            self._is_called = True
            asyncio.get_running_loop().call_soon(self._send_rest)

    def _take(self) -> list[DecidedMove]:
        """Take what has waited longest, and what can be written with it, out of the waiting ones.

        Every process locks the rows of matches in the same order, by their ids. So moves that one
        statement writes do not share a transaction with others.
        """
        is_plain = self._waiting[0].writing.is_plain
        batch: list[DecidedMove] = []
        rest: list[DecidedMove] = []
        for judged in self._waiting:
            fits = judged.writing.is_plain is is_plain and len(batch) < BATCH_MAX
            (batch if fits else rest).append(judged)
        self._waiting = rest
        return sorted(batch, key=_match_id)

    def _send_rest(self) -> None:
        self._is_called = False
        self._send(1)

    def _judge(self, order: PendingCommand) -> DecidedMove | None:
        entry = CACHE.held(order.match_id)
        if entry is None or entry in self._held or not entry.lock.acquire(blocking=False):
            return None
        judged = None
        try:
            judged = _decided(entry, order)
        finally:
            if judged is None:
                entry.lock.release()
        if judged is not None:
            self._held.add(entry)
        return judged

    async def _write(
        self, writer: BatchWriter, batch: list[DecidedMove], outcome: Awaitable[Answers]
    ) -> None:
        """Settle a batch that is sent, and let its writer send what has gathered meanwhile."""
        written: set[bytes] = set()
        try:
            written.update(await outcome)
            BATCHED.inc(len(written))
        except psycopg.Error as error:
            log.warning("batch_not_written", moves=len(batch), error=type(error).__name__)
        finally:
            self._idle.append(writer)
            for judged in batch:
                self._settle(judged, is_written=judged.entry.text in written)
            self._send(1)

    def _settle(self, judged: DecidedMove, *, is_written: bool) -> None:
        """Answer a move, and let go of its entry."""
        entry, outcome = judged.entry, judged.outcome
        self._held.remove(entry)
        try:
            answer = None
            if is_written and entry.state is not None:
                state = entry.state
                concerned = state.accounts_to_notify(everybody=state.over)
                pubsub.publish_match_moved(entry.stream_id, state.version, concerned)
                answer = CommandResult(judged.order.render(state, judged.stored))
            else:
                entry.forget(Point(judged.writing.before, judged.writing.before_hash))
        finally:
            entry.lock.release()
            # Whoever has hung up waits for no answer; what goes wrong above is left to a thread.
            if not outcome.done():
                outcome.set_result(answer)


def _match_id(judged: DecidedMove) -> bytes:
    return judged.entry.text


def _decided(entry: Entry[MatchState], order: PendingCommand) -> DecidedMove | None:
    """Judge an order by the state that is held; None when it takes more than that."""
    state = entry.state
    if state is None or state.version != order.expected_version:
        return None
    work = MATCH.begin(state, order.command, datetime.now(UTC))
    try:
        order.decide(state, work)
        if work.also:
            entry.forget()
            return None
        writing, stored = work.build_write()
    except (Problem, SynchronousOnlyOperation):
        # A refusal may be a repetition, which only the history knows; a first draw needs the seed.
        if work.events:
            entry.forget()
        return None
    except BaseException:
        entry.forget()
        raise
    return DecidedMove(order, entry, writing, stored, asyncio.get_running_loop().create_future())
