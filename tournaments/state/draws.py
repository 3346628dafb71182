"""What a tournament has drawn so far, and from which chain. Pure."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from beacons.came import Came
from games.beacons import Beacon
from matches import deals
from matches.deals import Deal
from tournaments.events import DrawKind, DrawSealed, DrawShown


class Chain(NamedTuple):
    """A chain that the server was bound to before the draws that come from it."""

    well: str
    """What binds it to the secret of the well, from which the deals come."""
    anchor: str
    """The link before the first draw."""
    after: int
    """The number of the last draw before: draw k shows link k - after."""


class DrawGivenUp(NamedTuple):
    """A draw that was sealed, and never made: another chain took the place of its own."""

    draw: int
    kind: DrawKind
    round: int
    """Of seeds and lots 0."""
    roll: tuple[int, ...]
    """The entrants on its last roll: with their shares the server knew what it would bring."""
    grounds: str
    """Empty where its seal does not have them, as in earlier releases: then it counts as no draw.
    """
    unforced: bool
    """Whether the same was drawn from the same grounds before."""
    reason: str
    """Why the chain was left, in the words of whoever runs the site."""


class DrawInProgress:
    """A draw between its first seal and its value.

    It waits for shares and for a beacon, or for promises once more.
    """

    __slots__ = ("asked", "deal")

    def __init__(self, asked: DrawSealed, name: str) -> None:
        self.asked = asked
        """What is drawn, as its last seal has it."""
        self.deal = Deal(name, bytes.fromhex(asked.facts), deals.SHOW)
        named = Beacon.read(asked.beacon or "")
        self.deal.beacon = None if named is None else named.source

    def seal(self, event: DrawSealed, at: datetime) -> None:
        """Note who is on the roll of an attempt."""
        self.asked = event
        roll = {each.entrant: bytes.fromhex(each.promise) for each in event.roll}
        self.deal.seal(roll, event.signature, at, event.beacon or "")

    @property
    def awaited(self) -> set[int]:
        """Whoever was on a roll and has not withheld too often: no attempt leaves them out."""
        deal = self.deal
        return {each for each in deal.on_roll if deal.withheld[each] < deals.REFUSALS_MAX}

    @property
    def expected(self) -> list[int]:
        """Whoever is waited for, for a share or for another promise."""
        sealed = self.deal.sealed
        return sorted(self.awaited if sealed is None else sealed)

    @property
    def due_at(self) -> datetime:
        """When it goes on without those who are missing."""
        return self.since + deals.SHOW

    @property
    def since(self) -> datetime:
        """When the step began that it is at."""
        begun = self.deal.sealed_at or self.deal.since
        assert begun is not None  # noqa: S101 - It was sealed, or refused since.
        return begun

    @property
    def until(self) -> datetime:
        """When it goes on if all goes well: without those who are missing, and with its beacon."""
        due_by = self.deal.beacon_due_by()
        return self.due_at if due_by is None else max(self.due_at, due_by)


class Draws:
    """All draws of a tournament, those included that a rollback has undone."""

    __slots__ = (
        "beacons",
        "chain",
        "count",
        "given_up",
        "has_grounds",
        "is_renewed",
        "is_revealed",
        "refused",
        "revealed_at",
        "running",
        "shown",
        "skipped",
        "tables",
    )

    def __init__(self) -> None:
        self.chain: Chain | None = None
        """None of a tournament from before there were chains: its draws follow from a key."""
        self.count = 0
        """The number of the last draw, or of the last that was left out."""
        self.is_renewed = False
        """Whether the chain has taken the place of another."""
        self.is_revealed = False
        """Whether the secret of the well is known."""
        self.revealed_at: datetime | None = None
        """Since when."""
        self.shown: list[DrawShown] = []
        self.running: DrawInProgress | None = None
        """The one that waits for shares of the entrants, or for a beacon."""
        self.refused: dict[int, list[list[int]]] = {}
        """Who has withheld a share, for each attempt that came to nothing, by draw; nobody where
        the beacon did not come."""
        self.beacons: dict[int, Came] = {}
        """What the beacons have come to that draws waited for, by draw."""
        self.given_up: dict[int, DrawGivenUp] = {}
        """The draws that were sealed and given up for another chain."""
        self.has_grounds = False
        """Whether a seal has said its grounds: since then each does."""
        self.tables: dict[int, tuple[tuple[int, ...], ...]] = {}
        """The seats of the round that a draw was made for, by its number."""
        self.skipped: list[tuple[int, int]] = []
        """After which draws numbers were left out, and how many."""

    def bind(self, well: str, anchor: str, skipped: int = 0, reason: str = "") -> None:
        """Take the draws that follow from a chain, and leave some numbers out before.

        A draw that waits for shares is given up.
        """
        if self.running is not None:
            self._give_up(self.running.asked, reason)
        if skipped:
            self.skipped.append((self.count, skipped))
            self.count += skipped
        self.running = None
        self.is_renewed = self.chain is not None
        self.chain = Chain(well, anchor, self.count)
        self.is_revealed = False
        self.revealed_at = None

    def _give_up(self, asked: DrawSealed, reason: str) -> None:
        round_, grounds = asked.round or 0, asked.grounds or ""
        self.given_up[asked.draw] = DrawGivenUp(
            asked.draw,
            asked.kind,
            round_,
            tuple(each.entrant for each in asked.roll),
            grounds,
            bool(grounds) and self.is_unforced(asked.kind, round_, grounds),
            reason,
        )

    def show(self, draw: DrawShown) -> None:
        """Note a draw."""
        self.count = draw.draw
        self.shown.append(draw)
        if draw.beacon and self.running is not None:
            self.beacons[draw.draw] = Came(self.running.deal.named or "", draw.beacon)
        self.running = None

    def skipped_since(self, draw: int) -> int:
        """Return how many deals of a table of a draw are left out."""
        return sum(skipped for last, skipped in self.skipped if draw <= last)

    def find(self, number: int) -> DrawShown | None:
        """Return a draw by its number."""
        return next((each for each in reversed(self.shown) if each.draw == number), None)

    def of_same(self, kind: str, round_: int) -> Iterator[DrawShown | DrawGivenUp]:
        """Yield the earlier draws of the same thing that count, the first one first."""
        counted: list[DrawShown | DrawGivenUp] = [*self.shown]
        counted += [each for each in self.given_up.values() if each.grounds]
        for each in sorted(counted, key=_number):
            if subject(each.kind) == subject(kind) and (each.round or 0) == round_:
                yield each

    def is_unforced(self, kind: str, round_: int, grounds: str) -> bool:
        """Tell whether the same thing was drawn from the same grounds before."""
        return any(each.grounds == grounds for each in self.of_same(kind, round_))

    @property
    def last_link(self) -> str:
        """The link before the next draw, which is known."""
        assert self.chain is not None  # noqa: S101 - Nobody asks without a chain.
        return self.chain.anchor if self.count == self.chain.after else self.shown[-1].link


def _number(draw: DrawShown | DrawGivenUp) -> int:
    return draw.draw


def subject(kind: str) -> str:
    """Return what a draw of a kind is about: a repair draws the round of its draft once more."""
    return "pairing" if kind == "repair" else kind
