"""What a tournament draws under fair/2, and the well that its draws and deals come from. Pure."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from matches.events import BeaconLine, BeaconValue
from tournaments.events.base import OfRound, TournamentEvent

DrawKind = Literal["pairing", "repair", "seeds", "lots", "deal"]
"""What is drawn: a round, the rest of a draft, an order of seeds, the lots of the start, or what
the deals of tables hang on that were changed by hand."""


class EntrantPromised(msgspec.Struct, frozen=True, gc=False):
    """What an entrant has promised."""

    entrant: int
    promise: str


class EntrantShare(msgspec.Struct, frozen=True, gc=False):
    """An entrant's share of the chance."""

    entrant: int
    share: str


class DrawSealed(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The next draw waits for shares that were promised, or a beacon: now nobody can choose it.

    What is to be drawn stands here, so that it follows whatever comes last.
    """

    draw: int
    attempt: int
    """Counts from 1; an attempt is over when somebody has withheld a share."""
    kind: DrawKind
    round: int | UnsetType = UNSET
    format: str
    facts: str
    """The hash of what the draw hangs on, which stays as it is until it is made."""
    grounds: str | UnsetType = UNSET
    """What calls for another draw, as in `DrawShown`: so a draw that is given up for another chain
    counts among those of the same thing. Earlier releases left it out."""
    roll: list[EntrantPromised]
    signature: str | None
    """A line under the text that follows from all this; null where the site signs nothing."""
    method: str | UnsetType = UNSET
    """How seeds are assigned."""
    series: str | UnsetType = UNSET
    """The series by whose standings they are."""
    pinned: list[str] | UnsetType = UNSET
    """The tables of a draft that stay."""
    places: list[int] | UnsetType = UNSET
    """Of the tables in the round, from 1, whose deals are drawn."""
    publishes: Literal[True] | UnsetType = UNSET
    """There where the round is published at once, and the tournament goes on by itself."""
    beacon: BeaconLine | UnsetType = UNSET
    """There where the text names a beacon: then nobody has to be on the roll."""


class DrawRefused(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """An attempt is over: a share was withheld, or the beacon did not come. Nothing was drawn."""

    draw: int
    attempt: int
    shares: list[EntrantShare]
    withheld: list[int]
    beacon: UnsetType | None = UNSET
    """Null where no share was withheld, and the beacon did not come; the next seal names none."""


class DrawShown(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The next draw is made; what is drawn follows in the same command."""

    draw: int
    """Numbers go on, whatever is rolled back."""
    kind: DrawKind
    round: int | UnsetType = UNSET
    """The round that is paired, repaired or dealt; of seeds and lots there is none."""
    format: str
    """The format and its version that draw, as they are among what it hangs on."""
    facts: str
    """The hash of what it hangs on."""
    grounds: str
    """The hash of who is there and what was played: what calls for another draw if it changes."""
    link: str
    """The link of the chain that was hidden until now."""
    value: str
    """What everything that is drawn comes from."""
    drawn: int
    """How often it was drawn with this one: the tables of the round, the seeds, or the lots. Draws
    that were sealed and given up count too."""
    unforced: bool
    """Whether it was drawn from the same grounds before: nothing called for another draw."""
    attempt: int | UnsetType = UNSET
    """Left out of a first one to which nobody has added."""
    shares: list[EntrantShare] | UnsetType = UNSET
    """What entrants have added; left out where nobody has."""
    present: int | UnsetType = UNSET
    """How many entrants were there; left out with `shares`."""
    beacon: BeaconValue | UnsetType = UNSET
    """What the beacon has come to, where the seal named one."""


class DealsDrawn(OfRound, frozen=True, kw_only=True, gc=False):
    """The deals of tables that were changed by hand hang on a draw that was made since."""

    draw: int
    places: list[int]
    """Of the tables in the round, from 1."""


class AnchorAdded(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The draws from now on come from another chain, since the well before was revealed."""

    well: str
    anchor: str
    skipped: int | UnsetType = UNSET
    """How many draws are left out, since others may have had their numbers: the database has gone
    back in time. As many deals are left out of each table that was drawn before."""


class WellRevealed(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The tournament is over, and so is the secret of its well."""

    secret: str


OF_DRAWS: dict[str, type[TournamentEvent]] = {
    "draw_sealed": DrawSealed,
    "draw_refused": DrawRefused,
    "draw_shown": DrawShown,
    "deals_drawn": DealsDrawn,
    "anchor_added": AnchorAdded,
    "well_revealed": WellRevealed,
}
