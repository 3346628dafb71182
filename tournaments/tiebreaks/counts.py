"""Tie-breaks that count an entrant's own results. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tournaments.record import UNITS, Entrant, Record
from tournaments.tiebreaks.core import Addend, AddendKind, Remark, TieBreak, Value, total


class PlaceCount(TieBreak):
    """How often an entrant has come to a place."""

    place = 1

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Count, each entrant's tables one by one."""
        return {
            entrant: total(
                [
                    Addend(Fraction(1), sat.round)
                    for sat in record.results(entrant)
                    if (sat.table.places or ())[sat.seat] == self.place
                ]
            )
            for entrant in level
        }


class WinsCounted(PlaceCount):
    """Tables won."""

    id = "wins"
    title = "Wins"
    about = "How many tables the entrant has won alone, including forfeits and byes worth as much."

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Count; edition 1 has shared first places too, and no byes (FIDE C.07, 7.1)."""
        if record.edition == 1:
            return super().values(record, level)
        return {entrant: total(list(_wins(record, entrant))) for entrant in level}


def _wins(record: Record, entrant: Entrant) -> Iterator[Addend]:
    for sat in record.results(entrant):
        places = sat.table.places or ()
        is_alone = places[sat.seat] == 1 and places.count(1) == 1
        if is_alone and entrant not in sat.table.absent:
            yield Addend(Fraction(1), sat.round)
    for round_ in record.rounds:
        units = round_.granted.get(entrant, record.bye_points)
        if entrant in round_.byes and units >= record.win:
            yield Addend(Fraction(1), round_.number, kind=AddendKind.BYE)


class SecondPlaces(PlaceCount):
    """Second places."""

    id = "seconds"
    title = "Second places"
    about = "How often the entrant has come second."
    place = 2


class Score(TieBreak):
    """The game's own scores."""

    id = "game_score"
    title = "Game score"
    about = "The sum of the game scores."

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Add up scores; a table without scores counts nothing."""
        return {
            entrant: total(
                [
                    Addend(Fraction(sat.table.scores[sat.seat]), sat.round)
                    for sat in record.results(entrant)
                    if sat.table.scores is not None
                ]
            )
            for entrant in level
        }


class RelativeScore(TieBreak):
    """Scores in relation to the table's mean."""

    id = "relative_score"
    title = "Relative score"
    about = (
        "The sum of score / mean score of the table; where that mean is not above zero, or a"
        " score is below it, of 1 + (score - mean) / 100."
    )

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Add up relative scores."""
        return {
            entrant: total(
                [
                    Addend(_relative(sat.table.scores, sat.seat), sat.round)
                    for sat in record.results(entrant)
                    if sat.table.scores is not None
                ]
            )
            for entrant in level
        }


def _relative(scores: Sequence[int], seat: int) -> Fraction:
    mean = Fraction(sum(scores), len(scores))
    if mean > 0 and min(scores) >= 0:
        return scores[seat] / mean
    return 1 + (scores[seat] - mean) / 100


class ScoreDifference(TieBreak):
    """Scores ahead of the best other."""

    id = "score_difference"
    title = "Score difference"
    about = "The sum of the player's score minus the best other score at the table."

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Add up differences."""
        found = {}
        for entrant in level:
            addends = []
            for sat in record.results(entrant):
                scores = sat.table.scores
                if scores is not None and len(scores) > 1:
                    best = max(score for seat, score in enumerate(scores) if seat != sat.seat)
                    addends.append(Addend(Fraction(scores[sat.seat] - best), sat.round))
            found[entrant] = total(addends)
        return found


class Progressive(TieBreak):
    """The running total, summed (FIDE PS)."""

    id = "progressive"
    title = "Progressive score"
    about = "The sum over the rounds of the points held after each."

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Add up the running totals, in points."""
        found = {}
        for entrant in level:
            by_round = dict(record.earned(entrant))
            running = Fraction(0)
            addends = []
            for round_ in record.rounds:
                running += Fraction(by_round.get(round_.number, 0), UNITS)
                addends.append(Addend(running, round_.number, kind=AddendKind.AFTER))
            found[entrant] = total(addends)
        return found


class Lots(TieBreak):
    """Lots that were drawn when the tournament began, and stand in its stream."""

    id = "lots"
    title = "Lots"
    about = "Drawn once, when the tournament starts, from a public random seed."

    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Return the drawn places, the first one best."""
        return {
            entrant: Value(Fraction(-record.lots.get(entrant, entrant)), remark=Remark.LOT_DRAWN)
            for entrant in level
        }
