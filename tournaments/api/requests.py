"""What the API of tournaments is asked, as typed structs."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from api.dry_runs import DryRun
from api.json_body import RequestModel
from api.pagination import PageQuery
from tournaments.tiebreaks.registry import DEFAULT

Object = dict[str, Any]
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


class TableSizes(RequestModel, frozen=True, kw_only=True):
    """How many sit at a table."""

    min: Annotated[int, Meta(ge=2, le=6)]
    target: Annotated[int, Meta(ge=2, le=6)]
    max: Annotated[int, Meta(ge=2, le=6)]


class StagePlan(RequestModel, frozen=True, kw_only=True):
    """A stage."""

    format: Annotated[str, Meta(description="An id of `GET /tournaments/possible`.")] = "pods"
    options: dict[str, bool | int | str] = msgspec.field(default_factory=dict)
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


class NewTournament(RequestModel, frozen=True, kw_only=True):
    """A tournament to be made."""

    slug: Slug
    name: Annotated[str, Meta(min_length=1, max_length=120)]
    game: Annotated[str, Meta(description="An id of `GET /games`.", examples=["stick-em"])]
    options: Annotated[dict[str, bool | int | str], Meta(description="The game's own.")] = (
        msgspec.field(default_factory=dict)
    )
    stages: Annotated[list[StagePlan], Meta(min_length=1, max_length=8)] = msgspec.field(
        default_factory=lambda: [StagePlan()]
    )
    table: Annotated[
        TableSizes | None, Meta(description="By default what the game allows, four preferred.")
    ] = None
    points: Annotated[str, Meta(description="A points scheme.")] = "normalised"
    tiebreaks: Annotated[list[str], Meta(max_length=8)] = msgspec.field(
        default_factory=lambda: list(DEFAULT)
    )
    clock: Annotated[Object | None, Meta(description="As for `POST /matches`.")] = None
    on_timeout: Literal["auto", "bot", "forfeit"] = "auto"
    capacity: Annotated[int, Meta(ge=2, le=2000)] | None = None
    checkin: Annotated[bool, Meta(description="Whoever has not checked in is absent.")] = False
    round_seconds: Annotated[
        Annotated[int, Meta(ge=60, le=366 * 86_400)] | None,
        Meta(description="How long a round is meant to take from its publication on."),
    ] = None
    late_entry: bool = True
    late_points: Annotated[
        Literal["none", "bye"], Meta(description="What a late entry gets for every round missed.")
    ] = "none"
    disqualified: Annotated[
        Literal["stand", "void"], Meta(description="The results of who is disqualified.")
    ] = "stand"
    bots: Literal["none", "allowed", "only"] = "none"
    play: Annotated[
        Literal["matches", "reported"], Meta(description="Played here, or over the board.")
    ] = "matches"
    pace: Annotated[
        Literal["manual", "auto"], Meta(description="`auto` pairs and publishes by itself.")
    ] = "manual"
    visibility: Literal["public", "private"] = "public"
    ladder: Annotated[
        Annotated[str, Meta(max_length=60)] | None,
        Meta(description="The ladder on which the matches count."),
    ] = None


class Settings(RequestModel, frozen=True, kw_only=True):
    """A whole new plan, before the start."""

    settings: NewTournament
    reason: Reason = ""
    expected_version: Version | None = None


class RoleAsked(Command, frozen=True, kw_only=True):
    """Who is to be what; null takes the role away."""

    account: Annotated[str, Meta(max_length=30, description="A user name.")]
    role: Literal["organiser", "judge", "scorekeeper"] | None


class Entry(Command, frozen=True, kw_only=True):
    """Yourself; or, as the staff, one other, or a CSV file of many."""

    name: Annotated[str, Meta(max_length=60)] | None = None
    account: Annotated[str, Meta(max_length=30, description="A user name.")] | None = None
    bot: Annotated[str, Meta(max_length=60, description="An id of `GET /bots`.")] | None = None
    rating: Annotated[int, Meta(ge=0, le=10_000)] = 0
    csv: Annotated[str | None, Meta(description="A header line: name, account, bot, rating.")] = (
        None
    )


class Report(Command, frozen=True, kw_only=True):
    """A tournament of duels that was played elsewhere."""

    trf: Annotated[str, Meta(description="The text of a TRF16 file.")]


class Substitute(Command, frozen=True, kw_only=True):
    """Who plays on instead."""

    name: Annotated[str, Meta(max_length=60)] | None = None
    account: Annotated[str, Meta(max_length=30)] | None = None
    bot: Annotated[str, Meta(max_length=60)] | None = None


class Penalty(Command, frozen=True, kw_only=True):
    """Points that are taken away."""

    units: Annotated[int, Meta(ge=-120_000, le=120_000, description="120 to a point.")]


class Seeding(Command, frozen=True, kw_only=True):
    """How entrants are ordered."""

    method: Literal["rating", "random", "manual"]
    order: list[Number] | None = None


class Swap(Command, frozen=True, kw_only=True):
    """Two entrants who change places."""

    first: Number
    second: Number


class SitOut(Command, frozen=True, kw_only=True):
    """Who has a bye by request."""

    entrant: Number


class Disqualification(Command, frozen=True, kw_only=True):
    """Why somebody is taken out, and what becomes of the results."""

    results: Annotated[
        Literal["stand", "void"] | None, Meta(description="Otherwise as the plan says.")
    ] = None


class MoreTime(Command, frozen=True, kw_only=True):
    """How much longer."""

    seconds: Annotated[int, Meta(ge=1, le=366 * 86_400)]


class Apart(Swap, frozen=True, kw_only=True):
    """Two entrants who are not to meet."""

    lifted: bool = False


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
    scores: Annotated[
        Annotated[list[Score], Meta(min_length=2, max_length=6)] | None,
        Meta(extra={"label": "Scores by seat, if they are known"}),
    ] = None


class NextSeason(Command, frozen=True, kw_only=True):
    """The next season of a league."""

    slug: Slug
    name: Annotated[str, Meta(min_length=1, max_length=120)] | None = None


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
    body: Annotated[Object, Meta(description="Its body; for DELETE its query.")] = msgspec.field(
        default_factory=dict
    )


class WhatIf(RequestModel, frozen=True, kw_only=True):
    """Commands, to be tried one after another."""

    commands: Annotated[list[Trial], Meta(min_length=1, max_length=50)]
    expected_version: Version | None = None


class ListQuery(PageQuery, frozen=True, kw_only=True):
    """Which tournaments to list."""

    game: str | None = None
    status: (
        Literal["draft", "entry", "entry_closed", "checkin", "running", "finished", "cancelled"]
        | None
    ) = None


class SinceQuery(RequestModel, frozen=True, kw_only=True):
    """Where a stream goes on."""

    since: Annotated[
        Version | None, Meta(description="The last version that arrived; `Last-Event-ID` too.")
    ] = None


class StandingsQuery(RequestModel, frozen=True, kw_only=True):
    """Which standings."""

    round: Number | None = None
    explain: bool = False


class ExportQuery(RequestModel, frozen=True, kw_only=True):
    """Which file."""

    format: Literal["csv", "json", "txt", "trf"] = "csv"
