"""What a stream says of people who have spoken, besides all that happens in a match."""

import asyncio
from contextlib import aclosing
from uuid import uuid4

from eventstore.events import Point
from matches.live.feeds import Feed
from matches.live.frames import VersionsOnly
from matches.live.streams import Snapshot, Viewer, stream_source
from matches.live.updates import Updates
from matches.selectors import History


class Standing:
    """A match in which nobody moves."""

    async def snapshot(self) -> Snapshot:
        return Snapshot(Point(3), is_over=False, page={})

    async def own(self, known: Point) -> Updates:
        return Updates(History(is_over=False, events=[], clocks=None, point=known))

    async def after(self, known: Point) -> Updates:
        return await self.own(known)


async def parts_around_a_remark() -> tuple[bytes, bytes]:
    """Return what a stream says first, and what it says when somebody has spoken right then."""
    feed, viewer = Feed(uuid4()), Viewer(None, "here")
    stream = stream_source(Standing(), feed, viewer, 3, VersionsOnly(), lambda: ("players",))
    async with aclosing(stream) as parts:
        first = await anext(parts)
        feed.signalled("players")
        return first, await anext(parts)


def test_all_that_is_said_after_the_first_bytes_is_told() -> None:
    first, second = asyncio.run(parts_around_a_remark())

    assert first == VersionsOnly.ping
    assert second.split(b"\n")[1] == b"event: remarks"
