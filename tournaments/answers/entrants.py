"""What is answered about entrants."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tournaments.state import EntrantStatus


class ByeBooked(msgspec.Struct, frozen=True):
    """A bye in a round that is not paired yet."""

    round: int
    """The number of the round."""
    points: str
    """What it brings."""


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
    no_shows: int
    """How often the entrant did not appear."""
    left_why: str
    """Why the entrant dropped out or was disqualified, where somebody has said."""
    club: str
    """The club that the entrant comes from; empty where none was named."""
    booked_byes: list[ByeBooked]
    """The byes that are booked for rounds to come."""
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
