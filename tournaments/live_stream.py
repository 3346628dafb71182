"""The live stream of a tournament, served in the way of the matches' streams."""

from collections.abc import AsyncGenerator, Sequence
from uuid import UUID

from eventstore.events import Point
from eventstore.streams import look
from matches.live.feeds import Feed, Feeds
from matches.live.frames import StreamFormat
from matches.live.streams import Snapshot, Viewer, read, stream_source
from matches.live.updates import Updates
from matches.phrases import Room
from matches.selectors import History
from tournaments import room, updates
from tournaments.events import KIND
from tournaments.state import OVER

MOVES_PEOPLE = ("entrant", "rolled_back", "tournament_reopened")
"""How the kinds of events begin after which somebody may hear less than before."""

feeds = Feeds(lambda tournament_id, known: read(look, KIND, tournament_id, known))
"""The tournaments that somebody follows in this process."""


class TournamentSource:
    """What one viewer reads of a tournament: by itself if of the staff, else with all others."""

    def __init__(self, tournament_id: UUID, account: UUID | None, feed: Feed) -> None:
        self._id = tournament_id
        self._account = account
        self._feed = feed
        self._sees_more = account is not None
        """Whether it may be of the staff, which sees drafts; the first news tell."""
        self._rooms: Sequence[Room] = room.PLAYERS

    async def snapshot(self) -> Snapshot:
        """Return the tournament as the account sees it; raises Problem."""
        page, point = await read(updates.snapshot, self._id, self._account)
        self._sees_more = self._account is not None
        await self._look_up()
        return Snapshot(point, page["status"] in OVER, page)

    async def own(self, known: Point) -> Updates:
        """Return the news as the account sees them; raises what `news.history` raises."""
        found = await self._read(self._account, known)
        self._sees_more = found.is_staff
        await self._look_up()
        return _news(found)

    async def after(self, known: Point) -> Updates:
        """Return the same, from the others' reading where that is the same."""
        if self._sees_more:
            return await self.own(known)
        changes = await self._feed.shared.after(known, lambda: self._shared(known))
        if self._account is not None and changes.tells("role_given"):
            return await self.own(known)
        if changes.tells_of(MOVES_PEOPLE):
            await self._look_up()
        return changes

    def rooms(self) -> Sequence[Room]:
        """Return whose remarks it hears (`tournaments.room`)."""
        return self._rooms

    async def _look_up(self) -> None:
        if self._account is not None:
            self._rooms = await read(room.rooms_of, self._id, self._account)

    async def _shared(self, known: Point) -> Updates:
        return _news(await self._read(None, known))

    async def _read(self, account: UUID | None, known: Point) -> updates.History:
        return await read(updates.history, self._id, account, known)


def _news(found: updates.History) -> Updates:
    return Updates(History(found.is_over, found.events, None, found.point))


async def stream(
    slug: str, viewer: Viewer, since: int | None, frames: StreamFormat
) -> AsyncGenerator[bytes, None]:
    """Yield the bytes of a stream until the tournament is over or the viewer may watch no more.

    Without since it begins with a snapshot. Raises Problem before the first bytes only.
    """
    # Who asks comes first: what is private is not there for others, whatever else they get wrong.
    async with viewer.entered() as account:
        tournament_id = await read(updates.id_of, slug, account)
        async with feeds.watch(tournament_id) as feed:
            reading = TournamentSource(tournament_id, account, feed)
            async for part in stream_source(reading, feed, viewer, since, frames, reading.rooms):
                yield part
