"""The live stream of a tournament, served in the way of the matches' streams."""

from collections.abc import AsyncGenerator
from uuid import UUID

from matches.live.feeds import Feed, Feeds
from matches.live.frames import Frames
from matches.live.news import News
from matches.live.streams import Snapshot, Viewer, flow, read
from matches.selectors import History
from tournaments import news
from tournaments.state import OVER

feeds = Feeds(lambda tournament_id: read(news.version_of, tournament_id))
"""The tournaments that somebody follows in this process."""


class Reading:
    """What one viewer reads of a tournament: by itself if of the staff, else with all others."""

    def __init__(self, tournament_id: UUID, account: UUID | None, feed: Feed) -> None:
        self._id = tournament_id
        self._account = account
        self._feed = feed
        self._sees_more = account is not None
        """Whether it may be of the staff, which sees drafts; the first news tell."""

    async def snapshot(self) -> Snapshot:
        """Return the tournament as the account sees it; raises Problem."""
        page = await read(news.snapshot, self._id, self._account)
        return Snapshot(page["version"], page["status"] in OVER, page)

    async def own(self, since: int) -> News:
        """Return the news as the account sees them; raises what `news.history` raises."""
        found = await self._read(self._account, since)
        self._sees_more = found.is_staff
        return _news(found)

    async def after(self, since: int) -> News:
        """Return the same, from the others' reading where that is the same."""
        if self._sees_more:
            return await self.own(since)
        told = await self._feed.shared.after(since, lambda: self._shared(since))
        if self._account is not None and told.tells("role_given"):
            return await self.own(since)
        return told

    async def _shared(self, since: int) -> News:
        return _news(await self._read(None, since))

    async def _read(self, account: UUID | None, since: int) -> news.History:
        return await read(news.history, self._id, account, since=since)


def _news(found: news.History) -> News:
    return News(History(found.is_over, found.events, None))


async def stream(
    slug: str, viewer: Viewer, since: int | None, frames: Frames
) -> AsyncGenerator[bytes, None]:
    """Yield the bytes of a stream until the tournament is over or the viewer may watch no more.

    Without since it begins with a snapshot. Raises Problem before the first bytes only.
    """
    tournament_id = await read(news.id_of, slug)
    async with feeds.watch(tournament_id) as feed, viewer.entered() as account:
        reading = Reading(tournament_id, account, feed)
        async for part in flow(reading, feed, viewer, since, frames):
            yield part
