"""Hear what others say through Redis, for as long as somebody wants to know.

Nothing is promised: while Redis is away nothing is heard, and whoever listens polls as well.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import redis.asyncio as redis
from django.conf import settings
from redis.exceptions import RedisError

RECONNECT_S = 1.0
SUBSCRIBE_S = 5.0
"""How long it may take to connect and to subscribe."""


class Subscriber:
    """One connection to a channel, whose messages are names, each followed by what is said of it.

    Every process hears all of a channel and picks what somebody here wants to know.
    """

    def __init__(self, channel: str, heard: Callable[[str, str], None]) -> None:
        """Take what is called with a wanted name and what is said of it."""
        self._channel = channel
        self._heard = heard
        self._wanted: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def subscribe(self, name: str) -> None:
        """Listen for a name from now on."""
        self._wanted.add(name)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._listen())

    def unsubscribe(self, name: str) -> None:
        """Listen for a name no more."""
        self._wanted.discard(name)

    async def _listen(self) -> None:
        """Pass messages on for ever; after Redis has been away, begin again."""
        while True:
            with suppress(RedisError, OSError):
                await self._listen_once()
            await asyncio.sleep(RECONNECT_S)

    async def _listen_once(self) -> None:
        # The client's own timeouts swallow a cancellation that comes with what they wait for.
        client = redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=None, socket_connect_timeout=None
        )
        async with client, client.pubsub(ignore_subscribe_messages=True) as subscribed:
            async with asyncio.timeout(SUBSCRIBE_S):
                await subscribed.subscribe(self._channel)
            async for message in subscribed.listen():
                self._pass_on(message["data"].decode().split(" "))

    def _pass_on(self, said: list[str]) -> None:
        for name, what in zip(said[::2], said[1::2], strict=False):
            if name in self._wanted:
                self._heard(name, what)
