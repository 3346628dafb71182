"""What a tournament draws under fair/2, and the well that its draws and deals come from. Pure."""

from typing import Literal

from msgspec import UNSET, UnsetType

from tournaments.events.base import OfRound, TournamentEvent

DrawKind = Literal["pairing", "repair", "seeds", "lots", "deal"]
"""What is drawn: a round, the rest of a draft, an order of seeds, the lots of the start, or what
the deals of tables hang on that were changed by hand."""


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
    """How often it was drawn with this one: the tables of the round, the seeds, or the lots."""
    unforced: bool
    """Whether it was drawn from the same grounds before: nothing called for another draw."""


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
    "draw_shown": DrawShown,
    "deals_drawn": DealsDrawn,
    "anchor_added": AnchorAdded,
    "well_revealed": WellRevealed,
}
