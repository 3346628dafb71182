"""Confirm what tables have reported, for all of a round in one press."""

from typing import Unpack

from api.problems import Problem
from games.messages import Message
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import guards, results, rounds
from tournaments.state import RoundState, TableState
from tournaments.unit_of_work import Principal, UnitOfWork


def waiting(round_: RoundState) -> list[TableState]:
    """Return the tables of a round with one version of the result, which nobody has confirmed."""
    return [
        each
        for each in round_.tables
        if each.is_open and each.reported is not None and not each.is_disputed
    ]


def confirm_all(
    *, slug: str, who: Principal, number: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Have every result count that a table of a round has reported and nobody disputes.

    The table at which the asker plays waits for somebody else.
    """

    def decide(work: UnitOfWork) -> None:
        guards.require_running(work.state)
        round_ = guards.live(work.state, number)
        found = [each for each in waiting(round_) if work.own not in each.seats]
        if not found:
            text = Message("No table of round %(round)s waits for a confirmation.", round=number)
            raise Problem("not_found", text)
        for table in found:
            report = table.reported
            assert report is not None  # noqa: S101 - As `waiting` has it.
            results.confirm(work, table, report.places, report.scores)
        rounds.advance_automatically(work)

    return handle(slug=slug, who=who, decide=decide, **command)
