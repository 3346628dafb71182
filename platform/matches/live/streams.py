"""The stream of one match for one viewer: a snapshot, every event as it happens, the end.

Events come from the store and carry their version, so a stream that is cut goes on after the last
version that arrived: without gap or repeat, from any server process.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar
from uuid import UUID

from accounts import tokens
from accounts.problems import Problem
from matches import selectors
from matches.cache import stored_version
from matches.live.feeds import Feeds
from matches.live.frames import Frames
from matches.state import OVER

P = ParamSpec("P")
T = TypeVar("T")

PING_S = 7.0
READERS = 4
"""Threads that read the database for all streams of a process; moves have their own."""

_readers = ThreadPoolExecutor(READERS, thread_name_prefix="stream-reader")


async def read(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a selector on a reader's thread, with the thread's own database connection."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_readers, lambda: function(*args, **kwargs))


feeds = Feeds(lambda match_id: read(stored_version, match_id))
"""The watched matches of this process."""


class Viewer:
    """Who watches, by the header that came with the request; nobody in particular without one."""

    def __init__(self, authorization: str | None) -> None:
        self._authorization = authorization

    def account(self) -> UUID | None:
        """Return the account behind the token, looked up anew; raises not_authenticated."""
        if self._authorization is None:
            return None
        return tokens.authenticate(self._authorization).account_id


async def stream(
    match_id: UUID, viewer: Viewer, since: int | None, frames: Frames
) -> AsyncGenerator[bytes, None]:
    """Yield the bytes of a stream until the match is over or the viewer may no longer watch.

    Without since it begins with a snapshot. Raises Problem before the first bytes only.
    """
    async with feeds.watch(match_id) as feed:
        account = await read(viewer.account)
        version = since or 0
        if since is None:
            page = await read(selectors.match_page, match_id, account)
            version = page["version"]
            yield frames.frame("snapshot", version, page)
            if page["status"] in OVER:
                yield frames.frame("end", version, {"type": "end", "version": version})
                return
        while True:
            is_over, events = await read(selectors.history, match_id, account, since=version)
            for event in events:
                version = event["version"]
                yield frames.frame(event["type"], version, event)
            if is_over:
                yield frames.frame("end", version, {"type": "end", "version": version})
                return
            if not events and version == since:
                # Headers and a first sign of life, for who resumes where nothing is new.
                yield frames.ping
            while not await feed.beyond(version, PING_S):
                yield frames.ping
                try:
                    account = await read(viewer.account)
                except Problem:
                    return
