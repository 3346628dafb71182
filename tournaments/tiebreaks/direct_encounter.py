"""What those who are level did against one another. Pure."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.record import Entrant, Record, pairs
from tournaments.tiebreaks.core import Addend, TieBreak, Value, total
from tournaments.tiebreaks.opponents import outcome


class DirectEncounter(TieBreak):
    """Results within the group (FIDE DE), where all have met equally often."""

    id = "direct_encounter"
    title = "Direct encounter"
    about = (
        "How the tied players finished at tables they shared; only if every two of them "
        "have met, and equally often. It is applied again to players still tied."
    )

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Return wins within the group; 0 for all when they have not met equally often."""
        group = set(level)
        met = dict.fromkeys(pairs(tuple(level)), 0)
        addends: dict[Entrant, list[Addend]] = {entrant: [] for entrant in level}
        for entrant in level:
            for sat in record.results(entrant):
                for seat, other in enumerate(sat.table.seats):
                    if other in group and other != entrant:
                        met[min(entrant, other), max(entrant, other)] += entrant < other
                        text = f"round {sat.round}: {other}"
                        addends[entrant].append(Addend(text, outcome(sat, seat)))
        if len(set(met.values())) != 1 or 0 in met.values():
            return {entrant: Value(Fraction(0), text="have not all met") for entrant in level}
        return {entrant: total(addends[entrant]) for entrant in level}
