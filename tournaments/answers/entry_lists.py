"""What is answered to a list of names."""

from typing import Literal

import msgspec

from tournaments.answers.commands import Answered


class AcceptedShown(msgspec.Struct, frozen=True):
    """Somebody of a list who is entered."""

    line: int
    """The line number, starting at 1."""
    name: str
    """The name of the entrant."""
    account: str | None
    """The user name, where the list names an account."""
    rating: int
    """The rating; 0 if the list has none."""
    seed: int
    """The seed; 0 if the list has none."""
    club: str
    """The club; empty if the list has none."""
    waiting: bool
    """Whether the place is on the waiting list."""


class LeftOutShown(msgspec.Struct, frozen=True):
    """Something in a list that enters nobody."""

    line: int
    """The line number, starting at 1."""
    content: str
    """What stands there."""
    why: str
    """Why it is left out."""


class ListUnderstood(msgspec.Struct, frozen=True):
    """What a list was understood to say."""

    layout: Literal["names", "columns", "surname_first"]
    """How it was read."""
    accepted: list[AcceptedShown]
    """Who is entered, in the order of the list."""
    left_out: list[LeftOutShown]
    """What enters nobody, by line."""


class ListAnswered(Answered, frozen=True):
    """The tournament after a list was entered, and what was understood of the list."""

    understood: ListUnderstood | None = None
    """What the list was understood to say."""
