"""How a process learns that a watched stream has moved, or has gone back in time."""

import asyncio
from uuid import UUID, uuid4

from eventstore.events import Point
from eventstore.streams import Look
from matches.live.feeds import Feed

MOMENT_S = 0.01


class Store:
    """Streams of events that may be replaced by others, by their hashes."""

    def __init__(self, *hashes: bytes) -> None:
        self.hashes = list(hashes)

    async def __call__(self, _stream: UUID, known: Point) -> Look:
        """Say where the stream stands."""
        head = Point(len(self.hashes), self.hashes[-1])
        has = known.version <= head.version and self.hashes[known.version - 1] == known.hash
        return Look(head, known.hash is None or has)


def followed(feed: Feed, version: int, rewinds: int = 0) -> bool:
    """Return whether there is news for somebody."""
    return asyncio.run(feed.beyond(version, rewinds, MOMENT_S))


def looked(feed: Feed, store: Store) -> None:
    asyncio.run(feed.look(store))


def test_a_look_finds_what_no_nudge_has_told() -> None:
    feed = Feed(uuid4())
    looked(feed, Store(b"1", b"2"))

    assert followed(feed, 1)
    assert not followed(feed, 2)
    assert feed.rewinds == 0


def test_fewer_events_than_were_known_wake_everybody() -> None:
    feed = Feed(uuid4())
    feed.reached(3)
    assert not followed(feed, 3)
    looked(feed, Store(b"1", b"2"))

    assert followed(feed, 3)
    assert followed(feed, 2)
    assert not followed(feed, 2, feed.rewinds)
    feed.reached(3)
    assert followed(feed, 2, feed.rewinds)


def test_as_many_events_with_another_one_among_them_wake_everybody() -> None:
    feed = Feed(uuid4())
    looked(feed, Store(b"1", b"2"))
    looked(feed, Store(b"1", b"x", b"3"))

    assert feed.rewinds == 1
    looked(feed, Store(b"1", b"x", b"3"))
    assert feed.rewinds == 1


def test_an_event_of_which_only_a_watcher_knows_the_hash_is_looked_for_too() -> None:
    feed = Feed(uuid4())
    looked(feed, Store(b"1"))
    feed.reached(2)
    feed.advance_to(Point(2, b"2"))
    looked(feed, Store(b"1", b"x"))

    assert followed(feed, 2)
    assert feed.rewinds == 1


def test_a_late_nudge_from_before_is_put_right_by_the_next_look() -> None:
    feed = Feed(uuid4())
    looked(feed, Store(b"1", b"2"))
    feed.reached(7)
    looked(feed, Store(b"1", b"2", b"3"))

    assert followed(feed, 3)
    assert not followed(feed, 3, feed.rewinds)
