"""What a command may find, or not: refusals that say what to do next."""

from uuid import UUID

from api.problems import Problem
from games.messages import Message
from matches import activity
from tournaments import refusals, rolls, stage_plan
from tournaments.state import (
    OVER,
    EntrantState,
    RoundState,
    Status,
    TableState,
    TournamentState,
)


def no_such_table() -> Problem:
    """Say that a table is not there, or not to be seen yet."""
    detail = Message("This table does not exist, or its round is not published.")
    return Problem("not_found", detail)


def require_not_started(state: TournamentState) -> None:
    """Raise round_already_live once the tournament runs."""
    if state.stages or state.status in OVER:
        text = Message(
            "The tournament has started; roll it back first, or use what a running one allows."
        )
        raise Problem("round_already_live", text)


def require_running(state: TournamentState) -> None:
    """Raise Problem unless rounds can be paired and played; draw_running while it starts."""
    if state.status in OVER:
        raise Problem(
            "result_locked",
            Message("The tournament is %(status)s; reopen it first.", status=state.status.value),
        )
    if state.status is not Status.RUNNING:
        running = state.draws.running
        if running is not None and running.asked.kind == "lots":  # It is about to start.
            raise refusals.draw_running(running, rolls.missing(state))
        raise Problem("round_not_draft", Message("The tournament has not started; start it first."))
    if state.paused:
        raise Problem("round_not_draft", Message("The tournament is paused; resume it first."))


def require_not_over(state: TournamentState) -> None:
    """Raise result_locked when the tournament is finished or cancelled."""
    if state.status in OVER:
        raise Problem(
            "result_locked",
            Message("The tournament is %(status)s; reopen it first.", status=state.status.value),
        )


def entrant(state: TournamentState, number: int) -> EntrantState:
    """Return an entrant; raises not_found."""
    found = state.entrants.get(number)
    if found is None:
        raise Problem(
            "not_found",
            Message("There is no entrant %(number)s in this tournament.", number=number),
        )
    return found


def round_(state: TournamentState, number: int) -> RoundState:
    """Return a round; raises not_found."""
    if not 1 <= number <= len(state.rounds):
        text = Message(
            "There is no round %(round)s; the tournament has %(count)s.",
            round=number,
            count=len(state.rounds),
        )
        raise Problem("not_found", text)
    return state.rounds[number - 1]


def require_rounds(state: TournamentState) -> None:
    """Raise round_already_live while an arena is on, which pairs and closes by itself."""
    stage = state.stage
    if stage is None or stage.ranking is not None:
        return
    if stage_plan.format_of(state, stage.number).continuous:
        text = Message(
            "An arena opens and closes its tables automatically; pause the tournament to stop it."
        )
        raise Problem("round_already_live", text)


def draft(state: TournamentState, number: int) -> RoundState:
    """Return a round that is a draft; raises round_already_live."""
    found = round_(state, number)
    if found.published:
        text = Message("Round %(round)s has been published; unpublish it first.", round=number)
        raise Problem("round_already_live", text)
    return found


def live(state: TournamentState, number: int) -> RoundState:
    """Return a published round that is not closed; raises Problem."""
    found = round_(state, number)
    if not found.published:
        raise Problem(
            "round_not_draft",
            Message("Round %(round)s is a draft; publish it first.", round=number),
        )
    if found.closed:
        raise Problem("result_locked", Message("Round %(round)s is closed.", round=number))
    return found


def table(state: TournamentState, table_id: UUID) -> tuple[RoundState, TableState]:
    """Return a table of a published round, and the round; raises not_found."""
    found = state.table(table_id)
    if found is None or not found[0].published:
        raise no_such_table()
    return found


def is_untouched(table: TableState) -> bool:
    """Return whether nobody has played at a table of a published round yet."""
    playing = table.match is not None and not activity.is_untouched(table.match)
    is_new = table.is_open and table.reported is None and not table.counted
    return is_new and not playing


def stays_untouched(table: TableState) -> bool:
    """Return whether nobody has played at a table, nor can before the command is done.

    A move that comes meanwhile waits; one that was first is seen.
    """
    if table.match is not None:
        activity.hold(table.match)
    return is_untouched(table)


def require_untouched(table: TableState, number: int) -> None:
    """Raise result_locked when a table of a published round has been played at."""
    if not stays_untouched(table):
        text = Message(
            "Table %(table)s has been played at; correct its result, or replay it.", table=number
        )
        raise Problem("result_locked", text, params={"table": str(table.id)})


def open_round(state: TournamentState, number: int) -> RoundState:
    """Return a round that is a draft or live; raises Problem."""
    found = round_(state, number)
    return live(state, number) if found.published else found
