"""What is answered to a list of names."""

from typing import Literal

import msgspec

from tournaments.answers.commands import Answered


class AcceptedShown(msgspec.Struct, frozen=True):
    """A person entered from a list."""

    line: int
    """The line number, starting at 1."""
    name: str
    """The name of the entrant."""
    account: str | None
    """The user name; null if the list names no account."""
    rating: int
    """The rating; 0 if the list has none."""
    seed: int
    """The seed; 0 if the list has none."""
    club: str
    """The club; empty if the list has none."""
    waiting: bool
    """Whether the person is on the waiting list."""


class LeftOutShown(msgspec.Struct, frozen=True):
    """A part of a list that was not entered."""

    line: int
    """The line number, starting at 1."""
    content: str
    """The content."""
    why: str
    """Why it was left out."""


class ListUnderstood(msgspec.Struct, frozen=True):
    """How a list was understood."""

    layout: Literal["names", "columns", "surname_first"]
    """How the list was read."""
    accepted: list[AcceptedShown]
    """The people entered, in the order of the list."""
    left_out: list[LeftOutShown]
    """The parts that were not entered, by line."""


class ListAnswered(Answered, frozen=True):
    """The tournament after a list was entered, and how the list was understood."""

    understood: ListUnderstood | None = None
    """How the list was understood."""
