"""What happens to the rounds of a tournament: pairings, clocks, results that are closed. Pure."""

import msgspec
from msgspec import UNSET, UnsetType

from tournaments.events.base import OfRound, Terms, TournamentEvent


class PairedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it was paired."""

    id: str
    seats: list[int]
    key: str | UnsetType = UNSET
    """The place in a bracket."""
    sources: list[str] | UnsetType = UNSET
    """Where the players come from."""


class PairKeptApart(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Two entrants are not to meet from now on; or that is lifted."""

    first: int
    second: int
    lifted: bool


class CostOfChange(msgspec.Struct, frozen=True):
    """What the tables of a round cost by the terms of its format, as drawn and as they are now."""

    drawn: dict[str, int]
    after: dict[str, int]


class NoteMessage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a note of a pairing says, whatever its words are."""

    id: str
    values: dict[str, int | str | list[int]] = msgspec.field(default_factory=dict)
    """Numbers, texts, and entrants by their numbers."""
    parts: list["NoteMessage"] = msgspec.field(default_factory=list)
    """What it lists, where that is said in notes as well."""


class PairingMessages(msgspec.Struct, frozen=True, kw_only=True):
    """What the notes of a pairing say, in their order; None for one that is a text alone."""

    notes: list[NoteMessage | None]
    alternatives: list[NoteMessage | None]
    tables: list[list[NoteMessage | None]]
    """Of each table, the sentences of its `text`."""


class Paired(OfRound, frozen=True, kw_only=True, gc=False):
    """What a pairing holds."""

    tables: list[PairedTable]
    walkovers: dict[str, int | None] | UnsetType = UNSET
    byes: list[int]
    granted: dict[str, int] | UnsetType = UNSET
    """Units of the byes that bring something else than the plan's, by entrant."""
    explanation: Terms
    alternatives: list[str]
    notes: list[str]
    messages: PairingMessages | UnsetType = UNSET
    """The same notes, alternatives and texts for pages; events before it have none."""
    cost: CostOfChange | UnsetType = UNSET
    """Of a change by hand, or of what was asked for since the draw that counts again."""


class RoundPaired(Paired, frozen=True, kw_only=True, gc=False):
    """The next round is there as a draft."""

    stage: int
    algorithm: str
    seed: str
    draw: int | UnsetType = UNSET
    """The number of the draw whose value is the seed."""


class RoundRepaired(Paired, frozen=True, kw_only=True, gc=False):
    """New tables take the place of some; the others stay as they are."""

    removed: list[str]
    draw: int | UnsetType = UNSET
    """The number of the draw that they come from, where all but pinned tables were drawn anew."""
    seed: str | UnsetType = UNSET
    """The value of that draw."""


class RoundUnpaired(OfRound, frozen=True, kw_only=True, gc=False):
    """A draft is thrown away, and every round after it."""


class SeatsSwapped(OfRound, frozen=True, kw_only=True, gc=False):
    """Two entrants change seats; tables of a published round get the new ids that it names."""

    first: int
    second: int
    tables: dict[str, str] = msgspec.field(default_factory=dict)
    cost: CostOfChange | UnsetType = UNSET


class EntrantSatOut(OfRound, frozen=True, kw_only=True, gc=False):
    """An entrant has a bye by request."""

    entrant: int


class TimeExtended(OfRound, frozen=True, kw_only=True, gc=False):
    """A round has more time, or one table of it."""

    table: str | None
    seconds: int


class RoundClockStarted(OfRound, frozen=True, kw_only=True, gc=False):
    """The clock of a round in person runs: on from where it stopped, or anew for so long."""

    seconds: int | UnsetType = UNSET
    """Its whole length where it begins anew, which takes back what had been given in addition."""


class RoundClockStopped(OfRound, frozen=True, kw_only=True, gc=False):
    """The clock of a round stands still; what is left stays."""


class RoundBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that all tables of a size are to play in a round."""

    board: int
    """Counts through the whole tournament, from 1; no number comes again."""
    seats: int
    deal: str
    """The id of its stream."""
    draw: int
    """The draw that it hangs on."""
    tables: list[str]


class RoundDealt(OfRound, frozen=True, kw_only=True, gc=False):
    """The deals of a round that many tables play, before it is published."""

    boards: list[RoundBoard]


class RoundDealClosed(OfRound, frozen=True, kw_only=True, gc=False):
    """Nobody plays a deal of a round any more; the results of its tables stand before this."""

    board: int
    shadow: list[int] | UnsetType = UNSET
    """In ten-thousandths, the mean margins by seat of bots, where they have played it too."""


class RoundPublished(OfRound, frozen=True, kw_only=True, gc=False):
    """A round can be played."""

    due_at: str | UnsetType = UNSET
    """By when, where the plan gives days."""


class RoundUnpublished(OfRound, frozen=True, kw_only=True, gc=False):
    """A round is a draft again, its tables under new ids."""

    tables: list[str]


class RoundClosed(OfRound, frozen=True, kw_only=True, gc=False):
    """A round is over."""


class RoundReopened(OfRound, frozen=True, kw_only=True, gc=False):
    """A round is not over after all."""


OF_ROUNDS: dict[str, type[TournamentEvent]] = {
    "pair_kept_apart": PairKeptApart,
    "round_paired": RoundPaired,
    "round_unpaired": RoundUnpaired,
    "round_repaired": RoundRepaired,
    "seats_swapped": SeatsSwapped,
    "entrant_sat_out": EntrantSatOut,
    "time_extended": TimeExtended,
    "round_clock_started": RoundClockStarted,
    "round_clock_stopped": RoundClockStopped,
    "round_dealt": RoundDealt,
    "round_deal_closed": RoundDealClosed,
    "round_published": RoundPublished,
    "round_unpublished": RoundUnpublished,
    "round_closed": RoundClosed,
    "round_reopened": RoundReopened,
}
