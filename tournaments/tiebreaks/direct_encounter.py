"""What those who are level did against one another. Pure."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from tournaments.record import Entrant, Record, SeatRecord, pairs
from tournaments.tiebreaks.core import Addend, Remark, TieBreak, Value, of_opponent, total
from tournaments.tiebreaks.opponents import outcome


class DirectEncounter(TieBreak):
    """Results within the group (FIDE C.07 of 2026, article 6)."""

    id = "direct_encounter"
    title = "Direct encounter"
    about = (
        "How the tied players finished against one another at tables they shared; if two have "
        "met more than once, the average counts. If not all have met, a player ranks ahead only "
        "if the missing results could not change it. It is applied again to players still tied."
    )

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Return the sums within the group, or who is surely ahead where not all have met."""
        if record.edition == 1:
            return _if_all_met_equally(record, level)
        return _compared(_means(record, level, outcome), level)


def by_points(record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
    """Return the same by the points of tables of two, each a share of what a win brings."""

    def share(sat: SeatRecord, _other: int) -> Fraction:
        points = sat.table.points or (0, 0)
        return Fraction(points[sat.seat], record.win or 1)

    return _compared(_means(record, level, share), level)


Share = Callable[[SeatRecord, int], Fraction]
"""Returns what a table has brought against another seat of it, from 0 to 1."""


def _compared(
    means: Mapping[Entrant, Mapping[Entrant, Fraction]], level: Sequence[Entrant]
) -> Mapping[Entrant, Value]:
    sums = {each: sum(means[each].values(), Fraction(0)) for each in level}
    if all(len(means[each]) == len(level) - 1 for each in level):
        return {
            each: total([of_opponent(other, mean) for other, mean in means[each].items()])
            for each in level
        }
    most = {each: sums[each] + len(level) - 1 - len(means[each]) for each in level}
    return _surely_ahead(sums, most)


def _means(
    record: Record, level: Sequence[Entrant], share: Share
) -> dict[Entrant, dict[Entrant, Fraction]]:
    """Return each one's mean result against each other whom they have met."""
    group = set(level)
    results: dict[Entrant, dict[Entrant, list[Fraction]]] = {each: {} for each in level}
    for entrant in level:
        for sat in record.results(entrant):
            if entrant not in sat.table.present:
                continue
            for seat, other in enumerate(sat.table.seats):
                if other in group and other != entrant and other in sat.table.present:
                    results[entrant].setdefault(other, []).append(share(sat, seat))
    return {
        entrant: {other: sum(of, Fraction(0)) / len(of) for other, of in sorted(against.items())}
        for entrant, against in results.items()
    }


def _surely_ahead(
    sums: Mapping[Entrant, Fraction], most: Mapping[Entrant, Fraction]
) -> dict[Entrant, Value]:
    """Return how many each is surely ahead of, the best first, until that is open (6.2)."""
    order = sorted(sums, key=lambda each: (-sums[each], -most[each], each))
    ahead: dict[Entrant, Value] = {}
    for place, entrant in enumerate(order):
        rest = order[place + 1 :]
        if not rest or sums[entrant] <= max(most[each] for each in rest):
            break
        ahead[entrant] = Value(Fraction(len(rest)), remark=Remark.AHEAD)
    unsure = Value(Fraction(0), remark=Remark.NOT_ALL_MET)
    return {each: ahead.get(each, unsure) for each in order}


def _if_all_met_equally(record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
    """Return edition 1: sums where all have met equally often, else 0 for all."""
    group = set(level)
    met = dict.fromkeys(pairs(tuple(level)), 0)
    addends: dict[Entrant, list[Addend]] = {entrant: [] for entrant in level}
    for entrant in level:
        for sat in record.results(entrant):
            for seat, other in enumerate(sat.table.seats):
                if other in group and other != entrant:
                    met[min(entrant, other), max(entrant, other)] += entrant < other
                    addends[entrant].append(Addend(outcome(sat, seat), sat.round, (other,)))
    if len(set(met.values())) != 1 or 0 in met.values():
        return {entrant: Value(Fraction(0), remark=Remark.NOT_ALL_MET) for entrant in level}
    return {entrant: total(addends[entrant]) for entrant in level}
