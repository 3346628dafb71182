"""How chance is drawn for a match under fair/2: who promised, what was sealed, who showed. Pure."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Self, cast

from games import fair_draws
from games.fair_draws import Seal
from matches.events import ChanceSealed, ChanceShown, MatchOpened

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
        "bind",
        "gather",
        "given_up",
        "is_required",
        "name",
        "on_roll",
        "sealed",
        "sealed_at",
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

    @classmethod
    def of(cls, opened: MatchOpened) -> Self:
        """Return how a match is to be dealt that was opened under fair/2."""
        bind = bytes.fromhex(cast("str", opened.bind))
        gather = timedelta(seconds=cast("int", opened.gather))
        is_required = opened.chance == "required"
        return cls(cast("str", opened.deal), bind, gather, is_required=is_required)

    def promises_due(self) -> datetime | None:
        """Return until when promises may come, at a table that is full."""
        if self.since is None:
            return None
        is_waived = self.attempt == 1 and not self.is_required
        return self.since + (self.gather if is_waived else max(self.gather, GATHER_AGAIN))

    def shares_due(self) -> datetime | None:
        """Return until when shares may come, once an attempt is sealed."""
        return None if self.sealed_at is None else self.sealed_at + SHOW

    def awaited(self, asked: Iterable[int]) -> set[int]:
        """Return the seats, of those asked for a share, without which no attempt goes."""
        return set(asked) if self.is_required else self.on_roll

    def forget(self, seat: int) -> None:
        """Take it that a seat has other people, or nobody."""
        self.on_roll.discard(seat)
        del self.withheld[seat]

    def seal(self, event: ChanceSealed, at: datetime) -> None:
        """Note who is on the roll."""
        self.sealed = {each.seat: bytes.fromhex(each.promise) for each in event.roll}
        self.sealed_at, self.signature = at, event.signature
        self.on_roll.update(self.sealed)

    def show(self, event: ChanceShown, at: datetime) -> None:
        """Note the shares; where some are missing, the next attempt begins."""
        self.sealed_at = None
        if not event.withheld:
            self.shares = {each.seat: bytes.fromhex(each.share) for each in event.shares}
            return
        self.withheld.update(event.withheld)
        self.sealed, self.signature = None, None
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
        )


def note(text: str, signature: str | None) -> str:
    """Return a seal as a signed note, or without a signature where it has none."""
    return f"{text}\n{signature or ''}"


def commitment(secret: bytes, deal: str) -> str:
    """Return what binds the server to the secret of a deal, as events have it."""
    return fair_draws.commitment(secret, deal).hex()
