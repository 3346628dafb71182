"""Tie-breaks by the strength of opponents, for tables of any size; at two, FIDE's own. Pure.

A table of n counts its n - 1 opponents with 1/(n - 1) each, so that a round weighs the same at
every table. Rounds that were not played count by FIDE's article 16 (`unplayed`); in edition 1 a
bye counts as an opponent with the entrant's own points, and other such rounds not at all.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor

from tournaments.record import UNITS, Entrant, Record, SeatRecord, Table
from tournaments.tiebreaks import unplayed
from tournaments.tiebreaks.core import Addend, AddendKind, TieBreak, Value, of_opponent, total
from tournaments.tiebreaks.unplayed import Contribution, Contributions

HALF = Fraction(1, 2)
FLOOR = Fraction(33, 100)
"""An opponent's share of points counts as this at least (Magic tournament rules, appendix C)."""


def contributions(record: Record, entrant: Entrant) -> list[Addend]:
    """Return what each round adds to an entrant's Buchholz sum by edition 1, in points."""
    tables = {sat.round: sat for sat in record.results(entrant)}
    found = []
    for round_ in record.rounds:
        sat = tables.get(round_.number)
        if sat is not None and len(sat.table.seats) > 1:
            others = tuple(each for each in sat.table.seats if each != entrant)
            points = Fraction(sum(record.points[each] for each in others), UNITS * len(others))
            found.append(Addend(points, round_.number, others))
        elif entrant in round_.byes:
            own = Fraction(record.points[entrant], UNITS)
            found.append(Addend(own, round_.number, kind=AddendKind.BYE))
    return found


class Buchholz(TieBreak):
    """The opponents' points."""

    id = "buchholz"
    title = "Buchholz"
    about = "The sum over the rounds of the mean points of the opponents at the table."
    cut_low = 0
    cut_high = 0

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Add up the rounds that are not cut."""
        if record.edition > 1:
            rounds = unplayed.Contributions(record)
            return {entrant: self._cut(rounds.of(entrant)) for entrant in level}
        return {entrant: total(self._kept(contributions(record, entrant))) for entrant in level}

    def _cut(self, rounds: Sequence[Contribution]) -> Value:
        """Return the sum without the lowest and the highest rounds (14.1, 16.5)."""
        kept = list(rounds)
        for _ in range(self.cut_low):
            kept = unplayed.without_lowest(kept)
        for _ in range(self.cut_high):
            highest = max(kept, key=lambda each: each.score, default=None)
            kept = [each for each in kept if each is not highest]
        return total([each.addend(each.score) for each in kept])

    def _kept(self, addends: list[Addend]) -> list[Addend]:
        """Return the rounds without the lowest and the highest, in the order of the rounds."""
        ranked = sorted(range(len(addends)), key=lambda each: addends[each].value)
        kept = set(ranked[self.cut_low : max(len(ranked) - self.cut_high, 0)])
        return [addend for number, addend in enumerate(addends) if number in kept]


class BuchholzCut(Buchholz):
    """Without the weakest round."""

    id = "buchholz_cut_1"
    title = "Buchholz cut 1"
    about = "Buchholz without the round of the weakest opponents; first one not played by choice."
    cut_low = 1


class BuchholzMedian(Buchholz):
    """Without the weakest and the strongest round."""

    id = "buchholz_median"
    title = "Median Buchholz"
    about = "Buchholz without the rounds of the weakest and of the strongest opponents."
    cut_low = 1
    cut_high = 1


class SonnebornBerger(TieBreak):
    """The points of those one has beaten."""

    id = "sonneborn_berger"
    title = "Sonneborn-Berger"
    about = "The points of opponents placed behind, half for those tied, each divided by n - 1."

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Add up round by round, in points."""
        if record.edition > 1:
            rounds = unplayed.Contributions(record)
            return {
                entrant: total([_weighed(rounds, each) for each in rounds.of(entrant)])
                for entrant in level
            }
        return {
            entrant: total([_beaten(record, sat) for sat in record.results(entrant)])
            for entrant in level
        }


def _weighed(rounds: Contributions, each: Contribution) -> Addend:
    """Return a round's result times the opponents' points, opponent by opponent at a table."""
    if each.sat is None:
        return each.addend(each.score * each.share)
    table = each.sat.table
    others = [
        seat
        for seat, other in enumerate(table.seats)
        if seat != each.sat.seat and other in table.present
    ]
    value = sum(
        (outcome(each.sat, seat) * rounds.adjusted[table.seats[seat]] for seat in others),
        Fraction(0),
    )
    return each.addend(value / (UNITS * len(others)))


def outcome(sat: SeatRecord, other: int) -> Fraction:
    """Return 1, 1/2 or 0: whether the entrant came before, level with or behind another seat."""
    places = sat.table.places or ()
    own, theirs = places[sat.seat], places[other]
    return Fraction(1) if own < theirs else Fraction(1, 2) if own == theirs else Fraction(0)


def _met(record: Record, entrant: Entrant) -> list[Entrant]:
    """Return whom an entrant has met, table by table; before edition 4 also who did not come."""
    return [
        each
        for sat in record.results(entrant)
        for each in (sat.table.seats if record.edition < 4 else _came(sat.table, entrant))
        if each != entrant
    ]


def _came(table: Table, entrant: Entrant) -> tuple[Entrant, ...]:
    """Return who has played at an entrant's table; nobody where that one did not come."""
    return table.present if entrant in table.present else ()


def _beaten(record: Record, sat: SeatRecord) -> Addend:
    others = [seat for seat in range(len(sat.table.seats)) if seat != sat.seat]
    value = sum(
        (outcome(sat, seat) * record.points[sat.table.seats[seat]] for seat in others), Fraction(0)
    )
    return Addend(value / (UNITS * max(len(others), 1)), sat.round)


class OpponentsRating(TieBreak):
    """The opponents' mean rating (FIDE ARO)."""

    id = "opponents_rating"
    title = "Opponents' rating"
    about = "The mean rating of all opponents met, as they were seeded, to a whole number."

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Return the means, a half rounded up (10.1); those without a rating count 0."""
        found = {}
        for entrant in level:
            others = _met(record, entrant)
            ratings = [Fraction(record.ratings.get(each, 0)) for each in others]
            share = Fraction(1, max(len(others), 1))
            mean = total(
                [
                    of_opponent(each, rating * share)
                    for each, rating in zip(others, ratings, strict=True)
                ]
            )
            exact = mean.value if record.edition < 4 else Fraction(floor(mean.value + HALF))
            found[entrant] = mean._replace(value=exact)
        return found


class OpponentsShare(TieBreak):
    """The opponents' share of what they could have won (OMW %)."""

    id = "opponents_share"
    title = "Opponents' match-win share"
    about = "The mean over all opponents of their points / possible points, 33 % at least."

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Return the means; byes, and who did not come, count on neither side."""
        found = {}
        shares: dict[Entrant, Fraction] = {}
        for entrant in level:
            others = _met(record, entrant)
            for other in others:
                if other not in shares:
                    shares[other] = _share(record, other)
            weight = Fraction(1, max(len(others), 1))
            found[entrant] = total([of_opponent(each, shares[each] * weight) for each in others])
        return found


def _share(record: Record, entrant: Entrant) -> Fraction:
    own = possible = 0
    for sat in record.results(entrant):
        points = sat.table.points or ()
        own += points[sat.seat]
        possible += max(*points, 1)
    return max(FLOOR, Fraction(own, possible)) if possible else FLOOR
