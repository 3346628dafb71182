"""What happens to the entrants of a tournament. Pure."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from tournaments.events.base import OfEntrant, TournamentEvent


class EntrantRegistered(OfEntrant, frozen=True, kw_only=True, gc=False):
    """Somebody has entered, or waits for a place; `late` after the start."""

    name: str
    account: str | None
    bot: str | None
    rating: int
    waiting: bool
    late: bool
    club: str | UnsetType = UNSET
    """The club that the entrant comes from, where one was named."""


class EntrantPromoted(OfEntrant, frozen=True, kw_only=True, gc=False):
    """A place has become free for an entrant who waited."""


class EntrantWithdrawn(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant thinks better of it before the start."""


class EntrantCheckedIn(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant is there."""


class EntrantCheckedOut(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant is not there after all."""


class EntrantAbsent(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant had not checked in at the start."""


class EntrantDropped(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant plays no more."""


class EntrantReadded(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant plays again."""


class EntrantRested(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant is away from an arena for a while."""


class EntrantReady(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant is back in an arena."""


class EntrantDisqualified(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant may not play any more; the results stand, or with `results` are void."""

    results: Literal["void"] | UnsetType = UNSET


class EntrantSubstituted(OfEntrant, frozen=True, kw_only=True, gc=False):
    """Somebody plays in an entrant's place."""

    before: str
    name: str
    account: str | None
    bot: str | None


class EntrantRenamed(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant is called otherwise from now on; the name before stands in earlier events."""

    name: str


class EntrantsMerged(OfEntrant, frozen=True, kw_only=True, gc=False):
    """Two entrants were one person: what the other has done is the entrant's."""

    other: int


class PaymentMarked(OfEntrant, frozen=True, kw_only=True, gc=False):
    """The staff has noted whether an entrant has paid."""

    payment: str
    """paid, unpaid or waived."""
    amount: str
    """How much, in the staff's words."""
    nonce: str | UnsetType = UNSET
    """Random, so that nobody finds out by the hash of the event what it says."""


class CodesIssued(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Entrants have new codes; of each the digest stands here, and the code nowhere."""

    codes: dict[str, str]
    own: bool | UnsetType = UNSET
    """Whether the entrant alone has seen the code, so that nobody can print it again."""


class EntrantLinked(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An account that had an entrant's code plays as the entrant from now on."""

    account: str


class PenaltyGiven(OfEntrant, frozen=True, kw_only=True, gc=False):
    """Units are taken away; given, when negative; with `table` from what that table brings."""

    units: int
    table: str | UnsetType = UNSET


class ByeBooked(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant is to have a bye in a round that is not paired yet; or that is lifted."""

    round: int
    units: int
    """What the bye brings."""
    lifted: bool


class NoShowRecorded(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant did not appear."""


class ReportImported(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """A report of duels was taken over; its rounds follow as events of their own."""

    text: str
    """The file, as it came."""
    numbers: list[int]
    """The start numbers in the file, in the order of entry here."""
    first: Literal["", "w", "b"]
    """Whether the best seed leads in the first round, where the file says so."""
    encoding: str | UnsetType = UNSET
    """In what the file was written, where that was not UTF-8."""


class SeedsAssigned(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The entrants, first seed first."""

    method: str
    order: list[int]
    random_seed: str
    draw: int | UnsetType = UNSET
    """The number of the draw whose value is the random seed."""
    series: str | UnsetType = UNSET
    """The slug of the series by whose standings it is."""
    series_version: int | UnsetType = UNSET
    """The version of the series at that moment."""


class Team(msgspec.Struct, frozen=True):
    """A team, its members in the order of their boards."""

    name: str
    entrants: list[int]


class TeamsAssigned(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Who plays for which team, from now on; no teams where none is named."""

    teams: list[Team]
    best: int | None
    """How many members count; None for all."""
    apart: bool
    """Whether teammates meet only where it cannot be helped."""
    tiebreaks: list[str]


OF_ENTRANTS: dict[str, type[TournamentEvent]] = {
    "entrant_registered": EntrantRegistered,
    "entrant_promoted": EntrantPromoted,
    "entrant_withdrawn": EntrantWithdrawn,
    "entrant_checked_in": EntrantCheckedIn,
    "entrant_checked_out": EntrantCheckedOut,
    "entrant_absent": EntrantAbsent,
    "entrant_dropped": EntrantDropped,
    "entrant_readded": EntrantReadded,
    "entrant_rested": EntrantRested,
    "entrant_ready": EntrantReady,
    "entrant_disqualified": EntrantDisqualified,
    "entrant_substituted": EntrantSubstituted,
    "entrant_renamed": EntrantRenamed,
    "entrants_merged": EntrantsMerged,
    "payment_marked": PaymentMarked,
    "codes_issued": CodesIssued,
    "entrant_linked": EntrantLinked,
    "penalty_given": PenaltyGiven,
    "bye_booked": ByeBooked,
    "no_show_recorded": NoShowRecorded,
    "report_imported": ReportImported,
    "seeds_assigned": SeedsAssigned,
    "teams_assigned": TeamsAssigned,
}
