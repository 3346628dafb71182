"""Who qualifies: the first of a ranking, and for each who declines the next in line. Pure."""

from typing import Literal, NamedTuple

from tournaments.series.events import Ref
from tournaments.series.people import Person
from tournaments.series.standings import Standings
from tournaments.series.state import Qualifier, SeriesState

Standing = Literal["accepted", "invited", "declined", "next", "tied"]


class Candidate(NamedTuple):
    """Somebody in the line for a tournament."""

    person: Person
    rank: int
    ref: Ref
    """The entrant as whom the person is named in an answer."""
    standing: Standing
    """`tied` at the last place: the staff says who may enter."""


def line(state: SeriesState, found: Standings, qualifier: Qualifier) -> list[Candidate]:
    """Return everybody in line, best first, each with how they stand.

    Who has accepted keeps the place, whatever a later correction of the ranking says.
    """
    ranked = list(_ranking(state, found, qualifier))
    answers = {person: _answer(qualifier, person) for person, _rank in ranked}
    taken = sum(each == "accepted" for each in answers.values())
    waiting = [(person, rank) for person, rank in ranked if answers[person] is None]
    left = max(0, qualifier.places - taken)
    standings: dict[Person, Standing] = {}
    for at, (person, rank) in enumerate(waiting):
        level = [place for place, (_each, other) in enumerate(waiting) if other == rank]
        straddles = level[0] < left <= level[-1]
        invited: Standing = "invited" if at < left else "next"
        standings[person] = "tied" if straddles else invited
    return [
        Candidate(person, rank, _ref(qualifier, person), answers[person] or standings[person])
        for person, rank in ranked
    ]


def _answer(qualifier: Qualifier, person: Person) -> Literal["accepted", "declined"] | None:
    given = {qualifier.answers[ref] for ref in person.refs if ref in qualifier.answers}
    if "accepted" in given:
        return "accepted"
    return "declined" if given else None


def _ref(qualifier: Qualifier, person: Person) -> Ref:
    return next((ref for ref in person.refs if ref in qualifier.answers), person.refs[-1])


def _ranking(
    state: SeriesState, found: Standings, qualifier: Qualifier
) -> list[tuple[Person, int]]:
    if qualifier.event is None:
        return [(each.person, each.rank) for each in found.lines if each.rank is not None]
    event = state.events.get(qualifier.event)
    placed = () if event is None else event.results or ()
    people = ((found.people.of(Ref(qualifier.event, each.entrant)), each) for each in placed)
    ranked = [(who, each.rank) for who, each in people if who is not None and not each.out]
    return sorted(ranked, key=lambda each: each[1])
