"""Clocks: the kinds of time control that a match can have. Pure.

How the time of a running match is counted stands in `matches.clocks`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.messages import Message

DAY = 24 * 3600
PER_MOVE_MAX = 14 * DAY
"""Seconds: two weeks, the longest that one move may take."""
BANK_MAX = 30 * DAY
"""Seconds: the longest that may be thought beyond each move's own time."""
INCREMENT_MAX = DAY
"""Seconds: the most that a decision may add to the bank."""
DISCONNECT_MAX = 3600
"""Seconds: the most that may be given to a player who is cut off, in the whole match."""
SLOW_PER_MOVE = DAY
"""Seconds: from here on a match is slow, and its players may take a vacation."""

BOUNDS = {
    "per_move": (1, PER_MOVE_MAX),
    "bank": (1, BANK_MAX),
    "increment": (0, INCREMENT_MAX),
    "disconnect": (1, DISCONNECT_MAX),
}
"""The fields of a clock, and from where to where each may lie (seconds)."""
KINDS = ({"per_move"}, {"per_move", "bank"}, {"bank", "increment"})
"""Which fields go together; `disconnect` goes with each of them."""
KINDS_TEXT = '{"per_move": s}, {"per_move": s, "bank": s} or {"bank": s, "increment": s}'


class TimeControl(NamedTuple):
    """The time control of a match, in seconds."""

    per_move: int = 0
    """For each decision, whatever the bank; 0 when there is the bank alone."""
    bank: int = 0
    """For the whole match, used up when `per_move` is."""
    increment: int = 0
    """Added to the bank by each decision."""
    disconnect: int = 0
    """For the whole match: how long the clock stands while the player is cut off."""

    @property
    def is_slow(self) -> bool:
        """Whether a move may take a day or more."""
        return self.per_move >= SLOW_PER_MOVE

    def as_data(self) -> dict[str, int]:
        """Return the clock as it stands in the opening event and in the API."""
        if self.per_move:
            data = {"per_move": self.per_move, **({"bank": self.bank} if self.bank else {})}
        else:
            data = {"bank": self.bank, "increment": self.increment}
        return {**data, "disconnect": self.disconnect} if self.disconnect else data


class TimeControlError(ValueError):
    """The text says which part of a clock is wrong, and what it may be."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def parse(data: object) -> TimeControl | None:
    """Return the clock that data describes, or None for no clock; raises ClockError."""
    if data is None:
        return None
    if not isinstance(data, Mapping):
        message = Message("clock must be null or one of %(kinds)s", kinds=KINDS_TEXT)
        raise TimeControlError(message)
    unknown = set(data) - set(BOUNDS)
    if unknown:
        message = Message(
            "clock does not know %(name)s; it takes %(known)s",
            name=min(map(str, unknown)),
            known=list(BOUNDS),
        )
        raise TimeControlError(message)
    for name, value in data.items():
        low, high = BOUNDS[name]
        if type(value) is not int or not low <= value <= high:
            message = Message(
                "%(name)s must be a whole number of seconds from %(least)s to %(most)s",
                name=name,
                least=low,
                most=high,
            )
            raise TimeControlError(message)
    if set(data) - {"disconnect"} not in KINDS:
        given = " and ".join(sorted(data)) or "nothing"
        message = Message(
            "clock cannot be %(given)s alone; it is one of %(kinds)s", given=given, kinds=KINDS_TEXT
        )
        raise TimeControlError(message)
    clock = TimeControl(**data)
    if clock.disconnect and clock.is_slow:
        message = Message(
            "disconnect is not for a per_move of a day or more: there are vacations for that"
        )
        raise TimeControlError(message)
    return clock
