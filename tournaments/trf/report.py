"""What a report of a tournament of duels holds, whatever the file looks like. Pure."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from games.messages import Message, as_message
from tournaments.record import UNITS, Entrant, Round

Colour = Literal["w", "b"]
HALF = UNITS // 2
DECIDED: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        **dict.fromkeys("1+W", (1, 2)),
        **dict.fromkeys("=D", (1, 1)),
        **dict.fromkeys("0-L", (2, 1)),
    }
)
"""Places, the own first, by the sign of a result."""
FORFEITS = "+-"
BYES: Mapping[str, str] = MappingProxyType(
    {"U": "PAB", "F": "FPB", "+": "FPB", "1": "FPB", "H": "HPB", "=": "HPB", "D": "HPB"}
)
"""The kinds of byes that bring something, by sign."""
ABSENT = frozenset(("Z", "-", "0", "L", ""))
"""Signs of a round without opponent that bring nothing."""


class TrfError(ValueError):
    """A file that is no TRF of duels; says where, and what is wrong there."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = as_message(message)


def refused(line: int, column: int, fault: Message) -> TrfError:
    """Return a refusal of what stands in a line, from a column on; both count from 1."""
    text = Message(
        "line %(line)s, column %(column)s: %(fault)s", line=line, column=column, fault=fault
    )
    return TrfError(text)


class Player(NamedTuple):
    """A line of the file."""

    number: Entrant
    """The start number, from 1."""
    name: str
    rating: int = 0
    points: int = 0
    """Units."""
    rank: int = 0


class Note(NamedTuple):
    """A line of which something cannot be used here; it is given back on export."""

    line: int
    """From 1."""
    content: str
    why: Message


class Team(NamedTuple):
    """Players who belong together, in the order of their boards."""

    name: str
    players: tuple[Entrant, ...]
    """By their start numbers."""
    match_points: int | None = None
    """Units; None where teams do not meet."""
    board_points: int | None = None
    rank: int = 0


class Virtual(NamedTuple):
    """Points that count in the pairing of some rounds and nowhere else: an acceleration."""

    entrant: Entrant
    first: int
    """The first of the rounds, from 1."""
    last: int
    units: int


class Report(NamedTuple):
    """What a file holds. Byes that bring something are worth units of a win of UNITS."""

    name: str
    players: tuple[Player, ...]
    rounds: tuple[Round, ...]
    bye: int = UNITS
    """Units of a bye that is not granted something else."""
    planned: int | None = None
    """How many rounds the tournament has."""
    first: Colour | None = None
    """What the best seed gets in the first round."""
    by_rank: bool = False
    """Whether players are paired in the order of their ranks, not of their start numbers."""
    apart: tuple[tuple[Entrant, Entrant], ...] = ()
    """Pairs, (lower, higher), that may not meet."""
    away: tuple[Entrant, ...] = ()
    """Who does not play in the next round."""
    notes: tuple[Note, ...] = ()
    virtual: tuple[Virtual, ...] = ()
    """Points for the pairing alone."""
    penalties: Mapping[Entrant, int] = MappingProxyType({})
    """Units taken away from players as a whole; those of a table are in its `taken`."""
    teams: tuple[Team, ...] = ()
