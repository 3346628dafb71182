"""What a tournament is made and changed with."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from api.formats import Instant, Object, RequestModel
from matches.events import GATHER_MAX, GATHER_S
from tournaments.api.requests.base import Reason, Slug, Version
from tournaments.formats.registry import options_in_words
from tournaments.tiebreaks.registry import DEFAULT


class TableSizes(RequestModel, frozen=True, kw_only=True):
    """The number of players at a table."""

    min: Annotated[int, Meta(ge=2, le=6)]
    """The minimum."""
    target: Annotated[int, Meta(ge=2, le=6)]
    """The preferred number."""
    max: Annotated[int, Meta(ge=2, le=6)]
    """The maximum."""


class StagePlan(RequestModel, frozen=True, kw_only=True):
    """A stage."""

    format: Annotated[
        str, Meta(description="The id of a format, from `GET /tournaments/options`.")
    ] = "pods"
    options: Annotated[
        dict[str, bool | int | str],
        Meta(
            description="The options of the format; the rest by default, which is the first of the"
            f" values here.\n\n{options_in_words()}"
        ),
    ] = msgspec.field(default_factory=dict)
    table: Annotated[
        TableSizes | None,
        Meta(
            description="The number of players at a table, if different from "
            "that of the tournament; null otherwise."
        ),
    ] = None
    best_of: Annotated[
        Literal[1, 3, 5, 7],
        Meta(
            description="The maximum number of matches at a table (best of); a player who can no "
            "longer be caught wins the table. More than 1 only for tables of exactly two players; "
            "`scores` of a table are then the numbers of matches won."
        ),
    ] = 1
    sum_of: Annotated[
        int,
        Meta(
            ge=1,
            le=12,
            description="The number of matches at each table, whose points are added up; the first "
            "seat rotates after each. Cannot be combined with `best_of`.",
        ),
    ] = 1
    take: Annotated[
        Annotated[int, Meta(ge=2, le=2000)] | None,
        Meta(
            description="The number of entrants who advance from the previous stage; null for the "
            "first stage."
        ),
    ] = None
    sources: Annotated[
        Annotated[
            list[Annotated[str, Meta(max_length=12, examples=["B2"])]],
            Meta(min_length=2, max_length=2000),
        ]
        | None,
        Meta(
            description="Who advances, best seed first: `B2` is second in group B, `best3-1` the "
            "best third-placed entrant, `7` seventh in the stage. By default the group winners, "
            "then the runners-up and so on, with seeds exchanged so that members of the same group "
            "do not meet at once."
        ),
    ] = None


class Prize(RequestModel, frozen=True, kw_only=True):
    """A prize for a rank, or for each of several ranks."""

    first: Annotated[int, Meta(ge=1, le=2000, description="The rank, or the first of several.")]
    last: Annotated[
        Annotated[int, Meta(ge=1, le=2000)] | None,
        Meta(description="The last of the ranks; by default only the first."),
    ] = None
    text: Annotated[str, Meta(min_length=1, max_length=160, examples=["A bottle of wine"])]
    """The prize, as text."""


class EventDetails(RequestModel, frozen=True, kw_only=True):
    """Details of the event for participants; they have no influence on play."""

    starts_at: Annotated[
        Instant | None, Meta(description="When the event begins; null if not set.")
    ] = None
    place: Annotated[str, Meta(max_length=200, description="The venue.")] = ""
    fee: Annotated[str, Meta(max_length=80, examples=["5 € at the door"])] = ""
    """The entry fee, as text."""
    contact: Annotated[
        str, Meta(max_length=200, description="The contact details of the organiser.")
    ] = ""
    rules_url: Annotated[
        str, Meta(max_length=300, pattern="^(https?://[^\\s/]+\\S*)?$", examples=[""])
    ] = ""
    """The URL of the rules of the event; empty for none."""
    description: Annotated[
        str, Meta(max_length=4000, description="The description, in plain text.")
    ] = ""
    """The rest: plain text in which an empty line begins a paragraph."""
    prizes: Annotated[
        list[Prize], Meta(max_length=50, description="The prizes, as text, by final rank.")
    ] = msgspec.field(default_factory=list)
    prizes_shared: Annotated[
        Literal["share", "best"],
        Meta(
            description="Whether tied entrants share the prizes of their ranks, or each win the "
            "prize of the best of these ranks."
        ),
    ] = "share"


class SharedDeals(RequestModel, frozen=True, kw_only=True):
    """How tables share deals."""

    share: Literal["round"] = "round"
    """Whether all tables of a round with the same number of players share one deal."""
    compare: Annotated[
        Literal["margin", "placing"],
        Meta(
            description="What counts: margins (the score minus the mean of the others at the "
            "table, compared with all who held the same cards), which are then the points; or only "
            "places."
        ),
    ] = "margin"
    shadow: Annotated[
        bool,
        Meta(
            description="Whether bots play a deal that fewer than six tables have played, after it "
            "is over, to have more results to compare margins with."
        ),
    ] = True


class NewTournament(RequestModel, frozen=True, kw_only=True):
    """The settings of a new tournament."""

    slug: Slug
    """The slug: a-z, 0-9 and -."""
    name: Annotated[str, Meta(min_length=1, max_length=120)]
    """The name of the tournament."""
    game: Annotated[
        str, Meta(description="The id of a game, from `GET /games`.", examples=["stick-em"])
    ]
    rules: Annotated[
        Annotated[str, Meta(max_length=60)] | None,
        Meta(
            description="The id of the rules, from `GET /games`; by default those current for the "
            "game when the tournament starts."
        ),
    ] = None
    options: Annotated[
        dict[str, bool | int | str], Meta(description="The options of the game.")
    ] = msgspec.field(default_factory=dict)
    stages: Annotated[list[StagePlan], Meta(min_length=1, max_length=8)] = msgspec.field(
        default_factory=lambda: [StagePlan()]
    )
    """The stages, in order; by default one stage of pods."""
    table: Annotated[
        TableSizes | None,
        Meta(
            description="The number of players at a table; by default what the "
            "game allows, preferably four."
        ),
    ] = None
    points: Annotated[
        str,
        Meta(
            max_length=400,
            description="The id of a points scheme, or custom lists by number of players: `3: 5 1 "
            "0; 4: 5 1 0 0`, with `score / 1000 from 30000` for a share of the game's score (uma "
            "and oka in mahjong).",
        ),
    ] = "normalised"
    bye_points: Annotated[
        Annotated[int, Meta(ge=0, le=1_200_000)] | None,
        Meta(
            description="The value of a bye in units of 1/120 point; null for two thirds of a win."
        ),
    ] = None
    byes_booked: Annotated[
        int,
        Meta(
            ge=0,
            le=20,
            description="The number of byes worth a draw that each entrant may book in advance.",
        ),
    ] = 0
    byes_booked_not_last: Annotated[
        int,
        Meta(
            ge=0,
            le=20,
            description="The number of final rounds for which no such bye can be booked.",
        ),
    ] = 1
    redraws: Annotated[
        int,
        Meta(
            ge=0,
            le=20,
            description="How many times a round, the seeds or the lots may be redrawn although "
            "nothing has changed; after that, the last draw is used again.",
        ),
    ] = 1
    chance: Annotated[
        Literal["offered", "required"],
        Meta(
            description="Whether players may add randomness to the deals (`offered`) or must do so "
            "to keep their seat (`required`). If required, programs must enter with `shares`, and "
            "built-in bots cannot enter; a player who is not there when a table is dealt, or "
            "withholds the share twice, loses that match."
        ),
    ] = "offered"
    gather: Annotated[
        int,
        Meta(
            ge=0,
            le=GATHER_MAX,
            description="The maximum time in seconds that a full table waits for its players' "
            "promises; at least 60 if `chance` is `required`.",
        ),
    ] = GATHER_S
    beacon: Annotated[
        bool,
        Meta(
            description="Whether each deal waits about 20 seconds for a public beacon that is "
            "named before its value exists; refused if the site uses no beacon."
        ),
    ] = False
    draw_beacon: Annotated[
        bool,
        Meta(
            description="Whether each draw of seeds, lots and pairings also waits about 20 seconds "
            "for a public beacon, even if nobody adds randomness to it; refused for arenas, whose "
            "tables open continuously."
        ),
    ] = False
    agreed_draws: Annotated[
        bool,
        Meta(
            description="Whether the players of a table may agree to a draw before play, unless "
            "the format eliminates players; agreed draws are not rated."
        ),
    ] = False
    time_limit_rated: Annotated[
        bool,
        Meta(description="Whether tables that the staff ends at their time limit are rated."),
    ] = True
    tiebreaks: Annotated[list[str], Meta(max_length=8)] = msgspec.field(
        default_factory=lambda: list(DEFAULT)
    )
    """The ids of the tie-breaks, in order."""
    clock: Annotated[
        Object | None,
        Meta(description="The time control, as in `POST /matches`; null for no time limits."),
    ] = None
    on_timeout: Literal["auto", "bot", "forfeit"] = "auto"
    """What happens when a player runs out of time, as in `POST /matches`."""
    capacity: Annotated[int, Meta(ge=2, le=2000)] | None = None
    """The maximum number of entrants; null for no limit."""
    checkin: Annotated[
        bool, Meta(description="Whether entrants must check in; those who do not are absent.")
    ] = False
    round_seconds: Annotated[
        Annotated[int, Meta(ge=60, le=366 * 86_400)] | None,
        Meta(
            description="The planned length of a round in seconds, from its publication; null for "
            "none."
        ),
    ] = None
    choose_seats: Annotated[
        Annotated[int, Meta(ge=10, le=7 * 86_400)] | None,
        Meta(
            description="The time in seconds that each player has to choose a seat at a final, in "
            "order of seeding; after that the drawn seat, or else the first free one, is assigned. "
            "Null if seats are drawn."
        ),
    ] = None
    late_entry: bool = True
    """Whether entry stays open after the start."""
    late_points: Annotated[
        Literal["none", "bye"], Meta(description="What a late entrant gets for each round missed.")
    ] = "none"
    disqualified: Annotated[
        Literal["stand", "void"],
        Meta(description="What happens to the results of a disqualified entrant."),
    ] = "stand"
    bots: Literal["none", "allowed", "only"] = "none"
    """Whether bots, both programs and built-in bots, may enter."""
    play: Annotated[
        Literal["matches", "reported"],
        Meta(description="Whether matches are played online on this site or in person."),
    ] = "matches"
    deals: SharedDeals | None = None
    """How tables share deals; null if each table has its own. The cards of a deal are hidden
    until its last table is over."""
    pace: Annotated[
        Literal["manual", "auto"],
        Meta(description="The pace: `auto` pairs and publishes rounds automatically."),
    ] = "manual"
    visibility: Literal["public", "private"] = "public"
    """Whether everyone may see the tournament, or only its staff and entrants."""
    ladder: Annotated[
        Annotated[str, Meta(max_length=60)] | None,
        Meta(description="The slug of the ladder on which the matches are rated; null for none."),
    ] = None
    seed_by_series: Annotated[
        Annotated[str, Meta(max_length=60)] | None,
        Meta(
            description="The slug of a series whose standings at the start determine the seeding, "
            "replacing any earlier one; null for none."
        ),
    ] = None
    about: EventDetails = EventDetails()
    """The event details; null for none."""


class Settings(RequestModel, frozen=True, kw_only=True):
    """New settings, before the start."""

    settings: NewTournament
    """The complete new settings."""
    reason: Reason = ""
    expected_version: Version | None = None
    """The version that you have seen; the command is refused if the tournament has changed since
    then."""
