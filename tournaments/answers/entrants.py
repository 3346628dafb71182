"""What is answered about entrants."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tournaments.state import EntrantStatus


class ByeBooked(msgspec.Struct, frozen=True):
    """A bye booked for a future round."""

    round: int
    """The number of the round."""
    points: str
    """The points for the bye."""


class EntrantShown(msgspec.Struct, frozen=True):
    """An entrant."""

    entrant: int
    """The number of the entrant."""
    name: str
    """The name of the entrant."""
    bot: str | None
    """The id of the built-in bot; null for other entrants."""
    presence: EntrantStatus
    """Whether the entrant is present and, if not, why."""
    seed: int
    """The place in the seeding, starting at 1; 0 before seeding."""
    rating: int
    """The rating used for seeding; 0 if unknown."""
    no_shows: int
    """The number of times that the entrant did not appear."""
    left_why: str
    """Why the entrant dropped out or was disqualified; empty if no reason was given."""
    club: str
    """The club of the entrant; empty if none was given."""
    booked_byes: list[ByeBooked]
    """The byes booked for future rounds."""
    payment: Annotated[
        Literal["paid", "unpaid", "waived"] | None,
        Meta(description="The state of the payment; null except for the staff."),
    ]
    amount: Annotated[
        str | None,
        Meta(description="The amount, as entered by the staff; null except for the staff."),
    ]


class SeatShown(msgspec.Struct, frozen=True):
    """An entrant at a table or with a bye."""

    entrant: int
    """The number of the entrant."""
    name: str
    """The name of the entrant."""
