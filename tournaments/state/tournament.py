"""A whole tournament: what its stream says of it. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from eventstore import chain
from games.json_types import JsonMapping
from tournaments.events import KIND, Data, PictureSet, RepetitionSet, ReportImported, TeamsAssigned
from tournaments.record import EDITION, Entrant
from tournaments.state.boards import Board
from tournaments.state.draws import Draws
from tournaments.state.entrants import PRESENT, EntrantState, EntrantStatus
from tournaments.state.gaps import Gaps
from tournaments.state.invitations import InvitationState
from tournaments.state.roles import Role
from tournaments.state.rounds import RoundState, StageState
from tournaments.state.tables import TableState


class Status(StrEnum):
    """The state of a tournament."""

    DRAFT = "draft"
    ENTRY = "entry"
    CLOSED = "entry_closed"
    CHECKIN = "checkin"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OVER = frozenset({Status.FINISHED, Status.CANCELLED})


class TournamentState:
    """Everything that the stream of a tournament says."""

    __slots__ = (
        "apart",
        "at",
        "boards",
        "booked",
        "conditions",
        "dealt",
        "draws",
        "edition",
        "entrants",
        "final_ranking",
        "gaps",
        "hash",
        "id",
        "imported",
        "invitations",
        "lots",
        "next_event",
        "next_season",
        "notice",
        "paused",
        "picture",
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
        self.booked: dict[int, dict[Entrant, int]] = {}
        """Who is to have a bye, and its units, by round."""
        self.teams: TeamsAssigned | None = None
        """Who plays for which team; None where nobody does."""
        self.stages: list[StageState] = []
        self.rounds: list[RoundState] = []
        self.rules: str | None = None
        """The rules id of all its matches, from the start on."""
        self.draws = Draws()
        self.gaps = Gaps()
        self.dealt: Counter[tuple[int, int]] = Counter()
        """How many matches were dealt at a table, by its draw and its place in the round, those
        included that a rollback has undone: no two of them have the same deal."""
        self.boards: dict[int, Board] = {}
        """The deals that tables of rounds share, also of rounds that a rollback has undone."""
        self.edition = EDITION
        """By which it is counted; the newest before the start."""
        self.lots: tuple[Entrant, ...] = ()
        self.imported: ReportImported | None = None
        """The report that it was taken over from."""
        self.paused = False
        self.picture: PictureSet | None = None
        self.notice = ""
        """The notice of the staff; empty if there is none."""
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

    @property
    def calls_roll(self) -> bool:
        """Whether a start leaves out who has not checked in: by plan, or while check-in is open."""
        return bool(self.settings["checkin"]) or self.status is Status.CHECKIN

    def role_of(self, account: UUID | None) -> Role | None:
        """Return what an account is in this tournament."""
        return None if account is None else self.roles.get(account)

    def has_insight(self, account: UUID | None) -> bool:
        """Return whether an account's role shows it what is not public, as drafts and payments."""
        return self.role_of(account) not in {None, Role.DOORKEEPER}

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

    @property
    def team_of(self) -> Mapping[Entrant, str]:
        """Return the team of each entrant who plays for one."""
        teams = () if self.teams is None else self.teams.teams
        return {each: team.name for team in teams for each in team.entrants}

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
