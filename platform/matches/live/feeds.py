"""Know, in one process, when a watched stream has moved, or has gone back in time.

A notification through Redis wakes the watchers at once; a poll of where the stream stands, once
for all watchers of it, wakes them when notifications are lost or Redis is away. Notifications only
ever raise the version that is known, for they may be late. The poll alone lowers it: when the
database holds fewer events than were known, or others.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from uuid import UUID

from api.problems import Problem
from eventstore.events import Point
from eventstore.streams import Look
from matches.live.subscriber import Subscriber
from matches.live.updates import SharedUpdates
from matches.pubsub import CHANNEL, SIGNALS, Signal

POLL_S = 1.0
"""Seconds between two looks at a watched stream that nobody has nudged about."""

Looking = Callable[[UUID, Point], Awaitable[Look]]
"""Looks where a stream stands, for one that knew a point; raises Problem when it cannot."""


class Feed:
    """One watched stream: how far this process knows it, and who waits for more."""

    def __init__(self, stream_id: UUID) -> None:
        self.stream_id = stream_id
        self.watchers = 0
        self.rewinds = 0
        """How often the stream was seen to have gone back in time."""
        self._version = 0
        self._point = Point(0)
        """The last event whose hash is known here too: a notification tells none."""
        self._moved = asyncio.Event()
        self._signals: Counter[Signal] = Counter()
        self.shared = SharedUpdates()
        """What its onlookers are told."""

    def reached(self, version: int) -> None:
        """Wake whoever waits, if this is news."""
        if version > self._version:
            self._version = version
            self._wake()

    def signalled(self, signal: Signal) -> None:
        """Wake whoever hears such signals, as that somebody has spoken in a room."""
        self._signals[signal] += 1
        self._notify()

    def heard(self, signals: Sequence[Signal]) -> Counter[Signal]:
        """Return how often each of some signals came, as far as this process has heard."""
        return Counter({signal: self._signals[signal] for signal in signals})

    def advance_to(self, point: Point) -> None:
        """Take it that a watcher was told the stream up to a point."""
        if point.version > self._point.version:
            self._point = point

    async def look(self, looking: Looking) -> None:
        """Ask the database, and wake whoever waits if it says anything new; raises Problem."""
        known = self._version
        head, is_same = await looking(self.stream_id, self._point)
        if is_same and head.version >= known:
            self._point = head
            self.reached(head.version)
        else:
            self.rewinds += 1
            self._version, self._point = head.version, head
            self._wake()

    async def beyond(
        self,
        version: int,
        rewinds: int,
        timeout_s: float,
        *,
        signals: Sequence[Signal] = (),
        heard: Counter[Signal] | None = None,
    ) -> bool:
        """Wait until there may be news for who knows a version; False when the time is up.

        That is when the stream is beyond it, or has gone back in time more often than `rewinds`.
        It also waits no longer when more of some signals have come than one had `heard`.
        """
        known = Counter() if heard is None else heard

        def is_beyond() -> bool:
            return self._version > version or self.rewinds > rewinds

        with suppress(TimeoutError):
            # Without the task of its own that `wait_for` makes for each of a thousand.
            async with asyncio.timeout(timeout_s):
                # Who does not hear a room must not notice that somebody has spoken there.
                while not is_beyond() and self.heard(signals) == known:
                    await self._moved.wait()
        return is_beyond()

    def _wake(self) -> None:
        self.shared.forget()
        self._notify()

    def _notify(self) -> None:
        self._moved.set()
        self._moved = asyncio.Event()


class Feeds:
    """All watched streams of one kind in this process."""

    def __init__(self, looking: Looking) -> None:
        self._looking = looking
        self._feeds: dict[UUID, Feed] = {}
        self._listener = Subscriber(CHANNEL, self._pass_on)
        self._pollers: set[asyncio.Task[None] | None] = set()

    @asynccontextmanager
    async def watch(self, stream_id: UUID) -> AsyncIterator[Feed]:
        """Watch a stream for as long as the context lasts."""
        feed = self._feeds.get(stream_id)
        is_new = feed is None
        if feed is None:
            feed = self._feeds[stream_id] = Feed(stream_id)
            self._pollers.add(asyncio.create_task(self._poll(feed)))
        feed.watchers += 1
        try:
            if is_new:
                self._listener.subscribe(str(stream_id))
            yield feed
        finally:
            feed.watchers -= 1

    async def _poll(self, feed: Feed) -> None:
        """Look at a stream once in a while until nobody watches it any more."""
        try:
            while True:
                await asyncio.sleep(POLL_S)
                if not feed.watchers:
                    break
                with suppress(Problem):  # The database is away; the next look may find it.
                    await feed.look(self._looking)
        finally:
            del self._feeds[feed.stream_id]
            self._pollers.discard(asyncio.current_task())
        self._listener.unsubscribe(str(feed.stream_id))

    def _pass_on(self, stream_id: str, what: str) -> None:
        with suppress(ValueError):
            feed = self._feeds.get(UUID(stream_id))
            if feed is None:
                return
            if what in SIGNALS:
                feed.signalled(what)
            else:
                feed.reached(int(what))
