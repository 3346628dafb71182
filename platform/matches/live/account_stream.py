"""An account's own stream: every turn with all that is needed to decide, begins and ends."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime
from uuid import UUID

import msgspec
from msgspec import structs

from api import access
from api.problems import Problem, invalid
from games.messages import Message
from matches import account_feed, account_news
from matches.account_feed import AccountFeed, MatchForAccount
from matches.live.frames import StreamFormat
from matches.live.streams import PING_S, RETRY_S, Viewer, read
from matches.live.wakeups import WakeupQueue, WakeupQueues
from matches.news_answers import News
from matches.state import Data

inboxes = WakeupQueues(
    lambda accounts: read(account_feed.live_matches, accounts),
    lambda accounts: read(account_news.of, accounts),
)
"""The accounts with a stream of their own in this process."""


async def stream(
    viewer: Viewer, since: int | None, frames: StreamFormat
) -> AsyncGenerator[bytes, None]:
    """Yield the bytes of an account's stream until its token ends.

    `since` is the id of the last line that arrived: milliseconds since 1970. Raises Problem before
    the first bytes only; while the database is away, the stream waits.
    """
    began = _moment(since)
    async with viewer.entered() as account:
        if account is None:
            raise access.not_authenticated(
                Message("Send a token: `Authorization: Bearer cp_…`."), error=""
            )
        teller = AccountFeed()
        async with inboxes.open(account, teller) as box:
            async for line in _past(account, began, teller, box):
                yield frames.frame(line["type"], line["id"], line)
            while True:
                waiting = await box.take(PING_S)
                if not await _stands(viewer):
                    return
                further = box.lines()
                if not waiting and not further:
                    yield frames.ping
                for line in _further(further):
                    yield frames.frame(line["type"], line["id"], line)
                async for line in _updates(waiting, account, teller):
                    yield frames.frame(line["type"], line["id"], line)


async def _stands(viewer: Viewer) -> bool:
    """Return whether the token still stands, as far as the database can be asked."""
    try:
        await viewer.account()
    except Problem as problem:
        return problem.code == "unavailable"
    return True


async def _past(
    account: UUID, began: datetime | None, teller: AccountFeed, box: WakeupQueue
) -> AsyncGenerator[Data, None]:
    """Yield what has ended or begun since a moment, every turn that waits, and `ready`."""
    moment = _now_ms()
    for each in await read(account_feed.live_matches, [account]):
        if each.started_at is not None and (began is None or each.started_at < began):
            teller.know(each.match_id)
        box.put(each.match_id)
    if began is not None:
        async for ended in _ended(account, began, teller):
            yield _sent(ended, moment)
    for further in await read(account_news.of, [account]):
        box.offer(further)
    async for line in _updates(box.taken(), account, teller):
        yield line
    for line in _further(box.lines()):
        yield line
    yield {"type": "ready", "id": moment}


def _further(lines: Sequence[msgspec.Struct]) -> list[Data]:
    """Return lines from elsewhere as they go out now."""
    return [_sent(each, _now_ms()) for each in lines]


def _now_ms() -> int:
    return int(datetime.now(UTC).timestamp() * 1000)


def _moment(since: int | None) -> datetime | None:
    """Return the moment from which begins and ends are told; raises Problem for a future one."""
    if since is None:
        return None
    now = datetime.now(UTC)
    if since > (now + account_feed.OVERLAP).timestamp() * 1000:
        raise invalid(
            "since",
            Message("must be the id of a line that you have been sent; this one is still to come"),
        )
    return datetime.fromtimestamp(since / 1000, UTC) - account_feed.OVERLAP


async def _ended(account: UUID, began: datetime, teller: AccountFeed) -> AsyncGenerator[News, None]:
    """Yield what has ended since a moment."""
    after: UUID | None = None
    while True:
        found = await read(account_feed.ended_since, account, began, after)
        for each in found:
            after = each.match_id
            teller.ended(each.match_id, each.point)
            yield each.line
        if len(found) < account_feed.ENDED_PAGE:
            return


async def _updates(
    matches: list[UUID], account: UUID, teller: AccountFeed
) -> AsyncGenerator[Data, None]:
    """Look at matches, and yield what follows."""
    for match_id in matches:
        moment = _now_ms()
        standing = await _standing(match_id, account)
        for line in teller.tell(match_id, standing):
            yield _sent(line, moment)


def _sent(line: msgspec.Struct, moment: int) -> Data:
    """Return a line as it goes out at a moment, which is its id."""
    sent: Data = msgspec.to_builtins(structs.replace(line, id=moment))
    return sent


async def _standing(match_id: UUID, account: UUID) -> MatchForAccount | None:
    """Return how a match stands, however long the database takes to come back."""
    while True:
        try:
            return await read(account_feed.match_for_account, match_id, account)
        except Problem as problem:
            if problem.code != "unavailable":
                return None
            await asyncio.sleep(RETRY_S)
