"""What happens to a match whatever its game, as it stands in its stream: the vocabulary. Pure.

The stream holds the events of the game beside these; its rules read and fold them. Whatever is
written is held to this before it is written, and whatever is read from a file before it is
believed (`read`). A field that only newer releases write has a default; one that is UNSET is left
out of the body. A fold passes over what a later release has added to an event.
"""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from eventstore.canonical import format_timestamp, parse_timestamp
from eventstore.catalogue import Catalogue
from eventstore.events import NewEvent
from games import beacons
from games.json_types import JsonMapping

KIND = "match"
"""The kind of the streams of matches."""
ON_TIMEOUT = ("auto", "bot", "forfeit", "abort")
"""What may happen to a seat whose time has run out."""
BOTS = ("none", "allowed", "only")
"""Whether bots may sit down: programs and built-in ones alike."""
SEATS_MAX = 99
REASON_MAX = 2000

RollCount = Annotated[int, Meta(ge=1, le=100_000)]
SeatNumber = Annotated[int, Meta(ge=0, lt=SEATS_MAX)]
Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{2,30}\Z")]
"""The name of an account, or of a built-in bot."""
ClientSeed = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
"""What a client seed may be (fair/1, step 2)."""
DealName = Annotated[str, Meta(pattern=r"^[0-9a-f-]{36}(/[a-z0-9]{1,20}){0,3}\Z")]
"""What is drawn for: the match, or a stream and a slot (fair/2)."""
GATHER_S = 20
GATHER_MAX = 3 * 86_400
"""Seconds for which a full table waits for its players' promises."""
ATTEMPTS_MAX = 10_000
Attempt = Annotated[int, Meta(ge=1, le=ATTEMPTS_MAX)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""32 bytes."""
BeaconLine = Annotated[str, Meta(pattern=rf"^{beacons.LINE.pattern}\Z")]
"""A public value that did not exist yet when it was named, as seals name it."""
BeaconValue = Annotated[str, Meta(pattern=r"^([0-9a-f]{96}|[0-9a-f]{128})\Z")]
Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\Z")]
Moment = Annotated[
    str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z\Z")
]
Reason = Annotated[str, Meta(max_length=REASON_MAX, pattern=r"^[^\x00]*\Z")]
"""No database keeps a NUL."""
Text = Annotated[str, Meta(max_length=100)]
Seconds = Annotated[int, Meta(ge=1, le=366 * 86_400)]
Breaks = Annotated[dict[Text, Annotated[int, Meta(ge=1, le=60)]], Meta(max_length=16)]
"""By the type of an event, how many seconds no clock runs after it."""
Place = Annotated[int, Meta(ge=1, le=SEATS_MAX)]
TimeoutPolicy = Literal["auto", "bot", "forfeit", "abort"]
Bots = Literal["none", "allowed", "only"]
Chance = Literal["offered", "required"]
"""Whether players may leave it to others to add chance to a deal."""
EndReason = Literal["played_out", "abandoned", "resigned", "forfeited", "time_limit"]


class MatchEvent(msgspec.Struct, frozen=True, gc=False):
    """An event that matches of all games share."""


class OfSeat(MatchEvent, frozen=True, gc=False):
    """Something happened to a seat, and there is no more to tell."""

    seat: SeatNumber


class BeaconDrawn(msgspec.Struct, frozen=True, gc=False):
    """A public value that a shared deal was drawn with, before any table of it was opened."""

    named: BeaconLine
    value: BeaconValue


class MatchOpened(MatchEvent, frozen=True, kw_only=True, gc=False):
    """A match was opened. What options, datasets and clocks may be is the game's to say."""

    game: Text
    rules: Text
    dataset: Text
    options: dict[str, bool | int | Text]
    seats: Annotated[int, Meta(ge=1, le=SEATS_MAX)]
    clock: dict[str, int] | None
    on_timeout: TimeoutPolicy
    commitment: Digest
    ladder: Id | None
    tournament_table: Id | None
    bots: Bots | UnsetType = UNSET
    """Left out by releases that knew no choice: then bots are allowed."""
    vacations: Literal[False] | UnsetType = UNSET
    """There, and false, where nobody's days off stop a clock."""
    breaks: Breaks | UnsetType = UNSET
    """After which events of the game no clock runs for a while. Left out by releases that knew no
    such breaks, and where there are none."""
    scheme: Literal["fair/2"] | UnsetType = UNSET
    """How chance is drawn. Left out of matches under fair/1, which have none of what follows."""
    deal: DealName | UnsetType = UNSET
    bind: Digest | UnsetType = UNSET
    """What the deal hangs on: the value of the draw that made its round, or zeros."""
    gather: Annotated[int, Meta(ge=0, le=GATHER_MAX)] | UnsetType = UNSET
    beacon: beacons.Source | UnsetType = UNSET
    """There where seals name a public value that does not exist yet, and the deal waits for it."""
    beacon_drawn: BeaconDrawn | UnsetType = UNSET
    """There where other tables play the same deal, and it was drawn with one."""
    chance: Literal["required"] | UnsetType = UNSET
    """There where nobody keeps a seat who adds no chance to its deal, but for built-in bots."""
    shared_deal: Id | UnsetType = UNSET
    """The stream of the deal, where other tables play the same one."""
    draw_roll: tuple[RollCount, RollCount] | UnsetType = UNSET
    """How many entrants have added chance to the draw that the deal hangs on, and of how many. Left
    out where nobody has, and of a deal that hangs on no draw."""
    draw_seats: Annotated[list[SeatNumber], Meta(max_length=SEATS_MAX)] | UnsetType = UNSET
    """The seats whose players are among them."""
    until: Moment | UnsetType = UNSET
    """When the time of every seat is up, however much its clock has; there where there is such."""


class SeatTaken(MatchEvent, frozen=True, kw_only=True, gc=False):
    """Somebody sat down, or a built-in bot was put there."""

    seat: SeatNumber
    player: Name
    bot: Name | None
    client_seed: ClientSeed | None
    """Null under fair/2 where none was sent; under fair/1 the server drew one then."""
    program: Literal[True] | UnsetType = UNSET
    """There where the account is a bot's."""
    shares: Literal[True] | UnsetType = UNSET
    """There where the client takes part in the chance (fair/2)."""


class SeatLeft(OfSeat, frozen=True, gc=False):
    """Somebody got up before the start."""


class Promised(msgspec.Struct, frozen=True, gc=False):
    """What a seat has promised."""

    seat: SeatNumber
    promise: Digest


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A seat's share of the chance."""

    seat: SeatNumber
    share: Digest


class ChanceSealed(MatchEvent, frozen=True, kw_only=True, gc=False):
    """Whoever is there has promised a share of the chance; from now on nobody can choose."""

    attempt: Attempt
    roll: Annotated[list[Promised], Meta(max_length=SEATS_MAX)]
    signature: Annotated[str, Meta(max_length=400)] | None
    """A line under the text that follows from all this; null where the site signs nothing."""
    beacon: BeaconLine | UnsetType = UNSET
    """There where the text names a beacon: then nobody has to be on the roll."""


class ChanceShown(MatchEvent, frozen=True, kw_only=True, gc=False):
    """The shares are there, or some have not come and nothing is dealt from the others."""

    attempt: Attempt
    shares: Annotated[list[Shown], Meta(max_length=SEATS_MAX)]
    withheld: Annotated[list[SeatNumber], Meta(max_length=SEATS_MAX)]
    beacon: BeaconValue | UnsetType | None = UNSET
    """What the beacon has come to, where the seal named one and no share was withheld. Null where
    it did not come: then nothing is dealt either, and the next seal names none."""

    @property
    def is_dealt(self) -> bool:
        """Whether the deal follows, and no other attempt."""
        return not self.withheld and self.beacon is not None


class SeatGivenUp(OfSeat, frozen=True, gc=False):
    """A seat is lost to who was on a roll and has withheld its share twice, or stayed away."""

    cause: Literal["withheld", "away"]


class MatchStarted(MatchEvent, frozen=True, gc=False):
    """The match started."""


class SeatTimedOut(OfSeat, frozen=True, gc=False):
    """A seat's time ran out."""

    policy: TimeoutPolicy


class SeatResigned(OfSeat, frozen=True, gc=False):
    """A player gave the match up."""


class SeatReplaced(OfSeat, frozen=True, gc=False):
    """A built-in bot plays a seat on."""

    by: Name


class SeatReturned(OfSeat, frozen=True, gc=False):
    """A player took the seat back from the bot."""


class Voted(OfSeat, frozen=True, gc=False):
    """A seat wishes what all have to agree on."""

    what: ClassVar[str]


class AbortVoted(Voted, frozen=True, gc=False):
    """A seat wishes to call the match off."""

    what = "abort"


class PauseVoted(Voted, frozen=True, gc=False):
    """A seat wishes to pause."""

    what = "pause"


class ResumeVoted(Voted, frozen=True, gc=False):
    """A seat wishes to go on."""

    what = "resume"


class MatchPaused(MatchEvent, frozen=True, gc=False):
    """All clocks stand."""

    by: Literal["players", "organiser"]
    reason: Reason
    until: Moment | None


class MatchResumed(MatchEvent, frozen=True, gc=False):
    """The clocks run on."""

    by: Literal["players", "organiser", "limit"]
    reason: Reason


class ClockCredited(MatchEvent, frozen=True, kw_only=True, gc=False, rename={"begin": "from"}):
    """The clocks get back what an outage took."""

    begin: Moment
    until: Moment
    outage: Id
    reason: Reason


class TimeExtended(MatchEvent, frozen=True, gc=False):
    """An organiser gives every player more time."""

    seconds: Seconds
    reason: Reason


class SeatOnVacation(OfSeat, frozen=True, gc=False, rename={"begin": "from"}):
    """A seat's clock stands meanwhile."""

    begin: Moment
    until: Moment


class SeatDisconnected(OfSeat, frozen=True, gc=False, rename={"begin": "from"}):
    """A seat is cut off."""

    begin: Moment


class SeatReconnected(OfSeat, frozen=True, gc=False):
    """A seat is back."""

    until: Moment


class MatchFinished(MatchEvent, frozen=True, kw_only=True, gc=False):
    """The match has a result."""

    placings: Annotated[list[Place], Meta(max_length=SEATS_MAX)]
    scores: Annotated[list[int], Meta(max_length=SEATS_MAX)]
    reason: EndReason
    seed: Digest


class MatchVoided(MatchEvent, frozen=True, kw_only=True, gc=False):
    """The match has been called off."""

    reason: Reason
    seed: Digest


CATALOGUE: Catalogue[MatchEvent] = Catalogue(
    {
        "match_opened": MatchOpened,
        "seat_taken": SeatTaken,
        "seat_left": SeatLeft,
        "chance_sealed": ChanceSealed,
        "chance_shown": ChanceShown,
        "seat_given_up": SeatGivenUp,
        "match_started": MatchStarted,
        "seat_timed_out": SeatTimedOut,
        "seat_resigned": SeatResigned,
        "seat_replaced": SeatReplaced,
        "seat_returned": SeatReturned,
        "abort_voted": AbortVoted,
        "pause_voted": PauseVoted,
        "resume_voted": ResumeVoted,
        "match_paused": MatchPaused,
        "match_resumed": MatchResumed,
        "clock_credited": ClockCredited,
        "time_extended": TimeExtended,
        "seat_on_vacation": SeatOnVacation,
        "seat_disconnected": SeatDisconnected,
        "seat_reconnected": SeatReconnected,
        "match_finished": MatchFinished,
        "match_voided": MatchVoided,
    }
)

MOMENTS = ("from", "until")
"""Fields that hold a moment."""


class MalformedEventError(ValueError):
    """The text says what an event holds that its type does not."""


def encode(event: MatchEvent) -> NewEvent:
    """Return an event as it is appended; what its type may not hold is never written."""
    new = CATALOGUE.encode(event)
    read(new.type, msgspec.json.decode(new.body))
    return new


def read(event_type: str, data: JsonMapping) -> MatchEvent:
    """Return the event of such data, which has exactly its fields; raises MalformedEventError."""
    wanted = CATALOGUE.struct(event_type)
    try:
        found = msgspec.convert(data, wanted)
    except msgspec.ValidationError as error:
        message = f"{event_type} is not made as such an event is{place(error)}"
        raise MalformedEventError(message) from error
    if not data.keys() <= set(wanted.__struct_encode_fields__):
        message = f"{event_type} is not made as such an event is: it holds a field too many"
        raise MalformedEventError(message)
    for field in MOMENTS:
        text = data.get(field)
        if text is not None and not is_moment(text):
            message = f"{event_type} names no moment in {field}"
            raise MalformedEventError(message)
    return found


def is_moment(text: str) -> bool:
    """Return whether a text is a moment in the one form in which moments are written."""
    try:
        return format_timestamp(parse_timestamp(text)) == text
    except (ValueError, OverflowError):
        return False


def place(error: msgspec.MsgspecError) -> str:
    """Return where in its data an event is not as it should be, as the end of a sentence."""
    said, found, path = str(error).rpartition(" - at `$")
    named = path.removesuffix("`").lstrip(".") if found else ""
    if "required field" in (said or path):
        field = str(error).split("`")[1]
        return f": {field} is missing"
    return f": {named}" if named else ""
