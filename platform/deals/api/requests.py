"""What the API of deals is asked."""

from datetime import date, datetime
from typing import Annotated, Literal

from msgspec import Meta

from api.formats import Object, RequestModel
from api.pagination import PageQuery
from matches.events import SEATS_MAX

Game = Annotated[str, Meta(max_length=40, description="The id of a game.")]


class NewDeal(RequestModel, frozen=True, kw_only=True):
    """A deal that people play one by one, each on the same seat against the same bots."""

    game: Game
    seats: Annotated[int, Meta(ge=1, le=SEATS_MAX, description="How many play at each table.")]
    closes_at: Annotated[
        datetime,
        Meta(tz=True, description="Until when it can be played: ten minutes to 31 days from now."),
    ]
    options: Annotated[Object, Meta(description="The options of the game.")] = {}  # noqa: RUF012 - msgspec copies it.
    rules: Annotated[
        str | None,
        Meta(
            description="The id of its rules, of `GET /games`. By default those in which each seat"
            " draws in an order of its own, where the game has such.",
        ),
    ] = None
    seat: Annotated[int, Meta(ge=0, le=SEATS_MAX, description="The seat that people play.")] = 0


class DealsQuery(PageQuery, frozen=True, kw_only=True):
    """Which deals."""

    game: Annotated[str | None, Meta(description="Only those of a game.")] = None
    day: Annotated[date | None, Meta(description="Only the deals of a day (UTC).")] = None


class TableQuery(RequestModel, frozen=True, kw_only=True):
    """Which table."""

    period: Annotated[
        Literal["week", "month"], Meta(description="From Monday on, or from the first on.")
    ] = "week"
    day: Annotated[date | None, Meta(description="A day of it (UTC); by default today.")] = None
    game: Annotated[str | None, Meta(description="Only the deals of a game.")] = None
