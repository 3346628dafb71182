"""What is asked of a series."""

from typing import Annotated, Literal

from msgspec import Meta

from api.formats import RequestModel
from api.pagination import PageQuery
from tournaments.api.requests.base import Number, Reason, Slug, Version
from tournaments.series.settings import GroupId, SeriesPlan

Address = Annotated[str, Meta(min_length=3, max_length=60, description="A tournament's slug.")]


class SeriesCommand(RequestModel, frozen=True, kw_only=True):
    """What every command may say."""

    reason: Reason = ""
    expected_version: Annotated[
        Version | None, Meta(description="Refuse when the series has moved on from it.")
    ] = None


class SeriesQuery(PageQuery, frozen=True, kw_only=True):
    """Which series are listed."""


class SeriesExportQuery(RequestModel, frozen=True, kw_only=True):
    """In which form."""

    format: Literal["csv", "json", "txt"] = "csv"
    """The file format."""


class NewSeries(SeriesPlan, frozen=True, kw_only=True):
    """A series to be made."""

    slug: Slug
    """The slug: a-z, 0-9 and -."""
    reason: Reason = ""


class SeriesSettings(SeriesCommand, frozen=True, kw_only=True):
    """How the series is to count from now on, for events of the past too."""

    settings: SeriesPlan
    """The whole of it; what is left out is as by default."""


class AddEvent(SeriesCommand, frozen=True, kw_only=True):
    """A tournament that is to count."""

    tournament: Address
    group: Annotated[
        GroupId | None, Meta(description="The group in which it counts; by default the first.")
    ] = None


class NamedEntrant(RequestModel, frozen=True, kw_only=True):
    """An entrant of a tournament of the series."""

    tournament: Address
    entrant: Number
    """The number of the entrant there."""


class Link(SeriesCommand, frozen=True, kw_only=True):
    """Entrants that are one person, or are not."""

    entrants: Annotated[list[NamedEntrant], Meta(min_length=2, max_length=200)]
    """The entrants."""
    same: Annotated[bool, Meta(description="Whether they are one person.")] = True


class Adjustment(SeriesCommand, frozen=True, kw_only=True):
    """Points apart from the events; the reason is needed."""

    tournament: Address
    entrant: Number
    """Whoever this entrant was there."""
    points: Annotated[int, Meta(ge=-100_000, le=100_000)]
    """How many; negative takes them away."""


class SeriesRole(SeriesCommand, frozen=True, kw_only=True):
    """Who runs the series."""

    account: Annotated[str, Meta(max_length=30, description="A user name.")]
    organises: bool = True
    """Whether from now on, or no more."""


class AddQualifier(SeriesCommand, frozen=True, kw_only=True):
    """A tournament that the best may enter."""

    tournament: Address
    places: Annotated[int, Meta(ge=1, le=200)]
    """How many may enter."""
    event: Annotated[
        Address | None, Meta(description="The event whose ranking decides; by default the series.")
    ] = None


class Answer(SeriesCommand, frozen=True, kw_only=True):
    """Whether a place is taken: your own, or as the staff that of an entrant whom you name."""

    accept: bool
    """Whether it is taken; else the next in line may enter."""
    tournament: Annotated[
        Address | None, Meta(description="The slug of a tournament of the series; for the staff.")
    ] = None
    entrant: Number | None = None
    """The number of an entrant of that tournament; only for the staff."""
