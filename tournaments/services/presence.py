"""Who is there: check in, drop out, come back, be replaced."""

from typing import Unpack

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import entry, guards
from tournaments.services.entry import Newcomer
from tournaments.state import PRESENT, EntrantState, EntrantStatus, Status, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork


def check_in(
    *, slug: str, who: Principal, entrant: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Say that an entrant is there: oneself while check-in is open, or the staff."""

    def decide(work: UnitOfWork) -> None:
        found = guards.entrant(work.state, entrant)
        work.require_role_for(found.account, entrant)
        if work.state.stages or work.state.status is not Status.CHECKIN:
            raise Problem("checkin_closed", Message("Check-in is not open; an organiser opens it."))
        if found.presence is not EntrantStatus.ENTERED:
            text = Message(
                "%(name)s is %(presence)s, and cannot check in.",
                name=found.name,
                presence=found.presence.value,
            )
            raise Problem("checkin_closed", text)
        work.add(e.EntrantCheckedIn(entrant=entrant))

    return handle(slug=slug, who=who, decide=decide, **command)


def leave(
    *, slug: str, who: Principal, entrant: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Withdraw before the start, or drop after it; who waits moves up before the start."""

    def decide(work: UnitOfWork) -> None:
        state = work.state
        found = guards.entrant(state, entrant)
        work.require_role_for(found.account, entrant)
        guards.require_not_over(state)
        if found.presence not in PRESENT | {EntrantStatus.WAITING}:
            raise Problem(
                "entrant_dropped",
                Message(
                    "%(name)s is already %(presence)s.",
                    name=found.name,
                    presence=found.presence.value,
                ),
            )
        append_leave(work, entrant)
        if not state.stages:
            promote(work)

    return handle(slug=slug, who=who, decide=decide, **command)


def append_leave(work: UnitOfWork, entrant: int) -> None:
    """Add that somebody has left: withdrawn before the start, dropped after it."""
    left = e.EntrantDropped if work.state.stages else e.EntrantWithdrawn
    work.add(left(entrant=entrant))


def promote(work: UnitOfWork) -> None:
    """Move those who wait up, in the order of entry, as far as there is room."""
    capacity = work.state.settings["capacity"]
    for each in list(work.state.entrants.values()):
        if each.presence is not EntrantStatus.WAITING:
            continue
        if capacity is None or len(work.state.present) < capacity:
            work.add(e.EntrantPromoted(entrant=each.number))


def re_add(
    *, slug: str, who: Principal, entrant: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Let somebody who has dropped, or was absent, play again from the next round on."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = guards.entrant(work.state, entrant)
        back = {EntrantStatus.DROPPED, EntrantStatus.ABSENT}
        if found.presence not in back:
            text = Message(
                "%(name)s is %(presence)s; only an entrant who dropped out can come back.",
                name=found.name,
                presence=found.presence.value,
            )
            raise Problem("entrant_dropped", text)
        if work.state.stages and entrant not in work.state.stages[-1].entrants:
            entry.require_late_entry(work.state)
        work.add(e.EntrantReadded(entrant=entrant))

    return handle(slug=slug, who=who, decide=decide, **command)


def no_show(
    *, slug: str, who: Principal, entrant: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Record that somebody did not come, and drop them from the next round on."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = require_present(work.state, entrant)
        work.add(e.NoShowRecorded(entrant=found.number))
        work.add(e.EntrantDropped(entrant=found.number))

    return handle(slug=slug, who=who, decide=decide, **command)


def substitute(
    *, slug: str, who: Principal, entrant: int, by: Newcomer, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Let somebody else play on in an entrant's place, with its points, from the next round on."""
    (by,) = entry.named([by])

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = require_present(work.state, entrant)
        entry.require_new(work.state, by)
        entry.require_eligible(work.state, by)
        work.add(
            e.EntrantSubstituted(
                entrant=found.number,
                before=found.name,
                name=by.name,
                account=None if by.account is None else str(by.account),
                bot=by.bot,
            )
        )

    return handle(slug=slug, who=who, decide=decide, **command)


def require_present(state: TournamentState, number: int) -> EntrantState:
    """Return an entrant who takes part; raises entrant_dropped."""
    found = guards.entrant(state, number)
    if found.presence not in PRESENT:
        raise Problem(
            "entrant_dropped",
            Message("%(name)s is %(presence)s.", name=found.name, presence=found.presence.value),
        )
    return found
