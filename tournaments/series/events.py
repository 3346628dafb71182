"""What happens to a series, as it stands in its stream: the whole vocabulary. Pure.

Results of tournaments stand in the stream as facts, so that a series is its own history alone. They
have numbers of entrants and accounts and no names: who is called what is the tournament's to say.
"""

from typing import Literal, NamedTuple
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from eventstore.catalogue import Catalogue
from games.json_types import JsonObject

KIND = "series"
"""The kind of the streams of series."""


class Ref(NamedTuple):
    """An entrant of a tournament."""

    tournament: UUID
    entrant: int


class EntrantNamed(msgspec.Struct, frozen=True):
    """An entrant of a tournament, as it is stored."""

    tournament: str
    entrant: int

    @property
    def ref(self) -> Ref:
        """Return the same with an id."""
        return Ref(UUID(self.tournament), self.entrant)

    @classmethod
    def of(cls, ref: Ref) -> "EntrantNamed":
        """Return an entrant as it is stored."""
        return cls(str(ref.tournament), ref.entrant)


class Placed(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an entrant came off in a tournament."""

    entrant: int
    rank: int
    """Among those who count: without bots; equals share the better one."""
    account: str | None = None
    out: bool = False
    """Whether the entrant was disqualified, and gets no points."""


class SeriesEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event of a series."""

    reason: str = ""
    """Why, in the words of whoever gave the command."""


class SeriesOpened(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """A series is there."""

    slug: str
    settings: JsonObject
    owner: str


class SeriesChanged(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """Other points, groups or words from now on, for events of the past too."""

    settings: JsonObject


class OrganiserAdded(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """An account may run the series."""

    account: str


class OrganiserRemoved(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """An account may not run the series any more."""

    account: str


class EventAdded(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """A tournament counts from now on, or counts in another group."""

    tournament: str
    group: str


class EventRemoved(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """A tournament counts no more."""

    tournament: str


class ResultsCounted(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """How a tournament ended, or ended in truth after a correction."""

    tournament: str
    results: list[Placed]


class ResultsWithdrawn(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """A tournament has no final ranking any more."""

    tournament: str


class EntrantsJoined(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """Entrants of several tournaments are one person."""

    entrants: list[EntrantNamed]


class EntrantsParted(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """Entrants are several people: whatever joined any two of them is taken back."""

    entrants: list[EntrantNamed]


class PointsAdjusted(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """A person gets points, or loses some, apart from the events."""

    entrant: EntrantNamed
    points: int


class SeriesClosed(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """No event is added any more; corrections of those that count still follow."""


class SeriesReopened(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """The series goes on after all."""


class QualifierAdded(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """The best of the series, or of one event, may enter another tournament."""

    number: int
    tournament: str
    """That they enter."""
    places: int
    event: str | UnsetType = UNSET
    """Whose ranking decides; without one that of the series."""


class QualifierRemoved(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """Nobody qualifies by it any more; who has accepted stays entered."""

    number: int


class QualifierAnswered(SeriesEvent, frozen=True, kw_only=True, gc=False):
    """Whoever may enter does, or does not and the next in line may."""

    number: int
    entrant: EntrantNamed
    answer: Literal["accepted", "declined"]
    entered: int | UnsetType = UNSET
    """The number that whoever accepts has in that tournament."""


CATALOGUE: Catalogue[SeriesEvent] = Catalogue(
    {
        "series_opened": SeriesOpened,
        "series_changed": SeriesChanged,
        "organiser_added": OrganiserAdded,
        "organiser_removed": OrganiserRemoved,
        "event_added": EventAdded,
        "event_removed": EventRemoved,
        "results_counted": ResultsCounted,
        "results_withdrawn": ResultsWithdrawn,
        "entrants_joined": EntrantsJoined,
        "entrants_parted": EntrantsParted,
        "points_adjusted": PointsAdjusted,
        "series_closed": SeriesClosed,
        "series_reopened": SeriesReopened,
        "qualifier_added": QualifierAdded,
        "qualifier_removed": QualifierRemoved,
        "qualifier_answered": QualifierAnswered,
    }
)
