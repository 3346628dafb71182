"""What is answered about what a tournament has drawn."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api.formats import Moment
from matches.answers import ChanceAsked


class ChainShown(msgspec.Struct, frozen=True):
    """What the server was bound to before the draws."""

    well: str
    """What binds it to the secret of all deals."""
    anchor: str
    """The link before the first of the draws that come from it."""
    after: int
    """How many draws there were before."""
    secret: Annotated[str | None, Meta(description="That of the well; null before the end.")]


class BeaconCame(msgspec.Struct, frozen=True):
    """A public beacon that a draw waited for."""

    named: str
    """As the seal has it, from before it existed."""
    value: Annotated[
        str | None,
        Meta(
            description="What it has come to, in hexadecimal; null where it did not come in time."
        ),
    ]


class DrawListed(msgspec.Struct, frozen=True):
    """A draw, and why it was made once more."""

    draw: int
    """The number of the draw."""
    kind: Literal["pairing", "repair", "seeds", "lots", "deal"]
    """What was drawn."""
    round: Annotated[int | None, Meta(description="The round; null for seeds and lots.")]
    at: Moment
    """When it was drawn."""
    facts: str
    """The hash of what it hangs on."""
    link: str
    """The link of the chain that it showed."""
    value: str
    """What everything that is drawn comes from."""
    drawn: int
    """How often that thing was drawn with this draw."""
    unforced: bool
    """Whether nothing had changed since it was drawn before."""
    why: str
    """Why what was drawn before does not count, in the words of the staff."""
    added: list[int] | UnsetType = UNSET
    """The entrants who have added chance, by number; left out where nobody has."""
    present: int | UnsetType = UNSET
    """How many entrants were there; left out with `added`."""
    withheld: list[list[int]] | UnsetType = UNSET
    """Who has withheld a share in each attempt that came to nothing; left out where there is none.
    """
    sealed_at: Moment | UnsetType = UNSET
    """When its roll was sealed, at the last attempt; left out where nothing was."""
    beacon: BeaconCame | UnsetType = UNSET
    """The public beacon that it waited for; left out where its seals named none, or a share was
    withheld each time."""


class DrawGivenUp(msgspec.Struct, frozen=True):
    """A draw that was sealed, and never made."""

    draw: int
    """The number that it would have had."""
    kind: Literal["pairing", "repair", "seeds", "lots", "deal"]
    """What was to be drawn."""
    round: Annotated[int | None, Meta(description="The round; null for seeds and lots.")]
    promised: list[int]
    """The entrants who had promised to add chance, by number."""


class ChainTaken(msgspec.Struct, frozen=True):
    """Another chain, from which the draws since then come."""

    after: int
    """The number of the last draw before, those that were left out included."""
    at: Moment
    """When it was taken."""
    reason: str
    """Why, in the words of whoever runs the site; empty where the secret of the last one was
    shown, or the last one was spent."""
    given_up: DrawGivenUp | UnsetType = UNSET
    """The draw that waited for shares by then; left out where none did."""


ChangeKind = Literal["swap", "mend", "again"]


class ChangeShown(msgspec.Struct, frozen=True):
    """A change of a pairing by hand, or by what was asked for since its draw."""

    round: int
    """The number of the round."""
    kind: ChangeKind
    """Whether two entrants were swapped, or tables mended that somebody had left or come to, or
    other tables come of a draw that counts again, since pairs are kept apart, or the like."""
    entrants: list[int]
    """Who was swapped; nobody where tables were mended."""
    at: Moment
    """When it was changed."""
    reason: str
    """Why, in the words of the staff."""
    drawn: Annotated[dict[str, int], Meta(description="What the drawn tables cost, by term.")]
    after: Annotated[dict[str, int], Meta(description="What the tables cost since, by term.")]
    more: Annotated[int, Meta(description="What they cost more than what was drawn.")]


class DrawsShown(msgspec.Struct, frozen=True):
    """What a tournament has drawn, and what was changed by hand."""

    chain: Annotated[
        ChainShown | None,
        Meta(description="Null for a tournament from before there were chains."),
    ]
    redraws: int
    """How many unforced redraws of one thing the plan allows."""
    draws: list[DrawListed]
    """The draws, those included that a rollback has undone."""
    changes: list[ChangeShown]
    """The changes by hand, of published rounds."""
    chains: list[ChainTaken] | UnsetType = UNSET
    """The chains that took the place of the first one; left out where there is none."""


class DrawChance(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="draw_chance"):
    """A draw of a tournament waits for your promise or your share of its chance."""

    tournament: str
    """The slug of the tournament."""
    draw: int
    """The number of the draw."""
    my_entrant: int
    """Your own entrant, which stands for the seat of a deal."""
    commitment: str
    """What the server is bound to: the link before."""
    chance: ChanceAsked
    """What it waits for; `bind` is empty until the roll is sealed."""
    id: int | UnsetType = UNSET
    """When it was sent, in milliseconds since 1970."""
