"""A deal as the fold of its stream. Pure."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal
from uuid import UUID

from msgspec import UNSET

from deals import events as e
from eventstore import chain
from eventstore.canonical import parse_timestamp
from eventstore.events import Moment

DealStatus = Literal["announced", "open", "closing", "closed"]


class DealState:
    """Everything that the stream says."""

    __slots__ = (
        "at",
        "beacon",
        "closed",
        "closed_at",
        "hash",
        "id",
        "newcomers",
        "opened",
        "tables",
        "version",
    )

    def __init__(self, deal: UUID) -> None:
        self.id = deal
        self.version = 0
        self.hash = chain.genesis(e.KIND, deal)
        self.at: datetime | None = None
        self.opened: e.DealOpened
        self.beacon: e.DealBeaconSettled | None = None
        """What the beacon came to that it waited for."""
        self.tables: dict[UUID, UUID | None] = {}
        """Who plays alone, by match; None where many sit at a table."""
        self.newcomers: set[UUID] = set()
        """The matches of accounts that are newer than the deal."""
        self.closed: e.DealClosed | None = None
        self.closed_at: datetime | None = None

    @property
    def accounts(self) -> Mapping[UUID, UUID]:
        """The match of each account."""
        return {account: match for match, account in self.tables.items() if account is not None}

    @property
    def awaits_beacon(self) -> bool:
        """Whether nobody plays it yet, since its beacon is neither there nor given up."""
        return self.opened.beacon is not UNSET and self.beacon is None

    @property
    def opens_at(self) -> datetime:
        """From when on it may be played."""
        return parse_timestamp(self.opened.opens_at)

    @property
    def closes_at(self) -> datetime:
        """Until when."""
        return parse_timestamp(self.opened.closes_at)

    def status(self, now: datetime) -> DealStatus:
        """Return where it stands: `closing` while the last tables are played to their end."""
        if self.closed is not None:
            return "closed"
        if now < self.opens_at or (self.awaits_beacon and now < self.closes_at):
            return "announced"
        return "open" if now < self.closes_at else "closing"


def evolve(state: DealState, event: e.DealEvent, moment: Moment) -> None:
    """Fold one event."""
    match event:
        case e.DealOpened():
            state.opened = event
        case e.DealBeaconSettled():
            state.beacon = event
        case e.DealTableAdded():
            state.tables[UUID(event.match)] = UUID(event.account) if event.account else None
            if event.newcomer:
                state.newcomers.add(UUID(event.match))
        case e.DealClosed():
            state.closed, state.closed_at = event, moment.at
