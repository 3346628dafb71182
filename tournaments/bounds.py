"""The best and the worst rank that everybody can still come to. Pure.

Exact as far as points go: what is still to be won is counted to the unit, and of the tables that
are being played every possible result is looked at, shared places included. Two things make the
ranks bounds and no more: who are level on points may be told apart either way by tie-breaks, and
of rounds that are not paired yet everybody might win, or lose, each. Corrections, penalties and
newcomers can go beyond every bound.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from math import inf
from typing import Literal, NamedTuple

from tournaments import shared_deals, stage_plan, stage_queries, stage_records
from tournaments.formats.core import Format, OpenTiers, Sizes, Stage
from tournaments.points import registry
from tournaments.points.core import PointsScheme
from tournaments.record import Entrant, Table
from tournaments.state import Status, TournamentState

Own = Literal["first", "last", "away"]
"""Where somebody stands at a table whose others are counted: alone first or last, or not there."""


class Range(NamedTuple):
    """Ranks, from 1."""

    best: int
    worst: int


class Span(NamedTuple):
    """Units that somebody can still get."""

    least: int
    most: int


Ranges = dict[Entrant, Range]
Places = tuple[int, ...]
Units = tuple[int, ...]


def ranks(state: TournamentState) -> Ranges:
    """Return the range of everybody's final rank; nobody's where it cannot be told.

    That is before the start, after a cancellation, in stages without a fixed number of rounds, and
    where the points are the game's own scores, which have no bounds.
    """
    if not state.stages or state.status is Status.CANCELLED:
        return {}
    number = len(state.stages) - 1
    lines = stage_queries.lines_of(state)
    fixed = {line.entrant: Range(line.rank, line.rank) for line in lines}
    if state.status is Status.FINISHED or state.stages[number].ranking is not None:
        return fixed
    form, stage = (
        stage_plan.format_of(state, number),
        stage_queries.stage_of(state, number=number),
    )
    if form.eliminates:
        found = _in_bracket(form, stage)
    elif form.tiers(stage) and form.groups(stage):
        found = _in_divisions(form, stage)
    else:
        found = _by_points(state, form, stage)
        found = _with_final(stage, found, is_paired=bool(form.tiers(stage)))
    if number + 1 < len(state.settings["stages"]):
        found = _with_next_stage(form, found, state.stage_settings(number + 1)["take"])
    if not found:
        return {}
    early, out = stage_queries.at_foot(state)
    found = _without(found, out, len(lines))
    kept = {each: within for each, within in found.items() if each not in out}
    return {**fixed, **found, **_without(kept, early - out, len(lines) - len(out))}


def _without(found: Ranges, out: frozenset[Entrant], count: int) -> Ranges:
    """Return ranges among so many entrants where some rank below all others."""
    least = count - len(out)
    return {
        entrant: Range(least + 1, count)
        if entrant in out
        else Range(max(within.best - len(out), 1), min(within.worst, least))
        for entrant, within in found.items()
    }


def _in_divisions(form: Format, stage: Stage) -> Ranges:
    """Return the ranges of a league: the ranks of everybody's division."""
    found: Ranges = {}
    for division in form.groups(stage):
        above = len(found)
        found |= dict.fromkeys(division, Range(above + 1, above + len(division)))
    return found


def _by_points(state: TournamentState, form: Format, stage: Stage) -> Ranges:
    """Return the ranges of a stage that points decide, before a final table."""
    scheme = registry.find(state.settings["points"])
    rounds = form.rounds_left(stage)
    if rounds is None or scheme.needs_scores or shared_deals.by_margin(state.settings):
        return {}
    has_final = bool(stage.options.get("final")) and not form.tiers(stage)
    left = max(rounds - has_final, 0)
    counted = form.points(stage) or stage.record.points
    matches = stage_plan.sum_of(state, len(state.stages) - 1)
    sums = {} if matches == 1 else _sums(state, matches)
    race = _Race(scheme, stage, left, counted, matches, sums)
    return {entrant: race.range_of(entrant) for entrant in stage.seeds}


def _sums(state: TournamentState, matches: int) -> dict[Entrant, Span]:
    """Return the least and the most units of everybody at a table whose matches are added up."""
    scheme = registry.find(state.settings["points"])
    found = {}
    for _, table in state.tables():
        if table.done:
            continue
        values = values_of(scheme.id, len(table.seats))
        left = matches - len(table.counted)
        for entrant, units in zip(table.seats, stage_records.summed(state, table), strict=True):
            found[entrant] = Span(units + left * values[0], units + left * values[-1])
    return found


class _Race:
    """Who can still come before whom on points."""

    def __init__(  # noqa: PLR0913, PLR0917 - what a race is made of
        self,
        scheme: PointsScheme,
        stage: Stage,
        left: int,
        counted: Mapping[Entrant, int],
        matches: int,
        sums: Mapping[Entrant, Span],
    ) -> None:
        record = stage.record
        self.scheme = scheme
        # Where matches are added up, each is taken by itself: by its least and its most.
        tables = [table for round_ in record.rounds for table in round_.tables if _open(table)]
        self.tables = tables if matches == 1 else []
        self.table_of = {each: table for table in self.tables for each in table.seats}
        least, most = _a_round(scheme, stage.sizes, record.bye_points, matches)
        # Who leaves gets nothing more; nor does, in a group, who sits out in a round.
        least = min(least, 0)
        active = set(stage.active)
        units = {each: counted.get(each, 0) - record.penalties.get(each, 0) for each in stage.seeds}
        for table in tables:
            for each, taken in table.taken:
                units[each] -= taken
        self.low, self.high = {}, {}
        for each, own in units.items():
            rest = left if each in active else 0
            now = sums.get(each, Span(0, 0))
            self.low[each] = own + now.least + rest * least
            self.high[each] = own + now.most + rest * most

    def range_of(self, entrant: Entrant) -> Range:
        """Return the best and the worst rank of one."""
        own = self.table_of.get(entrant)
        high, low = self.high[entrant], self.low[entrant]
        if own is not None:
            values = values_of(self.scheme.id, len(own.seats))
            high, low = high + values[-1], low + values[0]
        best = 1 + sum(self._ahead(high, self.low, table, entrant) for table in self._others(own))
        worst = sum(self._level(low, self.high, table, entrant) for table in self._others(own))
        for each in self.low:
            if each != entrant and each not in self.table_of:
                best += self.low[each] > high
                worst += self.high[each] >= low
        return Range(best, worst + 1)

    def _others(self, own: Table | None) -> Iterable[tuple[Table, bool]]:
        return ((table, table is own) for table in self.tables)

    def _ahead(
        self, mark: int, units: Mapping[Entrant, int], at: tuple[Table, bool], entrant: Entrant
    ) -> int:
        """Return how many of a table come before somebody with so many units, at the least."""
        table, is_own = at
        values = values_of(self.scheme.id, len(table.seats))
        steps = (
            bisect_right(values, mark - units[each]) for each in table.seats if each != entrant
        )
        own: Own = "first" if is_own else "away"
        return reaching(self.scheme.id, len(table.seats), own, tuple(sorted(steps)))[0]

    def _level(
        self, mark: int, units: Mapping[Entrant, int], at: tuple[Table, bool], entrant: Entrant
    ) -> int:
        """Return how many of a table come to so many units or beyond, at the most."""
        table, is_own = at
        values = values_of(self.scheme.id, len(table.seats))
        steps = (bisect_left(values, mark - units[each]) for each in table.seats if each != entrant)
        own: Own = "last" if is_own else "away"
        return reaching(self.scheme.id, len(table.seats), own, tuple(sorted(steps)))[1]


def _open(table: Table) -> bool:
    return table.counts and table.places is None


def _a_round(scheme: PointsScheme, sizes: Sizes, bye: int, matches: int) -> tuple[int, int]:
    """Return the least and the most units that a round of so many matches a table can bring."""
    values = [
        value * matches
        for size in range(sizes.least, sizes.most + 1)
        for value in (values_of(scheme.id, size)[0], values_of(scheme.id, size)[-1])
    ]
    return min(*values, bye), max(*values, bye)


@cache
def results(scheme_id: str, size: int) -> tuple[tuple[Places, Units], ...]:
    """Return what a table can end with, shared places included: places and units, best first.

    >>> results("normalised", 2)
    (((1, 1), (60, 60)), ((1, 2), (120, 0)))
    """
    scheme = registry.find(scheme_id)
    found = []
    for breaks in product((False, True), repeat=size - 1):
        places = [1]
        for number, is_new in enumerate(breaks, start=2):
            places.append(number if is_new else places[-1])
        found.append((tuple(places), scheme.points(places, None)))
    return tuple(found)


@cache
def values_of(scheme_id: str, size: int) -> Units:
    """Return all units that a seat can get at a table, the least first."""
    return tuple(sorted({value for _, units in results(scheme_id, size) for value in units}))


@cache
def reaching(scheme_id: str, size: int, own: Own, steps: tuple[int, ...]) -> tuple[int, int]:
    """Return how many of a table's players reach their steps, at the least and at the most.

    A step is the place of the units that somebody needs among `values_of`; steps come sorted.
    With somebody's own place settled, alone first or last, the steps are those of the others.
    """
    values = values_of(scheme_id, size)
    counts = []
    for places, units in results(scheme_id, size):
        if (own == "first" and places[:2] == (1, 1)) or (own == "last" and places[-1] != size):
            continue
        others = units[1:] if own == "first" else units[:-1] if own == "last" else units
        reached = sorted(bisect_left(values, value) for value in others)
        counts += [len(steps) - _failing(reached, steps), _succeeding(reached, steps)]
    return min(counts), max(counts)


def _succeeding(reached: Sequence[int], steps: Sequence[int]) -> int:
    """Return how many steps can be reached at once, each by another player; both sorted."""
    count = 0
    for value in reached:
        count += count < len(steps) and value >= steps[count]
    return count


def _failing(reached: Sequence[int], steps: Sequence[int]) -> int:
    """Return how many steps can be missed at once."""
    count = 0
    for value in reversed(reached):
        count += count < len(steps) and value < steps[-1 - count]
    return count


def _with_final(stage: Stage, found: Ranges, *, is_paired: bool) -> Ranges:
    """Return ranges with a final table, whose players come first in whatever order."""
    seats = int(stage.options.get("final") or 0)
    if not seats or not found:
        return found
    if not is_paired:
        return _through(found, seats)
    final = stage.record.rounds[-1].tables[0].seats
    record = stage.record
    points = {each: record.points[each] - record.penalties.get(each, 0) for each in stage.seeds}
    others = [each for each in stage.seeds if each not in final]
    fixed = {
        each: Range(
            len(final) + 1 + sum(points[other] > points[each] for other in others),
            len(final) + sum(points[other] >= points[each] for other in others),
        )
        for each in others
    }
    return {**fixed, **dict.fromkeys(final, Range(1, len(final)))}


def _through(found: Ranges, seats: int) -> Ranges:
    """Return ranges where the first so many play on for the first so many ranks."""
    return {
        entrant: Range(1 if best <= seats else best, max(seats, worst))
        for entrant, (best, worst) in found.items()
    }


def _with_next_stage(form: Format, found: Ranges, take: int) -> Ranges:
    """Return ranges with a stage to come; where others than the first go on, anything can be."""
    if type(form).qualifiers is Format.qualifiers:
        return _through(found, take)
    return dict.fromkeys(found, Range(1, len(found)))


def _in_bracket(form: Format, stage: Stage) -> Ranges:
    """Return the ranges of a stage that knocks players out: who is in comes before who is out."""
    alive = set(form.contenders(stage))
    tiers = form.tiers(stage)
    record = stage.record
    points = {each: record.points[each] - record.penalties.get(each, 0) for each in stage.seeds}
    floor = {each: form.lowest_tier(stage, each) for each in alive}
    out = {
        each: _settled(form.open_tiers(stage, each), tiers.get(each, ()), points[each])
        for each in stage.seeds
        if each not in alive
    }
    found = {
        each: Range(1, len(alive) + sum(high.tier >= floor[each] for _, high in out.values()))
        for each in alive
    }
    for each, (low, high) in out.items():
        above = sum(tier > high.tier for tier in floor.values())
        others = [ends for other, ends in out.items() if other != each]
        found[each] = Range(
            1 + above + sum(other > high for other, _ in others),
            1 + len(alive) + sum(other >= low for _, other in others),
        )
    return found


class _End(NamedTuple):
    """Where somebody who is out of a bracket can end; the larger is the better."""

    tier: tuple[int, ...]
    points: float


def _settled(still: OpenTiers | None, tier: tuple[int, ...], points: int) -> tuple[_End, _End]:
    """Return the worst and the best end; where somebody still plays, points say nothing yet."""
    if still is None:
        return _End(tier, points), _End(tier, points)
    return _End(still.lowest, -inf), _End(still.highest, inf)
