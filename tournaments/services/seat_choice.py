"""Seats at a final: the better seed chooses first, each within a time; then the table begins."""

from typing import Unpack
from uuid import UUID

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments import stage_queries
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.record import Entrant
from tournaments.services import guards
from tournaments.state import PRESENT, RoundState, TableState
from tournaments.unit_of_work import Principal, UnitOfWork


def offer(work: UnitOfWork, round_: RoundState) -> None:
    """Let the players of a published final choose their seats, where the plan says so."""
    seconds: int = work.state.settings.get("choose_seats") or 0
    found = stage_queries.final_of(work.state, round_) if seconds else None
    if found is None:
        return
    table, order = found
    work.add(e.SeatsOffered(table=str(table.id), order=order, seconds=seconds))
    _go_on(work, table)


def choose(
    *,
    slug: str,
    who: Principal,
    table_id: UUID,
    seat: int,
    entrant: Entrant | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Choose a seat, from 1, for oneself, or as the staff for whoever is next."""

    def decide(work: UnitOfWork) -> None:
        guards.require_running(work.state)
        table = guards.table(work.state, table_id)[1]
        if work.own not in table.seats:
            work.require_role()
        choosing = table.choosing
        if choosing is None:
            text = Message("Nobody is choosing a seat at this table.")
            raise Problem("result_locked", text)
        chooser = _chooser(work, table, entrant)
        if chooser != choosing.next:
            text = Message("%(name)s chooses first.", name=work.state.name(choosing.next))
            raise Problem("result_locked", text, params={"next": choosing.next})
        if seat - 1 not in choosing.free:
            free = [each + 1 for each in choosing.free]
            text = Message("Seat %(place)s is taken; free: %(free)s.", place=seat, free=free)
            raise Problem("result_locked", text, params={"free": free})
        work.excused = True
        work.add(e.SeatChosen(table=str(table.id), entrant=chooser, seat=seat - 1))
        _go_on(work, table)

    return handle(slug=slug, who=who, decide=decide, **command)


def _chooser(work: UnitOfWork, table: TableState, entrant: Entrant | None) -> Entrant:
    """Return for whom a seat is chosen; raises Problem for those whom the asker cannot speak for.

    Who sits there speaks for nobody else, staff or not.
    """
    sits = work.own in table.seats
    meant = work.own if sits and entrant is None else entrant
    if sits and work.own is not None and meant != work.own:
        work.refuse_own(table.seats)
    if meant is None:
        assert table.choosing is not None  # noqa: S101 - As asked before.
        return table.choosing.next
    if meant not in table.seats:
        text = Message("Entrant %(number)s does not sit at this table.", number=meant)
        raise Problem("not_found", text)
    return meant


def _go_on(work: UnitOfWork, table: TableState) -> None:
    """Choose at once for who has no choice left: bots, who has left, and the last one."""
    while (choosing := table.choosing) is not None:
        entrant = work.state.entrants[choosing.next]
        is_here = entrant.bot is None and entrant.presence in PRESENT
        if is_here and len(choosing.free) > 1:
            return
        _by_default(work, table)


def _by_default(work: UnitOfWork, table: TableState) -> None:
    choosing = table.choosing
    assert choosing is not None  # noqa: S101 - Asked for only while somebody chooses.
    seat = choosing.default(table.seats)
    work.add(e.SeatChosen(table=str(table.id), entrant=choosing.next, seat=seat, by_default=True))


def expire(work: UnitOfWork) -> None:
    """Let whoever has not chosen in time keep the drawn seat, or take the first that is free."""
    for _round, table in list(work.state.tables()):
        if table.choosing is not None and table.choosing.until <= work.at:
            _by_default(work, table)
            _go_on(work, table)
