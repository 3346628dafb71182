"""The notice of a tournament: one line of the staff that everyone reads."""

from typing import Unpack

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import guards
from tournaments.unit_of_work import Principal, UnitOfWork


def put(
    *, slug: str, who: Principal, text: str, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Put up a notice in the place of the one before; an empty one takes it down."""
    words = " ".join(text.split())

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        if words == work.state.notice:
            raise Problem("invalid", Message("The notice already says this."))
        work.add(e.NoticePut(text=words))

    return handle(slug=slug, who=who, decide=decide, **command)
