"""Know, in one process, when a watched match has moved.

A nudge through Redis wakes the watchers at once; a poll of the match's version, once for all
watchers of it, wakes them when nudges are lost or Redis is away.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING
from uuid import UUID

import redis.asyncio as redis
from django.conf import settings
from redis.exceptions import RedisError

from accounts.problems import Problem
from matches.nudge import CHANNEL

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

POLL_S = 1.0
"""Seconds between two looks at a watched match that nobody has nudged about."""
RECONNECT_S = 1.0


class Feed:
    """One watched match: its version as far as this process knows, and who waits for more."""

    def __init__(self, match_id: UUID) -> None:
        self.match_id = match_id
        self.watchers = 0
        self._version = 0
        self._moved = asyncio.Event()

    def reached(self, version: int) -> None:
        """Wake whoever waits, if this is news."""
        if version > self._version:
            self._version = version
            self._moved.set()
            self._moved = asyncio.Event()

    async def beyond(self, version: int, timeout_s: float) -> bool:
        """Wait until the match is beyond a version; False when the time is up."""
        if self._version > version:
            return True
        with suppress(TimeoutError):
            await asyncio.wait_for(self._moved.wait(), timeout_s)
        return self._version > version


class Feeds:
    """All watched matches of this process."""

    def __init__(self, version_of: Callable[[UUID], Awaitable[int | None]]) -> None:
        """Take what looks a match's version up, and raises Problem when it cannot."""
        self._version_of = version_of
        self._feeds: dict[UUID, Feed] = {}
        self._listener: asyncio.Task[None] | None = None
        self._subscribed: PubSub | None = None
        self._pollers: set[asyncio.Task[None] | None] = set()

    @asynccontextmanager
    async def watch(self, match_id: UUID) -> AsyncIterator[Feed]:
        """Watch a match for as long as the context lasts."""
        if self._listener is None or self._listener.done():
            self._listener = asyncio.create_task(self._listen())
        feed = self._feeds.get(match_id)
        is_new = feed is None
        if feed is None:
            feed = self._feeds[match_id] = Feed(match_id)
            self._pollers.add(asyncio.create_task(self._poll(feed)))
        feed.watchers += 1
        try:
            if is_new:
                await self._subscribe(feed)
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
        if self._subscribed is not None:
            with suppress(RedisError, OSError):
                await self._subscribed.unsubscribe(f"{CHANNEL}{feed.match_id}")

    async def _subscribe(self, feed: Feed) -> None:
        if self._subscribed is not None:
            with suppress(RedisError, OSError):
                await self._subscribed.subscribe(f"{CHANNEL}{feed.match_id}")

    async def _listen(self) -> None:
        """Pass nudges on for ever; after Redis has been away, begin again."""
        while True:
            with suppress(RedisError, OSError):
                await self._listen_once()
            self._subscribed = None
            await asyncio.sleep(RECONNECT_S)

    async def _listen_once(self) -> None:
        client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=RECONNECT_S)
        async with client, client.pubsub(ignore_subscribe_messages=True) as subscribed:
            # A channel of its own keeps the connection listening while nothing is watched.
            await subscribed.subscribe(CHANNEL, *(f"{CHANNEL}{each}" for each in self._feeds))
            self._subscribed = subscribed
            async for message in subscribed.listen():
                self._pass_on(message["channel"].decode(), message["data"])

    def _pass_on(self, channel: str, version: bytes) -> None:
        with suppress(ValueError):
            feed = self._feeds.get(UUID(channel.removeprefix(CHANNEL)))
            if feed is not None:
                feed.reached(int(version))
