"""A series as the fold of its stream. Pure; a state changes in place."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from msgspec import UNSET

from eventstore import chain
from eventstore.events import Moment
from games.json_types import JsonObject
from tournaments.series import events as e
from tournaments.series.events import KIND, Placed, Ref
from tournaments.series.settings import SeriesPlan, read


class CountedEvent:
    """A tournament of a series."""

    __slots__ = ("group", "results", "tournament")

    def __init__(self, tournament: UUID, group: str) -> None:
        self.tournament = tournament
        self.group = group
        self.results: tuple[Placed, ...] | None = None
        """None before its end."""


class Adjustment(NamedTuple):
    """Points apart from the events."""

    ref: Ref
    points: int
    reason: str


class Qualifier:
    """Who of a ranking may enter another tournament."""

    __slots__ = ("answers", "entered", "event", "number", "places", "tournament")

    def __init__(self, added: e.QualifierAdded) -> None:
        self.number = added.number
        self.tournament = UUID(added.tournament)
        self.places = added.places
        self.event = None if added.event is UNSET else UUID(added.event)
        self.answers: dict[Ref, str] = {}
        self.entered: dict[Ref, int] = {}
        """The numbers in that tournament of those who have accepted, where they are known."""


class SeriesState:
    """Everything that the stream of a series says."""

    def __init__(self, series_id: UUID) -> None:
        self.id = series_id
        self.version = 0
        self.hash = chain.genesis(KIND, series_id)
        self.at: datetime | None = None
        self.slug = ""
        self.settings: JsonObject = {}
        self.organisers: list[UUID] = []
        self.events: dict[UUID, CountedEvent] = {}
        """In the order in which they were added."""
        self.joined: list[frozenset[Ref]] = []
        self.parted: set[frozenset[Ref]] = set()
        """Pairs of entrants that are two people."""
        self.adjustments: list[Adjustment] = []
        self.closed = False
        self.qualifiers: dict[int, Qualifier] = {}
        self.qualifiers_made = 0

    @property
    def plan(self) -> SeriesPlan:
        """The settings."""
        return read(self.settings)

    def accounts(self) -> dict[Ref, UUID | None]:
        """Return everybody with a result, with their account, in the order of the events."""
        return {
            Ref(event.tournament, each.entrant): None
            if each.account is None
            else UUID(each.account)
            for event in self.events.values()
            for each in event.results or ()
        }


def _opened(state: SeriesState, event: e.SeriesOpened) -> None:
    state.slug, state.settings = event.slug, event.settings
    state.organisers = [UUID(event.owner)]


def _changed(state: SeriesState, event: e.SeriesChanged) -> None:
    state.settings = event.settings


def _organiser_added(state: SeriesState, event: e.OrganiserAdded) -> None:
    state.organisers.append(UUID(event.account))


def _organiser_removed(state: SeriesState, event: e.OrganiserRemoved) -> None:
    state.organisers.remove(UUID(event.account))


def _event_added(state: SeriesState, event: e.EventAdded) -> None:
    tournament = UUID(event.tournament)
    if tournament in state.events:
        state.events[tournament].group = event.group
    else:
        state.events[tournament] = CountedEvent(tournament, event.group)


def _event_removed(state: SeriesState, event: e.EventRemoved) -> None:
    del state.events[UUID(event.tournament)]


def _counted(state: SeriesState, event: e.ResultsCounted) -> None:
    state.events[UUID(event.tournament)].results = tuple(event.results)


def _withdrawn(state: SeriesState, event: e.ResultsWithdrawn) -> None:
    state.events[UUID(event.tournament)].results = None


def _joined(state: SeriesState, event: e.EntrantsJoined) -> None:
    refs = frozenset(each.ref for each in event.entrants)
    state.joined.append(refs)
    state.parted = {pair for pair in state.parted if not pair <= refs}


def _parted(state: SeriesState, event: e.EntrantsParted) -> None:
    refs = frozenset(each.ref for each in event.entrants)
    state.joined = [each for each in state.joined if len(each & refs) < 2]
    state.parted |= {frozenset({a, b}) for a in refs for b in refs if a != b}


def _adjusted(state: SeriesState, event: e.PointsAdjusted) -> None:
    state.adjustments.append(Adjustment(event.entrant.ref, event.points, event.reason))


def _closed(state: SeriesState, _event: e.SeriesClosed) -> None:
    state.closed = True


def _reopened(state: SeriesState, _event: e.SeriesReopened) -> None:
    state.closed = False


def _qualifier_added(state: SeriesState, event: e.QualifierAdded) -> None:
    state.qualifiers[event.number] = Qualifier(event)
    state.qualifiers_made = event.number


def _qualifier_removed(state: SeriesState, event: e.QualifierRemoved) -> None:
    del state.qualifiers[event.number]


def _answered(state: SeriesState, event: e.QualifierAnswered) -> None:
    qualifier, ref = state.qualifiers[event.number], event.entrant.ref
    qualifier.answers[ref] = event.answer
    qualifier.entered.pop(ref, None)
    if event.entered is not UNSET:
        qualifier.entered[ref] = event.entered


FOLDS: dict[type[e.SeriesEvent], Callable[[SeriesState, Any], None]] = {
    e.SeriesOpened: _opened,
    e.SeriesChanged: _changed,
    e.OrganiserAdded: _organiser_added,
    e.OrganiserRemoved: _organiser_removed,
    e.EventAdded: _event_added,
    e.EventRemoved: _event_removed,
    e.ResultsCounted: _counted,
    e.ResultsWithdrawn: _withdrawn,
    e.EntrantsJoined: _joined,
    e.EntrantsParted: _parted,
    e.PointsAdjusted: _adjusted,
    e.SeriesClosed: _closed,
    e.SeriesReopened: _reopened,
    e.QualifierAdded: _qualifier_added,
    e.QualifierRemoved: _qualifier_removed,
    e.QualifierAnswered: _answered,
}
"""Every kind of event, and what it does to the state."""


def evolve(state: SeriesState, event: e.SeriesEvent, _moment: Moment) -> None:
    """Fold one event into a state, which has its version and time already."""
    FOLDS[type(event)](state, event)
