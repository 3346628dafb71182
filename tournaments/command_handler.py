"""The one door to a tournament: lock, fold, judge, append, project; or look what would happen."""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple, NoReturn
from uuid import UUID

from django.db import transaction

from agenda import sql as agenda
from api.problems import Problem
from eventstore import streams
from eventstore.canonical import encode, truncate_to_ms
from eventstore.events import NewEvent, StoredEvent
from tournaments import folds, interests, ports, projection, stage_queries, visibility
from tournaments.consequences import Consequences, compare
from tournaments.models import Tournament
from tournaments.state import KIND, ROLES, Data, Role, Status, TournamentState

TABLE_PLAY = "table_play"
"""The agenda's kind for a table whose match is to be opened, or called off."""
TOURNAMENT_TIME = "tournament_time"
"""The agenda's kind for what a tournament has to do at a moment, as an arena at its end."""
SYSTEM = "system"


class Principal(NamedTuple):
    """Who gives a command."""

    account: UUID | None
    """None for the platform itself, which may do everything."""
    name: str = ""
    of_site: bool = False
    """Of the site's staff, who may do everything, in their own name."""
    with_role: bool = True
    """Whether the account's role here counts; not for a token that is to play only."""

    @property
    def actor(self) -> str:
        """The actor of its events."""
        return SYSTEM if self.account is None else f"account:{self.account}"


PLATFORM = Principal(None)


class UnitOfWork:
    """The events of a command, folded as they are added."""

    def __init__(
        self,
        state: TournamentState,
        who: Principal,
        reason: str,
        history: list[StoredEvent],
        at: datetime | None = None,
    ) -> None:
        self.state = state
        self.who = who
        self.reason = reason
        self.history = history
        """All events of the tournament, the command's own as they would be stored."""
        self.at = truncate_to_ms(at or datetime.now(UTC))
        self.events: list[NewEvent] = []
        self.choices: list[str] = []
        """What else could be done about the consequences."""
        self.looked = False
        """Whether a continuous stage has been looked at, so that only time brings news."""
        self.role = Role.JUDGE
        """What the command asks of whoever gives it, where it asks more than to play."""
        self.excused = False
        """Whether the command is the asker's own to give, though it touches what is theirs."""
        own = None if who.account is None else state.entrant_of(who.account)
        self.own = None if own is None else own.number
        """The entrant that the asker plays as."""
        self._staff = interests.staff_of(state)
        self._interest = None if self.own is None else interests.of(state, self.own)

    def add(self, kind: str, **data: Any) -> None:
        """Add an event, with the command's reason, and fold it."""
        body: Data = {**data, "reason": self.reason}
        version = self._note(kind, body)
        folds.evolve(self.state, kind, body, self.at, version)

    def roll_back(self, to_version: int) -> None:
        """Add a rollback, which folds the stream anew up to a version."""
        body: Data = {"to_version": to_version, "reason": self.reason}
        version = self._note("rolled_back", body)
        earlier = [event for event in self.history if event.version <= to_version]
        self.state = folds.fold(self.state.id, earlier)
        folds.evolve(self.state, "rolled_back", body, self.at, version)

    def _note(self, kind: str, body: Data) -> int:
        """Keep an event and return its version."""
        event = NewEvent(kind, encode(body))
        version = self.state.version + 1
        self.events.append(event)
        actor = self.who.actor
        self.history.append(
            StoredEvent(version, kind, event.schema, event.body, actor, None, None, self.at, b"")
        )
        return version

    @property
    def is_by_staff(self) -> bool:
        """Whether the asker has a role here, or needs none."""
        who = self.who
        has_role = who.with_role and self.state.role_of(who.account) is not None
        return who.account is None or who.of_site or has_role

    def require_impartial(self) -> None:
        """Raise own_interest when the command has changed what is the asker's own."""
        if self._interest is None or self.own is None or self.excused:
            return
        touched = interests.touched(self._interest, self.state, self.own)
        if touched is not None:
            self.refuse_own(touched)

    def refuse_own(self, seats: Iterable[int]) -> NoReturn:
        """Raise own_interest, naming who may decide about some entrants instead."""
        raise self._staff.refusal(self.role, self.who.account, seats)

    def require_role(self, role: Role) -> None:
        """Raise permission_denied unless the asker is at least that here."""
        self.role = role
        if self.who.account is None or self.who.of_site:
            return
        own = self.state.role_of(self.who.account)
        if own is None or ROLES.index(own) < ROLES.index(role):
            text = f"Only a {role.value} of this tournament may do this."
            raise Problem("permission_denied", text, params={"role": role.value})
        if not self.who.with_role:
            params = {"scope": "organise", "any_of": ["organise"]}
            text = "The token needs the scope organise for what you do in your role."
            raise Problem("scope_missing", text, params=params)


Judge = Callable[[UnitOfWork], None]
"""Looks at the draft's state and adds events, or raises Problem before the first."""


class CommandResult(NamedTuple):
    """What a command has come to."""

    state: TournamentState
    consequences: Consequences | None
    """Only of a dry run."""


class Fork:
    """A tournament in which commands are tried, one after another; nothing is written."""

    def __init__(self, slug: str, who: Principal) -> None:
        """Start from the tournament as it stands, for who may know of it; raises not_found."""
        row = find(slug)
        require_visible(row, who)
        tournament_id = row.id
        self.history = streams.load(KIND, tournament_id)
        self.before = folds.fold(tournament_id, self.history)
        self.state = folds.fold(tournament_id, self.history)
        self.choices: list[str] = []

    def require_version(self, version: int) -> None:
        """Raise version_conflict unless the tournament is at a version."""
        if self.state.version != version:
            raise _moved_on(version, self.state.version)

    def perform(self, who: Principal, reason: str, judge: Judge) -> CommandResult:
        """Carry a command out here alone; raises Problem, and is of no use afterwards."""
        draft = UnitOfWork(self.state, who, reason, self.history)
        judge(draft)
        draft.require_impartial()
        self.state = draft.state
        self.choices += [each for each in draft.choices if each not in self.choices]
        return CommandResult(self.state, None)

    def outcome(self, who: Principal, reason: str) -> CommandResult:
        """Return the tournament as it would be, with all differences to how it stands."""
        draft = UnitOfWork(self.state, who, reason, self.history)
        ratings = list(_ratings(draft, dry_run=True))
        consequences = compare(self.before, self.state, self.choices)
        return CommandResult(self.state, {**consequences, "ratings": ratings})


def load(tournament_id: UUID) -> TournamentState:
    """Return a tournament as it stands."""
    return folds.fold(tournament_id, streams.load(KIND, tournament_id))


def find(slug: str) -> Tournament:
    """Return a tournament's row, whoever may know of it; raises not_found."""
    row = Tournament.objects.filter(slug=slug).first()
    if row is None:
        raise visibility.not_found(slug)
    return row


def require_visible(row: Tournament, who: Principal) -> None:
    """Raise not_found unless somebody may know of a tournament."""
    if who.account is not None and not who.of_site and not visibility.sees(row, who.account):
        raise visibility.not_found(row.slug)


def handle(  # noqa: PLR0913 - the parts of a command
    *,
    slug: str,
    who: Principal,
    judge: Judge,
    reason: str = "",
    expected_version: int | None = None,
    dry_run: bool = False,
    at: datetime | None = None,
    fork: Fork | None = None,
) -> CommandResult:
    """Carry a command out; with dry_run answer what would change, and write nothing.

    `at` is the moment of its events, now by default. The tournament's row is locked, so commands
    come one after another; with a fork it happens there. Raises Problem: version_conflict when the
    tournament is not at expected_version, or what judge refuses.
    """
    if fork is not None:
        if expected_version is not None:
            fork.require_version(expected_version)
        return fork.perform(who, reason, judge)
    with transaction.atomic():
        row = Tournament.objects.select_for_update().filter(slug=slug).first()
        if row is None:
            raise visibility.not_found(slug)
        require_visible(row, who)
        if expected_version is not None and row.version != expected_version:
            raise _moved_on(expected_version, row.version)
        events = streams.load(KIND, row.id)
        state = folds.fold(row.id, events)
        draft = UnitOfWork(state, who, reason, list(events), at)
        judge(draft)
        draft.require_impartial()
        ratings = list(_ratings(draft, dry_run=dry_run))
        if dry_run:
            before = folds.fold(row.id, events)
            told = compare(before, draft.state, draft.choices)
            return CommandResult(draft.state, {**told, "ratings": ratings})
        if draft.events:
            _write(draft)
        return CommandResult(draft.state, None)


def require_free_slug(slug: str) -> None:
    """Raise Problem when a tournament has a slug already."""
    if Tournament.objects.filter(slug=slug).exists():
        text = f"There is a tournament {slug} already; choose another slug."
        raise Problem("invalid", text)


def create(  # noqa: PLR0913 - What a tournament begins with.
    *,
    tournament_id: UUID,
    who: Principal,
    settings: Data,
    previous: TournamentState | None = None,
    first: Judge | None = None,
    dry_run: bool = False,
) -> TournamentState:
    """Open the stream of a new tournament; raises Problem when its slug is taken.

    It may follow a previous one, and `first` may add events in the same breath. In a dry run
    nothing is written.
    """
    with transaction.atomic():
        require_free_slug(settings["slug"])
        draft = UnitOfWork(TournamentState(tournament_id), who, "", [])
        about: Data = {"settings": settings, "owner": str(who.account)}
        if previous is not None:
            about["previous"] = {"id": str(previous.id), "slug": previous.settings["slug"]}
        draft.add("tournament_created", **about)
        if first is not None:
            first(draft)
        if not dry_run:
            _write(draft)
        return draft.state


def _ratings(work: UnitOfWork, *, dry_run: bool) -> Iterator[Data]:
    """Put right, or tell of, the ratings of matches whose results the command changes."""
    state = work.state
    if state.settings.get("ladder") is None:
        return
    before = projection.stored_places(state.id)
    for _, table in state.tables():
        if table.match is None or not table.done or table.id not in before:
            continue
        places = None if table.places is None else list(table.places)
        if before[table.id] in {None, *([] if places is None else [tuple(places)])}:
            continue
        correction = ports.Correction(table.match, places)
        told = ports.ports().correct_rating(correction, work.who.actor, work.reason, dry_run)
        if told is not None:
            yield told


def _write(work: UnitOfWork) -> None:
    state = work.state
    before = state.version - len(work.events)
    previous = projection.stored_matches(state.id) if before else {}
    streams.append(
        KIND,
        state.id,
        before,
        work.events,
        actor=work.who.actor,
        key=secrets.token_urlsafe(24),
        at=work.at,
    )
    projection.write(state, is_new=not before)
    transaction.on_commit(partial(ports.ports().announce, state.id, state.version))
    kinds = {event.type for event in work.events}
    # The platform's own commands, such as noting a match, do not put off what is due at once.
    if work.looked or work.who.account is not None or stage_queries.voids_overdue(state):
        schedule(state, work.at, at_once=not work.looked)
    if state.settings["play"] == "matches":
        for table_id, match in _to_play(state, previous, kinds):
            payload = "" if match is None else str(match)
            agenda.schedule(
                kind=TABLE_PLAY, subject=table_id, version=state.version, payload=payload
            )
        if "time_extended" in kinds:
            _extend_clocks(work, before)


def _extend_clocks(work: UnitOfWork, before: int) -> None:
    """Give the matches of tables whose time is extended as much more, in the same transaction."""
    for version, event in enumerate(work.events, start=before + 1):
        if event.type != "time_extended":
            continue
        data = json.loads(event.body)
        for table in work.state.rounds[data["round"] - 1].tables:
            is_meant = data["table"] in {None, str(table.id)}
            if is_meant and table.match is not None and not table.done:
                key = f"time-{work.state.id}-{version}-{table.id.hex[-8:]}"
                more = ports.Extension(table.match, data["seconds"], work.reason, key)
                ports.ports().extend_clock(more)


def schedule(state: TournamentState, now: datetime, *, at_once: bool = False) -> None:
    """Have the agenda look at a tournament again when the time will ask for something."""
    stage = state.stage
    if stage is None or not (stage_queries.has_clock(state) or stage_queries.voids_overdue(state)):
        return
    is_on = state.status is Status.RUNNING and not state.paused and stage.ranking is None
    due_at = (
        now if at_once and stage_queries.has_clock(state) else stage_queries.next_moment(state, now)
    )
    if is_on and due_at is not None:
        agenda.schedule(
            kind=TOURNAMENT_TIME, subject=state.id, version=state.version, due_at=due_at
        )
    else:
        agenda.cancel(kind=TOURNAMENT_TIME, subject=state.id)


def _to_play(
    state: TournamentState, previous: dict[UUID, UUID | None], kinds: set[str]
) -> Iterator[tuple[UUID, UUID | None]]:
    """Yield the tables whose match is to be opened or called off, with the match to call off.

    After a rollback every table without a result is looked at again: its match goes on, or may
    have ended meanwhile.
    """
    published = {table.id: table for round_, table in state.tables() if round_.published}
    for table_id, table in published.items():
        if table.void or (table.stopped is not None and table.stopped["cause"] == "overdue"):
            if kinds & {"table_voided", "table_stopped"} and table.match is not None:
                yield table_id, table.match
        elif table_id not in previous or ("rolled_back" in kinds and not table.done):
            yield table_id, None
    for table_id, match in previous.items():
        if table_id not in published:
            yield table_id, match


def _moved_on(expected: int, current: int) -> Problem:
    return Problem(
        "version_conflict",
        f"You decided at version {expected}, but the tournament is at version {current}."
        " Read it again and decide anew.",
        params={"expected": expected, "current": current},
    )
