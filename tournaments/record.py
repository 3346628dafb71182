"""What has been played: the facts that formats pair by and tie-breaks count. Pure.

An entrant is a number from 1, in the order of entry. Points are whole units, UNITS to a point.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

Entrant = int
"""The number of an entrant within its tournament, from 1."""

UNITS = 120
"""Units of a point: every share of a point among up to six who tie is whole."""

EDITION = 4
"""The rules of points, tie-breaks and ranks by which tournaments that start now are counted.

Each tournament keeps the edition with which it started; `docs/rules-versions.md` has them all.
"""


class Table(NamedTuple):
    """A table of a round; seat 0 leads first. A duel is a table of two."""

    seats: tuple[Entrant, ...]
    places: tuple[int, ...] | None = None
    """By seat, from 1, equals sharing the better place (1, 2, 2, 4); None without a result."""
    scores: tuple[int, ...] | None = None
    """By seat, the game's own; None where only places were reported."""
    points: tuple[int, ...] | None = None
    """By seat, in units; None without a result."""
    counts: bool = True
    """False when the table was called off: its players have not met."""
    decided: tuple[Entrant, ...] = ()
    """Who were level across a cut, in the order that was decided for them, the best first."""
    stopped: bool = False
    """Whether the table came to nothing, and waits for a decision of the staff."""
    key: str = ""
    """The place of the table in a bracket, such as `W1-3`, or `final`; empty in other formats."""
    absent: tuple[Entrant, ...] = ()
    """Who forfeited by not coming: they have met nobody, and get nothing."""
    agreed: bool = False
    """Whether it is a draw by agreement, of which nothing was played; it counts as one played."""
    taken: tuple[tuple[Entrant, int], ...] = ()
    """Whom penalties have taken units from at this table, and how many; in `points` already."""

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Return who has played, by seat; nobody where fewer than two came."""
        found = tuple(each for each in self.seats if each not in self.absent)
        return found if len(found) > 1 else ()


class Round(NamedTuple):
    """A round: everybody who takes part stands at one table, or has a bye."""

    number: int
    """From 1, through the whole tournament."""
    tables: tuple[Table, ...]
    byes: tuple[Entrant, ...] = ()
    walkovers: Mapping[str, Entrant | None] = MappingProxyType({})
    """Who went on without playing, by key, since the other had left; None where both had."""
    asked: tuple[Entrant, ...] = ()
    """Of those with a bye, who had asked for it."""
    granted: Mapping[Entrant, int] = MappingProxyType({})
    """Units of the byes that bring something else than the plan's."""


class SeatRecord(NamedTuple):
    """An entrant's place at a table."""

    round: int
    table: Table
    seat: int


class Record:
    """All rounds of a stage or of a tournament, and the points that they brought."""

    def __init__(  # noqa: PLR0913 - the facts, most of them by name
        self,
        entrants: Sequence[Entrant],
        rounds: Sequence[Round],
        *,
        bye_points: int = 0,
        penalties: Mapping[Entrant, int] | None = None,
        ratings: Mapping[Entrant, int] | None = None,
        lots: Mapping[Entrant, int] | None = None,
        edition: int = EDITION,
        win: int = UNITS,
        draw: int = UNITS // 2,
        due: frozenset[int] | None = None,
    ) -> None:
        self.entrants = tuple(entrants)
        self.rounds = tuple(rounds)
        self.bye_points = bye_points
        """Units for a bye."""
        self.penalties = dict(penalties or {})
        """Units taken away, by entrant."""
        self.ratings = dict(ratings or {})
        self.lots = dict(lots or {})
        """A place in the drawing of lots, from 1, the best first."""
        self.edition = edition
        self.win = win
        """Units of who wins a table of the wanted size alone."""
        self.draw = draw
        """Units of each at such a table that ends level; 0 where only the game's score counts."""
        self.due = due
        """The rounds in which everybody plays or has a bye; None for all."""

    def is_due(self, number: int) -> bool:
        """Tell whether everybody plays or has a bye in a round, so that who does not is absent."""
        return self.due is None or number in self.due

    def with_rounds(self, rounds: Sequence[Round]) -> "Record":
        """Return the same with other rounds."""
        return Record(
            self.entrants,
            rounds,
            bye_points=self.bye_points,
            penalties=self.penalties,
            ratings=self.ratings,
            lots=self.lots,
            edition=self.edition,
            win=self.win,
            draw=self.draw,
            due=self.due,
        )

    @cached_property
    def seatings(self) -> Mapping[Entrant, tuple[SeatRecord, ...]]:
        """Every table that counts, by entrant, in the order of the rounds."""
        found: dict[Entrant, list[SeatRecord]] = {entrant: [] for entrant in self.entrants}
        for round_ in self.rounds:
            for table in round_.tables:
                if table.counts:
                    for seat, entrant in enumerate(table.seats):
                        found.setdefault(entrant, []).append(SeatRecord(round_.number, table, seat))
        return {entrant: tuple(sat) for entrant, sat in found.items()}

    @cached_property
    def byes(self) -> Mapping[Entrant, int]:
        """How many byes each entrant has had."""
        counted = dict.fromkeys(self.entrants, 0)
        for round_ in self.rounds:
            for entrant in round_.byes:
                counted[entrant] = counted.get(entrant, 0) + 1
        return counted

    @cached_property
    def points(self) -> Mapping[Entrant, int]:
        """Units of each entrant: tables and byes, without penalties."""
        return {
            entrant: sum(earned for _, earned in self.earned(entrant)) for entrant in self.seatings
        }

    @cached_property
    def meetings(self) -> Mapping[tuple[Entrant, Entrant], int]:
        """How often two have sat at one table, by (lower, higher) number."""
        counted: dict[tuple[Entrant, Entrant], int] = {}
        for round_ in self.rounds:
            for table in round_.tables:
                for pair in pairs(table.present) if table.counts else ():
                    counted[pair] = counted.get(pair, 0) + 1
        return counted

    def results(self, entrant: Entrant) -> Iterator[SeatRecord]:
        """Yield the entrant's tables that have a result."""
        return (sat for sat in self.seatings[entrant] if sat.table.places is not None)

    def earned(self, entrant: Entrant) -> Iterator[tuple[int, int]]:
        """Yield (round, units) for each of the entrant's results and byes, in order."""
        tables = {sat.round: sat for sat in self.seatings[entrant]}
        for round_ in self.rounds:
            sat = tables.get(round_.number)
            if entrant in round_.byes:
                yield round_.number, round_.granted.get(entrant, self.bye_points)
            elif sat is not None and sat.table.points is not None:
                yield round_.number, sat.table.points[sat.seat]

    def times_met(self, first: Entrant, second: Entrant) -> int:
        """Return how often two have sat at one table."""
        return self.meetings.get((min(first, second), max(first, second)), 0)

    def times_led(self, entrant: Entrant) -> int:
        """Return how often an entrant has sat on the seat that leads first."""
        sat = self.seatings.get(entrant, ())
        return sum(each.seat == 0 and entrant in each.table.present for each in sat)


def pairs(seats: Sequence[Entrant]) -> Iterator[tuple[Entrant, Entrant]]:
    """Yield every pair at a table as (lower, higher)."""
    ordered = sorted(seats)
    for index, first in enumerate(ordered):
        for second in ordered[index + 1 :]:
            yield first, second
