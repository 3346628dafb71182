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

Reason = Annotated[
    str, Meta(min_length=1, max_length=REASON_MAX, description="The reason, which is stored.")
]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
LadderSlug = Annotated[str, Meta(max_length=60, pattern="^[a-z0-9-]+$")]
Text = Annotated[str, Meta(min_length=1, max_length=80)]
Name = Annotated[Text, Meta(description="A player's name.")]


class Ordered(RequestModel, frozen=True, kw_only=True):
    """A command of an admin."""

    reason: Reason
    expected_version: Annotated[
        Version | None,
        Meta(
            description="The version of the ladder that you have seen; the "
            "command is refused if it has changed."
        ),
    ] = None


class NewLadder(Settings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a new ladder."""

    slug: Annotated[str, Meta(max_length=60, description="The slug: a-z, 0-9 and -.")]
    clock: Annotated[
        int,
        Meta(
            ge=CLOCK_MIN, le=CLOCK_MAX, description="Seconds per decision in the ladder's matches."
        ),
    ]
    on_timeout: Annotated[
        Literal["auto", "bot", "forfeit"],
        Meta(description="What happens when a player runs out of time, as in `POST /matches`."),
    ] = "forfeit"
    moves_min: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="The minimum number of decisions by each player for a match to count "
            "fully.",
        ),
    ] = 3
    repeats: Repeats | None = field(default_factory=Repeats)
    """The reduced weight of repeated matches among the same players, by default that of
    `Repeats`; null for none."""
    reason: Reason = "opened"


class Edit(Ordered, frozen=True, kw_only=True):
    """Settings to change."""

    changes: Annotated[
        Object, Meta(description="The changed settings by name, as for a new ladder.")
    ]


class Pause(Ordered, frozen=True, kw_only=True):
    """Whether a ladder is paused."""

    paused: Annotated[bool, Meta(extra={"label": _("Paused: no new matches begin")})]
    """Whether to pause the ladder, so that no new matches start."""


class NewSeason(Ordered, frozen=True, kw_only=True):
    """The end of the season and the start of the next one."""

    name: Annotated[Text, Meta(extra={"label": _("Name of the next season")})]
    """The name of the next season."""
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
    """A change of one rating."""

    player: Annotated[Name, Meta(extra={"label": _("Player")})]
    points: Annotated[
        float,
        Meta(ge=-10_000, le=10_000, extra={"label": _("Points, negative to take some away")}),
    ]
    """The points to add; negative to subtract."""


class Merge(Ordered, frozen=True, kw_only=True):
    """Two players to merge."""

    gone: Annotated[Text, Meta(extra={"label": _("Player to remove")})]
    """The name of the player to remove."""
    into: Annotated[Text, Meta(extra={"label": _("Player to keep")})]
    """The name of the player to keep."""


class Annul(Ordered, frozen=True, kw_only=True):
    """A match to annul."""


class Correct(Ordered, frozen=True, kw_only=True):
    """The corrected result of a match."""

    places: Annotated[
        list[Annotated[int, Meta(ge=1, le=6)]],
        Meta(min_length=2, max_length=6, extra={"label": _("Places by seat, such as 1, 2, 2, 4")}),
    ]
    """The places by seat, starting at 1; tied seats share a place."""


class Rebuild(RequestModel, frozen=True, kw_only=True):
    """Whether to repair rows that differ."""

    write: bool = False
    """Whether to repair rows that differ."""


class Import(Ordered, frozen=True, kw_only=True):
    """Results to import."""

    text: Annotated[str, Meta(description="The file.", extra={"label": _("CSV or NDJSON")})]
    form: Annotated[
        Literal["csv", "ndjson"],
        Meta(extra={"label": _("Format"), "labels": {"csv": "CSV", "ndjson": "NDJSON"}}),
    ] = field(default="csv", name="format")
    """The file format."""
    guests: Annotated[
        bool,
        Meta(
            description="Let unknown names be players without an account.",
            extra={"label": _("Unknown names become players without an account")},
        ),
    ] = False


Shares = Annotated[
    bool,
    Meta(
        description="Whether your client will add randomness to deals; see `chance` of the ladder."
    ),
]


class Ask(RequestModel, frozen=True, kw_only=True):
    """An empty body."""


class NewSearch(RequestModel, frozen=True, kw_only=True):
    """A search for a rated match."""

    seats: Annotated[int, Meta(ge=2, le=6)]
    """The number of players."""
    per_move: Annotated[
        Annotated[int, Meta(ge=1, le=2_592_000)] | None,
        Meta(description="Seconds per decision; must equal the ladder's clock if given."),
    ] = None
    shares: Shares = False


class Joining(RequestModel, frozen=True, kw_only=True):
    """A request to join a challenge ladder."""

    shares: Shares = False


class NewChallenge(RequestModel, frozen=True, kw_only=True):
    """A new challenge."""

    opponents: Annotated[list[Name], Meta(min_length=1, max_length=5)]
    """The names of the players to challenge."""


class ChallengeAnswer(RequestModel, frozen=True, kw_only=True):
    """An answer to a challenge."""

    accept: bool
    """Whether you accept the challenge."""


class LadderQuery(PageQuery, frozen=True, kw_only=True):
    """Which ladders to list."""

    game: str | None = None
    """Only ladders of the game with this id."""


class ExportQuery(RequestModel, frozen=True, kw_only=True):
    """What to take out, and in which form."""

    what: Literal["standings", "history"] = "standings"
    """What to download: the standings or all rating changes."""
    format: Literal["csv", "json"] = "csv"
    """The file format."""


class EligibilityQuery(RequestModel, frozen=True, kw_only=True):
    """Whom one would challenge."""

    opponents: Annotated[str, Meta(description="The names of the players, separated by commas.")]


class NewMatch(RequestModel, frozen=True, kw_only=True):
    """The settings of a new match."""

    game: Annotated[
        str, Meta(description="The id of a game, from `GET /games`.", examples=["stick-em"])
    ]
    seats: Annotated[int, Meta(description="The number of players.", examples=[4])]
    rules: Annotated[
        str | None,
        Meta(
            description="The id of the rules, from `GET /games`; by default the current rules of "
            "the game."
        ),
    ] = None
    options: Annotated[
        dict[str, bool | int | str],
        Meta(description="The options of the game; omitted ones have their default."),
    ] = field(default_factory=dict)
    dataset: str | None = None
    """The id of the dataset (component data); by default the first of the game."""
    clock: ClockShape | None = None
    """The time control; by default there are no time limits."""
    on_timeout: Annotated[
        OnTimeout | None,
        Meta(
            description="What happens when a player runs out of time: `auto` makes the game's "
            "default move, `bot` has a bot play until the player returns, `forfeit` places the "
            "player last, `abort` calls the match off. By default `auto`, or the setting of the "
            "ladder. See docs/clocks.md."
        ),
    ] = None
    ladder: Annotated[
        LadderSlug | None,
        Meta(
            description="The ladder on which the match is rated. Game, seats, options, bots and "
            "visibility must match its settings, and so must clock and on_timeout, which may be "
            "omitted. Seats are assigned at random."
        ),
    ] = None
    bots: Annotated[
        Literal["none", "allowed", "only"],
        Meta(description="Whether bots, both programs and built-in bots, may take seats."),
    ] = "allowed"
    visibility: Annotated[
        Literal["public", "private"],
        Meta(
            description="Whether the match is listed; a private match can be found only by its id."
        ),
    ] = "public"
    gather: Annotated[
        int,
        Meta(
            ge=0,
            le=GATHER_MAX,
            description="The maximum time in seconds that the match waits, once all seats are "
            "taken, for its players' promises.",
        ),
    ] = GATHER_S
    """For the chance of the deal; see docs/fair-draws.md."""
    beacon: Annotated[
        bool,
        Meta(
            description="Whether the deal waits about 20 seconds for a public beacon that the seal "
            "names before its value exists, so that nobody can choose the deal even if no player "
            "adds randomness. Refused if the site uses no beacon. With `ladder`, the ladder's "
            "setting applies."
        ),
    ] = False
    start: Annotated[
        Literal["full", "manual"],
        Meta(
            description="Whether the match starts automatically when "
            "all seats are taken or when the opener starts it."
        ),
    ] = "full"
