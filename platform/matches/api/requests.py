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
    """A seat to be taken: by the asker, or by a built-in bot."""

    client_seed: Annotated[
        str | None,
        Meta(description="Your own part of the chance: 1 to 64 of A-Z, a-z, 0-9, _ and -."),
    ] = None
    shares: Annotated[
        bool, Meta(description="Whether your client promises a share of the chance, and shows it.")
    ] = False
    seat: Annotated[SeatNumber | None, Meta(description="Which; by default the first free.")] = None
    bot: Annotated[str | None, Meta(description="An id of `GET /bots`; the opener only.")] = None


class PromiseShare(RequestModel, frozen=True, kw_only=True):
    """A promise of your share of the chance."""

    attempt: Annotated[int, Meta(ge=1, le=ATTEMPTS_MAX)]
    """The attempt that runs."""
    promise: Annotated[
        Digest, Meta(description="H(fair-promise/2, deal, attempt, seat, share), in hexadecimal.")
    ]


class ShowShare(RequestModel, frozen=True, kw_only=True):
    """Your share of the chance."""

    attempt: Annotated[int, Meta(ge=1, le=ATTEMPTS_MAX)]
    """The attempt that was sealed."""
    share: Annotated[Digest, Meta(description="32 bytes in hexadecimal, as you promised them.")]


class Move(RequestModel, frozen=True, kw_only=True):
    """A decision, and the version of the match that it was made at."""

    expected_version: Version
    """The version of the match at which you decided."""
    move: Annotated[Object, Meta(description="One of the `legal_moves`.")]


class Ask(RequestModel, frozen=True, kw_only=True):
    """Nothing more to say."""


class PauseMatch(RequestModel, frozen=True, kw_only=True):
    """A wish to pause a match, or to go on."""

    reason: Annotated[str, Meta(min_length=1, max_length=REASON_MAX)] | None = None
    """For organisers: what players read."""


class CallOff(RequestModel, frozen=True, kw_only=True):
    """The end of a match without a result, by the staff."""

    reason: Annotated[str, Meta(min_length=1, max_length=REASON_MAX)]
    """What players read."""


class TakeVacation(RequestModel, frozen=True, kw_only=True):
    """A vacation to begin now."""

    days: Annotated[int, Meta(ge=1, le=DAYS_A_YEAR, description="Whole days.")]


class NewRemark(RequestModel, frozen=True, kw_only=True):
    """Something to say."""

    phrase: Phrase | None = None
    """The key of the phrase."""
    words: Annotated[str, Meta(max_length=2 * WORDS_MAX)] = ""
    """Words of your own, where the site allows them: at most 200 characters, on one line."""


class MatchQuery(PageQuery, frozen=True, kw_only=True):
    """Which matches to list."""

    game: str | None = None
    """The id of a game."""
    status: tuple[MatchStatus, ...] = ()
    """Whether they wait for players, run, are over, or were called off; give it several times for
    several states."""
    rules: str | None = None
    """The id of a version of the rules, such as `stick-em@1`."""
    player: Annotated[str | None, Meta(description="A user name or a bot's id.")] = None
    tournament: Annotated[str | None, Meta(description="The slug of a tournament.")] = None
    opened_since: MomentGiven = None
    """Opened at this moment or later."""
    opened_before: MomentGiven = None
    """Opened before this moment."""
    ended_since: MomentGiven = None
    """Over since this moment or later."""
    ended_before: MomentGiven = None
    """Over before this moment."""


class SinceQuery(RequestModel, frozen=True, kw_only=True):
    """From where on."""

    since: Annotated[Version, Meta(description="The last version that you have.")] = 0


class EventQuery(SinceQuery, frozen=True, kw_only=True):
    """From where on, and how far."""

    limit: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """Events in a page; all of them when it is left out."""


class MomentQuery(RequestModel, frozen=True, kw_only=True):
    """From when on."""

    since: Annotated[
        int, Meta(ge=0, le=2**43, description="The id of the last line that you have.")
    ] = 0


class DiagnosticsQuery(RequestModel, frozen=True, kw_only=True):
    """Which decisions and refusals to look at."""

    match: Annotated[UUID | None, Meta(description="One match; by default the latest.")] = None
    matches: Annotated[int, Meta(ge=1, le=20, description="How many of the latest.")] = 5
    limit: Annotated[int, Meta(ge=1, le=500, description="How many refusals.")] = 50


class ViewerQuery(RequestModel, frozen=True, kw_only=True):
    """As whom to look."""

    viewer: Annotated[
        str | None, Meta(description="`public`, `all` or a seat; others than you after the end.")
    ] = None


class ReplayQuery(ViewerQuery, frozen=True, kw_only=True):
    """When, and as whom to look."""

    at: Annotated[int, Meta(ge=1, le=2**31 - 1, description="The version.")]
