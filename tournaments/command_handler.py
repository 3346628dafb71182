"""Carry a tournament's command out, or tell what it would come to."""

import secrets
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple, TypedDict
from uuid import UUID

from msgspec import structs

from api.problems import Problem
from eventstore import command_handler as kernel
from eventstore import streams
from games.messages import Message
from matches.stream_refusals import version_conflict
from ratings.services import corrections
from ratings.services.commands import LadderCommand
from tournaments import erased_names, projection, stage_plan, visibility
from tournaments.aggregate import TOURNAMENT
from tournaments.consequences import Consequences, compare
from tournaments.events import KIND, Data, PreviousSeason, ResultRecorded, TournamentCreated
from tournaments.models import Tournament
from tournaments.state import TournamentState
from tournaments.unit_of_work import (
    ORGANISERS,
    Permission,
    Principal,
    TournamentCommand,
    UnitOfWork,
)

REASON_CORRECTED = "put right by the staff of the tournament"
"""What a ladder is told where a command that changes a result gives no reason."""

Decide = Callable[[UnitOfWork], None]
"""Looks at the state and adds events, or raises Problem before the first."""


class CommandOptions(TypedDict, total=False):
    """How a command is to be carried out: what services hand on to `handle`."""

    reason: str
    expected_version: int | None
    dry_run: bool
    at: datetime | None
    fork: "Fork | None"
    permission: Permission


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
        self._fork = kernel.Fork(TOURNAMENT, row.id)
        self.choices: list[str] = []
        self.still_drawn = False
        self._decided: set[UUID] = set()

    @property
    def state(self) -> TournamentState:
        """The tournament as it would be."""
        return self._fork.state

    def require_version(self, version: int) -> None:
        """Raise version_conflict unless the tournament is at a version."""
        if self.state.version != version:
            raise version_conflict(version, self.state.version)

    def handle(self, command: TournamentCommand, decide: Decide) -> CommandResult:
        """Carry a command out here alone; raises Problem, and is of no use afterwards."""

        def decide_fairly(_state: TournamentState, work: UnitOfWork) -> None:
            _decide_fairly(work, decide)

        work = self._fork.handle(structs.replace(command, is_trial=True), decide_fairly)
        self.still_drawn = self.still_drawn or work.still_drawn
        self._decided |= _decided(work)
        self.choices += [each for each in work.choices if each not in self.choices]
        return CommandResult(self.state, None)

    def outcome(self, who: Principal) -> CommandResult:
        """Return the tournament as it would be, with all differences to how it stands."""
        ratings = list(_ratings(self.state, _command(who), self._decided, dry_run=True))
        consequences = compare(self._fork.before, self.state, self.choices)
        report = {**consequences, "ratings": ratings, "still_drawn": self.still_drawn}
        return CommandResult(self.state, report)


def load(tournament_id: UUID) -> TournamentState:
    """Return a tournament as it stands, to be shown: who was erased goes by the neutral name."""
    events = streams.load(KIND, tournament_id)
    return erased_names.hide(TOURNAMENT.fold(tournament_id, events), events)


def find(slug: str) -> Tournament:
    """Return a tournament's row, whoever may know of it; raises not_found."""
    row = Tournament.objects.filter(slug=slug).first()
    if row is None:
        raise visibility.not_found(slug)
    return row


def require_visible(row: Tournament, who: Principal) -> None:
    """Raise not_found unless somebody may know of a tournament; an invitation tells of it."""
    if (
        who.invitation is None
        and who.account is not None
        and not who.of_site
        and not visibility.sees(row, who.account)
    ):
        raise visibility.not_found(row.slug)


def handle(  # noqa: PLR0913 - the parts of a command
    *,
    slug: str,
    who: Principal,
    decide: Decide,
    reason: str = "",
    expected_version: int | None = None,
    dry_run: bool = False,
    at: datetime | None = None,
    fork: Fork | None = None,
    permission: Permission = ORGANISERS,
) -> CommandResult:
    """Carry a command out; with dry_run answer what would change, and write nothing.

    Who lacks the role of the permission is refused first; where entrants may give the command,
    `decide` asks for it. `at` is the moment of its events, now by default; with a fork it happens
    there. Raises Problem: version_conflict when the tournament is not at expected_version, or what
    `decide` refuses.
    """
    if fork is not None:
        if expected_version is not None:
            fork.require_version(expected_version)
        return fork.handle(_command(who, reason, permission), decide)
    row = find(slug)
    require_visible(row, who)
    command = structs.replace(_command(who, reason, permission), is_trial=dry_run)
    report: Consequences = {}

    def decide_fairly(state: TournamentState, work: UnitOfWork) -> None:
        before = load(state.id) if dry_run else state
        _decide_fairly(work, decide)
        ratings = list(_ratings(work.state, command, _decided(work), dry_run=dry_run))
        if dry_run:
            report.update(
                compare(before, work.state, work.choices),
                ratings=ratings,
                still_drawn=work.still_drawn,
            )

    result = kernel.handle(
        TOURNAMENT,
        row.id,
        command,
        decide_fairly,
        expected_version=expected_version,
        dry_run=dry_run,
        at=at,
    )
    return CommandResult(result.state, report if dry_run else None)


def _decide_fairly(work: UnitOfWork, decide: Decide) -> None:
    """Have a command decided for who may give it, and change nothing that is their own."""
    if not work.permission.by_entrants:
        work.require_role()
    decide(work)
    work.require_impartial()


def _command(
    who: Principal, reason: str = "", permission: Permission = ORGANISERS
) -> TournamentCommand:
    key = secrets.token_urlsafe(24)
    return TournamentCommand(who.actor, key, reason=reason, who=who, permission=permission)


RESERVED_SLUGS = frozenset({"options", "possible"})
"""Beside the tournaments, these addresses hold what one can be made of."""


def require_free_slug(slug: str) -> None:
    """Raise Problem when a tournament has a slug already, or the API a list at its address."""
    if slug in RESERVED_SLUGS or Tournament.objects.filter(slug=slug).exists():
        text = Message("There is already a tournament %(slug)s; choose another slug.", slug=slug)
        raise Problem("invalid", text)


def create(  # noqa: PLR0913 - What a tournament begins with.
    *,
    tournament_id: UUID,
    who: Principal,
    settings: Data,
    previous: TournamentState | None = None,
    first: Decide | None = None,
    reason: str = "",
    dry_run: bool = False,
) -> TournamentState:
    """Open the stream of a new tournament; raises Problem when its slug is taken.

    It may follow a previous one, and `first` may add events in the same breath. In a dry run
    nothing is written.
    """
    created = TournamentCreated(settings=settings, owner=str(who.account))
    if previous is not None:
        season = PreviousSeason(str(previous.id), previous.settings["slug"])
        created = structs.replace(created, previous=season)

    def decide(_state: TournamentState, work: UnitOfWork) -> None:
        require_free_slug(settings["slug"])
        work.add(work.with_well(created))
        if first is not None:
            first(work)

    command = _command(who, reason)
    result = kernel.handle(
        TOURNAMENT, tournament_id, command, decide, expected_version=0, dry_run=dry_run
    )
    return result.state


def _decided(work: UnitOfWork) -> set[UUID]:
    """Return the tables whose result a command gives."""
    return {UUID(each.table) for each in work.added if isinstance(each, ResultRecorded)}


def _ratings(
    state: TournamentState, command: TournamentCommand, decided: set[UUID], *, dry_run: bool
) -> Iterator[Data]:
    """Put right, or tell of, the ratings of matches whose results a command changes.

    A table that was forfeited rates nobody. Where a table has several matches each of them keeps
    its own rating, whoever has won the table.
    """
    if state.settings.get("ladder") is None:
        return
    before = projection.stored_places(state.id)
    for round_, table in state.tables():
        if stage_plan.has_several(state, round_.stage):
            continue
        if table.match is None or not table.done or table.id not in before:
            continue
        places = None if table.rated_places is None else list(table.rated_places)
        was = before[table.id]
        if was is None or (was == table.places and table.id not in decided):
            continue
        reason = command.reason or REASON_CORRECTED
        order = LadderCommand(command.actor, reason, secrets.token_urlsafe(24), dry_run)
        impact = corrections.follow_result(table.match, places, order)
        if impact is not None:
            yield structs.asdict(impact)
