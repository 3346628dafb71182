"""Penalties: points taken away, and the end of an entrant's tournament."""

from typing import Literal, Unpack

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments import stage_queries
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
    else's points of earlier rounds alone: the entrant's own are taken away, and at a table of the
    round that is open, which has its result, the others move up.
    """

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = guards.entrant(work.state, entrant)
        if found.presence is EntrantStatus.DISQUALIFIED:
            raise Problem(
                "entrant_dropped", Message("%(name)s is disqualified already.", name=found.name)
            )
        work.add(e.EntrantDisqualified(entrant=entrant))
        policy = results or work.state.settings.get("disqualified", "stand")
        if policy == "void":
            _void_results(work, entrant)

    return handle(slug=slug, who=who, decide=decide, **command)


def _void_results(work: UnitOfWork, entrant: int) -> None:
    round_ = work.state.round
    for table in round_.tables if round_ is not None and not round_.closed else ():
        if entrant in table.seats and table.places is not None:
            own = table.seats.index(entrant)
            places = [
                len(table.seats) if seat == own else place - (place > table.places[own])
                for seat, place in enumerate(table.places)
            ]
            work.add(
                e.ResultRecorded(
                    table=str(table.id),
                    places=[1 + sum(other < place for other in places) for place in places],
                    scores=None if table.scores is None else list(table.scores),
                    source="override",
                )
            )
    units = stage_queries.record_of(work.state).points.get(entrant, 0)
    left = units - work.state.entrants[entrant].penalty
    if left > 0:
        work.add(e.PenaltyGiven(entrant=entrant, units=left))


def penalise(
    *, slug: str, who: Principal, entrant: int, units: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Take points away: whole units, UNITS to a point; a line of its own in the standings."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = guards.entrant(work.state, entrant)
        if not units or abs(units) > 1000 * UNITS:
            raise Problem(
                "invalid", Message("units must be a whole number other than 0, 120 to a point")
            )
        work.add(e.PenaltyGiven(entrant=found.number, units=units))

    return handle(slug=slug, who=who, decide=decide, **command)
