"""What the API of tournaments is asked, as typed structs."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from api.dry_runs import DryRun
from api.formats import Instant, Object, RequestModel
from api.pagination import PageQuery
from tournaments.tiebreaks.registry import DEFAULT

Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Number = Annotated[int, Meta(ge=1, le=10_000)]
Place = Annotated[int, Meta(ge=1, le=6)]
Score = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Slug = Annotated[str, Meta(min_length=3, max_length=60, pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
THEN = {
    "label": "Rounds that were paired on the old result",
    "labels": {"keep": "stay as they are", "repair": "are paired again, while none has a result"},
}
Reason = Annotated[str, Meta(max_length=500, description="Why: stands in the audit.")]


class Command(RequestModel, frozen=True, kw_only=True):
    """What every command may say."""

    reason: Reason = ""
    expected_version: Annotated[
        Version | None, Meta(description="Refuse when the tournament has moved on from it.")
    ] = None


class Notice(Command, frozen=True, kw_only=True):
    """What everyone is told."""

    text: Annotated[str, Meta(max_length=200, description="The notice; empty takes it down.")] = ""


class Codes(Command, frozen=True, kw_only=True):
    """Who gets a new code."""

    entrants: Annotated[
        list[Number],
        Meta(
            max_length=2000,
            description="Their old codes end. By default everyone who has no code yet.",
        ),
    ] = msgspec.field(default_factory=list)


class RoundClockStart(Command, frozen=True, kw_only=True):
    """How long the round is, where that is said anew."""

    seconds: Annotated[
        Annotated[int, Meta(ge=60, le=86_400)] | None,
        Meta(
            description="The whole time. By default a clock that was stopped goes on, and a new"
            " one has the settings' `round_seconds`."
        ),
    ] = None


class TableSizes(RequestModel, frozen=True, kw_only=True):
    """How many sit at a table."""

    min: Annotated[int, Meta(ge=2, le=6)]
    """The fewest."""
    target: Annotated[int, Meta(ge=2, le=6)]
    """The preferred number."""
    max: Annotated[int, Meta(ge=2, le=6)]
    """The most."""


class StagePlan(RequestModel, frozen=True, kw_only=True):
    """A stage."""

    format: Annotated[str, Meta(description="An id of `GET /tournaments/possible`.")] = "pods"
    options: dict[str, bool | int | str] = msgspec.field(default_factory=dict)
    """The options of the format; the rest by default."""
    table: Annotated[
        TableSizes | None, Meta(description="Where it differs from the tournament's.")
    ] = None
    take: Annotated[
        Annotated[int, Meta(ge=2, le=2000)] | None,
        Meta(description="How many of the stage before go on; not for the first stage."),
    ] = None
    sources: Annotated[
        Annotated[
            list[Annotated[str, Meta(max_length=12, examples=["B2"])]],
            Meta(min_length=2, max_length=2000),
        ]
        | None,
        Meta(
            description="Who go on, best seed first: `B2` is the second of group B, `best3-1` the"
            " best third, `7` the seventh of the stage. By default the winners of groups, then"
            " the seconds, and so on, with seeds exchanged so that no group's members meet at once."
        ),
    ] = None


class EventDetails(RequestModel, frozen=True, kw_only=True):
    """What people want to know before they come; nothing of it changes how one plays."""

    starts_at: Annotated[Instant | None, Meta(description="When it begins.")] = None
    place: Annotated[str, Meta(max_length=200, description="Where one meets.")] = ""
    fee: Annotated[str, Meta(max_length=80, examples=["5 € at the door"])] = ""
    """What it costs, in words."""
    contact: Annotated[str, Meta(max_length=200, description="How the organiser is reached.")] = ""
    rules_url: Annotated[
        str, Meta(max_length=300, pattern="^(https?://[^\\s/]+\\S*)?$", examples=[""])
    ] = ""
    """Where the rules of the event stand; empty for none."""
    description: Annotated[str, Meta(max_length=4000, description="Plain text.")] = ""
    """The rest: plain text in which an empty line begins a paragraph."""


class NewTournament(RequestModel, frozen=True, kw_only=True):
    """A tournament to be made."""

    slug: Slug
    """Its address: a-z, 0-9 and -."""
    name: Annotated[str, Meta(min_length=1, max_length=120)]
    """The name of the tournament."""
    game: Annotated[str, Meta(description="An id of `GET /games`.", examples=["stick-em"])]
    options: Annotated[dict[str, bool | int | str], Meta(description="The game's own.")] = (
        msgspec.field(default_factory=dict)
    )
    stages: Annotated[list[StagePlan], Meta(min_length=1, max_length=8)] = msgspec.field(
        default_factory=lambda: [StagePlan()]
    )
    """The stages, in order; by default one of pods."""
    table: Annotated[
        TableSizes | None, Meta(description="By default what the game allows, four preferred.")
    ] = None
    points: Annotated[str, Meta(description="A points scheme.")] = "normalised"
    tiebreaks: Annotated[list[str], Meta(max_length=8)] = msgspec.field(
        default_factory=lambda: list(DEFAULT)
    )
    """The ids of the tie-breaks, in their order."""
    clock: Annotated[Object | None, Meta(description="As for `POST /matches`.")] = None
    on_timeout: Literal["auto", "bot", "forfeit"] = "auto"
    """What happens to a seat whose time is up, as in `POST /matches`."""
    capacity: Annotated[int, Meta(ge=2, le=2000)] | None = None
    """How many may enter; null: as many as like."""
    checkin: Annotated[bool, Meta(description="Whoever has not checked in is absent.")] = False
    round_seconds: Annotated[
        Annotated[int, Meta(ge=60, le=366 * 86_400)] | None,
        Meta(description="How long a round is meant to take from its publication on."),
    ] = None
    late_entry: bool = True
    """Whether entry stays open after the start."""
    late_points: Annotated[
        Literal["none", "bye"], Meta(description="What a late entry gets for every round missed.")
    ] = "none"
    disqualified: Annotated[
        Literal["stand", "void"], Meta(description="The results of who is disqualified.")
    ] = "stand"
    bots: Literal["none", "allowed", "only"] = "none"
    """Whether bots may enter, programs and built-in ones alike."""
    play: Annotated[
        Literal["matches", "reported"], Meta(description="Played here, or over the board.")
    ] = "matches"
    pace: Annotated[
        Literal["manual", "auto"], Meta(description="`auto` pairs and publishes by itself.")
    ] = "manual"
    visibility: Literal["public", "private"] = "public"
    """Whether everyone may see the tournament, or only its staff and entrants."""
    ladder: Annotated[
        Annotated[str, Meta(max_length=60)] | None,
        Meta(description="The ladder on which the matches count."),
    ] = None
    about: EventDetails = EventDetails()
    """What people want to know before they come."""


class Settings(RequestModel, frozen=True, kw_only=True):
    """A whole new plan, before the start."""

    settings: NewTournament
    """The whole new setup."""
    reason: Reason = ""
    expected_version: Version | None = None
    """Refuse when the tournament has moved on from it."""


class Details(Command, frozen=True, kw_only=True):
    """What people are to know of the event from now on."""

    about: EventDetails
    """All of it; what is left out is empty."""


class RoleAsked(Command, frozen=True, kw_only=True):
    """Who is to be what; null takes the role away."""

    account: Annotated[str, Meta(max_length=30, description="A user name.")]
    role: Literal["organiser", "judge", "scorekeeper"] | None
    """The new role; null takes the role away."""


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
    csv: Annotated[str | None, Meta(description="A header line: name, account, bot, rating.")] = (
        None
    )


class Report(Command, frozen=True, kw_only=True):
    """A tournament of duels that was played elsewhere."""

    trf: Annotated[str, Meta(description="The text of a TRF16 file.")]


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


class Seeding(Command, frozen=True, kw_only=True):
    """How entrants are ordered."""

    method: Literal["rating", "random", "manual"]
    """By rating, by lot, or in a given order."""
    order: list[Number] | None = None
    """The numbers of the entrants, best first, for `manual`."""


class Swap(Command, frozen=True, kw_only=True):
    """Two entrants who change places."""

    first: Number
    """The number of one entrant."""
    second: Number
    """The number of the other."""


class SitOut(Command, frozen=True, kw_only=True):
    """Who has a bye by request."""

    entrant: Number
    """The number of the entrant."""


class Disqualification(Command, frozen=True, kw_only=True):
    """Why somebody is taken out, and what becomes of the results."""

    results: Annotated[
        Literal["stand", "void"] | None, Meta(description="Otherwise as the plan says.")
    ] = None


class MoreTime(Command, frozen=True, kw_only=True):
    """How much longer."""

    seconds: Annotated[int, Meta(ge=1, le=366 * 86_400)]
    """How many seconds are added."""


class Apart(Swap, frozen=True, kw_only=True):
    """Two entrants who are not to meet."""

    lifted: bool = False
    """Whether they may meet again."""


class Repair(Command, frozen=True, kw_only=True):
    """What stays when a draft is paired again."""

    scope: Annotated[
        Literal["all", "touched"],
        Meta(
            description="`touched`: only tables whose players have left, or who take somebody in."
        ),
    ] = "all"
    pinned: Annotated[list[str], Meta(max_length=1000, description="Tables that stay.")] = (
        msgspec.field(default_factory=list)
    )


class Result(Command, frozen=True, kw_only=True):
    """How a table ended, by seat."""

    placings: Annotated[
        list[Place],
        Meta(min_length=2, max_length=6, extra={"label": "Places by seat, such as 1, 2, 2, 4"}),
    ]
    """The place of each seat, from 1; seats that tie share it."""
    scores: Annotated[
        Annotated[list[Score], Meta(min_length=2, max_length=6)] | None,
        Meta(extra={"label": "Scores by seat, if they are known"}),
    ] = None
    """The score of each seat, where the game has scores."""


class NextSeason(Command, frozen=True, kw_only=True):
    """The next season of a league."""

    slug: Slug
    """The address of the new tournament."""
    name: Annotated[str, Meta(min_length=1, max_length=120)] | None = None
    """Its name; by default that of this season, numbered."""


class TieOrder(Command, frozen=True, kw_only=True):
    """How those stand who are level where only some of a table go on."""

    order: Annotated[list[Number], Meta(min_length=2, max_length=6, description="Best first.")]


class Override(Result, frozen=True, kw_only=True):
    """A result put right."""

    then: Annotated[
        Literal["keep", "repair"],
        Meta(description="Later rounds without results: kept, or paired anew.", extra=THEN),
    ] = "keep"


class Voiding(DryRun, frozen=True, kw_only=True):
    """How a table is called off."""

    reason: Reason = ""
    then: Annotated[Literal["keep", "repair"], Meta(extra=THEN)] = "keep"
    """Later rounds without results: kept, or paired again."""
    points: Annotated[
        Literal["bye", "none"] | None,
        Meta(
            description="What its players get. By default what a bye brings, and nothing where the"
            " table came to nothing by itself.",
            extra={
                "label": "Its players get",
                "unset": "the default",
                "labels": {"bye": "the points of a bye", "none": "nothing"},
            },
        ),
    ] = None
    expected_version: Version | None = None
    """Refuse when the tournament has moved on from it."""


class Rollback(Command, frozen=True, kw_only=True):
    """Where to return."""

    to_version: Annotated[
        int,
        Meta(
            ge=1,
            le=2**31 - 1,
            description="What came after this version stays in the history and no longer counts.",
        ),
    ]


class Trial(RequestModel, frozen=True, kw_only=True):
    """A command to be tried."""

    at: Annotated[
        str,
        Meta(
            min_length=4,
            max_length=100,
            description="Its address below the tournament's.",
            examples=["rounds/2/publish"],
        ),
    ]
    method: Literal["POST", "PUT", "DELETE"] = "POST"
    """The method of the command."""
    body: Annotated[Object, Meta(description="Its body; for DELETE its query.")] = msgspec.field(
        default_factory=dict
    )


class WhatIf(RequestModel, frozen=True, kw_only=True):
    """Commands, to be tried one after another."""

    commands: Annotated[list[Trial], Meta(min_length=1, max_length=50)]
    """The commands, each on top of those before it."""
    expected_version: Version | None = None
    """Refuse when the tournament has moved on from it."""


class ListQuery(PageQuery, frozen=True, kw_only=True):
    """Which tournaments to list."""

    game: str | None = None
    """The id of a game."""
    status: (
        Literal["draft", "entry", "entry_closed", "checkin", "running", "finished", "cancelled"]
        | None
    ) = None
    """Where they are in their life."""


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
    """The form of the file."""
