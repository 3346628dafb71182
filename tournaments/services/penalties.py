"""Penalties: points taken away, and the end of an entrant's tournament."""

from typing import Literal, Unpack
from uuid import UUID

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.record import UNITS
from tournaments.services import guards
from tournaments.state import EntrantStatus
from tournaments.unit_of_work import Principal, UnitOfWork

Results = Literal["stand", "void"]
"""What becomes of the results of somebody who is disqualified."""


def disqualify(
    *,
    slug: str,
    who: Principal,
    entrant: int,
    results: Results | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Take somebody out for good.

    The results stand, or are void, as the command or else the plan says. Void ones leave everybody
    else's points of earlier rounds alone: the entrant's own are taken away, and at a table of a
    round that is open the others move up. Both follow from the results, whenever those are put
    right.
    """

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = guards.entrant(work.state, entrant)
        if found.presence is EntrantStatus.DISQUALIFIED:
            raise Problem(
                "entrant_dropped", Message("%(name)s is already disqualified.", name=found.name)
            )
        policy = results or work.state.settings.get("disqualified", "stand")
        about = {"results": policy} if policy == "void" else {}
        work.add(e.EntrantDisqualified(entrant=entrant, **about))

    return handle(slug=slug, who=who, decide=decide, **command)


def penalise(
    *,
    slug: str,
    who: Principal,
    entrant: int,
    units: int,
    table: UUID | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Take points away: whole units, UNITS to a point; a line of its own in the standings.

    At a table where the entrant sits they are taken from what it brings, whatever its result is or
    becomes; that wants a reason. A table called off brings no penalty, until it has a result.
    """

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = guards.entrant(work.state, entrant)
        if not units or abs(units) > 1000 * UNITS:
            raise Problem(
                "invalid", Message("units must be a whole number other than 0, 120 to a point")
            )
        if table is None:
            work.add(e.PenaltyGiven(entrant=found.number, units=units))
            return
        _, at = guards.table(work.state, table)
        if found.number not in at.seats:
            raise Problem("invalid", Message("%(name)s is not sitting there.", name=found.name))
        if not work.context.reason:
            raise Problem("invalid", Message("A penalty at a table needs a reason."))
        work.add(e.PenaltyGiven(entrant=found.number, units=units, table=str(at.id)))

    return handle(slug=slug, who=who, decide=decide, **command)
