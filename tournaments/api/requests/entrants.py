"""What is asked about entrants."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from api.formats import RequestModel
from tournaments.api.requests.base import Command, Number
from tournaments.name_lists import CHARACTERS_MAX


class Codes(Command, frozen=True, kw_only=True):
    """Entrants who get new codes."""

    entrants: Annotated[
        list[Number],
        Meta(
            max_length=2000,
            description="The numbers of the entrants, whose old codes end; by default everyone "
            "without a code.",
        ),
    ] = msgspec.field(default_factory=list)


class Entry(Command, frozen=True, kw_only=True):
    """An entry: yourself or, for the staff, someone else or a CSV file."""

    name: Annotated[str, Meta(max_length=60)] | None = None
    """The name of a person without an account."""
    account: Annotated[str, Meta(max_length=30)] | None = None
    """A user name."""
    bot: Annotated[str, Meta(max_length=60)] | None = None
    """The id of a built-in bot, from `GET /bots`."""
    rating: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """The rating used for seeding; 0 if unknown."""
    club: Annotated[str, Meta(max_length=60)] = ""
    """The club of the entrant."""
    shares: Annotated[
        bool,
        Meta(
            description="Whether your client will add randomness to deals; see `chance` of the "
            "settings."
        ),
    ] = False
    csv: Annotated[
        str | None, Meta(description="CSV with a header line: name, account, bot, rating.")
    ] = None


class EntryList(Command, frozen=True, kw_only=True):
    """A list of people: pasted lines, or cells of a spreadsheet."""

    text: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=CHARACTERS_MAX,
            description="The list: names separated by lines, commas, semicolons or tabs; or "
            "columns, with or without a header in English, Dutch, French or German.",
        ),
    ]
    layout: Annotated[
        Literal["auto", "names", "columns", "surname_first"],
        Meta(
            description="How to read the list: detected automatically, every piece a name, one "
            "person per line, or `Surname, Name`."
        ),
    ] = "auto"
    accounts_named: Annotated[
        bool,
        Meta(
            description="Whether names are user names; otherwise only those in a column `account` "
            "are."
        ),
    ] = False
    leave_out: Annotated[
        bool,
        Meta(
            description="Whether to skip lines that cannot be entered, such as duplicates and "
            "existing entrants; otherwise they refuse the whole list, with an error for each line."
        ),
    ] = False


class Renaming(Command, frozen=True, kw_only=True):
    """A new name for an entrant; `reason` is required."""

    name: Annotated[str, Meta(min_length=1, max_length=60, extra={"label": _("New name")})]
    """The new name."""


class Merging(Command, frozen=True, kw_only=True):
    """Entrants to merge; `reason` is required."""

    other: Number
    """The number of the duplicate entrant, which is removed."""


class PaymentMark(Command, frozen=True, kw_only=True):
    """The payment of an entrant."""

    payment: Literal["paid", "unpaid", "waived"]
    """The state of the payment."""
    amount: Annotated[str, Meta(max_length=40, examples=["5 €"], extra={"label": _("Amount")})] = ""
    """The amount, as text."""


class PaymentMarks(PaymentMark, frozen=True, kw_only=True):
    """The payments of several entrants."""

    entrants: Annotated[list[Number], Meta(min_length=1, max_length=2000)]
    """The numbers of the entrants."""


class Several(Command, frozen=True, kw_only=True):
    """Which entrants."""

    entrants: Annotated[list[Number], Meta(min_length=1, max_length=2000)]
    """The numbers of the entrants."""


class Arrivals(Command, frozen=True, kw_only=True):
    """Entrants to check in."""

    entrants: Annotated[
        list[Number],
        Meta(
            max_length=2000,
            description="The numbers of the entrants; by default everyone who "
            "has not checked in yet.",
        ),
    ] = msgspec.field(default_factory=list)


class Substitute(Command, frozen=True, kw_only=True):
    """A substitute."""

    name: Annotated[str, Meta(max_length=60)] | None = None
    """The name of a person without an account."""
    account: Annotated[str, Meta(max_length=30)] | None = None
    """A user name."""
    bot: Annotated[str, Meta(max_length=60)] | None = None
    """The id of a built-in bot, from `GET /bots`."""


class Penalty(Command, frozen=True, kw_only=True):
    """A penalty."""

    units: Annotated[
        int,
        Meta(ge=-120_000, le=120_000, description="The number of units; 120 units are one point."),
    ]
    table: Annotated[
        UUID | None,
        Meta(
            description="The id of the table from whose points they are deducted; requires a "
            "reason."
        ),
    ] = None


class ByeBooking(Command, frozen=True, kw_only=True):
    """A bye booked for a future round."""

    round: Annotated[int, Meta(ge=1, le=10_000, description="The number of the round.")]
    worth: Annotated[
        Literal["none", "draw", "win"],
        Meta(description="The value of the bye: nothing, or as much as a draw or a win."),
    ] = "draw"
    lifted: bool = False
    """Whether to cancel the booking."""


class Seeding(Command, frozen=True, kw_only=True):
    """A seeding of entrants."""

    method: Literal["rating", "random", "manual", "series"]
    """The method: by rating, by lot, in a given order, or by the current standings of a series."""
    order: list[Number] | None = None
    """The numbers of the entrants, best first, for `manual`."""
    series: Annotated[str, Meta(max_length=60)] | None = None
    """The slug of the series, for `series`."""


class Disqualification(Command, frozen=True, kw_only=True):
    """A disqualification."""

    results: Annotated[
        Literal["stand", "void"] | None,
        Meta(description="What happens to the results; by default as in the settings."),
    ] = None


TeamTieBreak = Literal[
    "best_ranks",
    "rank_sum",
    "top_boards",
    "match_points",
    "board_points",
    "direct_encounter",
    "extended_direct_encounter",
    "buchholz",
    "sonneborn_berger",
    "olympiad",
    "berlin",
    "bottom_boards",
]


class TeamAsked(RequestModel, frozen=True, kw_only=True):
    """A team."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    """The name."""
    entrants: Annotated[
        list[Number],
        Meta(
            min_length=1, max_length=200, description="The numbers of the entrants, in board order."
        ),
    ]


class Teams(Command, frozen=True, kw_only=True):
    """The teams; entrants not listed belong to no team."""

    teams: Annotated[list[TeamAsked], Meta(max_length=400)]
    """All teams; an empty list removes them."""
    best: Annotated[
        Annotated[int, Meta(ge=1, le=200)] | None,
        Meta(description="The number of best members who count; null for all."),
    ] = None
    apart: Annotated[
        bool, Meta(description="Whether teammates are paired only if it cannot be avoided.")
    ] = True
    tiebreaks: Annotated[
        Annotated[list[TeamTieBreak], Meta(max_length=6)] | None,
        Meta(
            description="The tie-breaks for teams, in order. All but the first two are for teams "
            "on boards, `top_boards` for both. Null for the default: best_ranks, and on boards "
            "board_points, direct_encounter, buchholz, bottom_boards."
        ),
    ] = None
