"""Carry a command on a series out, or tell what it would come to."""

import secrets
from collections.abc import Callable
from typing import NamedTuple, TypedDict
from uuid import UUID

from api.ids import uuid7
from api.problems import Problem
from eventstore import command_handler as kernel
from eventstore import streams
from eventstore.aggregate import CommandContext
from games.json_types import JsonObject
from games.messages import Message
from tournaments.models import Series
from tournaments.series.aggregate import SERIES, UnitOfWork
from tournaments.series.events import KIND, SeriesOpened
from tournaments.series.state import SeriesState
from tournaments.unit_of_work import Principal

Decide = Callable[[UnitOfWork], None]
"""Looks at the state and adds events, or raises Problem before the first."""


class CommandOptions(TypedDict, total=False):
    """How a command is to be carried out: what services hand on to `handle`."""

    reason: str
    expected_version: int | None
    dry_run: bool


class CommandResult(NamedTuple):
    """What a command has come to."""

    state: SeriesState
    before: SeriesState | None
    """The series as it stands; only of a dry run."""


def find(slug: str) -> Series:
    """Return the row of a series; raises not_found."""
    row = Series.objects.filter(slug=slug).first()
    if row is None:
        raise Problem("not_found", Message("There is no series %(slug)s.", slug=slug))
    return row


def load(series_id: UUID) -> SeriesState:
    """Return a series as it stands."""
    return SERIES.fold(series_id, streams.load(KIND, series_id))


def handle(  # noqa: PLR0913 - the parts of a command
    *,
    slug: str,
    who: Principal,
    decide: Decide,
    reason: str = "",
    expected_version: int | None = None,
    dry_run: bool = False,
    by_anyone: bool = False,
) -> CommandResult:
    """Carry a command out; with dry_run nothing is written.

    Raises Problem: permission_denied for who does not run the series, unless `decide` asks for
    that itself (`by_anyone`), version_conflict, or what `decide` refuses.
    """
    row = find(slug)

    def decide_for(state: SeriesState, work: UnitOfWork) -> None:
        if not by_anyone:
            require_organiser(state, who)
        decide(work)

    before = load(row.id) if dry_run else None
    context = CommandContext(who.actor, secrets.token_urlsafe(24), reason=reason.strip())
    done = kernel.handle(
        SERIES, row.id, context, decide_for, expected_version=expected_version, dry_run=dry_run
    )
    return CommandResult(done.state, before)


def runs(state: SeriesState, who: Principal) -> bool:
    """Return whether somebody may run a series."""
    has_role = who.with_role and who.account in state.organisers
    return who.is_platform or who.of_site or has_role


def require_organiser(state: SeriesState, who: Principal) -> None:
    """Raise permission_denied unless somebody runs a series."""
    if runs(state, who):
        return
    if who.account in state.organisers:
        text = Message("The token needs the scope organise for what you do in your role.")
        raise Problem("scope_missing", text, params={"scope": "organise", "any_of": ["organise"]})
    raise Problem("permission_denied", Message("Only an organiser of this series may do this."))


def create(
    *, slug: str, settings: JsonObject, who: Principal, reason: str = "", dry_run: bool = False
) -> SeriesState:
    """Open the stream of a new series; raises Problem when its slug is taken."""

    def decide(_state: SeriesState, work: UnitOfWork) -> None:
        if Series.objects.filter(slug=slug).exists():
            text = Message("There is already a series %(slug)s; choose another slug.", slug=slug)
            raise Problem("invalid", text)
        work.add(SeriesOpened(slug=slug, settings=settings, owner=str(who.account)))

    context = CommandContext(who.actor, secrets.token_urlsafe(24), reason=reason)
    done = kernel.handle(SERIES, uuid7(), context, decide, expected_version=0, dry_run=dry_run)
    return done.state
