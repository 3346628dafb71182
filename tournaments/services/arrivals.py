"""What is done to many entrants at once, and taken back as easily."""

from collections.abc import Sequence
from typing import Unpack

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import guards, presence
from tournaments.state import PRESENT, EntrantStatus, Status
from tournaments.unit_of_work import Principal, UnitOfWork


def check_in_all(
    *, slug: str, who: Principal, entrants: Sequence[int] = (), **command: Unpack[CommandOptions]
) -> CommandResult:
    """Say that some entrants are there, or everyone; who has checked in already stays so."""

    def decide(work: UnitOfWork) -> None:
        _require_checkin(work)
        state = work.state
        chosen = [guards.entrant(state, each).number for each in entrants] or state.present
        for each in dict.fromkeys(chosen):
            if state.entrants[each].presence is EntrantStatus.ENTERED:
                work.add(e.EntrantCheckedIn(entrant=each))

    return handle(slug=slug, who=who, decide=decide, **command)


def check_out(
    *, slug: str, who: Principal, entrants: Sequence[int], **command: Unpack[CommandOptions]
) -> CommandResult:
    """Take back that entrants are there, before the start; who has not checked in stays so."""

    def decide(work: UnitOfWork) -> None:
        _require_checkin(work)
        for each in dict.fromkeys(entrants):
            if guards.entrant(work.state, each).presence is EntrantStatus.CHECKED_IN:
                work.add(e.EntrantCheckedOut(entrant=each))

    return handle(slug=slug, who=who, decide=decide, **command)


def _require_checkin(work: UnitOfWork) -> None:
    if work.state.stages or work.state.status is not Status.CHECKIN:
        raise Problem("checkin_closed", Message("Check-in is not open; an organiser opens it."))


def take_out(
    *, slug: str, who: Principal, entrants: Sequence[int], **command: Unpack[CommandOptions]
) -> CommandResult:
    """Withdraw entrants before the start, or drop them after it; who has left stays so."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        for each in dict.fromkeys(entrants):
            found = guards.entrant(work.state, each)
            if found.presence in PRESENT | {EntrantStatus.WAITING}:
                presence.append_leave(work, each)
        if not work.state.stages:
            presence.promote(work)

    return handle(slug=slug, who=who, decide=decide, **command)
