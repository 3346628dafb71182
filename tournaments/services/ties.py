"""Ties on which it hangs who goes on: each is decided by an event that says how."""

from collections.abc import Sequence
from typing import Unpack
from uuid import UUID

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments import stage_plan, stage_queries
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.formats.core import Tie
from tournaments.record import Entrant
from tournaments.services import guards
from tournaments.state import RoundState, TableState, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork

JUDGE = "judge"


def open_ties(state: TournamentState) -> list[tuple[TableState, Tie]]:
    """Return the ties of the last round that nothing has decided yet, with their tables."""
    round_ = state.round
    if round_ is None or not round_.published or not round_.done:
        return []
    found = stage_plan.format_of(state, round_.stage).cut_ties(
        stage_queries.stage_of(state, number=round_.stage)
    )
    tables = [(round_.tables[tie.table], tie) for tie in found]
    return [(table, tie) for table, tie in tables if not table.decided]


def undecided(state: TournamentState) -> list[tuple[TableState, Tie]]:
    """Return the ties of the last round that wait for a judge."""
    return [(table, tie) for table, tie in open_ties(state) if tie.method == JUDGE]


def needs_judge(state: TournamentState, waiting: Sequence[tuple[TableState, Tie]]) -> Problem:
    """Return the refusal to go on while a judge has to decide."""
    table, tie = waiting[0]
    names = ", ".join(map(state.name, tie.players))
    text = Message(
        "%(names)s are tied at the cut; a judge decides with POST …/tables/{id}/tie.",
        names=names,
    )
    return Problem(
        "round_already_live",
        text,
        params={"table": str(table.id), "level": list(tie.players)},
    )


def settle(work: UnitOfWork) -> None:
    """Add an event for every tie of the last round that seeds or lots decide, or that all survive.

    A judge's tie that is still open, as after a correction, goes by seed until he decides.
    """
    state = work.state
    lots = {entrant: place for place, entrant in enumerate(state.lots)}
    for table, tie in open_ties(state):
        if tie.method == JUDGE:
            work.choices.append(f"tie: a judge orders {', '.join(map(state.name, tie.players))}")
            continue
        order = list(tie.players)
        if tie.method == "lots":
            order.sort(key=lots.__getitem__)
        _decide(work, table, order, tie.method)


def decide(
    *,
    slug: str,
    who: Principal,
    table_id: UUID,
    order: Sequence[Entrant],
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Say, as a judge, in which order those who are level across the cut of a table stand."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        round_, table = guards.table(work.state, table_id)
        if work.own in table.seats:
            work.refuse_own(table.seats)
        level = _level(work.state, round_, table)
        if sorted(level) != sorted(order):
            text = Message(
                "order must name once each of those tied at the cut: %(level)s",
                level=level or Message("nobody"),
            )
            raise Problem("invalid", text, params={"level": level})
        _decide(work, table, order, JUDGE)

    return handle(slug=slug, who=who, decide=decide, **command)


def _level(state: TournamentState, round_: RoundState, table: TableState) -> list[Entrant]:
    """Return who are level across the cut of a table of the last round."""
    if round_ is not state.round or not round_.done:
        text = Message(
            "A tie is decided once its round has been played, and before the next is paired."
        )
        raise Problem("result_locked", text)
    stage = stage_queries.stage_of(state, number=round_.stage)
    for tie in stage_plan.format_of(state, round_.stage).cut_ties(stage):
        if round_.tables[tie.table] is table:
            return list(tie.players)
    return []


def _decide(work: UnitOfWork, table: TableState, order: Sequence[Entrant], method: str) -> None:
    work.add(e.TieDecided(table=str(table.id), order=list(order), method=method))
