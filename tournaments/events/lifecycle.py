"""What happens to a tournament as a whole. Pure."""

import msgspec
from msgspec import UNSET, UnsetType

from tournaments.events.base import Data, TournamentEvent


class PreviousSeason(msgspec.Struct, frozen=True):
    """The tournament that another one follows."""

    id: str
    slug: str


class TournamentCreated(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """A tournament begins as a draft."""

    settings: Data
    owner: str
    previous: PreviousSeason | UnsetType = UNSET
    well: str | UnsetType = UNSET
    """What binds the server to the secret of its deals; not of one from before there were wells."""
    anchor: str | UnsetType = UNSET
    """The link of the chain before the first draw."""


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


class TournamentStarted(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """Nobody enters any more but late."""

    lots: list[int]
    random_seed: str
    edition: int = 1
    """The edition of points, tie-breaks and ranks (`record.EDITION`); 1 before there were two."""
    rules: str = ""
    """The rules id of all its matches; empty of a tournament from before these were pinned."""
    draw: int | UnsetType = UNSET
    """The number of the draw whose value is the random seed."""


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


class PictureSet(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The event has this picture from now on; none where the digest is empty."""

    digest: str
    """SHA-256 of the picture as it was drawn anew, in hex."""
    width: int
    height: int


class SeasonFollowed(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The next season is there."""

    tournament: str
    slug: str
    moves: list[Data]
    left: list[int]


class RepetitionSet(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The event is held again after its time; or, where `every` is empty, it is not."""

    every: str
    """weekly, fortnightly or monthly."""
    zone: str
    """The time zone by whose clocks it begins at the same time."""
    day: int
    """The day of the month that a monthly one keeps to."""


class NextEventMade(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """The next event of one that is repeated is there."""

    tournament: str
    slug: str


class RolledBack(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """All events after a version count no more; they stay in the stream."""

    to_version: int


class HistoryBound(TournamentEvent, frozen=True, kw_only=True, gc=False):
    """What stands before an event that is kept close is bound to what follows it.

    In the public log that event has no data, so its hash can only be taken as it is.
    """

    version: int
    """Of the last event before it."""
    hash: str | None
    """The hash of that one; null in a log that shows no hashes any more."""


OF_TOURNAMENT: dict[str, type[TournamentEvent]] = {
    "tournament_created": TournamentCreated,
    "settings_changed": SettingsChanged,
    "role_given": RoleGiven,
    "role_taken": RoleTaken,
    "entry_opened": EntryOpened,
    "entry_closed": EntryClosed,
    "checkin_opened": CheckinOpened,
    "tournament_started": TournamentStarted,
    "stage_started": StageStarted,
    "stage_completed": StageCompleted,
    "stage_reopened": StageReopened,
    "tournament_paused": TournamentPaused,
    "tournament_resumed": TournamentResumed,
    "tournament_cancelled": TournamentCancelled,
    "tournament_finished": TournamentFinished,
    "tournament_reopened": TournamentReopened,
    "notice_put": NoticePut,
    "picture_set": PictureSet,
    "season_followed": SeasonFollowed,
    "repetition_set": RepetitionSet,
    "next_event_made": NextEventMade,
    "rolled_back": RolledBack,
    "history_bound": HistoryBound,
}
