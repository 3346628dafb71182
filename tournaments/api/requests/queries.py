"""How lists, standings and files are asked for."""

from typing import Annotated, Literal

from msgspec import Meta

from api.formats import MomentGiven, RequestModel
from api.pagination import PageQuery
from tournaments.api.requests.base import Number, Version


class ListQuery(PageQuery, frozen=True, kw_only=True):
    """Which tournaments to list."""

    game: str | None = None
    """The id of a game."""
    status: tuple[
        Literal["draft", "entry", "entry_closed", "checkin", "running", "finished", "cancelled"],
        ...,
    ] = ()
    """Only tournaments in this state; repeat the parameter for several states."""
    player: Annotated[
        str | None,
        Meta(description="Only tournaments that the account with this name has entered."),
    ] = None
    created_since: MomentGiven = None
    """Only tournaments created at this time or later."""
    created_before: MomentGiven = None
    """Only tournaments created before this time."""


class SinceQuery(RequestModel, frozen=True, kw_only=True):
    """Where a stream goes on."""

    since: Annotated[
        Version | None,
        Meta(
            description="The last version that you received; `Last-Event-ID` has the same effect."
        ),
    ] = None


class StandingsQuery(RequestModel, frozen=True, kw_only=True):
    """Which standings."""

    round: Number | None = None
    """The round after which to show the standings; by default the current standings."""
    explain: bool = False
    """Whether to explain how each tie-break is calculated."""


class ExportQuery(RequestModel, frozen=True, kw_only=True):
    """Which file."""

    format: Literal["csv", "json", "txt", "trf"] = "csv"
    """The file format."""
    of: Literal["players", "teams"] = "players"
    """Whose standings to export as CSV or text."""
