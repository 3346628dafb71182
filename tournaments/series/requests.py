"""What is asked of a series."""

from typing import Annotated, Literal

from msgspec import Meta

from api.formats import RequestModel
from api.pagination import PageQuery
from tournaments.api.requests.base import Number, Reason, Slug, Version
from tournaments.series.settings import GroupId, SeriesPlan

Address = Annotated[str, Meta(min_length=3, max_length=60, description="The slug of a tournament.")]


class SeriesCommand(RequestModel, frozen=True, kw_only=True):
    """The fields common to all commands."""

    reason: Reason = ""
    expected_version: Annotated[
        Version | None,
        Meta(
            description="The version that you have seen; the command is refused "
            "if the series has changed since then."
        ),
    ] = None


class SeriesQuery(PageQuery, frozen=True, kw_only=True):
    """Which series are listed."""


class SeriesExportQuery(RequestModel, frozen=True, kw_only=True):
    """In which form."""

    format: Literal["csv", "json", "txt"] = "csv"
    """The file format."""


class NewSeries(SeriesPlan, frozen=True, kw_only=True):
    """The settings of a new series."""

    slug: Slug
    """The slug: a-z, 0-9 and -."""
    reason: Reason = ""


class SeriesSettings(SeriesCommand, frozen=True, kw_only=True):
    """New settings of a series; they also apply to past events."""

    settings: SeriesPlan
    """The complete settings; omitted ones have their default."""


class AddEvent(SeriesCommand, frozen=True, kw_only=True):
    """A tournament to add to a series."""

    tournament: Address
    group: Annotated[
        GroupId | None,
        Meta(
            description="The id of the group in which the tournament counts; by default the first."
        ),
    ] = None


class NamedEntrant(RequestModel, frozen=True, kw_only=True):
    """An entrant of a tournament of the series."""

    tournament: Address
    entrant: Number
    """The number of the entrant in that tournament."""


class Link(SeriesCommand, frozen=True, kw_only=True):
    """Entrants to link as one person, or to unlink."""

    entrants: Annotated[list[NamedEntrant], Meta(min_length=2, max_length=200)]
    """The entrants."""
    same: Annotated[bool, Meta(description="Whether the entrants are the same person.")] = True


class Adjustment(SeriesCommand, frozen=True, kw_only=True):
    """A points adjustment; a reason is required."""

    tournament: Address
    entrant: Number
    """The number of the person's entrant in that tournament."""
    points: Annotated[int, Meta(ge=-100_000, le=100_000)]
    """The points to add; negative to deduct."""


class SeriesRole(SeriesCommand, frozen=True, kw_only=True):
    """An organiser to add or remove."""

    account: Annotated[str, Meta(max_length=30, description="A user name.")]
    organises: bool = True
    """Whether to add (true) or remove (false) the organiser."""


class AddQualifier(SeriesCommand, frozen=True, kw_only=True):
    """A tournament for which people qualify."""

    tournament: Address
    places: Annotated[int, Meta(ge=1, le=200)]
    """The number of people who qualify."""
    event: Annotated[
        Address | None,
        Meta(
            description="The slug of the event whose ranking decides; by default "
            "the standings of the series."
        ),
    ] = None


class Answer(SeriesCommand, frozen=True, kw_only=True):
    """An answer to a qualification: your own or, for the staff, that of an entrant."""

    accept: bool
    """Whether to accept; otherwise the next in line may enter."""
    tournament: Annotated[
        Address | None,
        Meta(description="The slug of a tournament of the series; for the staff only."),
    ] = None
    entrant: Number | None = None
    """The number of an entrant of that tournament; for the staff only."""
