"""What the API answers about the history of a match and its chance, as typed structs.

No framework is imported here, as in `matches.answers`.
"""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

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


class ReceiptShown(msgspec.Struct, frozen=True):
    """That the public log held the head of a match while it was played."""

    match: Id
    """The id of the match."""
    version: int | None = None
    """How many events the match had; null until a checkpoint holds it, or without a public log."""
    entry: str | None = None
    """What the log holds of that: 32 bytes in hex, which tell nothing before the end."""
    proof: str | None = None
    """The proof that it does, with the signed checkpoint (`c2sp.org/tlog-proof@v1`)."""


class ClientSeed(msgspec.Struct, frozen=True):
    """A player's part of the chance."""

    seat: int
    """The number of the seat, from 0."""
    client_seed: str | None
    """The text that the player gave; under fair/1 the server drew one where none was given."""


class DrawShown(msgspec.Struct, frozen=True):
    """One draw."""

    label: str
    """What was drawn; with the seeds it determines the result."""
    kind: Literal["below", "shuffle", "order"]
    """Whether a number below `n` was drawn, `n` things were shuffled under fair/1, or an order of
    `n` things was drawn under fair/2."""
    n: int
    """The bound of the number, or how many things there were."""
    result: int | list[int]
    """The number; of a shuffle the old places in the new order; of an order the things in it."""


class ShareShown(msgspec.Struct, frozen=True):
    """A seat's share of the chance."""

    seat: int
    """The number of the seat, from 0."""
    share: str
    """32 bytes in hexadecimal."""


class AttemptShown(msgspec.Struct, frozen=True):
    """One seal and what was shown after it."""

    attempt: int
    """Counts from 1."""
    seal: str
    """The text that was fixed before anybody showed a share."""
    signature: str | None
    """The line under it; null where the site signs nothing, or the roll was empty."""
    withheld: list[int]
    """The seats that did not show what they had promised; nothing was dealt then."""
    shares: list[ShareShown]
    """What was shown."""
    beacon: str | None = None
    """What the beacon that the seal names came to, in hexadecimal; null where it names none, a
    share was withheld, or the beacon did not come and nothing was dealt either."""


class ChanceAdded(msgspec.Struct, frozen=True):
    """What a seat has added to the chance."""

    seat: int
    """The number of the seat, from 0."""
    chance: Literal["share", "draw", "said", "away", "none"]
    """A `share` that nobody knew before the seal; one of the `draw` that the deal hangs on; a seed
    that was `said` in clear, which binds the server alone; `away`, of somebody who was not there in
    time; or `none`, as of bots."""


class Proof(msgspec.Struct, frozen=True):
    """What proves the draws; seed and draws are null until the match is over."""

    scheme: Literal["fair/1", "fair/2"]
    """The scheme of the draws."""
    match: Id
    """The id of the match."""
    commitment: str
    """The hash of the server seed, which was public before the first draw."""
    client_seeds: list[ClientSeed]
    """What the seats said for the chance in clear."""
    seed: str | None
    """The server seed, in hexadecimal."""
    draws: list[DrawShown] | None
    """Every draw of the match, in order."""
    deal: str | UnsetType = UNSET
    """Under fair/2: what is drawn for, as seals name it."""
    bind: str | UnsetType = UNSET
    """Under fair/2: what the deal hangs on, in hexadecimal."""
    attempts: list[AttemptShown] | UnsetType = UNSET
    """Under fair/2: every attempt that is over, the last one being what was dealt from."""
    seats: list[ChanceAdded] | UnsetType = UNSET
    """Under fair/2: what each seat has added, once it is dealt."""
    draw_roll: list[int] | UnsetType = UNSET
    """How many entrants have added chance to the draw that the deal hangs on, and of how many; left
    out where nobody has."""


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
