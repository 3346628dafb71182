"""What the API of deals is asked."""

from datetime import date, datetime
from typing import Annotated, Literal

from msgspec import Meta

from api.formats import Object, RequestModel
from api.pagination import PageQuery
from matches.events import SEATS_MAX

Game = Annotated[str, Meta(max_length=40, description="The id of the game.")]


class NewDeal(RequestModel, frozen=True, kw_only=True):
    """A deal that people play one by one, each in the same seat against the same bots."""

    game: Game
    seats: Annotated[
        int, Meta(ge=1, le=SEATS_MAX, description="The number of players at each table.")
    ]
    closes_at: Annotated[
        datetime,
        Meta(tz=True, description="When the deal closes: 10 minutes to 31 days from now."),
    ]
    options: Annotated[Object, Meta(description="The options of the game.")] = {}  # noqa: RUF012 - msgspec copies it.
    rules: Annotated[
        str | None,
        Meta(
            description="The id of the rules, from `GET /games`. By default those in which each "
            "seat draws in its own order, if the game has them.",
        ),
    ] = None
    seat: Annotated[
        int, Meta(ge=0, le=SEATS_MAX, description="The seat that people play, starting at 0.")
    ] = 0


class DealsQuery(PageQuery, frozen=True, kw_only=True):
    """Which deals."""

    game: Annotated[str | None, Meta(description="Only deals of the game with this id.")] = None
    day: Annotated[
        date | None, Meta(description="Only the deals of the day on this date (UTC).")
    ] = None


class TableQuery(RequestModel, frozen=True, kw_only=True):
    """Which table."""

    period: Annotated[
        Literal["week", "month"],
        Meta(description="The period: a week from Monday, or a calendar month."),
    ] = "week"
    day: Annotated[
        date | None, Meta(description="A date in the period (UTC); today by default.")
    ] = None
    game: Annotated[str | None, Meta(description="Only deals of the game with this id.")] = None
