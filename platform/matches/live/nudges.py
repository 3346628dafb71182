"""Hear what others say through Redis, for as long as somebody wants to know.

Nothing is promised: while Redis is away nothing is heard, and whoever listens polls as well.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import redis.asyncio as redis
from django.conf import settings
from redis.exceptions import RedisError

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

RECONNECT_S = 1.0


class Listener:
    """One connection for all channels of a prefix that this process wants to hear."""

    def __init__(self, prefix: str, heard: Callable[[str, bytes], None]) -> None:
        """Take what is called with the rest of a channel's name, and the message."""
        self._prefix = prefix
        self._heard = heard
        self._wanted: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._subscribed: PubSub | None = None

    async def want(self, name: str) -> None:
        """Listen to a channel from now on."""
        self._wanted.add(name)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._listen())
        if self._subscribed is not None:
            with suppress(RedisError, OSError):
                await self._subscribed.subscribe(f"{self._prefix}{name}")

    async def leave(self, name: str) -> None:
        """Listen to a channel no more."""
        self._wanted.discard(name)
        if self._subscribed is not None:
            with suppress(RedisError, OSError):
                await self._subscribed.unsubscribe(f"{self._prefix}{name}")

    async def _listen(self) -> None:
        """Pass messages on for ever; after Redis has been away, begin again."""
        while True:
            with suppress(RedisError, OSError):
                await self._listen_once()
            self._subscribed = None
            await asyncio.sleep(RECONNECT_S)

    async def _listen_once(self) -> None:
        client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=RECONNECT_S)
        async with client, client.pubsub(ignore_subscribe_messages=True) as subscribed:
            # A channel of its own keeps the connection listening while nothing is wanted.
            await subscribed.subscribe(self._prefix)
            # From here on whoever wants a channel subscribes to it; this is for those before.
            self._subscribed = subscribed
            if self._wanted:
                await subscribed.subscribe(*(f"{self._prefix}{name}" for name in self._wanted))
            async for message in subscribed.listen():
                name = message["channel"].decode().removeprefix(self._prefix)
                self._heard(name, message["data"])
