"""What a match's stream tells next: read for one viewer, or once for all who merely look on.

A thousand viewers of a final see the same. Without this, each move would be read, redacted and
written a thousand times.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cached_property

from eventstore.events import Point
from matches.live.frames import StreamFormat
from matches.selectors import History

MOVES_SEATS = "seat_"
"""What the kinds of events begin with after which an account may have a seat, or none any more."""
MERELY_LATE = "seat_timed_out"


class Updates:
    """Some events and how the clocks stand after them, written once for each form."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._written: dict[str, bytes] = {}

    @property
    def is_over(self) -> bool:
        """Whether nothing more can follow."""
        return self._history.is_over

    @property
    def point(self) -> Point:
        """Up to where whoever is told this knows the match."""
        return self._history.point

    @cached_property
    def moves_seats(self) -> bool:
        """Whether somebody may have got or lost a seat by it."""
        kinds = {event["type"] for event in self._history.events}
        return any(kind.startswith(MOVES_SEATS) for kind in kinds - {MERELY_LATE})

    def tells(self, kind: str) -> bool:
        """Return whether an event of a kind is among them."""
        return any(event["type"] == kind for event in self._history.events)

    def tells_of(self, beginnings: tuple[str, ...]) -> bool:
        """Return whether an event whose kind begins so is among them."""
        return any(event["type"].startswith(beginnings) for event in self._history.events)

    def written(self, frames: StreamFormat) -> bytes:
        """Return all of it as it goes over the wire; nothing when there is no news."""
        known = self._written.get(frames.media_type)
        if known is None:
            known = self._written[frames.media_type] = b"".join(self._frames(frames))
        return known

    def _frames(self, frames: StreamFormat) -> list[bytes]:
        is_over, events, clocks, _ = self._history
        parts = [frames.frame(event["type"], event["version"], event) for event in events]
        if events and clocks is not None and not is_over:
            # How the clocks stand has no version of its own.
            parts.append(frames.frame("clock", events[-1]["version"], clocks))
        return parts


class SharedUpdates:
    """The news of one match for onlookers, by the point up to which they know it.

    It is forgotten as soon as the match has moved on, so nobody is ever told what an onlooker
    could know a move ago and may not know now.
    """

    def __init__(self) -> None:
        self._reading: dict[Point, asyncio.Task[Updates]] = {}

    def forget(self) -> None:
        """Have everything read anew."""
        self._reading.clear()

    async def after(self, known: Point, read: Callable[[], Awaitable[Updates]]) -> Updates:
        """Return the news after a point, read by the first who asks; raises what reading does."""
        task = self._reading.get(known)
        if task is None:
            task = self._reading[known] = asyncio.create_task(_call(read))
            task.add_done_callback(lambda done: self._drop_failed(known, done))
        # Whoever leaves must not take it from the others.
        return await asyncio.shield(task)

    def _drop_failed(self, known: Point, task: "asyncio.Task[Updates]") -> None:
        is_failed = task.cancelled() or task.exception() is not None
        if is_failed and self._reading.get(known) is task:
            del self._reading[known]


async def _call(read: Callable[[], Awaitable[Updates]]) -> Updates:
    return await read()
