"""The events that all games share, by type: which fields each has, and what each may hold. Pure.

Whatever is written is held to this before it is written, and whatever is read from a file before
it is believed. A field that only newer releases write stands here with a default.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from eventstore.canonical import format_timestamp, parse_timestamp

ON_TIMEOUT = ("auto", "bot", "forfeit", "abort")
"""What may happen to a seat whose time has run out."""
BOTS = ("none", "allowed", "only")
"""Whether bots may sit down: programs and built-in ones alike."""
SEATS_MAX = 99
REASON_MAX = 2000
PEOPLE_MIN = 2
"""A match goes on for this many people; a bot then plays for whoever left."""

SeatNumber = Annotated[int, Meta(ge=0, lt=SEATS_MAX)]
Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{2,30}\Z")]
"""The name of an account, or of a built-in bot."""
ClientSeed = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
"""What a client seed may be (fair/1, step 2)."""
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""32 bytes."""
Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\Z")]
Moment = Annotated[
    str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z\Z")
]
Reason = Annotated[str, Meta(max_length=REASON_MAX, pattern=r"^[^\x00]*\Z")]
"""No database keeps a NUL."""
Text = Annotated[str, Meta(max_length=100)]
Seconds = Annotated[int, Meta(ge=1, le=366 * 86_400)]
Place = Annotated[int, Meta(ge=1, le=SEATS_MAX)]


class KindError(ValueError):
    """The text says what an event holds that its kind does not."""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of one kind of event."""


class Opened(Kind, frozen=True):
    """A match was opened. What options, datasets and clocks may be is the game's to say.

    `vacations` is there, and false, where nobody's days off stop a clock.
    """

    game: Text
    rules: Text
    dataset: Text
    options: dict[str, bool | int | Text]
    seats: Annotated[int, Meta(ge=1, le=SEATS_MAX)]
    clock: dict[str, int] | None
    on_timeout: Literal["auto", "bot", "forfeit", "abort"]
    commitment: Digest
    ladder: Id | None
    tournament_table: Id | None
    bots: Literal["none", "allowed", "only"] = "allowed"
    vacations: Literal[False] | UnsetType = UNSET


class SeatTaken(Kind, frozen=True):
    """Somebody sat down; `program` where the account is a bot's."""

    seat: SeatNumber
    player: Name
    bot: Name | None
    client_seed: ClientSeed
    program: Literal[True] | UnsetType = UNSET


class Started(Kind, frozen=True):
    """The match started."""


class OfSeat(Kind, frozen=True):
    """Something happened to a seat, and there is no more to tell."""

    seat: SeatNumber


class TimedOut(Kind, frozen=True):
    """A seat's time ran out."""

    seat: SeatNumber
    policy: Literal["auto", "bot", "forfeit", "abort"]


class Replaced(Kind, frozen=True):
    """A built-in bot plays a seat on."""

    seat: SeatNumber
    by: Name


class Paused(Kind, frozen=True):
    """All clocks stand."""

    by: Literal["players", "organiser"]
    reason: Reason
    until: Moment | None


class Resumed(Kind, frozen=True):
    """The clocks run on."""

    by: Literal["players", "organiser", "limit"]
    reason: Reason


class Span(Kind, frozen=True, rename={"begin": "from"}):
    """Something that lasted for a while."""

    begin: Moment
    until: Moment


class Credited(Span, frozen=True, rename={"begin": "from"}):
    """The clocks get back what an outage took."""

    outage: Id
    reason: Reason


class Extended(Kind, frozen=True):
    """An organiser gives every player more time."""

    seconds: Seconds
    reason: Reason


class OnVacation(Span, frozen=True, rename={"begin": "from"}):
    """A seat's clock stands meanwhile."""

    seat: SeatNumber


class Disconnected(Kind, frozen=True, rename={"begin": "from"}):
    """A seat is cut off."""

    seat: SeatNumber
    begin: Moment


class Reconnected(Kind, frozen=True):
    """A seat is back."""

    seat: SeatNumber
    until: Moment


class Finished(Kind, frozen=True):
    """The match has a result."""

    placings: Annotated[list[Place], Meta(max_length=SEATS_MAX)]
    scores: Annotated[list[int], Meta(max_length=SEATS_MAX)]
    reason: Literal["played_out", "abandoned", "resigned", "forfeited"]
    seed: Digest


class Voided(Kind, frozen=True):
    """The match has been called off."""

    reason: Reason
    seed: Digest


KINDS: Mapping[str, type[Kind]] = {
    "match_opened": Opened,
    "seat_taken": SeatTaken,
    "seat_left": OfSeat,
    "match_started": Started,
    "seat_timed_out": TimedOut,
    "seat_resigned": OfSeat,
    "seat_replaced": Replaced,
    "seat_returned": OfSeat,
    "abort_voted": OfSeat,
    "pause_voted": OfSeat,
    "resume_voted": OfSeat,
    "match_paused": Paused,
    "match_resumed": Resumed,
    "clock_credited": Credited,
    "time_extended": Extended,
    "seat_on_vacation": OnVacation,
    "seat_disconnected": Disconnected,
    "seat_reconnected": Reconnected,
    "match_finished": Finished,
    "match_voided": Voided,
}
"""What each event that all games share is made of."""

MOMENTS = ("from", "until")
"""Fields that hold a moment."""

KindT = TypeVar("KindT", bound=Kind)


def read(event_type: str, data: Mapping[str, Any]) -> Kind:
    """Return the data of a shared event as what its kind is made of; raises KindError."""
    try:
        found = msgspec.convert(data, KINDS[event_type])
    except msgspec.ValidationError as error:
        message = f"{event_type} is not made as such an event is{place(error)}"
        raise KindError(message) from error
    for field in MOMENTS:
        text = data.get(field)
        if text is not None and not is_moment(text):
            message = f"{event_type} names no moment in {field}"
            raise KindError(message)
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
    if "unknown field" in (said or path):
        return ": it holds a field too many"
    return f": {named}" if named else ""
