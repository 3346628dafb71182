"""The stream of one match for one viewer: a snapshot, every event as it happens, the end.

Events come from the store and carry their version, so a stream that is cut goes on after the last
version that arrived: without gap or repeat, from any server process.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from math import inf
from time import monotonic
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar
from uuid import UUID

import psycopg
from django.db import InterfaceError, OperationalError, connection

from accounts import limits, sessions, tokens
from accounts.problems import Problem
from matches import selectors
from matches.cache import stored_head
from matches.live.feeds import Feed, Feeds
from matches.live.frames import Frames
from matches.live.news import NOTHING, News
from matches.live.places import places
from matches.state import OVER

P = ParamSpec("P")
T = TypeVar("T")

PING_S = 7.0
RETRY_S = 1.0
"""How long a stream waits before it asks a database again that did not answer."""
READERS = 4
"""Threads that read the database for all streams of a process; moves have their own."""

DATABASE_AWAY = (
    OperationalError,
    InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
)

_readers = ThreadPoolExecutor(READERS, thread_name_prefix="stream-reader")


async def read(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a selector on a reader's thread, with the thread's own database connection.

    Raises what the selector raises, and `unavailable` when the database does not answer.
    """
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_readers, lambda: _read(function, *args, **kwargs))


def _read(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    # Twice: the thread's connection may have died since it was last used, and no request of
    # Django's ends here, which would drop it.
    for _ in range(2):
        try:
            return function(*args, **kwargs)
        except DATABASE_AWAY as error:
            connection.close()
            reason = error
    raise Problem("unavailable", "The database does not answer.") from reason


async def _version_of(match_id: UUID) -> int | None:
    head = await read(stored_head, match_id)
    return None if head is None else head.version


feeds = Feeds(_version_of)
"""The watched matches of this process."""


class Viewer:
    """Who watches, by the header that came with the request; nobody in particular without one."""

    def __init__(self, authorization: str | None, site: str) -> None:
        self._authorization = authorization
        self._site = site
        """What limits count somebody without an account by (`accounts.addresses`)."""
        self._account: UUID | None = None
        self._known_until = -inf

    async def account(self) -> UUID | None:
        """Return the account behind the token, looked up anew after a while.

        Raises not_authenticated.
        """
        if self._authorization is not None and monotonic() >= self._known_until:
            self._account = await read(self._identify)
            self._known_until = monotonic() + PING_S
        return self._account

    def _identify(self) -> UUID | None:
        return tokens.authenticate(self._authorization).account_id

    @asynccontextmanager
    async def entered(self) -> AsyncIterator[UUID | None]:
        """Spend a permit, hold a place for as long as the context lasts, and give the account.

        Raises rate_limited and not_authenticated.
        """
        account = await self.account()
        subject = f"account:{account}" if account else f"address:{self._site}"
        await read(limits.spend, "stream", subject)
        with places.taken(subject):
            yield account


class SessionViewer(Viewer):
    """Who watches in a browser, by the cookies that came with the request."""

    def _identify(self) -> UUID | None:
        return sessions.account_of(self._authorization or "")


class Snapshot(NamedTuple):
    """How things stand when somebody begins to follow them."""

    version: int
    is_over: bool
    page: dict[str, Any]


class Readable(Protocol):
    """What one viewer reads of what it follows; everything raises Problem."""

    async def snapshot(self) -> Snapshot:
        """Return how things stand."""

    async def own(self, since: int) -> News:
        """Return the news after a version, read for this viewer."""

    async def after(self, since: int) -> News:
        """Return the same, from what others have read where that is the same."""


class Reading:
    """What one viewer reads of a match: by itself, or with all others who merely look on."""

    def __init__(self, match_id: UUID, account: UUID | None, feed: Feed) -> None:
        self._match_id = match_id
        self._account = account
        self._feed = feed
        self._looks_on: bool | None = True if account is None else None
        """Whether it sees what a stranger sees; None when that has to be looked up."""

    async def snapshot(self) -> Snapshot:
        """Return the match as the account sees it; raises what `selectors.match_page` raises."""
        page = await read(selectors.match_page, self._match_id, self._account)
        return Snapshot(page["version"], page["status"] in OVER, page)

    async def own(self, since: int) -> News:
        """Return the news as the account sees them; raises what `selectors.history` raises."""
        return await self._read(self._account, since)

    async def after(self, since: int) -> News:
        """Return the same, from the others' reading where that is the same."""
        if self._looks_on is None:
            self._looks_on = await read(selectors.looks_on, self._match_id, self._account)
        if not self._looks_on:
            return await self.own(since)
        news = await self._feed.shared.after(since, lambda: self._read(None, since))
        if news.moves_seats and self._account is not None:
            self._looks_on = None
            return await self.own(since)
        return news

    async def _read(self, account: UUID | None, since: int) -> News:
        return News(await read(selectors.history, self._match_id, account, since=since))


async def stream(
    match_id: UUID, viewer: Viewer, since: int | None, frames: Frames
) -> AsyncGenerator[bytes, None]:
    """Yield the bytes of a stream until the match is over or the viewer may no longer watch.

    Without since it begins with a snapshot. Raises Problem before the first bytes only; while the
    database is away, the stream waits.
    """
    async with feeds.watch(match_id) as feed, viewer.entered() as account:
        async for part in flow(Reading(match_id, account, feed), feed, viewer, since, frames):
            yield part


async def flow(
    reading: Readable, feed: Feed, viewer: Viewer, since: int | None, frames: Frames
) -> AsyncGenerator[bytes, None]:
    """Yield the bytes of a stream of whatever the feed watches, as `stream` does of a match."""
    news = NOTHING
    if since is None:
        version, is_over, page = await reading.snapshot()
        yield frames.frame("snapshot", version, page)
    else:
        news = await reading.own(since)
        version, is_over = since, news.is_over
        if news.version is None and not is_over:
            # Headers and a first sign of life, for who resumes where nothing is new.
            yield frames.ping
    while True:
        if news.version is not None:
            version = news.version
            yield news.written(frames)
        if is_over:
            yield frames.frame("end", version, {"type": "end", "version": version})
            return
        has_moved, news = await feed.beyond(version, PING_S), NOTHING
        if not has_moved:
            yield frames.ping
        try:
            await viewer.account()
            if has_moved:
                news = await reading.after(version)
                is_over = news.is_over
        except Problem as problem:
            if problem.code != "unavailable":
                return
            await asyncio.sleep(RETRY_S)
