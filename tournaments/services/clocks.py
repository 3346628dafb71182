"""The clock of a round in person: started, stopped, and started again."""

from typing import Unpack

from msgspec import UNSET

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import guards
from tournaments.state import RoundState
from tournaments.unit_of_work import Principal, UnitOfWork


def start(
    *,
    slug: str,
    who: Principal,
    number: int,
    seconds: int | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Start a round's clock, or have it go on; with seconds anew, for so long.

    For the first time it takes the settings' `round_seconds` where no seconds are named.
    """

    def decide(work: UnitOfWork) -> None:
        round_ = _round(work, number)
        clock = round_.clock
        if clock is not None and clock.is_running:
            text = Message("The clock is running; stop it first, or give more time.")
            raise Problem("result_locked", text)
        anew = seconds
        if clock is None and anew is None:
            anew = work.state.settings.get("round_seconds")
            if anew is None:
                text = Message("Enter how long the round is: the settings do not say.")
                raise Problem("invalid", text)
        work.add(e.RoundClockStarted(round=number, seconds=UNSET if anew is None else anew))

    return handle(slug=slug, who=who, decide=decide, **command)


def stop(
    *, slug: str, who: Principal, number: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Stop a round's clock; what is left stays."""

    def decide(work: UnitOfWork) -> None:
        round_ = _round(work, number)
        if round_.clock is None or not round_.clock.is_running:
            raise Problem("result_locked", Message("The clock is not running."))
        work.add(e.RoundClockStopped(round=number))

    return handle(slug=slug, who=who, decide=decide, **command)


def _round(work: UnitOfWork, number: int) -> RoundState:
    """Return a live round that is played in person; raises Problem."""
    if work.state.settings["play"] != "reported":
        text = Message("The matches of this tournament have clocks of their own.")
        raise Problem("invalid", text)
    guards.require_not_over(work.state)
    return guards.live(work.state, number)
