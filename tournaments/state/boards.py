"""A deal that many tables of a round play, as the stream of its tournament has it. Pure."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from tournaments.record import Entrant


class Board(NamedTuple):
    """A deal of a round."""

    number: int
    """Through the whole tournament, from 1."""
    round: int
    seats: int
    deal: UUID
    """The id of its stream."""
    draw: int
    """The draw that it hangs on."""
    seated: Mapping[UUID, tuple[Entrant, ...]]
    """Who has sat at each of its matches, by seat."""
    is_closed: bool = False
    shadow: tuple[int, ...] = ()
    """In ten-thousandths, the mean margins by seat of bots; empty where they have not played it."""
    is_of_later_well: bool = False
    """Whether the secret that it comes from has taken the place of another."""
