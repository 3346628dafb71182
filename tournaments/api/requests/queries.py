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
    """Where they are in their life; give it several times for several states."""
    player: Annotated[str | None, Meta(description="A user name: who has entered.")] = None
    created_since: MomentGiven = None
    """Made at this moment or later."""
    created_before: MomentGiven = None
    """Made before this moment."""


class SinceQuery(RequestModel, frozen=True, kw_only=True):
    """Where a stream goes on."""

    since: Annotated[
        Version | None, Meta(description="The last version that arrived; `Last-Event-ID` too.")
    ] = None


class StandingsQuery(RequestModel, frozen=True, kw_only=True):
    """Which standings."""

    round: Number | None = None
    """After this round; by default after every result."""
    explain: bool = False
    """Whether each tie-break comes with its sum."""


class ExportQuery(RequestModel, frozen=True, kw_only=True):
    """Which file."""

    format: Literal["csv", "json", "txt", "trf"] = "csv"
    """The file format."""
    of: Literal["players", "teams"] = "players"
    """Whose standings CSV and text have."""
