"""What a round adds to sums over opponents, played or not (FIDE C.07 of 2026, article 16). Pure.

Written for tables of any size: opponents are the others who came, each with 1/(n - 1), so that at
two it is FIDE's own. A draw is what each gets at a table that ends level.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from fractions import Fraction
from typing import NamedTuple

from tournaments.record import UNITS, Entrant, Record, Round, SeatRecord
from tournaments.tiebreaks.core import Addend, AddendKind


class Kind(Enum):
    """What a round was to an entrant."""

    PLAYED = auto()
    GIVEN = auto()
    """Not played through no wish of one's own: a bye, a forfeit won, a table called off."""
    FORFEITED = auto()
    REQUESTED = auto()
    """A bye by request that brings less than a win, or an absence (16.1.1)."""


VOLUNTARY = frozenset((Kind.FORFEITED, Kind.REQUESTED))
"""Rounds not played by one's own choice (16.1.2)."""


class Happened(NamedTuple):
    """A round of an entrant."""

    number: int
    kind: Kind
    opponents: tuple[Entrant, ...]
    """The others who came, or who were expected."""
    units: int
    """What it brought."""
    sat: SeatRecord | None = None


class Contribution(NamedTuple):
    """What a round adds to a sum over opponents."""

    round: int
    opponents: tuple[Entrant, ...]
    """Of a round that was played."""
    kind: AddendKind
    score: Fraction
    """The opponents' mean, in points."""
    share: Fraction
    """Of a win that the round brought; at a table it is weighed opponent by opponent."""
    is_voluntary: bool
    sat: SeatRecord | None

    def addend(self, value: Fraction) -> Addend:
        """Return a term of a sum that this round brings."""
        return Addend(value, self.round, self.opponents, self.kind)


def rounds_of(record: Record, entrant: Entrant) -> list[Happened]:
    """Return the rounds in which an entrant was expected, those without a result left out."""
    sat = {each.round: each for each in record.seatings.get(entrant, ())}
    found = []
    for round_ in record.rounds:
        happened = _round(record, entrant, round_, sat.get(round_.number))
        found += [] if happened is None else [happened]
    return found


def _round(
    record: Record, entrant: Entrant, round_: Round, sat: SeatRecord | None
) -> Happened | None:
    number = round_.number
    if sat is not None:
        table = sat.table
        if table.points is None:
            return None
        units = table.points[sat.seat]
        if entrant in table.present:
            others = tuple(each for each in table.present if each != entrant)
            return Happened(number, Kind.PLAYED, others, units, sat)
        others = tuple(each for each in table.seats if each != entrant)
        kind = Kind.FORFEITED if entrant in table.absent else Kind.GIVEN
        return Happened(number, kind, others, units)
    if not record.is_due(number):
        return None
    if entrant in round_.byes:
        units = round_.granted.get(entrant, record.bye_points)
        is_requested = entrant in round_.asked and units < record.win
        return Happened(number, Kind.REQUESTED if is_requested else Kind.GIVEN, (), units)
    called_off = any(entrant in table.seats for table in round_.tables)
    return Happened(number, Kind.GIVEN if called_off else Kind.REQUESTED, (), 0)


def adjusted(record: Record, entrant: Entrant) -> int:
    """Return the units that an entrant counts for in the sums of opponents (16.3).

    Absences and byes by request count as draws from where nothing but such rounds follows.
    """
    happened = rounds_of(record, entrant)
    stayed = max((each.number for each in happened if each.kind not in VOLUNTARY), default=0)
    return sum(
        record.draw if each.kind is Kind.REQUESTED and each.number > stayed else each.units
        for each in happened
    )


class Contributions:
    """What rounds add, for all entrants of a record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.adjusted: dict[Entrant, int] = {}

    def of(self, entrant: Entrant) -> list[Contribution]:
        """Return what each round of an entrant adds, in the order of the rounds."""
        rounds = rounds_of(self.record, entrant)
        for each in {other for round_ in rounds for other in round_.opponents}:
            if each not in self.adjusted:
                self.adjusted[each] = adjusted(self.record, each)
        return [_contribution(self.record, self.adjusted, entrant, each) for each in rounds]


def _contribution(
    record: Record, scores: Mapping[Entrant, int], entrant: Entrant, happened: Happened
) -> Contribution:
    share = Fraction(happened.units, record.win or 1)
    mean = _mean([scores[each] for each in happened.opponents])
    if happened.kind is Kind.PLAYED:
        return Contribution(
            happened.number,
            happened.opponents,
            AddendKind.ROUND,
            mean,
            share,
            is_voluntary=False,
            sat=happened.sat,
        )
    # A virtual opponent with the own points: no more than the one who was expected (16.4.1), or
    # than who draws all rounds (16.4.2).
    own = Fraction(record.points[entrant], UNITS)
    cap = mean if happened.opponents else Fraction(record.draw * len(record.rounds), UNITS)
    score = min(own, cap) if happened.opponents or record.draw else own
    kind = AddendKind.FORFEIT if happened.opponents else AddendKind.NO_OPPONENT
    is_voluntary = happened.kind in VOLUNTARY
    return Contribution(happened.number, (), kind, score, share, is_voluntary, None)


def _mean(units: Sequence[int]) -> Fraction:
    return Fraction(sum(units), UNITS * max(len(units), 1))


def without_lowest(rounds: Sequence[Contribution]) -> list[Contribution]:
    """Return rounds without the lowest; of those not played by choice, if there are any (16.5)."""
    among = [each for each in rounds if each.is_voluntary] or list(rounds)
    lowest = min(among, key=lambda each: each.score, default=None)
    return [each for each in rounds if each is not lowest]
