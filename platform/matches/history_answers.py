"""What the API answers about the history of a match and its chance, as typed structs.

No framework is imported here, as in `matches.answers`.
"""

from typing import Literal

import msgspec

from api.formats import Id, Moment, Object
from matches.answers import EventShown, MatchStatus, Viewer


class Events(msgspec.Struct, frozen=True):
    """A part of a match's history."""

    results: list[EventShown]
    """The events, in order."""
    next: str | None = None
    """The address of the next page; null when these are the latest."""
    version: int = 0
    """How many events the match has had."""


class Replay(msgspec.Struct, frozen=True):
    """The table as it stood at a version."""

    version: int
    """The version that is shown."""
    viewer: Viewer
    """For whom the table is shown: `public`, `all` or a seat."""
    status: MatchStatus
    """The status of the match at that version."""
    to_act: list[int]
    """The seats that were to decide."""
    view: Object | None
    """The table as the viewer may see it; null before the start."""
    event: EventShown
    """What had just happened."""


class ClientSeed(msgspec.Struct, frozen=True):
    """A player's part of the chance."""

    seat: int
    """The number of the seat, from 0."""
    client_seed: str
    """The text that the player gave, or that the server drew for the seat."""


class DrawShown(msgspec.Struct, frozen=True):
    """One draw of the scheme fair/1."""

    label: str
    """What was drawn; with the seeds it determines the result."""
    kind: Literal["below", "shuffle"]
    """Whether a number below `n` was drawn, or `n` things were shuffled."""
    n: int
    """The bound of the number, or how many things were shuffled."""
    result: int | list[int]
    """The number, or the order of the things."""


class Proof(msgspec.Struct, frozen=True):
    """What proves the draws; seed and draws are null until the match is over."""

    scheme: Literal["fair/1"]
    """The scheme of the draws."""
    match: Id
    """The id of the match."""
    commitment: str
    """The hash of the server seed, which was public before the first draw."""
    client_seeds: list[ClientSeed]
    """What the seats added to the chance."""
    seed: str | None
    """The server seed, in hexadecimal."""
    draws: list[DrawShown] | None
    """Every draw of the match, in order."""


class HeadShown(msgspec.Struct, frozen=True):
    """Where the history of a match that is over ends: what a downloaded log is compared with."""

    match: Id
    """The id of the match."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of its rules."""
    status: MatchStatus
    """Whether the match was finished or called off."""
    version: int
    """How many events there are."""
    hash: str
    """Of the last one; it covers all before it."""
    finished_at: Moment
    """When the match ended."""
    chain: int
    """The version of the chain that the last event is under."""
    imported: bool
    """Whether the match came from a file: then this site does not answer for it."""
