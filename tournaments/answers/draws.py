"""What is answered about what a tournament has drawn."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api.formats import Moment
from matches.answers import ChanceAsked


class ChainShown(msgspec.Struct, frozen=True):
    """The commitment of the server before the draws."""

    well: str
    """The commitment to the secret of all deals (the well)."""
    anchor: str
    """The anchor of the hash chain: the link before its first draw."""
    after: int
    """The number of draws before this chain."""
    secret: Annotated[str | None, Meta(description="The secret of the well; null before the end.")]


class BeaconCame(msgspec.Struct, frozen=True):
    """The public beacon of a draw."""

    named: str
    """The beacon, as named in the seal before its value existed."""
    value: Annotated[
        str | None,
        Meta(
            description="The value of the beacon, in hexadecimal; null if it did not arrive in "
            "time."
        ),
    ]


class DrawListed(msgspec.Struct, frozen=True):
    """A draw."""

    draw: int
    """The number of the draw."""
    kind: Literal["pairing", "repair", "seeds", "lots", "deal"]
    """What was drawn."""
    round: Annotated[
        int | None, Meta(description="The number of the round; null for seeds and lots.")
    ]
    at: Moment
    """When the draw was made."""
    facts: str
    """The hash of the facts to which the draw is bound."""
    link: str
    """The link of the hash chain that was revealed."""
    value: str
    """The value from which all results of the draw are derived."""
    drawn: int
    """How many times the same thing had been drawn, including this draw."""
    unforced: bool
    """Whether this was a redraw although nothing had changed."""
    why: str
    """Why the previous draw does not count, as given by the staff."""
    added: list[int] | UnsetType = UNSET
    """The numbers of the entrants who added randomness; omitted if nobody did."""
    present: int | UnsetType = UNSET
    """The number of entrants present; omitted together with `added`."""
    withheld: list[list[int]] | UnsetType = UNSET
    """The entrants who withheld a share in each failed attempt; omitted if there was none."""
    sealed_at: Moment | UnsetType = UNSET
    """When the list of promises was sealed in the last attempt; omitted if nothing was sealed."""
    beacon: BeaconCame | UnsetType = UNSET
    """The public beacon for which the draw waited; omitted if its seals named none, or if a
    share was withheld in each attempt."""


class DrawGivenUp(msgspec.Struct, frozen=True):
    """A draw that was sealed but never made."""

    draw: int
    """The number that the draw would have had."""
    kind: Literal["pairing", "repair", "seeds", "lots", "deal"]
    """What was to be drawn."""
    round: Annotated[
        int | None, Meta(description="The number of the round; null for seeds and lots.")
    ]
    promised: list[int]
    """The numbers of the entrants who had promised to add randomness."""


class ChainTaken(msgspec.Struct, frozen=True):
    """A replacement of the hash chain, used for later draws."""

    after: int
    """The number of the last draw before the replacement, including skipped numbers."""
    at: Moment
    """When the chain was replaced."""
    reason: str
    """The reason given by the operator; empty if the secret of the previous chain had been
    revealed or the chain was used up."""
    given_up: DrawGivenUp | UnsetType = UNSET
    """The draw that was waiting for shares at that time; omitted if there was none."""


ChangeKind = Literal["swap", "mend", "again"]


class ChangeShown(msgspec.Struct, frozen=True):
    """A change of a pairing after its draw."""

    round: int
    """The number of the round."""
    kind: ChangeKind
    """The kind of change: two entrants were swapped (`swap`), tables were repaired after an
    entrant left or arrived (`mend`), or a repeated draw led to other tables because of new
    constraints, such as entrants kept apart (`again`)."""
    entrants: list[int]
    """The swapped entrants; empty for other changes."""
    at: Moment
    """When the change was made."""
    reason: str
    """The reason given by the staff."""
    drawn: Annotated[dict[str, int], Meta(description="The cost of the drawn tables, by term.")]
    after: Annotated[
        dict[str, int], Meta(description="The cost of the tables after the change, by term.")
    ]
    more: Annotated[int, Meta(description="The additional cost compared with the drawn tables.")]


class DrawsShown(msgspec.Struct, frozen=True):
    """The draws of a tournament and the manual changes of pairings."""

    chain: Annotated[
        ChainShown | None,
        Meta(
            description="The first hash chain; null for a tournament created before hash chains "
            "were introduced."
        ),
    ]
    redraws: int
    """The number of unforced redraws of the same thing that the settings allow."""
    draws: list[DrawListed]
    """The draws, including those undone by a rollback."""
    changes: list[ChangeShown]
    """The manual changes of published rounds."""
    chains: list[ChainTaken] | UnsetType = UNSET
    """The replacements of the first chain; omitted if there are none."""


class DrawChance(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="draw_chance"):
    """A draw of a tournament is waiting for your promise or your share of the randomness."""

    tournament: str
    """The slug of the tournament."""
    draw: int
    """The number of the draw."""
    my_entrant: int
    """The number of your own entrant, in the role of a seat."""
    commitment: str
    """The commitment of the server: the previous link of the hash chain."""
    chance: ChanceAsked
    """What the draw is waiting for; `bind` is empty until the list of promises is sealed."""
    id: int | UnsetType = UNSET
    """When it was sent, in milliseconds since 1970."""
