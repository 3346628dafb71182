"""How chance is drawn for a match under fair/2: who promised, what was sealed, who showed. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Self, cast

from msgspec import UNSET

from games import beacons, fair_draws
from games.beacons import Beacon, Source
from games.fair_draws import NO_BEACON, Seal
from matches.events import MatchOpened

SHOW = timedelta(seconds=10)
"""How long after the seal a share may come."""
GATHER_AGAIN = timedelta(seconds=60)
"""How long at least a table waits, after a refusal, for those who were on its roll."""
REFUSALS_MAX = 2
"""Whoever withholds as often gives the seat up."""


class Deal:
    """What one match is dealt from, and how far that has come."""

    __slots__ = (
        "attempt",
        "beacon",
        "beacon_value",
        "bind",
        "draw_roll",
        "draw_seats",
        "gather",
        "given_up",
        "has_missed",
        "is_required",
        "name",
        "named",
        "on_roll",
        "sealed",
        "sealed_at",
        "seats",
        "shares",
        "signature",
        "since",
        "withheld",
    )

    def __init__(
        self, name: str, bind: bytes, gather: timedelta, *, is_required: bool = False
    ) -> None:
        self.name = name
        self.bind = bind
        self.gather = gather
        self.is_required = is_required
        """Whether no attempt goes without the share of anybody who keeps a seat."""
        self.beacon: Source | None = None
        """Where seals name a beacon of."""
        self.has_missed = False
        """Whether one did not come: then no other is named."""
        self.named: str | None = None
        """The beacon that the seal names."""
        self.beacon_value: bytes | None = None
        """What it came to."""
        self.attempt = 1
        """The one that runs, or comes."""
        self.since: datetime | None = None
        """When somebody last sat down, or an attempt was over."""
        self.sealed: dict[int, bytes] | None = None
        """The promises of the attempt that is sealed, by seat."""
        self.sealed_at: datetime | None = None
        self.signature: str | None = None
        self.shares: dict[int, bytes] = {}
        """By seat, once all of them are there."""
        self.on_roll: set[int] = set()
        """Seats that were on a roll: no attempt goes without them while they are taken."""
        self.withheld: Counter[int] = Counter()
        self.given_up: list[int] = []
        self.seats = 0
        self.draw_roll: tuple[int, int] | None = None
        """How many entrants have added chance to the draw that it hangs on, and of how many."""
        self.draw_seats: frozenset[int] = frozenset()
        """The seats whose players are among them."""

    @classmethod
    def of(cls, opened: MatchOpened) -> Self:
        """Return how a match is to be dealt that was opened under fair/2."""
        bind = bytes.fromhex(cast("str", opened.bind))
        gather = timedelta(seconds=cast("int", opened.gather))
        is_required = opened.chance == "required"
        deal = cls(cast("str", opened.deal), bind, gather, is_required=is_required)
        deal.seats = opened.seats
        if opened.draw_roll is not UNSET:
            deal.draw_roll = opened.draw_roll
            deal.draw_seats = frozenset(opened.draw_seats or ())
        deal.beacon = opened.beacon or None
        if opened.beacon_drawn:
            deal.named = opened.beacon_drawn.named
            deal.beacon_value = bytes.fromhex(opened.beacon_drawn.value)
        return deal

    @property
    def comes_with_draw(self) -> bool:
        """Whether shares came in with the draw that it hangs on, so that none is asked for here.

        At least half of those who were there have added to it; where everybody has to add chance,
        all at the table have.
        """
        if self.draw_roll is None:
            return False
        on, present = self.draw_roll
        return len(self.draw_seats) == self.seats if self.is_required else 2 * on >= present

    def promises_due(self) -> datetime | None:
        """Return until when promises may come, at a table that is full."""
        if self.since is None:
            return None
        is_waived = self.attempt == 1 and not self.is_required
        return self.since + (self.gather if is_waived else max(self.gather, GATHER_AGAIN))

    def shares_due(self) -> datetime | None:
        """Return until when shares may come, once an attempt is sealed."""
        return None if self.sealed_at is None else self.sealed_at + SHOW

    @property
    def next_beacon(self) -> Source | None:
        """Where the next seal names a beacon of, if it does."""
        return None if self.has_missed else self.beacon

    def beacon_after(self) -> datetime | None:
        """Return what the beacon of the seal is later than; None where nothing is sealed."""
        until = self.shares_due()
        return None if until is None else until + beacons.AHEAD

    def beacon_can_be_known(self, value: bytes | None, at: datetime) -> bool:
        """Tell whether it can be known by then what the beacon of the seal has come to."""
        after, beacon = self.beacon_after(), Beacon.read(self.named or "")
        return after is None or beacon is None or beacon.can_be_known(value, after, at)

    def beacon_due_by(self) -> datetime | None:
        """Return when the beacon of the seal is due, if all goes well, and one is waited for."""
        after, beacon = self.beacon_after(), Beacon.read(self.named or "")
        return None if after is None or beacon is None else beacon.due_by(after)

    def awaited(self, asked: Iterable[int]) -> set[int]:
        """Return the seats, of those asked for a share, without which no attempt goes."""
        return set(asked) if self.is_required else self.on_roll

    def forget(self, seat: int) -> None:
        """Take it that a seat has other people, or nobody."""
        self.on_roll.discard(seat)
        del self.withheld[seat]

    def seal(
        self, roll: Mapping[int, bytes], signature: str | None, at: datetime, named: str = ""
    ) -> None:
        """Note who is on the roll, with what was promised, and the beacon that is named."""
        self.sealed = dict(roll)
        self.sealed_at, self.signature = at, signature
        self.named = named or None
        self.on_roll.update(self.sealed)

    def show(
        self,
        shares: Mapping[int, bytes],
        withheld: Collection[int],
        at: datetime,
        beacon: str | None = "",
    ) -> None:
        """Note the shares; where some are missing, or the beacon (None), another try begins."""
        self.sealed_at = None
        if not withheld and beacon is not None:
            self.shares = dict(shares)
            self.beacon_value = bytes.fromhex(beacon) if beacon else None
            return
        if not withheld:
            self.has_missed = True
        self.withheld.update(withheld)
        self.sealed, self.signature, self.named = None, None, None
        self.attempt += 1
        self.since = at

    def seal_of(self, commitment: str, said: Iterable[tuple[int, str | None]]) -> Seal:
        """Return the seal of the attempt, whose roll is empty where no event sealed one."""
        return Seal(
            self.name,
            self.attempt,
            bytes.fromhex(commitment),
            self.bind,
            self.sealed or {},
            {seat: words for seat, words in said if words is not None},
            self.named or NO_BEACON,
        )


def note(text: str, signature: str | None) -> str:
    """Return a seal as a signed note, or without a signature where it has none."""
    return f"{text}\n{signature or ''}"


def commitment(secret: bytes, deal: str) -> str:
    """Return what binds the server to the secret of a deal, as events have it."""
    return fair_draws.commitment(secret, deal).hex()
