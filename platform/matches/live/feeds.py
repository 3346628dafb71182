"""Know, in one process, when a watched match has moved.

A nudge through Redis wakes the watchers at once; a poll of the match's version, once for all
watchers of it, wakes them when nudges are lost or Redis is away.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from uuid import UUID

from accounts.problems import Problem
from matches.live.news import Shared
from matches.live.nudges import Listener
from matches.nudge import CHANNEL

POLL_S = 1.0
"""Seconds between two looks at a watched match that nobody has nudged about."""


class Feed:
    """One watched match: its version as far as this process knows, and who waits for more."""

    def __init__(self, match_id: UUID) -> None:
        self.match_id = match_id
        self.watchers = 0
        self._version = 0
        self._moved = asyncio.Event()
        self.shared = Shared()
        """What its onlookers are told."""

    def reached(self, version: int) -> None:
        """Wake whoever waits, if this is news."""
        if version > self._version:
            self._version = version
            self.shared.forget()
            self._moved.set()
            self._moved = asyncio.Event()

    async def beyond(self, version: int, timeout_s: float) -> bool:
        """Wait until the match is beyond a version; False when the time is up."""
        if self._version > version:
            return True
        with suppress(TimeoutError):
            # Without the task of its own that `wait_for` makes for each of a thousand.
            async with asyncio.timeout(timeout_s):
                await self._moved.wait()
        return self._version > version


class Feeds:
    """All watched matches of this process."""

    def __init__(self, version_of: Callable[[UUID], Awaitable[int | None]]) -> None:
        """Take what looks a match's version up, and raises Problem when it cannot."""
        self._version_of = version_of
        self._feeds: dict[UUID, Feed] = {}
        self._listener = Listener(CHANNEL, self._pass_on)
        self._pollers: set[asyncio.Task[None] | None] = set()

    @asynccontextmanager
    async def watch(self, match_id: UUID) -> AsyncIterator[Feed]:
        """Watch a match for as long as the context lasts."""
        feed = self._feeds.get(match_id)
        is_new = feed is None
        if feed is None:
            feed = self._feeds[match_id] = Feed(match_id)
            self._pollers.add(asyncio.create_task(self._poll(feed)))
        feed.watchers += 1
        try:
            if is_new:
                self._listener.want(str(match_id))
            yield feed
        finally:
            feed.watchers -= 1

    async def _poll(self, feed: Feed) -> None:
        """Look at a match once in a while until nobody watches it any more."""
        try:
            while True:
                await asyncio.sleep(POLL_S)
                if not feed.watchers:
                    break
                with suppress(Problem):  # The database is away; the next look may find it.
                    feed.reached(await self._version_of(feed.match_id) or 0)
        finally:
            del self._feeds[feed.match_id]
            self._pollers.discard(asyncio.current_task())
        self._listener.leave(str(feed.match_id))

    def _pass_on(self, match_id: str, version: str) -> None:
        with suppress(ValueError):
            feed = self._feeds.get(UUID(match_id))
            if feed is not None:
                feed.reached(int(version))
