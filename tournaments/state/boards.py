"""A deal that many tables of a round play, as the stream of its tournament has it. Pure."""

from typing import NamedTuple
from uuid import UUID


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
    is_closed: bool = False
    shadow: tuple[int, ...] = ()
    """The mean margins by seat of tables that bots have played; empty of a deal without them."""
