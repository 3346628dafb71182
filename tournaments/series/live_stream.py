"""The live stream of a series, for its page: everybody is told the same."""

from collections.abc import AsyncGenerator
from uuid import UUID

from eventstore import streams
from eventstore.errors import RewoundError
from eventstore.events import Point
from eventstore.streams import look
from matches.live.feeds import Feed, Feeds
from matches.live.frames import StreamFormat
from matches.live.streams import Snapshot, Viewer, read, stream_source
from matches.live.updates import Updates
from matches.selectors import History
from tournaments.series import commands
from tournaments.series.events import KIND

feeds = Feeds(lambda series_id, known: read(look, KIND, series_id, known))
"""The series that somebody follows in this process."""


class SeriesSource:
    """What a viewer reads of a series."""

    def __init__(self, series_id: UUID, feed: Feed) -> None:
        self._id = series_id
        self._feed = feed

    async def snapshot(self) -> Snapshot:
        """Return where the series stands."""
        found = await read(history, self._id, Point(0, None))
        return Snapshot(found.point, is_over=False, page={})

    async def own(self, known: Point) -> Updates:
        """Return the news; raises what `history` raises."""
        return Updates(await read(history, self._id, known))

    async def after(self, known: Point) -> Updates:
        """Return the same, read once for everybody."""
        return await self._feed.shared.after(known, lambda: self.own(known))


def history(series_id: UUID, known: Point) -> History:
    """Return what has happened after a point; raises RewoundError where it is not there."""
    events = streams.load(KIND, series_id)
    since = known.version
    is_there = since <= len(events) and (not since or known.hash in {None, events[since - 1].hash})
    if not events or not is_there:
        raise RewoundError(since, len(events))
    found = [{"type": each.type, "version": each.version} for each in events[since:]]
    return History(False, found, None, Point(events[-1].version, events[-1].hash))


async def stream(
    slug: str, viewer: Viewer, since: int | None, frames: StreamFormat
) -> AsyncGenerator[bytes, None]:
    """Yield the bytes of a stream until nobody reads it; raises Problem before the first only."""
    async with viewer.entered():
        row = await read(commands.find, slug)
        async with feeds.watch(row.pk) as feed:
            async for part in stream_source(
                SeriesSource(row.pk, feed), feed, viewer, since, frames
            ):
                yield part
