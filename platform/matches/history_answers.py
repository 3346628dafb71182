"""What the API answers about the history of a match and its chance, as typed structs.

No framework is imported here, as in `matches.answers`.
"""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from api.formats import Id, Moment, Object
from matches.answers import EventShown, MatchStatus, Viewer


class Events(msgspec.Struct, frozen=True):
    """A part of the history of a match."""

    results: list[EventShown]
    """The events, in order."""
    next: str | None = None
    """The URL of the next page; null if these are the latest events."""
    version: int = 0
    """The version of the match: the number of its events."""


class Replay(msgspec.Struct, frozen=True):
    """The position at a version."""

    version: int
    """The version of the match."""
    viewer: Viewer
    """The viewer: `public`, `all` or a seat number."""
    status: MatchStatus
    """The state of the match at that version."""
    to_act: list[int]
    """The numbers of the seats that had to decide."""
    view: Object | None
    """The position as the viewer may see it; null before the start."""
    event: EventShown
    """The event that led to this version."""


class ReceiptShown(msgspec.Struct, frozen=True):
    """Proof that the public log held the head of a match during play."""

    match: Id
    """The id of the match."""
    version: int | None = None
    """The version of the match in the checkpoint; null before the first checkpoint or without a
    public log."""
    entry: str | None = None
    """The entry in the log: 32 bytes in hexadecimal, which reveal nothing before the end."""
    proof: str | None = None
    """The inclusion proof with the signed checkpoint (`c2sp.org/tlog-proof@v1`)."""


class ClientSeed(msgspec.Struct, frozen=True):
    """A client seed."""

    seat: int
    """The seat number, starting at 0."""
    client_seed: str | None
    """The client seed; under fair/1, the server drew one if the player gave none."""


class DrawShown(msgspec.Struct, frozen=True):
    """A random draw."""

    label: str
    """The label of the draw, which determines the result together with the seeds."""
    kind: Literal["below", "shuffle", "order"]
    """The kind of draw: a number below `n`, a shuffle of `n` items (fair/1), or an order of `n`
    items (fair/2)."""
    n: int
    """The exclusive upper bound of the number, or the number of items."""
    result: int | list[int]
    """The number; for a shuffle, the old positions in their new order; for an order, the items
    in order."""


class ShareShown(msgspec.Struct, frozen=True):
    """A seat's share of the randomness."""

    seat: int
    """The seat number, starting at 0."""
    share: str
    """The share: 32 bytes in hexadecimal."""


class AttemptShown(msgspec.Struct, frozen=True):
    """An attempt: a seal and the shares revealed after it."""

    attempt: int
    """The number of the attempt, starting at 1."""
    seal: str
    """The text that was fixed before any share was revealed."""
    signature: str | None
    """The signature of the seal; null if the site does not sign seals or there were no promises."""
    withheld: list[int]
    """The seats that withheld their shares; if there are any, the attempt failed and nothing was
    dealt."""
    shares: list[ShareShown]
    """The revealed shares."""
    beacon: str | None = None
    """The value of the beacon named in the seal, in hexadecimal; null if it names none, a share
    was withheld, or the beacon did not arrive in time, in which case nothing was dealt either."""


class ChanceAdded(msgspec.Struct, frozen=True):
    """What a seat has added to the randomness."""

    seat: int
    """The seat number, starting at 0."""
    chance: Literal["share", "draw", "said", "away", "none"]
    """`share`: a share that nobody else knew before the seal; `draw`: a share in the draw to
    which the deal is bound; `said`: a client seed sent in clear, which binds only the server;
    `away`: the player was not there in time; `none`: nothing, as for bots."""


class Proof(msgspec.Struct, frozen=True):
    """The proof of the draws; seed and draws are null until the match is over."""

    scheme: Literal["fair/1", "fair/2"]
    """The scheme of the draws, such as `fair/2`."""
    match: Id
    """The id of the match."""
    commitment: str
    """The hash of the server seed, published before the first draw."""
    client_seeds: list[ClientSeed]
    """The client seeds that were sent in clear."""
    seed: str | None
    """The server seed, in hexadecimal."""
    draws: list[DrawShown] | None
    """All draws of the match, in order."""
    deal: str | UnsetType = UNSET
    """Under fair/2: the identifier of the deal, as used in seals."""
    bind: str | UnsetType = UNSET
    """Under fair/2: the digest of the facts to which the deal is bound, in hexadecimal."""
    attempts: list[AttemptShown] | UnsetType = UNSET
    """Under fair/2: all completed attempts; the cards were dealt from the last one."""
    seats: list[ChanceAdded] | UnsetType = UNSET
    """Under fair/2: what each seat has added to the randomness, once the cards are dealt."""
    draw_roll: list[int] | UnsetType = UNSET
    """The number of entrants who added randomness to the draw to which the deal is bound, and
    the number present; omitted if nobody did."""


class HeadShown(msgspec.Struct, frozen=True):
    """The end of the history of a match, for comparison with a downloaded log."""

    match: Id
    """The id of the match."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of the rules."""
    status: MatchStatus
    """Whether the match was finished or called off."""
    version: int
    """The number of events."""
    hash: str
    """The hash of the last event, which covers all events before it."""
    finished_at: Moment
    """When the match ended."""
    chain: int
    """The hash chain version of the last event."""
    imported: bool
    """Whether the match was imported from a file, so that this site does not vouch for it."""
