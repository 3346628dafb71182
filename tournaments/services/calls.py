"""Calls for a judge: a table asks once at a time, and somebody of the staff comes."""

from typing import Unpack
from uuid import UUID

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import guards
from tournaments.unit_of_work import Principal, UnitOfWork

CALLS_MAX = 3
"""How often an entrant may call in a round: whoever needs more goes to the desk."""


def call(
    *, slug: str, who: Principal, table_id: UUID, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Call a judge to a table of the round that is played, as one of its players or the staff."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        round_, table = guards.table(work.state, table_id)
        guards.live(work.state, round_.number)
        sits = work.own is not None and work.own in table.seats
        if not sits and not work.is_by_staff:
            text = Message("Only players at this table can call a judge to it.")
            raise Problem("permission_denied", text)
        if table.is_called:
            text = Message("A judge has already been called to this table.")
            raise Problem("result_locked", text)
        if work.own is not None and round_.calls.get(work.own, 0) >= CALLS_MAX:
            text = Message(
                "You have called a judge %(count)s times in this round; go to the desk instead.",
                count=CALLS_MAX,
            )
            raise Problem("result_locked", text)
        work.add(e.JudgeCalled(table=str(table_id), entrant=work.own if sits else None))

    return handle(slug=slug, who=who, decide=decide, **command)


def answer(
    *, slug: str, who: Principal, table_id: UUID, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Note that a judge has been at a table."""

    def decide(work: UnitOfWork) -> None:
        _round, table = guards.table(work.state, table_id)
        if not table.is_called:
            text = Message("Nobody has called a judge to this table.")
            raise Problem("result_locked", text)
        work.add(e.JudgeCallAnswered(table=str(table_id)))

    return handle(slug=slug, who=who, decide=decide, **command)
