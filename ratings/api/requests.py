"""What the API of ladders is asked, as typed structs."""

from typing import Annotated, Literal

from django.utils.translation import gettext_lazy as _
from msgspec import Meta, field

from api.formats import REASON_MAX, Object, RequestModel
from api.pagination import PageQuery
from matches.answers import ClockShape, OnTimeout
from matches.events import GATHER_MAX, GATHER_S
from ratings.ladder.meetings import Repeats
from ratings.ladder.settings import CLOCK_MAX, CLOCK_MIN, Settings

Reason = Annotated[str, Meta(min_length=1, max_length=REASON_MAX, description="Why; it is kept.")]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
LadderSlug = Annotated[str, Meta(max_length=60, pattern="^[a-z0-9-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=80, description="A player's name.")]


class Ordered(RequestModel, frozen=True, kw_only=True):
    """A command of an admin."""

    reason: Reason
    expected_version: Annotated[
        Version | None, Meta(description="The ladder's version that you have seen.")
    ] = None


class NewLadder(Settings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ladder to be opened."""

    slug: Annotated[str, Meta(max_length=60, description="Its address: a-z, 0-9 and -.")]
    clock: Annotated[
        int,
        Meta(ge=CLOCK_MIN, le=CLOCK_MAX, description="Seconds for each decision in its matches."),
    ]
    on_timeout: Annotated[
        Literal["auto", "bot", "forfeit"],
        Meta(description="What happens to a seat whose time is up, as in `POST /matches`."),
    ] = "forfeit"
    moves_min: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="Decisions that everybody must make for a match to count wholly.",
        ),
    ] = 3
    repeats: Repeats | None = field(default_factory=Repeats)
    """How fast matches among the same players lose weight, by default as `Repeats` has it; null:
    they do not."""
    reason: Reason = "opened"


class Edit(Ordered, frozen=True, kw_only=True):
    """Settings to be changed."""

    changes: Annotated[Object, Meta(description="Settings by name, as of a new ladder.")]


class Pause(Ordered, frozen=True, kw_only=True):
    """Whether the ladder rests."""

    paused: Annotated[bool, Meta(extra={"label": _("Paused: no new matches begin")})]
    """Whether no new matches may begin."""


class NewSeason(Ordered, frozen=True, kw_only=True):
    """The end of a season and the name of the next."""

    name: Annotated[Name, Meta(extra={"label": _("Name of the next season")})]
    keep_percent: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="How much of a lead over a newcomer is kept.",
            extra={
                "label": _("Lead over a newcomer that is kept (%)"),
                "option": "--keep",
                "metavar": "PERCENT",
            },
        ),
    ] = 50


class Adjust(Ordered, frozen=True, kw_only=True):
    """A move of one rating."""

    player: Annotated[Name, Meta(extra={"label": _("Player")})]
    points: Annotated[
        float,
        Meta(ge=-10_000, le=10_000, extra={"label": _("Points, negative to take some away")}),
    ]
    """What the rating gains, or loses when negative."""


class Merge(Ordered, frozen=True, kw_only=True):
    """Two players who were one all along."""

    gone: Annotated[Name, Meta(extra={"label": _("Player to remove")})]
    into: Annotated[Name, Meta(extra={"label": _("Player to keep")})]


class Annul(Ordered, frozen=True, kw_only=True):
    """A match that never counted."""


class Correct(Ordered, frozen=True, kw_only=True):
    """The places with which a match ended in truth."""

    places: Annotated[
        list[Annotated[int, Meta(ge=1, le=6)]],
        Meta(min_length=2, max_length=6, extra={"label": _("Places by seat, such as 1, 2, 2, 4")}),
    ]
    """The place of each seat, from 1; seats that tie share it."""


class Rebuild(RequestModel, frozen=True, kw_only=True):
    """Whether rows that differ are repaired."""

    write: bool = False
    """Whether rows that differ are repaired."""


class Import(Ordered, frozen=True, kw_only=True):
    """Past results."""

    text: Annotated[str, Meta(description="The file.", extra={"label": _("CSV or NDJSON")})]
    form: Annotated[
        Literal["csv", "ndjson"],
        Meta(extra={"label": _("Format"), "labels": {"csv": "CSV", "ndjson": "NDJSON"}}),
    ] = field(default="csv", name="format")
    """The form of the file."""
    guests: Annotated[
        bool,
        Meta(
            description="Let unknown names be players without an account.",
            extra={"label": _("Unknown names become players without an account")},
        ),
    ] = False


Shares = Annotated[
    bool,
    Meta(description="Whether your client adds chance to deals; see `chance` of the ladder."),
]


class Ask(RequestModel, frozen=True, kw_only=True):
    """Nothing more to say."""


class NewSearch(RequestModel, frozen=True, kw_only=True):
    """A rated match that somebody wants."""

    seats: Annotated[int, Meta(ge=2, le=6)]
    """How many are to play."""
    per_move: Annotated[
        Annotated[int, Meta(ge=1, le=2_592_000)] | None,
        Meta(description="Seconds for each decision: the ladder's own clock, or left out."),
    ] = None
    shares: Shares = False


class Joining(RequestModel, frozen=True, kw_only=True):
    """A rung that somebody wants to take."""

    shares: Shares = False


class NewChallenge(RequestModel, frozen=True, kw_only=True):
    """Players to be challenged."""

    opponents: Annotated[list[Name], Meta(min_length=1, max_length=5)]
    """The names of the players to challenge."""


class ChallengeAnswer(RequestModel, frozen=True, kw_only=True):
    """Whether a challenge is accepted."""

    accept: bool
    """Whether you accept."""


class LadderQuery(PageQuery, frozen=True, kw_only=True):
    """Which ladders to list."""

    game: str | None = None
    """The id of a game."""


class ExportQuery(RequestModel, frozen=True, kw_only=True):
    """What to take out, and in which form."""

    what: Literal["standings", "history"] = "standings"
    """The standings, or every change of every player."""
    format: Literal["csv", "json"] = "csv"
    """The form of the file."""


class EligibilityQuery(RequestModel, frozen=True, kw_only=True):
    """Whom one would challenge."""

    opponents: Annotated[str, Meta(description="Names, with commas between them.")]


class NewMatch(RequestModel, frozen=True, kw_only=True):
    """A match to be opened."""

    game: Annotated[str, Meta(description="An id of `GET /games`.", examples=["stick-em"])]
    seats: Annotated[int, Meta(description="How many play.", examples=[4])]
    rules: Annotated[
        str | None,
        Meta(description="The id of its rules, of `GET /games`; by default the game's usual ones."),
    ] = None
    options: Annotated[
        dict[str, bool | int | str], Meta(description="The game's own; the rest by default.")
    ] = field(default_factory=dict)
    dataset: str | None = None
    """The id of the component data; by default the first of the game."""
    clock: ClockShape | None = None
    """The time control; by default there is none."""
    on_timeout: Annotated[
        OnTimeout | None,
        Meta(
            description="When a seat's time is up: `auto` makes the game's neutral move, `bot` has"
            " a bot play until the player returns, `forfeit` places the seat last, `abort` calls"
            " the match off. By default `auto`, or as the ladder has it. See docs/clocks.md."
        ),
    ] = None
    ladder: Annotated[
        LadderSlug | None,
        Meta(
            description="The ladder that the match counts on. It must fit: game, seats, options,"
            " bots and visibility are as the ladder has them, and so are clock and on_timeout,"
            " which may be left out. Seats are drawn by lot."
        ),
    ] = None
    bots: Annotated[
        Literal["none", "allowed", "only"],
        Meta(description="Whether bots may sit down, programs and built-in ones alike."),
    ] = "allowed"
    visibility: Annotated[
        Literal["public", "private"], Meta(description="Private matches are found by id alone.")
    ] = "public"
    gather: Annotated[
        int,
        Meta(
            ge=0,
            le=GATHER_MAX,
            description="How many seconds the full table waits for its players' promises, at most.",
        ),
    ] = GATHER_S
    """For the chance of the deal; see docs/fair-draws.md."""
    beacon: Annotated[
        bool,
        Meta(
            description="Whether the deal waits, for some 20 seconds, for a public beacon that the"
            " seal names before it exists, so that nobody can choose it even where no player adds"
            " chance. Refused where the site takes none. With `ladder` it is as the ladder has it."
        ),
    ] = False
    start: Annotated[
        Literal["full", "manual"], Meta(description="By itself when full, or by the opener.")
    ] = "full"
