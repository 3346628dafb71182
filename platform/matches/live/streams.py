"""The stream of one match for one viewer: a snapshot, every event as it happens, the end.

Events come from the store and carry their version, so a stream that is cut goes on after the last
version that arrived: without gap or repeat, from any server process.

A stream keeps the hash of the last event that it told. When the store has gone back in time and
lacks that event, the stream says `reset` with the version at which the match stands, and begins
again with a snapshot. So it does for whoever resumes after a version that is yet to come.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, suppress
from math import inf
from time import monotonic
from typing import NamedTuple, ParamSpec, Protocol, TypeVar
from uuid import UUID

import msgspec
import psycopg
from django.db import InterfaceError, OperationalError, connection

from accounts import sessions, tokens
from api import limits
from api.problems import Problem
from eventstore.errors import RewoundError
from eventstore.events import Point
from eventstore.streams import look
from games.json_types import JsonObject
from games.messages import Message
from matches import selectors, visits
from matches.events import KIND
from matches.live.connection_limits import places
from matches.live.feeds import Feed, Feeds
from matches.live.frames import StreamFormat
from matches.live.updates import Updates
from matches.phrases import Room
from matches.pubsub import READY, Signal
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
    raise Problem("unavailable", Message("The database does not answer.")) from reason


feeds = Feeds(lambda match_id, known: read(look, KIND, match_id, known))
"""The watched matches of this process."""


class Viewer:
    """Who watches, by the header that came with the request; nobody in particular without one."""

    has_page = False
    """Whether a page shows what is watched: it hears who has gone on from the end of a round."""

    def __init__(self, authorization: str | None, site: str) -> None:
        self._authorization = authorization
        self.site = site
        """What limits count somebody without an account by (`api.addresses`)."""
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
        address = f"address:{self.site}"
        subject = f"account:{account}" if account else address
        await read(limits.spend, "stream", subject)
        with ExitStack() as held:
            # Many accounts of one address are one visitor when they hold all connections.
            for each in {subject, address}:
                held.enter_context(places.hold(each))
            yield account


class SessionViewer(Viewer):
    """Who watches in a browser, by the cookies that came with the request."""

    has_page = True

    def _identify(self) -> UUID | None:
        return sessions.account_of(self._authorization or "")


class Snapshot(NamedTuple):
    """How things stand when somebody begins to follow them."""

    point: Point
    is_over: bool
    page: JsonObject


class StreamSource(Protocol):
    """What one viewer reads of what it follows; everything raises Problem."""

    async def snapshot(self) -> Snapshot:
        """Return how things stand."""

    async def own(self, known: Point) -> Updates:
        """Return the news after a point, read for this viewer; raises RewoundError."""

    async def after(self, known: Point) -> Updates:
        """Return the same, from what others have read where that is the same."""


class MatchSource:
    """What one viewer reads of a match: by itself, or with all others who merely look on."""

    def __init__(self, match_id: UUID, account: UUID | None, feed: Feed) -> None:
        self._match_id = match_id
        self._account = account
        self._feed = feed
        self._looks_on: bool | None = True if account is None else None
        """Whether it sees what a stranger sees; None when that has to be looked up."""

    async def snapshot(self) -> Snapshot:
        """Return the match as the account sees it; raises what `selectors.match_page` raises."""
        page, point = await read(selectors.page_and_point, self._match_id, self._account)
        self._looks_on = True if self._account is None else None
        await self._look_up()
        return Snapshot(point, page.status in OVER, msgspec.to_builtins(page))

    async def own(self, known: Point) -> Updates:
        """Return the news as the account sees them; raises what `history_after` raises."""
        await self._look_up()
        return await self._read(self._account, known)

    async def after(self, known: Point) -> Updates:
        """Return the same, from the others' reading where that is the same."""
        await self._look_up()
        if not self._looks_on:
            return await self.own(known)
        news = await self._feed.shared.after(known, lambda: self._read(None, known))
        if news.moves_seats and self._account is not None:
            self._looks_on = None
            return await self.own(known)
        return news

    def rooms(self) -> Sequence[Room]:
        """Return whose remarks it hears while the match runs (`matches.remarks`)."""
        hears_all = self._looks_on and self._account is not None
        return ("players", "spectators") if hears_all else ("players",)

    async def _look_up(self) -> None:
        if self._looks_on is None:
            self._looks_on = await read(selectors.is_spectator, self._match_id, self._account)

    async def _read(self, account: UUID | None, known: Point) -> Updates:
        return Updates(await read(selectors.history_after, self._match_id, account, known))


async def stream(
    match_id: UUID, viewer: Viewer, since: int | None, frames: StreamFormat
) -> AsyncGenerator[bytes, None]:
    """Yield the bytes of a stream until the match is over or the viewer may no longer watch.

    Without since it begins with a snapshot. Raises Problem before the first bytes only; while the
    database is away, the stream waits.
    """
    async with feeds.watch(match_id) as feed, viewer.entered() as account:
        await read(visits.note_follower, match_id, account, viewer.site)
        source = MatchSource(match_id, account, feed)

        def signals() -> Sequence[Signal]:
            return (*source.rooms(), READY) if viewer.has_page else source.rooms()

        async for part in stream_source(source, feed, viewer, since, frames, signals):
            yield part


class Step(NamedTuple):
    """What a stream says next."""

    sent: Point
    """Up to where the viewer knows the stream by it."""
    is_over: bool
    said: bytes


async def stream_source(  # noqa: PLR0913, PLR0917 - All that makes up a stream.
    reading: StreamSource,
    feed: Feed,
    viewer: Viewer,
    since: int | None,
    frames: StreamFormat,
    signals: Callable[[], Sequence[Signal]] = tuple,
) -> AsyncGenerator[bytes, None]:
    """Yield the bytes of a stream of whatever the feed watches, as `stream` does of a match.

    That somebody has spoken in one of the rooms that the viewer hears is said by `remarks`, and
    that somebody has gone on from the end of a round by `ready`.
    """
    rewinds = feed.rewinds
    known = None if since is None else Point(since)
    sent, is_over, said = await _step(reading, known, reading.own, frames)
    # Before the first bytes: whoever has them asks what was said, and is told of all that is later.
    heard = feed.heard(signals())
    if said or not is_over:
        # Headers and a first sign of life, for who resumes where nothing is new.
        yield said or frames.ping
    while not is_over:
        feed.advance_to(sent)
        has_moved = await feed.beyond(sent.version, rewinds, PING_S, signals=signals(), heard=heard)
        fresh = feed.heard(signals())
        for kind in _kinds(fresh, heard):
            yield frames.frame(kind, sent.version, {"type": kind, "version": sent.version})
        if fresh == heard and not has_moved:
            yield frames.ping
        heard = fresh
        seen = feed.rewinds
        try:
            await viewer.account()
            if not has_moved:
                continue
            sent, is_over, said = await _step(reading, sent, reading.after, frames)
        except Problem as problem:
            if problem.code != "unavailable":
                return
            await asyncio.sleep(RETRY_S)
            continue
        rewinds = seen
        if said:
            yield said
        else:
            # Somebody nudged who knew more than there is; the feed's next look puts that right.
            await asyncio.sleep(RETRY_S)
    yield frames.frame("end", sent.version, {"type": "end", "version": sent.version})


def _kinds(fresh: Counter[Signal], heard: Counter[Signal]) -> list[str]:
    """Return the messages that tell of signals which have come since others were heard."""
    new = {signal for signal in fresh if fresh[signal] != heard[signal]}
    spoken = ["remarks"] if new - {READY} else []
    return [*spoken, READY] if READY in new else spoken


async def _step(
    reading: StreamSource,
    known: Point | None,
    read_news: Callable[[Point], Awaitable[Updates]],
    frames: StreamFormat,
) -> Step:
    """Return what is said to a viewer who knows the stream up to a point, if at all.

    That is the news; or how things stand, after `reset` where the point is not there any more.
    """
    if known is not None:
        with suppress(RewoundError):
            news = await read_news(known)
            return Step(news.point, news.is_over, news.written(frames))
    point, is_over, page = await reading.snapshot()
    version = point.version
    said = frames.frame("snapshot", version, page)
    if known is not None:
        said = frames.frame("reset", version, {"type": "reset", "version": version}) + said
    return Step(point, is_over, said)
