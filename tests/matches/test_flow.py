"""What a stream says when the history that it tells goes back in time, worked out in memory."""

import asyncio
from collections.abc import AsyncGenerator
from uuid import uuid4

from eventstore.errors import RewoundError
from eventstore.events import Point
from matches.live.feeds import Feed
from matches.live.frames import Ndjson
from matches.live.streams import Snapshot, Viewer, stream_source
from matches.live.updates import Updates
from matches.selectors import History


class Table:
    """Something that is followed, as one viewer reads it."""

    def __init__(self, *hashes: bytes) -> None:
        self.hashes = list(hashes)
        self.reads = 0

    @property
    def head(self) -> Point:
        """Where it stands."""
        return Point(len(self.hashes), self.hashes[-1])

    async def snapshot(self) -> Snapshot:
        """Return how it stands."""
        return Snapshot(self.head, is_over=False, page={})

    async def own(self, known: Point) -> Updates:
        """Return what has happened since a point."""
        self.reads += 1
        past = self.hashes[: known.version]
        if len(past) < known.version or known.hash not in {None, past[-1]}:
            raise RewoundError(known.version, self.head.version)
        events = [
            {"type": "moved", "version": version}
            for version in range(known.version + 1, self.head.version + 1)
        ]
        return Updates(History(is_over=False, events=events, clocks=None, point=self.head))

    after = own


def followed(table: Table, feed: Feed, since: int | None = None) -> AsyncGenerator[bytes, None]:
    return stream_source(table, feed, Viewer(None, "somewhere"), since, Ndjson())


def test_a_stream_whose_last_event_is_gone_begins_again() -> None:
    table, feed = Table(b"1", b"2", b"3"), Feed(uuid4())

    async def run() -> list[bytes]:
        stream = followed(table, feed, 2)
        said = [await anext(stream)]
        for hashes in ([b"1", b"2", b"x"], [b"1"], [b"1", b"y"]):
            table.hashes = hashes
            feed.rewinds += 1
            said.append(await anext(stream))
        feed.reached(9)
        table.hashes.append(b"z")
        return [*said, await anext(stream)]

    first, same_version, fewer, more, last = asyncio.run(run())
    assert first == b'{"type":"moved","version":3}\n'
    for version, told in ((3, same_version), (1, fewer)):
        reset, snapshot = told.splitlines()
        assert reset == b'{"type":"reset","version":%d}' % version
        assert snapshot.startswith(b'{"type":"snapshot","version":%d' % version)
    assert more == b'{"type":"moved","version":2}\n'
    assert last == b'{"type":"moved","version":3}\n'


def test_a_nudge_of_a_history_that_is_no_more_keeps_no_stream_busy() -> None:
    table, feed = Table(b"1", b"2"), Feed(uuid4())

    async def run() -> None:
        stream = followed(table, feed)
        await anext(stream)
        feed.reached(50)
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0.2)
        waiting.cancel()

    asyncio.run(run())
    assert table.reads == 1


def test_who_does_not_hear_a_room_does_not_notice_that_somebody_speaks_there() -> None:
    feed = Feed(uuid4())

    async def run() -> list[bool]:
        players = asyncio.create_task(feed.beyond(1, 0, 60, signals=("players",)))
        both = asyncio.create_task(feed.beyond(1, 0, 60, signals=("players", "spectators")))
        await asyncio.sleep(0)
        feed.signalled("spectators")
        await asyncio.wait_for(both, 5)
        was_silent = not players.done()
        feed.signalled("players")
        await asyncio.wait_for(players, 5)
        return [was_silent, players.result(), both.result()]

    assert asyncio.run(run()) == [True, False, False]
