"""A tournament as the fold of its stream: stages, rounds, tables, seats, entrants. Pure.

A state belongs to whoever folds it and changes in place.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Self
from uuid import UUID

from eventstore import chain
from eventstore.events import StoredEvent
from games.json_types import JsonMapping, JsonObject
from tournaments.events import (
    KIND,
    EntrantRegistered,
    PairedTable,
    RepetitionSet,
    ReportImported,
    ResultDisputed,
    ResultReported,
    RoundPaired,
    TeamsAssigned,
)
from tournaments.record import EDITION, Entrant
from tournaments.round_clock import RoundClock

Data = JsonObject


class Status(StrEnum):
    """Where a tournament stands in its life."""

    DRAFT = "draft"
    ENTRY = "entry"
    CLOSED = "entry_closed"
    CHECKIN = "checkin"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OVER = frozenset({Status.FINISHED, Status.CANCELLED})


class Role(StrEnum):
    """What an account may do in a tournament; each may do what the ones before may."""

    SCOREKEEPER = "scorekeeper"
    JUDGE = "judge"
    ORGANISER = "organiser"


ROLES = tuple(Role)


class EntrantStatus(StrEnum):
    """Whether an entrant is there."""

    ENTERED = "entered"
    WAITING = "waiting"
    CHECKED_IN = "checked_in"
    ABSENT = "absent"
    DROPPED = "dropped"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


PRESENT = frozenset({EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN})


class EntrantState:
    """Somebody who has entered."""

    __slots__ = (
        "account",
        "amount",
        "bot",
        "club",
        "code_digest",
        "code_serial",
        "free_since",
        "is_void",
        "late",
        "left_why",
        "name",
        "no_shows",
        "number",
        "payment",
        "penalty",
        "presence",
        "rating",
        "resting",
        "seed",
    )

    def __init__(self, entered: EntrantRegistered) -> None:
        self.number = entered.entrant
        self.name = entered.name
        self.account = None if entered.account is None else UUID(entered.account)
        self.bot = entered.bot
        """The built-in bot that plays."""
        self.rating = entered.rating
        self.club = entered.club or ""
        self.payment = "unpaid"
        """Whether the entrant has paid: paid, unpaid or waived. For the staff alone."""
        self.amount = ""
        """How much, in the staff's words."""
        self.presence = EntrantStatus.WAITING if entered.waiting else EntrantStatus.ENTERED
        self.late = entered.late
        self.seed = 0
        self.penalty = 0
        """Units taken away."""
        self.no_shows = 0
        self.is_void = False
        """Whether the results of one who was disqualified are void."""
        self.left_why = ""
        """Why the entrant dropped out or was disqualified, where somebody has said."""
        self.resting = False
        """Whether the entrant is away from an arena for a while."""
        self.code_digest = ""
        """Of the code by which the entrant is known without an account."""
        self.code_serial = 0
        """The version at which that code was made; 0 without one."""
        self.free_since: datetime | None = None
        """When the entrant entered a stage, came back, or rose from a table, whatever was last."""


class InvitationState:
    """A link by which people enter, or help."""

    __slots__ = ("digest", "grants", "has_ended", "number", "on_wall", "until", "used", "uses_max")

    def __init__(  # noqa: PLR0913 - What an invitation says.
        self,
        number: int,
        grants: str,
        digest: str,
        uses_max: int,
        until: datetime | None,
        *,
        on_wall: bool,
    ) -> None:
        self.number = number
        self.grants = grants
        """`entry`, or a role."""
        self.digest = digest
        self.uses_max = uses_max
        self.until = until
        self.on_wall = on_wall
        """Whether everyone may see its code."""
        self.used = 0
        self.has_ended = False


class TableState:
    """A table of a round."""

    __slots__ = (
        "absent",
        "changes",
        "decided",
        "decision",
        "disputes",
        "extended_s",
        "gone",
        "id",
        "is_called",
        "key",
        "last",
        "match",
        "places",
        "reported",
        "scores",
        "seats",
        "source",
        "sources",
        "stopped",
        "unpaid",
        "void",
    )

    def __init__(
        self,
        table_id: UUID,
        seats: Sequence[Entrant],
        *,
        key: str = "",
        sources: Sequence[str] = (),
    ) -> None:
        self.id = table_id
        self.seats = tuple(seats)
        self.key = key
        """The place in a bracket."""
        self.sources = tuple(sources)
        """Where the players come from."""
        self.decided: tuple[Entrant, ...] = ()
        """Who were level across a cut, in the order that was decided for them."""
        self.match: UUID | None = None
        self.places: tuple[int, ...] | None = None
        self.scores: tuple[int, ...] | None = None
        self.source = ""
        """Where the result is from: match, report or override."""
        self.reported: ResultReported | None = None
        """A result that one player has reported and another has to confirm."""
        self.disputes: dict[Entrant, ResultDisputed] = {}
        """What others at the table say instead, by entrant."""
        self.changes: dict[Entrant, int] = {}
        """How often each has said how the table ended."""
        self.decision = ""
        """Why the staff decided as it did; empty where it did not, or gave no reason."""
        self.absent: tuple[Entrant, ...] = ()
        """Who forfeited by not coming."""
        self.last: tuple[Entrant, ...] = ()
        """Who is placed last, whatever the result: their results are void."""
        self.gone: tuple[Entrant, ...] = ()
        """Who had left its match for good, or for a bot, when that brought the result."""
        self.stopped: Data | None = None
        """Why the table came to nothing: `cause`, `detail`, `awaited`. The staff decides."""
        self.is_called = False
        """Whether a judge is asked for."""
        self.void = False
        self.unpaid = False
        """Whether a void table brings nothing, rather than what a bye does."""
        self.extended_s = 0
        """Seconds that the table has beyond its round's."""

    @classmethod
    def of(cls, paired: PairedTable) -> Self:
        """Return a table as it was paired."""
        return cls(
            UUID(paired.id), paired.seats, key=paired.key or "", sources=paired.sources or ()
        )

    @property
    def versions(self) -> dict[Entrant, ResultReported | ResultDisputed]:
        """Return what players say of the result while nobody has confirmed it."""
        told: dict[Entrant, ResultReported | ResultDisputed] = {}
        if self.reported is not None and self.reported.by is not None:
            told[self.reported.by] = self.reported
        return told | self.disputes

    @property
    def is_disputed(self) -> bool:
        """Whether its players say different things, so that a judge decides."""
        return bool(self.disputes) and not self.done

    @property
    def done(self) -> bool:
        """Whether nothing more is waited for."""
        return self.void or self.places is not None

    @property
    def is_open(self) -> bool:
        """Whether its players can still bring it to an end."""
        return not self.done and self.stopped is None


class RoundState:
    """A round, from its draft to its close."""

    __slots__ = (
        "byes",
        "calls",
        "clock",
        "closed",
        "due",
        "extended_s",
        "granted",
        "number",
        "pairing",
        "published",
        "published_at",
        "sitting_out",
        "stage",
        "tables",
        "walkovers",
    )

    def __init__(self, pairing: RoundPaired) -> None:
        self.number = pairing.round
        self.stage = pairing.stage
        self.pairing = pairing
        """What paired it: algorithm, seed, reasons, notes."""
        self.tables = [TableState.of(table) for table in pairing.tables]
        self.byes: tuple[Entrant, ...] = tuple(pairing.byes)
        self.walkovers: dict[str, Entrant | None] = dict(pairing.walkovers or {})
        self.granted = {int(each): units for each, units in (pairing.granted or {}).items()}
        """Units of the byes that bring something else than the plan's."""
        self.published = False
        self.closed = False
        self.due: datetime | None = None
        """By when its tables are to be done, where the plan gives days."""
        self.published_at: datetime | None = None
        self.extended_s = 0
        """Seconds that the round was given beyond the plan's."""
        self.calls: dict[Entrant, int] = {}
        """How often entrants have called a judge in this round."""
        self.clock: RoundClock | None = None
        """The clock of a round in person, once it was started."""
        self.sitting_out: set[Entrant] = set()
        """Of those with a bye, who was asked to have one."""

    @property
    def status(self) -> str:
        """Return draft, live or closed."""
        return "closed" if self.closed else "live" if self.published else "draft"

    @property
    def done(self) -> bool:
        """Whether every table has its result or is void."""
        return all(table.done for table in self.tables)

    @property
    def undecided(self) -> list[TableState]:
        """Return the tables that came to nothing, and wait for a decision of the staff."""
        return [table for table in self.tables if table.stopped is not None]


class StageState:
    """A stage that has begun."""

    __slots__ = ("began", "began_at", "entrants", "number", "ranking", "sources")

    def __init__(
        self,
        number: int,
        entrants: Sequence[Entrant],
        sources: Sequence[str] = (),
        began_at: datetime | None = None,
    ) -> None:
        self.number = number
        self.began_at = began_at
        self.entrants = list(entrants)
        """In the order of their seeds, late ones last."""
        self.began = tuple(entrants)
        """Who was there when it began."""
        self.sources = tuple(sources)
        """By what right each of them is there, as codes of `sources`; empty for the first stage."""
        self.ranking: tuple[Entrant, ...] | None = None
        """Frozen when the stage was completed."""


class TournamentState:
    """Everything that the stream of a tournament says."""

    __slots__ = (
        "apart",
        "at",
        "conditions",
        "draws",
        "edition",
        "entrants",
        "final_ranking",
        "hash",
        "id",
        "imported",
        "invitations",
        "lots",
        "next_event",
        "next_season",
        "notice",
        "paused",
        "previous_season",
        "repetition",
        "roles",
        "rounds",
        "rules",
        "settings",
        "stages",
        "started_at",
        "status",
        "teams",
        "version",
    )

    def __init__(self, tournament_id: UUID) -> None:
        self.id = tournament_id
        self.version = 0
        self.hash = chain.genesis(KIND, tournament_id)
        self.at: datetime | None = None
        self.status = Status.DRAFT
        self.settings: Data = {}
        self.roles: dict[UUID, Role] = {}
        self.entrants: dict[Entrant, EntrantState] = {}
        self.conditions: Data = {}
        """Of entry by one's own hand: only what is asked for, accounts by id."""
        self.invitations: dict[int, InvitationState] = {}
        self.apart: set[tuple[Entrant, Entrant]] = set()
        self.teams: TeamsAssigned | None = None
        """Who plays for which team; None where nobody does."""
        self.stages: list[StageState] = []
        self.rounds: list[RoundState] = []
        self.rules: str | None = None
        """The rules id of all its matches, from the start on."""
        self.draws = 0
        """How many draws have been used up, those included that a rollback has undone."""
        self.edition = EDITION
        """By which it is counted; the newest before the start."""
        self.lots: tuple[Entrant, ...] = ()
        self.imported: ReportImported | None = None
        """The report that it was taken over from."""
        self.paused = False
        self.notice = ""
        """What the staff tells everyone; empty where there is nothing to tell."""
        self.started_at: datetime | None = None
        self.final_ranking: tuple[Entrant, ...] | None = None
        self.repetition: RepetitionSet | None = None
        """How often the event is held, where it is repeated."""
        self.next_event = ""
        """The slug of the one that follows, once it was made."""
        self.next_season: Data | None = None
        """Its slug, and who rises, falls and leaves."""
        self.previous_season: str | None = None
        """The slug of the season that this one was made from."""

    @property
    def begins_at(self) -> datetime | None:
        """When the event begins, where that is known."""
        said = self.settings.get("about", {}).get("starts_at")
        return None if said is None else datetime.fromisoformat(str(said))

    @property
    def stage(self) -> StageState | None:
        """The stage that is being played."""
        return self.stages[-1] if self.stages else None

    @property
    def round(self) -> RoundState | None:
        """The last round, whatever its status."""
        return self.rounds[-1] if self.rounds else None

    @property
    def present(self) -> list[Entrant]:
        """Who takes part, in the order of entry."""
        return [each.number for each in self.entrants.values() if each.presence in PRESENT]

    def role_of(self, account: UUID | None) -> Role | None:
        """Return what an account is in this tournament."""
        return None if account is None else self.roles.get(account)

    def entrant_of(self, account: UUID) -> EntrantState | None:
        """Return the entrant that an account plays as."""
        gone = {EntrantStatus.WITHDRAWN}
        return next(
            (
                each
                for each in self.entrants.values()
                if each.account == account and each.presence not in gone
            ),
            None,
        )

    def tables(self) -> Iterator[tuple[RoundState, TableState]]:
        """Yield all tables with their rounds."""
        for round_ in self.rounds:
            for table in round_.tables:
                yield round_, table

    def table(self, table_id: UUID) -> tuple[RoundState, TableState] | None:
        """Return a table and its round, if there is one of that id now."""
        return next((found for found in self.tables() if found[1].id == table_id), None)

    def name(self, entrant: Entrant) -> str:
        """Return an entrant's name."""
        return self.entrants[entrant].name

    def stage_settings(self, number: int) -> JsonMapping:
        """Return the settings of a stage, from 0."""
        found: JsonMapping = self.settings["stages"][number]
        return found


LASTING = frozenset(
    {
        "codes_issued",
        "invitation_made",
        "invitation_ended",
        "invitation_used",
        "repetition_set",
        "next_event_made",
    }
)
"""What no rollback undoes: a code that was replaced since somebody else had it stays replaced."""


def without_rolled_back(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Return the events that count: without those that a later rollback has undone.

    They stay in the stream; a rollback names the version to which it returns.
    """
    kept: list[StoredEvent] = []
    for event in events:
        if event.type == "rolled_back":
            target = json.loads(event.body)["to_version"]
            kept = [each for each in kept if each.version <= target or each.type in LASTING]
        kept.append(event)
    return kept
