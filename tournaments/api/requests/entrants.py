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
    """Who gets a new code."""

    entrants: Annotated[
        list[Number],
        Meta(
            max_length=2000,
            description="Their old codes end. By default everyone who has no code yet.",
        ),
    ] = msgspec.field(default_factory=list)


class Entry(Command, frozen=True, kw_only=True):
    """Yourself; or, as the staff, one other, or a CSV file of many."""

    name: Annotated[str, Meta(max_length=60)] | None = None
    """The name of someone without an account."""
    account: Annotated[str, Meta(max_length=30)] | None = None
    """A user name."""
    bot: Annotated[str, Meta(max_length=60)] | None = None
    """An id of `GET /bots`."""
    rating: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """The rating by which the entrant is seeded; 0 if unknown."""
    club: Annotated[str, Meta(max_length=60)] = ""
    """The club that the entrant comes from."""
    shares: Annotated[
        bool,
        Meta(description="Whether your client adds chance to deals; see `chance` of the plan."),
    ] = False
    csv: Annotated[str | None, Meta(description="A header line: name, account, bot, rating.")] = (
        None
    )


class EntryList(Command, frozen=True, kw_only=True):
    """Many people as one has them: pasted lines, or cells of a spreadsheet."""

    text: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=CHARACTERS_MAX,
            description="Names by line, comma, semicolon or tab; or columns, with or without a"
            " header in English, Dutch, French or German.",
        ),
    ]
    layout: Annotated[
        Literal["auto", "names", "columns", "surname_first"],
        Meta(
            description="How it is read: as it looks, every piece a name, a person a line, or"
            " `Surname, Name`."
        ),
    ] = "auto"
    accounts_named: Annotated[
        bool,
        Meta(description="Whether names are user names; otherwise only a column `account` is."),
    ] = False
    leave_out: Annotated[
        bool,
        Meta(
            description="Whether what cannot be entered is left out, such as doubles and who is"
            " there already; otherwise it refuses the whole list, line by line."
        ),
    ] = False


class Renaming(Command, frozen=True, kw_only=True):
    """What an entrant is called from now on; `reason` must say why."""

    name: Annotated[str, Meta(min_length=1, max_length=60, extra={"label": _("New name")})]
    """The new name."""


class Merging(Command, frozen=True, kw_only=True):
    """Who is the same person; `reason` must say why."""

    other: Number
    """The number of the entrant who was entered a second time, and is no more."""


class PaymentMark(Command, frozen=True, kw_only=True):
    """Whether an entrant has paid."""

    payment: Literal["paid", "unpaid", "waived"]
    """The state of the payment."""
    amount: Annotated[str, Meta(max_length=40, examples=["5 €"], extra={"label": _("Amount")})] = ""
    """How much, in words."""


class PaymentMarks(PaymentMark, frozen=True, kw_only=True):
    """Whether several entrants have paid."""

    entrants: Annotated[list[Number], Meta(min_length=1, max_length=2000)]
    """Their numbers."""


class Several(Command, frozen=True, kw_only=True):
    """Which entrants."""

    entrants: Annotated[list[Number], Meta(min_length=1, max_length=2000)]
    """Their numbers."""


class Arrivals(Command, frozen=True, kw_only=True):
    """Who is there."""

    entrants: Annotated[
        list[Number],
        Meta(max_length=2000, description="By default everyone who has not checked in yet."),
    ] = msgspec.field(default_factory=list)


class Substitute(Command, frozen=True, kw_only=True):
    """Who plays on instead."""

    name: Annotated[str, Meta(max_length=60)] | None = None
    """The name of someone without an account."""
    account: Annotated[str, Meta(max_length=30)] | None = None
    """A user name."""
    bot: Annotated[str, Meta(max_length=60)] | None = None
    """An id of `GET /bots`."""


class Penalty(Command, frozen=True, kw_only=True):
    """Points that are taken away."""

    units: Annotated[int, Meta(ge=-120_000, le=120_000, description="120 to a point.")]
    table: Annotated[
        UUID | None,
        Meta(description="The id of a table from whose points they are taken, with a reason."),
    ] = None


class ByeBooking(Command, frozen=True, kw_only=True):
    """A bye in a round that is not paired yet."""

    round: Annotated[int, Meta(ge=1, le=10_000, description="The number of the round.")]
    worth: Annotated[
        Literal["none", "draw", "win"],
        Meta(description="What it brings: nothing, or as much as a draw or a win."),
    ] = "draw"
    lifted: bool = False
    """Whether the booking ends."""


class Seeding(Command, frozen=True, kw_only=True):
    """How entrants are ordered."""

    method: Literal["rating", "random", "manual", "series"]
    """By rating, by lot, in a given order, or as a series stands now."""
    order: list[Number] | None = None
    """The numbers of the entrants, best first, for `manual`."""
    series: Annotated[str, Meta(max_length=60)] | None = None
    """The slug of the series, for `series`."""


class Disqualification(Command, frozen=True, kw_only=True):
    """Why somebody is taken out, and what becomes of the results."""

    results: Annotated[
        Literal["stand", "void"] | None, Meta(description="Otherwise as the plan says.")
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
    """What it is called."""
    entrants: Annotated[
        list[Number], Meta(min_length=1, max_length=200, description="In the order of the boards.")
    ]


class Teams(Command, frozen=True, kw_only=True):
    """Who plays for which team; whom no team names plays for none."""

    teams: Annotated[list[TeamAsked], Meta(max_length=400)]
    """All teams; an empty list ends them."""
    best: Annotated[
        Annotated[int, Meta(ge=1, le=200)] | None,
        Meta(description="How many members count, the best of them; null for all."),
    ] = None
    apart: Annotated[
        bool, Meta(description="Whether teammates meet only where it cannot be helped.")
    ] = True
    tiebreaks: Annotated[
        Annotated[list[TeamTieBreak], Meta(max_length=6)] | None,
        Meta(
            description="What tells teams with equal points apart, in order. All but the first two"
            " are for teams on boards, `top_boards` for both. Null: best_ranks, and on boards"
            " board_points, direct_encounter, buchholz, bottom_boards."
        ),
    ] = None
