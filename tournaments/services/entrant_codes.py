"""Codes of entrants: made, replaced, kept to oneself, and used once to link an account."""

from collections.abc import Sequence
from typing import Unpack
from uuid import UUID

from api.problems import Problem
from games.messages import Message
from tournaments import codes
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import entry, guards
from tournaments.services.entry import Newcomer
from tournaments.state import PRESENT, EntrantState, EntrantStatus, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork

HOLDERS = PRESENT | {EntrantStatus.WAITING, EntrantStatus.ABSENT}


def issue(
    *, slug: str, who: Principal, entrants: Sequence[int] = (), **command: Unpack[CommandOptions]
) -> CommandResult:
    """Make new codes for some entrants, whose old ones end; or for everyone who has none yet."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        chosen = [guards.entrant(work.state, number) for number in dict.fromkeys(entrants)]
        if not entrants:
            everybody = work.state.entrants.values()
            chosen = [each for each in everybody if not _has_code(work.state, each)]
        chosen = [each for each in chosen if each.presence in HOLDERS and each.bot is None]
        if not chosen:
            text = Message("Everyone who can use a code has one.")
            raise Problem("invalid", text)
        append_codes(work, chosen)

    return handle(slug=slug, who=who, decide=decide, **command)


def _has_code(state: TournamentState, entrant: EntrantState) -> bool:
    return entrant.code_is_own or bool(codes.current(state, entrant))


def keep(
    *, slug: str, who: Principal, code: str, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Give an entrant, who has a code, one that nobody else has seen; the old one ends.

    An organiser who plays has seen the codes of all: with this one nobody can report as somebody
    else unseen, since replacing it stands in the log, and ends it for its holder.
    """

    def decide(work: UnitOfWork) -> None:
        number = who.entrant
        if number is None:
            text = Message("Only the entrant can replace this code, from their own page.")
            raise Problem("permission_denied", text)
        guards.require_not_over(work.state)
        guards.entrant(work.state, number)
        work.excused = True
        work.add(e.CodesIssued(codes={str(number): codes.digest(code)}, own=True))

    return handle(slug=slug, who=who, decide=decide, **command)


def append_codes(work: UnitOfWork, chosen: Sequence[EntrantState]) -> None:
    """Add new codes for some entrants."""
    serial = work.state.version + 1
    made = {each.number: codes.make(work.state.id, each.number, serial) for each in chosen}
    work.add(
        e.CodesIssued(codes={str(number): codes.digest(code) for number, code in made.items()})
    )


def link(
    *, slug: str, who: Principal, account: UUID, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Let an account play as the entrant whose code it has; nobody is linked by a name."""

    def decide(work: UnitOfWork) -> None:
        number = who.entrant
        if number is None:
            text = Message("Open the entrant's own code to link your account.")
            raise Problem("permission_denied", text)
        guards.require_not_over(work.state)
        found = guards.entrant(work.state, number)
        if found.account is not None or found.bot is not None:
            raise Problem("entry_not_eligible", Message("This entrant already has an account."))
        if work.state.entrant_of(account) is not None:
            raise Problem("entry_not_eligible", Message("You have entered as someone else."))
        entry.require_eligible(work.state, Newcomer(found.name, account))
        work.excused = True
        work.add(e.EntrantLinked(entrant=number, account=str(account)))

    return handle(slug=slug, who=who, decide=decide, **command)
