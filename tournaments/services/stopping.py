"""Tables that came to nothing: they wait for the staff, and no round closes over them."""

from typing import Literal

from api.problems import Problem
from games.messages import Message
from matches import activity
from tournaments import events as e
from tournaments.state import RoundState, TableState
from tournaments.unit_of_work import UnitOfWork

Pay = Literal["bye", "none"]
"""What the players of a table that is called off get."""
Cause = Literal["match_void", "overdue"]
"""Why a table came to nothing: its match was called off, or its days were over."""


def stop(work: UnitOfWork, table: TableState, *, cause: Cause, detail: str = "") -> None:
    """Have a table that came to nothing wait for the staff, with who was to move, if anybody."""
    awaited = [] if table.match is None else activity.awaited_seats(table.match)
    work.add(
        e.TableStopped(
            table=str(table.id),
            cause=cause,
            detail=detail,
            awaited=[table.seated[seat] for seat in awaited],
        )
    )


def call_off(work: UnitOfWork, table: TableState, points: Pay) -> None:
    """Add that a table is void."""
    about = {} if points == "bye" else {"points": points}
    work.add(e.TableVoided(table=str(table.id), **about))


def needs_decision(round_: RoundState) -> Problem:
    """Return the refusal to go on over tables that came to nothing."""
    numbers = [number for number, each in enumerate(round_.tables, start=1) if each.stopped]
    text = Message(
        "Round %(round)s has tables without a result: %(numbers)s. Enter their results,"
        " have them played again, or call them off.",
        round=round_.number,
        numbers=numbers,
    )
    tables = [str(each.id) for each in round_.undecided]
    return Problem("round_already_live", text, params={"tables": tables})
