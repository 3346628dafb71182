"""What is answered about entrants."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tournaments.state import EntrantStatus


class EntrantShown(msgspec.Struct, frozen=True):
    """An entrant."""

    entrant: int
    """The number of the entrant."""
    name: str
    """The name of the entrant."""
    bot: str | None
    """The id of the built-in bot, if it is one."""
    presence: EntrantStatus
    """Whether the entrant is there, and if not, why."""
    seed: int
    """The place in the seeding, from 1; 0 before there is one."""
    rating: int
    """The rating by which entrants are seeded; 0 if unknown."""
    club: str
    """The club that the entrant comes from; empty where none was named."""
    payment: Annotated[
        Literal["paid", "unpaid", "waived"] | None,
        Meta(description="Whether the entrant has paid; null for all but the staff."),
    ]
    amount: Annotated[
        str | None, Meta(description="How much, in the staff's words; null for all but the staff.")
    ]


class SeatShown(msgspec.Struct, frozen=True):
    """Who sits there, or has a bye."""

    entrant: int
    """The number of the entrant."""
    name: str
    """The name of the entrant."""
