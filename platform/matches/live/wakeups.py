"""Know, in one process, which matches the accounts with a stream of their own should look at.

A notification through Redis names the match at once. Behind it, one query for all accounts of the
process finds what no notification has named, so that lost ones and a dead Redis cost a moment and
nothing else.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Sequence
from contextlib import asynccontextmanager, suppress
from uuid import UUID

import msgspec

from api.problems import Problem
from matches.account_feed import AccountFeed, LiveMatch
from matches.account_news import Further
from matches.live.subscriber import Subscriber
from matches.pubsub import ACCOUNT_CHANNEL

TOLD_MAX = 1000
"""Lines from elsewhere that a stream remembers having told."""
POLL_S = 1.0
"""Seconds between two looks at the running matches of all accounts with a stream."""


class WakeupQueue:
    """The matches that one stream has yet to look at."""

    def __init__(self, teller: AccountFeed) -> None:
        self._teller = teller
        self._matches: dict[UUID, None] = {}
        self._filled = asyncio.Event()
        self._told: OrderedDict[Hashable, None] = OrderedDict()
        """Lines from elsewhere that were told."""
        self._lines: list[msgspec.Struct] = []

    def offer(self, further: Further) -> None:
        """Have a line from elsewhere told, unless it was."""
        if further.key in self._told:
            return
        self._told[further.key] = None
        if len(self._told) > TOLD_MAX:
            self._told.popitem(last=False)
        self._lines.append(further.line)
        self._filled.set()

    def lines(self) -> list[msgspec.Struct]:
        """Return the lines from elsewhere that are to be told."""
        taken, self._lines = self._lines, []
        return taken

    def put(self, match_id: UUID) -> None:
        """Have a match looked at."""
        self._matches[match_id] = None
        self._filled.set()

    def compare(self, live: Sequence[LiveMatch]) -> None:
        """Have every match looked at that has something untold."""
        for each in live:
            if self._teller.is_stale(each):
                self.put(each.match_id)
        for match_id in self._teller.gone(live):
            self.put(match_id)

    async def take(self, timeout_s: float) -> list[UUID]:
        """Return the matches to be looked at; none when the time is up."""
        # Until Python 3.12 `wait_for` drops a cancellation that comes with what it waits for.
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._filled.wait()
        return self.taken()

    def taken(self) -> list[UUID]:
        """Return the matches to be looked at, without waiting."""
        taken = list(self._matches)
        self._matches.clear()
        self._filled.clear()
        return taken


class WakeupQueues:
    """The inboxes of all streams of this process, by account."""

    def __init__(
        self,
        live_of: Callable[[Sequence[UUID]], Awaitable[Sequence[LiveMatch]]],
        further_of: Callable[[Sequence[UUID]], Awaitable[Sequence[Further]]],
    ) -> None:
        """Take what looks running matches up, and lines from elsewhere.

        They raise Problem when they cannot.
        """
        self._live_of = live_of
        self._further_of = further_of
        self._inboxes: dict[UUID, list[WakeupQueue]] = {}
        self._listener = Subscriber(ACCOUNT_CHANNEL, self._pass_on)
        self._poller: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def open(self, account: UUID, teller: AccountFeed) -> AsyncIterator[WakeupQueue]:
        """Give a stream its inbox for as long as the context lasts."""
        inbox = WakeupQueue(teller)
        sharing = self._inboxes.setdefault(account, [])
        sharing.append(inbox)
        try:
            if self._poller is None or self._poller.done():
                self._poller = asyncio.create_task(self._poll())
            if len(sharing) == 1:
                self._listener.subscribe(str(account))
            yield inbox
        finally:
            sharing.remove(inbox)
            if not sharing:
                del self._inboxes[account]
                self._listener.unsubscribe(str(account))

    def _pass_on(self, account: str, match_id: str) -> None:
        with suppress(ValueError):
            for inbox in self._inboxes.get(UUID(account), ()):
                inbox.put(UUID(match_id))

    async def _poll(self) -> None:
        """Compare all inboxes with the database once in a while, until there are none."""
        while self._inboxes:
            await asyncio.sleep(POLL_S)
            # A stream that is opened while the database is asked must not be held against an
            # answer in which its account does not stand.
            asked = list(self._inboxes)
            with suppress(Problem):  # The database is away; the next look may find it.
                live: dict[UUID, list[LiveMatch]] = {account: [] for account in asked}
                for each in await self._live_of(asked):
                    live[each.account].append(each)
                for account in asked:
                    for inbox in self._inboxes.get(account, ()):
                        inbox.compare(live[account])
                for further in await self._further_of(asked):
                    for inbox in self._inboxes.get(further.account, ()):
                        inbox.offer(further)
