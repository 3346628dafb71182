"""What a tournament is made and changed with."""

from typing import Annotated, Literal

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from api.formats import Instant, Object, RequestModel
from matches.events import GATHER_MAX, GATHER_S
from tournaments.api.requests.base import Command, Reason, Slug, Version
from tournaments.formats.registry import options_in_words
from tournaments.tiebreaks.registry import DEFAULT


class Notice(Command, frozen=True, kw_only=True):
    """What everyone is told."""

    text: Annotated[
        str,
        Meta(
            max_length=200,
            description="The notice; empty takes it down.",
            extra={"label": _("Notice"), "help": _("Leave it empty to take the notice down.")},
        ),
    ] = ""


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

    format: Annotated[str, Meta(description="An id of `GET /tournaments/options`.")] = "pods"
    options: Annotated[
        dict[str, bool | int | str],
        Meta(
            description="The options of the format; the rest by default, which is the first of the"
            f" values here.\n\n{options_in_words()}"
        ),
    ] = msgspec.field(default_factory=dict)
    table: Annotated[
        TableSizes | None, Meta(description="Where it differs from the tournament's.")
    ] = None
    best_of: Annotated[
        Literal[1, 3, 5, 7],
        Meta(
            description="How many matches a duel has at most: whoever cannot be caught wins the"
            " table. More than 1 is for tables of exactly two. `scores` of a table are then the"
            " matches that each has won."
        ),
    ] = 1
    sum_of: Annotated[
        int,
        Meta(
            ge=1,
            le=12,
            description="How many matches each table has, whose points are added up; the first seat"
            " changes hands after each. Not together with `best_of`.",
        ),
    ] = 1
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


class Prize(RequestModel, frozen=True, kw_only=True):
    """What is won at a rank, or at each of several."""

    first: Annotated[int, Meta(ge=1, le=2000, description="The rank, or the best of them.")]
    last: Annotated[
        Annotated[int, Meta(ge=1, le=2000)] | None,
        Meta(description="The last of the ranks that win it; by default the first alone."),
    ] = None
    text: Annotated[str, Meta(min_length=1, max_length=160, examples=["A bottle of wine"])]
    """What it is, in words."""


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
    prizes: Annotated[
        list[Prize], Meta(max_length=50, description="What is won, in words, by final rank.")
    ] = msgspec.field(default_factory=list)
    prizes_shared: Annotated[
        Literal["share", "best"],
        Meta(
            description="Whether equals share what their ranks bring together, or each wins what "
            "the best of these ranks brings."
        ),
    ] = "share"


class SharedDeals(RequestModel, frozen=True, kw_only=True):
    """How tables share deals."""

    share: Literal["round"] = "round"
    """All tables of a round that have as many seats play one deal."""
    compare: Annotated[
        Literal["margin", "placing"],
        Meta(
            description="What counts: the score less the mean of the others at the table, compared"
            " with all who held the same cards, which are then the points; or places alone."
        ),
    ] = "margin"
    shadow: Annotated[
        bool,
        Meta(
            description="Whether bots play a deal that fewer than six tables have played, once it"
            " is over, so that there is more to compare margins with."
        ),
    ] = True


class NewTournament(RequestModel, frozen=True, kw_only=True):
    """A tournament to be made."""

    slug: Slug
    """Its address: a-z, 0-9 and -."""
    name: Annotated[str, Meta(min_length=1, max_length=120)]
    """The name of the tournament."""
    game: Annotated[str, Meta(description="An id of `GET /games`.", examples=["stick-em"])]
    rules: Annotated[
        Annotated[str, Meta(max_length=60)] | None,
        Meta(
            description="The id of the rules of its matches, of `GET /games`; by default those that"
            " are the game's usual ones at the start."
        ),
    ] = None
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
    points: Annotated[
        str,
        Meta(
            max_length=400,
            description="A points scheme, or lists of one's own by size of table: `3: 5 1 0;"
            " 4: 5 1 0 0`, with `score / 1000 from 30000` for a share of the game's score (what"
            " mahjong calls uma and oka).",
        ),
    ] = "normalised"
    bye_points: Annotated[
        Annotated[int, Meta(ge=0, le=1_200_000)] | None,
        Meta(description="What a bye brings, 120 to a point; null: two thirds of a win."),
    ] = None
    byes_booked: Annotated[
        int, Meta(ge=0, le=20, description="How many byes worth a draw an entrant may book ahead.")
    ] = 0
    byes_booked_not_last: Annotated[
        int, Meta(ge=0, le=20, description="In how many last rounds no such bye may be booked.")
    ] = 1
    redraws: Annotated[
        int,
        Meta(
            ge=0,
            le=20,
            description="How often a round, the seeds or the lots may be drawn again though nothing"
            " has changed; afterwards the last draw counts again.",
        ),
    ] = 1
    chance: Annotated[
        Literal["offered", "required"],
        Meta(
            description="`required`: nobody keeps a seat who adds no chance to its deal, so"
            " programs enter with `shares`, and built-in bots not at all. Who is not there when a"
            " table is dealt, or withholds the share twice, has lost that match."
        ),
    ] = "offered"
    gather: Annotated[
        int,
        Meta(
            ge=0,
            le=GATHER_MAX,
            description="Seconds for which a full table waits for its players' promises, at least"
            " 60 where chance is required.",
        ),
    ] = GATHER_S
    beacon: Annotated[
        bool,
        Meta(
            description="Whether each deal waits, for some 20 seconds, for a public beacon that is"
            " named before it exists; refused where the site takes none."
        ),
    ] = False
    draw_beacon: Annotated[
        bool,
        Meta(
            description="Whether each draw of seeds, lots and pairings waits, for some 20 seconds,"
            " for such a beacon, even where nobody adds chance to it; refused for arenas, whose"
            " tables open by the second."
        ),
    ] = False
    agreed_draws: Annotated[
        bool,
        Meta(
            description="Whether the players of a table may agree to a draw before they play,"
            " where nobody is knocked out; it is not rated."
        ),
    ] = False
    time_limit_rated: Annotated[
        bool,
        Meta(description="Whether tables that the staff ends at their time limit are rated."),
    ] = True
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
    choose_seats: Annotated[
        Annotated[int, Meta(ge=10, le=7 * 86_400)] | None,
        Meta(
            description="Seats of a final are chosen, the better seed first; each has so many"
            " seconds, after which the drawn seat is taken, or the first that is free. null: drawn."
        ),
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
    deals: SharedDeals | None = None
    """How tables share deals; null: each table has its own. Nothing of a deal is shown before its
    last table is over."""
    pace: Annotated[
        Literal["manual", "auto"], Meta(description="`auto` pairs and publishes by itself.")
    ] = "manual"
    visibility: Literal["public", "private"] = "public"
    """Whether everyone may see the tournament, or only its staff and entrants."""
    ladder: Annotated[
        Annotated[str, Meta(max_length=60)] | None,
        Meta(description="The ladder on which the matches count."),
    ] = None
    seed_by_series: Annotated[
        Annotated[str, Meta(max_length=60)] | None,
        Meta(
            description="The slug of a series: its standings at the start are the seeding, whatever"
            " was seeded before."
        ),
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


class PictureAsked(Command, frozen=True, kw_only=True):
    """A picture, as text."""

    picture: Annotated[
        Annotated[str, Meta(max_length=240_000)] | None,
        Meta(
            description="A PNG, JPEG or WebP in Base64; null for none. It is drawn anew, and what"
            " came with it (place, camera, time) is gone."
        ),
    ]


class RoleAsked(Command, frozen=True, kw_only=True):
    """Who is to be what; null takes the role away."""

    account: Annotated[str, Meta(max_length=30, description="A user name.")]
    role: Literal["organiser", "judge", "scorekeeper", "doorkeeper"] | None
    """The new role; null takes the role away."""


class Repetition(Command, frozen=True, kw_only=True):
    """How often the event is held."""

    every: Literal["", "weekly", "fortnightly", "monthly"]
    """How often; empty for no more."""
    zone: Annotated[
        str,
        Meta(
            max_length=60,
            description="The time zone by whose clocks it begins at one time.",
            extra={
                "label": _("Time zone"),
                "help": _("For example Europe/Amsterdam: it begins at the same time all year."),
            },
        ),
    ] = "UTC"


class Another(Command, frozen=True, kw_only=True):
    """A tournament to be made like another."""

    slug: Slug
    """The address of the new tournament."""
    name: Annotated[str, Meta(min_length=1, max_length=120)] | None = None
    """Its name; by default that of the other."""
    starts_at: Annotated[Instant | None, Meta(description="When it begins.")] = None


class NextSeason(Command, frozen=True, kw_only=True):
    """The next season of a league."""

    slug: Annotated[
        Slug,
        Meta(
            extra={"label": _("Slug"), "help": _("Lower-case letters, digits and hyphens.")},
        ),
    ]
    """The address of the new tournament."""
    name: Annotated[
        Annotated[str, Meta(min_length=1, max_length=120)] | None,
        Meta(extra={"label": _("Name")}),
    ] = None
    """Its name; by default that of this season, numbered."""
