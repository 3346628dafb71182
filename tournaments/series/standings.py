"""The standings of a series, with every step shown. Pure."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from tournaments.series import people as who
from tournaments.series import scoring
from tournaments.series.events import Ref
from tournaments.series.people import People, Person
from tournaments.series.scoring import MILLI, Result
from tournaments.series.settings import SeriesPlan, TieBreak
from tournaments.series.state import Adjustment, CountedEvent, SeriesState

Key = tuple[int, ...]


class Line(NamedTuple):
    """A person in the standings."""

    rank: int | None
    """From 1, equals sharing the better one; None for who has played too few events."""
    person: Person
    milli: int
    results: tuple[Result, ...]
    """In the order of the events."""
    adjustments: tuple[Adjustment, ...]
    wins: int

    @property
    def events(self) -> int:
        """How many events the person has played that count for the series."""
        return len(self.results)


class Standings(NamedTuple):
    """Who stands where."""

    lines: tuple[Line, ...]
    people: People
    counted: tuple[UUID, ...]
    """The events that count so far, in their order."""


def counts(event: CountedEvent, plan: SeriesPlan) -> bool:
    """Return whether an event is over, and had as many entrants as its group wants."""
    group = next((each for each in plan.groups if each.id == event.group), None)
    return event.results is not None and group is not None and len(event.results) >= group.field_min


def standings(state: SeriesState, until: int | None = None) -> Standings:
    """Return the standings; `until` counts only so many of the events, for a look back.

    What is adjusted apart from the events counts in the standings of today alone.
    """
    plan = state.plan
    over = [each for each in state.events.values() if counts(each, plan)][:until]
    found = who.people(state.accounts(), state.joined)
    by_person = _results(over, plan, found)
    lines = []
    for person in found.persons:
        if not (results := by_person.get(person)):
            continue
        chosen = scoring.counting(
            results, plan.groups, best=plan.best, drop=plan.drop, events=len(over)
        )
        own = [each for each in state.adjustments if each.ref in person.refs and until is None]
        total = sum(each.milli for each in chosen if each.counts)
        total += sum(each.points for each in own) * MILLI
        wins = sum(each.rank == 1 and not each.out for each in chosen)
        lines.append(Line(None, person, total, tuple(chosen), tuple(own), wins))
    order = tuple(each.tournament for each in over)
    return Standings(tuple(_ranked(lines, plan, order)), found, order)


def _results(
    over: Sequence[CountedEvent], plan: SeriesPlan, found: People
) -> dict[Person, list[Result]]:
    person_of = {ref: person for person in found.persons for ref in person.refs}
    tables = {group.id: group.points for group in plan.groups}
    by_person: dict[Person, list[Result]] = {}
    for event in over:
        placed = event.results or ()
        brought = scoring.points_of(placed, tables[event.group], shared=plan.ties == "share")
        for each in placed:
            result = Result(
                event.tournament,
                each.entrant,
                event.group,
                each.rank,
                len(placed),
                brought[each.entrant],
                each.out,
            )
            ref = Ref(event.tournament, each.entrant)
            by_person.setdefault(person_of[ref], []).append(result)
    return by_person


def _ranked(lines: Sequence[Line], plan: SeriesPlan, order: Sequence[UUID]) -> Iterator[Line]:
    """Yield the lines with their ranks, best first, then who has played too few events."""
    enough = [each for each in lines if each.events >= plan.events_min]
    few = [each for each in lines if each.events < plan.events_min]
    rank = 1
    for level in _separated(enough, ("points", *plan.tiebreaks), order):
        yield from (each._replace(rank=rank) for each in level)
        rank += len(level)
    for level in _separated(few, ("points", *plan.tiebreaks), order):
        yield from level


def _separated(
    level: Sequence[Line], steps: Sequence[TieBreak | str], order: Sequence[UUID]
) -> Iterator[list[Line]]:
    """Yield groups that nothing tells apart, the best first; each step looks at who is level."""
    if not steps or len(level) < 2:
        if level:
            yield list(level)
        return
    keys: dict[Key, list[Line]] = {}
    for line in level:
        keys.setdefault(_key(steps[0], line, level, order), []).append(line)
    for _value, same in sorted(keys.items(), reverse=True):
        yield from _separated(same, steps[1:], order)


def _key(step: str, line: Line, level: Sequence[Line], order: Sequence[UUID]) -> Key:
    """Return what a step compares; the larger is the better."""
    if step == "points":
        return (line.milli,)
    if step == "wins":
        return (line.wins,)
    if step == "events":
        return (line.events,)
    if step == "best_results":
        return tuple(sorted((each.milli for each in line.results if each.counts), reverse=True))
    if step == "latest":
        brought = {each.tournament: each.milli for each in line.results}
        return tuple(brought.get(each, -1) for each in reversed(order))
    return (sum(_met(line, other) for other in level if other is not line),)


def _met(line: Line, other: Line) -> int:
    """Return in how many more of their common events one came before the other."""
    theirs = {each.tournament: (each.out, each.rank) for each in other.results}
    met = [(each, theirs[each.tournament]) for each in line.results if each.tournament in theirs]
    mine = [((each.out, each.rank), rank) for each, rank in met]
    return sum(own < rank for own, rank in mine) - sum(own > rank for own, rank in mine)
