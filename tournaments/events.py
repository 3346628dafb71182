"""What happens to a tournament, as it stands in its stream: the whole vocabulary. Pure.

A field that only newer releases write has a default; one that is UNSET is left out of the body.
"""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from eventstore.catalogue import Catalogue
from games.json_types import JsonObject

KIND = "tournament"
"""The kind of the streams of tournaments."""

Data = JsonObject
Terms = list[Data]
"""Why each table of a pairing is as it is: `repeats`, `terms`, `text`."""


class TournamentEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event of a tournament."""

    reason: str = ""
    """Why, in the words of whoever gave the command."""


class OfEntrant(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Something happened to an entrant, and there is no more to tell."""

    entrant: int


class OfRound(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Something happened to a round, and there is no more to tell."""

    round: int


class OfTable(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Something happened to a table."""

    table: str


class PreviousSeason(msgspec.Struct, frozen=True):
    """The tournament that another one follows."""

    id: str
    slug: str


class PairedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it was paired."""

    id: str
    seats: list[int]
    key: str | UnsetType = UNSET
    """The place in a bracket."""
    sources: list[str] | UnsetType = UNSET
    """Where the players come from."""


class TournamentCreated(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """A tournament begins as a draft."""

    settings: Data
    owner: str
    previous: PreviousSeason | UnsetType = UNSET


class SettingsChanged(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The settings, as they are from now on."""

    settings: Data


class RoleGiven(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """An account may do more here."""

    account: str
    role: str


class RoleTaken(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """An account has no role here any more."""

    account: str


class EntryOpened(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Players may enter."""


class EntryClosed(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Nobody may enter by their own hand."""


class CheckinOpened(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Entrants say that they are there."""


class EntrantRegistered(OfEntrant, frozen=True, kw_only=True, gc=False):
    """Somebody has entered, or waits for a place; `late` after the start."""

    name: str
    account: str | None
    bot: str | None
    rating: int
    waiting: bool
    late: bool


class EntrantPromoted(OfEntrant, frozen=True, kw_only=True, gc=False):
    """A place has become free for an entrant who waited."""


class EntrantWithdrawn(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant thinks better of it before the start."""


class EntrantCheckedIn(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An entrant is there."""


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
    """An entrant may not play any more."""


class EntrantSubstituted(OfEntrant, frozen=True, kw_only=True, gc=False):
    """Somebody plays in an entrant's place."""

    before: str
    name: str
    account: str | None
    bot: str | None


class CodesIssued(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Entrants have new codes; of each the digest stands here, and the code nowhere."""

    codes: dict[str, str]


class EntrantLinked(OfEntrant, frozen=True, kw_only=True, gc=False):
    """An account that had an entrant's code plays as the entrant from now on."""

    account: str


class JudgeCalled(OfTable, frozen=True, kw_only=True, gc=False):
    """A table asks for a judge; without an entrant the staff did."""

    entrant: int | None


class JudgeCallAnswered(OfTable, frozen=True, kw_only=True, gc=False):
    """A judge has been at a table."""


class PenaltyGiven(OfEntrant, frozen=True, kw_only=True, gc=False):
    """Units are taken away; given, when negative."""

    units: int


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


class SeedsAssigned(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The entrants, first seed first."""

    method: str
    order: list[int]
    random_seed: str


class TournamentStarted(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Nobody enters any more but late."""

    lots: list[int]
    random_seed: str
    edition: int = 1
    """The edition of points, tie-breaks and ranks (`record.EDITION`); 1 before there were two."""
    rules: str = ""
    """The rules id of all its matches; empty of a tournament from before these were pinned."""


class StageStarted(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """A stage begins, counted from 0, with entrants in the order of their seeds."""

    stage: int
    entrants: list[int]
    sources: list[str] | UnsetType = UNSET
    """By what right each of them is there."""


class StageCompleted(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The standings of a stage are final."""

    stage: int
    ranking: list[int]


class StageReopened(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """A stage is not complete after all, nor any after it."""

    stage: int


class PairKeptApart(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Two entrants are not to meet from now on; or that is lifted."""

    first: int
    second: int
    lifted: bool


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


class RoundPaired(Paired, frozen=True, kw_only=True, gc=False):
    """The next round is there as a draft."""

    stage: int
    algorithm: str
    seed: str


class RoundRepaired(Paired, frozen=True, kw_only=True, gc=False):
    """New tables take the place of some; the others stay as they are."""

    removed: list[str]


class RoundUnpaired(OfRound, frozen=True, kw_only=True, gc=False):
    """A draft is thrown away, and every round after it."""


class SeatsSwapped(OfRound, frozen=True, kw_only=True, gc=False):
    """Two entrants change seats; tables of a published round get the new ids that it names."""

    first: int
    second: int
    tables: dict[str, str] = {}


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


class TableOpened(OfTable, frozen=True, kw_only=True, gc=False):
    """The match of a table is there."""

    match: str


class ResultReported(OfTable, frozen=True, kw_only=True, gc=False):
    """A player says how a table ended; another one has to confirm."""

    by: int | None
    places: list[int]
    scores: list[int] | None


class ResultRecorded(OfTable, frozen=True, kw_only=True, gc=False):
    """How a table ended; `gone` names who had left its match for good, or for a bot.

    `absent` names who forfeited by not coming.
    """

    places: list[int]
    scores: list[int] | None
    source: str
    gone: list[int] | UnsetType = UNSET
    absent: list[int] | UnsetType = UNSET


class TieDecided(OfTable, frozen=True, kw_only=True, gc=False):
    """Who were level across a cut, in the order that was decided for them."""

    order: list[int]
    method: str


class TableStopped(OfTable, frozen=True, kw_only=True, gc=False):
    """A table came to nothing, and waits for the staff."""

    cause: str
    detail: str
    awaited: list[int]


class TableVoided(OfTable, frozen=True, kw_only=True, gc=False):
    """A table is called off; it brings what a bye does, or with `points` nothing."""

    points: Literal["none"] | UnsetType = UNSET


class TableReplayed(OfTable, frozen=True, kw_only=True, gc=False):
    """A table is played again, under a new id."""

    new_table: str


class TournamentPaused(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """No new match begins."""


class TournamentResumed(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Matches begin again."""


class TournamentCancelled(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """A tournament ends without a ranking."""


class TournamentFinished(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """A tournament ends."""

    ranking: list[int]


class TournamentReopened(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """A finished tournament is played on."""


class NoticePut(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The staff tells everyone something, in the place of what it told before; or nothing more."""

    text: str


class SeasonFollowed(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The next season is there."""

    tournament: str
    slug: str
    moves: list[Data]
    left: list[int]


class RolledBack(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """All events after a version count no more; they stay in the stream."""

    to_version: int


CATALOGUE: Catalogue[TournamentEvent] = Catalogue(
    {
        "tournament_created": TournamentCreated,
        "settings_changed": SettingsChanged,
        "role_given": RoleGiven,
        "role_taken": RoleTaken,
        "entry_opened": EntryOpened,
        "entry_closed": EntryClosed,
        "checkin_opened": CheckinOpened,
        "entrant_registered": EntrantRegistered,
        "entrant_promoted": EntrantPromoted,
        "entrant_withdrawn": EntrantWithdrawn,
        "entrant_checked_in": EntrantCheckedIn,
        "entrant_absent": EntrantAbsent,
        "entrant_dropped": EntrantDropped,
        "entrant_readded": EntrantReadded,
        "entrant_rested": EntrantRested,
        "entrant_ready": EntrantReady,
        "entrant_disqualified": EntrantDisqualified,
        "entrant_substituted": EntrantSubstituted,
        "codes_issued": CodesIssued,
        "entrant_linked": EntrantLinked,
        "judge_called": JudgeCalled,
        "judge_call_answered": JudgeCallAnswered,
        "penalty_given": PenaltyGiven,
        "no_show_recorded": NoShowRecorded,
        "report_imported": ReportImported,
        "seeds_assigned": SeedsAssigned,
        "tournament_started": TournamentStarted,
        "stage_started": StageStarted,
        "stage_completed": StageCompleted,
        "stage_reopened": StageReopened,
        "pair_kept_apart": PairKeptApart,
        "round_paired": RoundPaired,
        "round_unpaired": RoundUnpaired,
        "round_repaired": RoundRepaired,
        "seats_swapped": SeatsSwapped,
        "entrant_sat_out": EntrantSatOut,
        "time_extended": TimeExtended,
        "round_clock_started": RoundClockStarted,
        "round_clock_stopped": RoundClockStopped,
        "round_published": RoundPublished,
        "round_unpublished": RoundUnpublished,
        "round_closed": RoundClosed,
        "round_reopened": RoundReopened,
        "table_opened": TableOpened,
        "result_reported": ResultReported,
        "result_recorded": ResultRecorded,
        "tie_decided": TieDecided,
        "table_stopped": TableStopped,
        "table_voided": TableVoided,
        "table_replayed": TableReplayed,
        "tournament_paused": TournamentPaused,
        "tournament_resumed": TournamentResumed,
        "tournament_cancelled": TournamentCancelled,
        "tournament_finished": TournamentFinished,
        "tournament_reopened": TournamentReopened,
        "notice_put": NoticePut,
        "season_followed": SeasonFollowed,
        "rolled_back": RolledBack,
    }
)
