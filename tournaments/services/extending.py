"""More time: for a table, or for a whole round."""

from typing import Unpack
from uuid import UUID

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.events import Data
from tournaments.services import guards
from tournaments.state import RoundState
from tournaments.unit_of_work import Principal, UnitOfWork


def extend_round(
    *, slug: str, who: Principal, number: int, seconds: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Give all tables of a round that is live more time."""

    def decide(work: UnitOfWork) -> None:
        guards.require_running(work.state)
        _require_timed(work, guards.live(work.state, number))
        work.add(e.TimeExtended(round=number, table=None, seconds=seconds))

    return handle(slug=slug, who=who, decide=decide, **command)


def extend_table(
    *, slug: str, who: Principal, table_id: UUID, seconds: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Give one table more time; its match's clocks, if there are any, get it too."""

    def decide(work: UnitOfWork) -> None:
        guards.require_running(work.state)
        round_, table = guards.table(work.state, table_id)
        _require_timed(work, guards.live(work.state, round_.number))
        if table.done:
            raise Problem(
                "result_locked", Message("The table has its result; it needs no more time.")
            )
        if table.stopped is not None:
            text = Message("The table ended without a result; replay it, or enter its result.")
            raise Problem("result_locked", text)
        work.add(e.TimeExtended(round=round_.number, table=str(table_id), seconds=seconds))

    return handle(slug=slug, who=who, decide=decide, **command)


def is_timed(settings: Data, round_: RoundState) -> bool:
    """Tell whether anything in a round has a clock, or the settings say how long it is to take."""
    has_clock = settings["play"] == "matches" and settings["clock"] is not None
    is_planned = settings.get("round_seconds") is not None
    return has_clock or is_planned or round_.clock is not None


def _require_timed(work: UnitOfWork, round_: RoundState) -> None:
    """Raise Problem when nothing in a round has a clock that could be extended."""
    if not is_timed(work.state.settings, round_):
        text = Message(
            "Nothing is timed here: the settings have no clock for matches and no round_seconds."
        )
        raise Problem("invalid", text)
