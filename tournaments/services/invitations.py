"""Invitations: made and ended by organisers, used by whoever has the link."""

from datetime import datetime
from typing import Unpack
from uuid import UUID

from accounts import guests
from api.problems import Problem
from eventstore.canonical import format_timestamp
from games.messages import Message
from tournaments import events as e
from tournaments import invitations
from tournaments.command_handler import CommandOptions, CommandResult, find, handle, load
from tournaments.invitations import Grants
from tournaments.services import entrant_codes, entry, guards
from tournaments.services.entry import Newcomer
from tournaments.state import ROLES, InvitationState, Role
from tournaments.unit_of_work import Principal, UnitOfWork

ENTRY = "entry"
OPEN_MAX = 50
"""How many invitations may be open at a time."""


def invite(  # noqa: PLR0913 - What an invitation says.
    *,
    slug: str,
    who: Principal,
    grants: Grants,
    uses_max: int = 1,
    until: datetime | None = None,
    on_wall: bool = False,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Make a link by which people enter, or get a role."""

    def decide(work: UnitOfWork) -> None:
        state = work.state
        guards.require_not_over(state)
        if until is not None and until <= work.at:
            raise Problem("invalid", Message("until must be in the future"))
        if on_wall and grants != ENTRY:
            raise Problem("invalid", Message("The wall invites people to take part, not to help."))
        is_open = [invitations.is_open(state, each, work.at) for each in state.invitations.values()]
        if sum(is_open) >= OPEN_MAX:
            text = Message(
                "A tournament has %(limit)s invitations at a time; end some.", limit=OPEN_MAX
            )
            raise Problem("invalid", text)
        number = len(state.invitations) + 1
        work.add(
            e.InvitationMade(
                invitation=number,
                grants=grants,
                digest=invitations.digest(invitations.make(state.id, number)),
                uses_max=uses_max,
                until=None if until is None else format_timestamp(until),
                on_wall=on_wall,
            )
        )

    return handle(slug=slug, who=who, decide=decide, **command)


def end(
    *, slug: str, who: Principal, invitation: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Let nobody in by a link any more."""

    def decide(work: UnitOfWork) -> None:
        found = work.state.invitations.get(invitation)
        if found is None or found.has_ended:
            text = Message("There is no open invitation %(number)s.", number=invitation)
            raise Problem("not_found", text)
        work.add(e.InvitationEnded(invitation=invitation))

    return handle(slug=slug, who=who, decide=decide, **command)


def join(
    *,
    slug: str,
    who: Principal,
    code: str,
    name: str = "",
    shares: bool = False,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Come in by an invitation: as oneself, or, where it is for entering, by a name alone.

    Who enters by a name gets an entrant's code, by which they are known from then on.
    """
    row = find(slug)
    known = invitations.found(load(row.id), code)
    if known is not None:
        who = who._replace(invitation=known.number, tournament=row.id)
    newcomers = [Newcomer(name)] if name else [Newcomer(who.name, who.account, shares=shares)]
    (newcomer,) = entry.named(newcomers) if known is not None else newcomers

    def decide(work: UnitOfWork) -> None:
        found = invitations.found(work.state, code)
        if found is None or not invitations.is_open(work.state, found, work.at):
            text = Message("This invitation has ended. Ask the organiser for a new one.")
            raise Problem("permission_denied", text)
        account = newcomer.account
        work.add(
            e.InvitationUsed(
                invitation=found.number, account=None if account is None else str(account)
            )
        )
        if found.grants == ENTRY:
            _enter(work, newcomer)
        else:
            _help(work, found, account)

    return handle(slug=slug, who=who, decide=decide, **command)


def _enter(work: UnitOfWork, newcomer: Newcomer) -> None:
    entry.enter(work, newcomer, is_self=True, is_invited=True)
    entrant = work.state.entrants[len(work.state.entrants)]
    if newcomer.account is None:
        entrant_codes.append_codes(work, [entrant])


def _help(work: UnitOfWork, invitation: InvitationState, account: UUID | None) -> None:
    """Give the role; raises Problem for who has no account, or as good a role already."""
    if account is None or guests.is_guest(account):
        raise Problem("permission_denied", Message("Sign in with your own account to help."))
    if not work.who.with_role:
        params = {"scope": "organise", "any_of": ["organise"]}
        text = Message("The token needs the scope organise for what you do in your role.")
        raise Problem("scope_missing", text, params=params)
    role = Role(invitation.grants)
    own = work.state.role_of(account)
    if own is not None and ROLES.index(own) >= ROLES.index(role):
        text = Message("You are already %(role)s of this tournament.", role=own.value)
        raise Problem("invalid", text)
    work.add(e.RoleGiven(account=str(account), role=role.value))
