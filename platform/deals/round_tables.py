"""What a tournament says of the tables that have played the deal of a round.

The layer of tournaments is above this one, so it registers who answers.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple
from uuid import UUID

LeftOut = Literal["decided", "left", "replaced", "time_limit", "void"]
"""Why nobody is compared with a table, or with one of its seats: the staff has decided it, who sat
there had left, another match was played in its place, it was ended at its time limit, or it is
void."""
COMPARED: frozenset[LeftOut | None] = frozenset({None, "time_limit"})
"""What is itself compared with others."""


class Entered(NamedTuple):
    """An entrant of the tournament."""

    number: int
    name: str


class RoundTable(NamedTuple):
    """A table, by the match that was played there."""

    seated: Sequence[Entered]
    """By seat."""
    left_out: LeftOut | None
    gone: Sequence[int]
    """Seats that somebody had left."""

    def left_out_at(self, seat: int) -> LeftOut | None:
        """Return why nobody is compared with a seat; None where they are."""
        has_left = seat in self.gone and self.left_out in COMPARED
        return "left" if has_left else self.left_out


Reader = Callable[[UUID, UUID], Mapping[UUID, RoundTable]]
"""Returns, by match, the tables of a tournament that have played a deal, as the standings count
them now."""

_readers: list[Reader] = []


def register(reader: Reader) -> None:
    """Let somebody tell of the tables of rounds."""
    _readers[:] = [reader]


def tables_of(tournament: UUID, deal: UUID) -> Mapping[UUID, RoundTable]:
    """Return the tables that have played a deal of a tournament, by match."""
    (reader,) = _readers
    return reader(tournament, deal)
