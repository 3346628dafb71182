"""What the API of matches is asked, as typed structs."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from api.formats import REASON_MAX, MomentGiven, Object, RequestModel
from api.pagination import PageQuery
from matches.answers import MatchStatus
from matches.events import ATTEMPTS_MAX, Digest
from matches.phrases import WORDS_MAX, Phrase
from matches.vacations import DAYS_A_YEAR

SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class TakeSeat(RequestModel, frozen=True, kw_only=True):
    """A request to take a seat or to add a built-in bot."""

    client_seed: Annotated[
        str | None,
        Meta(description="Your client seed: 1 to 64 characters of A-Z, a-z, 0-9, _ and -."),
    ] = None
    shares: Annotated[
        bool,
        Meta(
            description="Whether your client will promise a share of the randomness and reveal it."
        ),
    ] = False
    seat: Annotated[
        SeatNumber | None,
        Meta(description="The seat number, starting at 0; by default the first free seat."),
    ] = None
    bot: Annotated[
        str | None,
        Meta(
            description="The id of a built-in bot, from `GET /bots`; only the opener may add bots."
        ),
    ] = None


class PromiseShare(RequestModel, frozen=True, kw_only=True):
    """A promise of a share of the randomness."""

    attempt: Annotated[int, Meta(ge=1, le=ATTEMPTS_MAX)]
    """The number of the current attempt."""
    promise: Annotated[
        Digest, Meta(description="H(fair-promise/2, deal, attempt, seat, share), in hexadecimal.")
    ]


class ShowShare(RequestModel, frozen=True, kw_only=True):
    """The share of the randomness to reveal."""

    attempt: Annotated[int, Meta(ge=1, le=ATTEMPTS_MAX)]
    """The number of the sealed attempt."""
    share: Annotated[Digest, Meta(description="The 32 bytes that you promised, in hexadecimal.")]


class Move(RequestModel, frozen=True, kw_only=True):
    """A move and the version at which it was decided."""

    expected_version: Version
    """The version of the match at which you decided; the move is refused if it has changed."""
    move: Annotated[Object, Meta(description="The move: one of the `legal_moves`.")]


class Ask(RequestModel, frozen=True, kw_only=True):
    """An empty body."""


class PauseMatch(RequestModel, frozen=True, kw_only=True):
    """A vote to pause or resume a match, or an organiser's command."""

    reason: Annotated[str, Meta(min_length=1, max_length=REASON_MAX)] | None = None
    """The reason shown to the players; for organisers only."""


class CallOff(RequestModel, frozen=True, kw_only=True):
    """The end of a match without a result, by the staff."""

    reason: Annotated[str, Meta(min_length=1, max_length=REASON_MAX)]
    """What players read."""


class TakeVacation(RequestModel, frozen=True, kw_only=True):
    """The vacation to start now."""

    days: Annotated[int, Meta(ge=1, le=DAYS_A_YEAR, description="The length in whole days.")]


class NewRemark(RequestModel, frozen=True, kw_only=True):
    """A remark to post."""

    phrase: Phrase | None = None
    """The key of a phrase."""
    words: Annotated[str, Meta(max_length=2 * WORDS_MAX)] = ""
    """Free text, where the site allows it: at most 200 characters on one line."""


class MatchQuery(PageQuery, frozen=True, kw_only=True):
    """Which matches to list."""

    game: str | None = None
    """The id of a game."""
    status: tuple[MatchStatus, ...] = ()
    """Only matches in this state; repeat the parameter for several states."""
    rules: str | None = None
    """Only matches with this version of the rules, such as `stick-em@1`."""
    player: Annotated[
        str | None,
        Meta(description="Only matches of this player: a user name or the id of a built-in bot."),
    ] = None
    tournament: Annotated[
        str | None, Meta(description="Only matches of the tournament with this slug.")
    ] = None
    opened_since: MomentGiven = None
    """Only matches opened at this time or later."""
    opened_before: MomentGiven = None
    """Only matches opened before this time."""
    ended_since: MomentGiven = None
    """Only matches that ended at this time or later."""
    ended_before: MomentGiven = None
    """Only matches that ended before this time."""


class SinceQuery(RequestModel, frozen=True, kw_only=True):
    """From where on."""

    since: Annotated[Version, Meta(description="The last version that you have seen.")] = 0


class EventQuery(SinceQuery, frozen=True, kw_only=True):
    """From where on, and how far."""

    limit: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The number of events per page; all events by default."""


class MomentQuery(RequestModel, frozen=True, kw_only=True):
    """From when on."""

    since: Annotated[
        int, Meta(ge=0, le=2**43, description="The id of the last line that you received.")
    ] = 0


class DiagnosticsQuery(RequestModel, frozen=True, kw_only=True):
    """Which decisions and refusals to look at."""

    match: Annotated[
        UUID | None, Meta(description="The id of a match; by default your latest matches.")
    ] = None
    matches: Annotated[
        int, Meta(ge=1, le=20, description="The number of latest matches to include.")
    ] = 5
    limit: Annotated[
        int, Meta(ge=1, le=500, description="The maximum number of refused moves to return.")
    ] = 50


class ViewerQuery(RequestModel, frozen=True, kw_only=True):
    """As whom to look."""

    viewer: Annotated[
        str | None,
        Meta(
            description="Whose view to return: `public`, `all` or a seat number; only "
            "your own before the end."
        ),
    ] = None


class ReplayQuery(ViewerQuery, frozen=True, kw_only=True):
    """When, and as whom to look."""

    at: Annotated[int, Meta(ge=1, le=2**31 - 1, description="The version of the match to show.")]
