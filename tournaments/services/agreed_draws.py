"""Draws by agreement: all at a table agree before they play, or the staff says that they have."""

from typing import Unpack
from uuid import UUID

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments import stage_plan
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.record import Entrant
from tournaments.services import disputes, guards, recording, round_deals, rounds
from tournaments.state import RoundState, TableState, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork

AGREEMENTS_MAX = 5
"""How often one player agrees to a draw at a table, having withdrawn the one before."""


def agree(
    *,
    slug: str,
    who: Principal,
    table_id: UUID,
    withdrawn: bool = False,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Agree to a draw at one's own table, or withdraw; as the staff, record one at another.

    Players can until something was played or reported; the draw stands once all have agreed.
    """

    def decide(work: UnitOfWork) -> None:
        state = work.state
        guards.require_running(state)
        round_, table = guards.table(state, table_id)
        sits = work.own is not None and work.own in table.seats
        if not sits:
            work.require_role()
        require_possible(state, round_, table)
        if work.own is not None and sits:
            # Whoever of the staff sits there agrees like any player.
            work.excused = True
            _by_player(work, table, work.own, withdrawn=withdrawn)
        elif withdrawn:
            text = Message("Only the players at a table can withdraw from a draw.")
            raise Problem("invalid", text)
        else:
            disputes.require_decision(work, table)
            _record(work, table)

    return handle(slug=slug, who=who, decide=decide, **command)


def is_allowed(state: TournamentState, round_: RoundState) -> bool:
    """Tell whether tables of a round may be drawn by agreement: by the plan, and in its format."""
    form = stage_plan.format_of(state, round_.stage)
    has_draws = not form.eliminates and not form.continuous
    return bool(state.settings.get("agreed_draws")) and has_draws


def may_agree(state: TournamentState, round_: RoundState, table: TableState) -> bool:
    """Tell whether the players of a table can still agree to a draw."""
    return (
        is_allowed(state, round_)
        and round_.published
        and not round_.closed
        and guards.is_untouched(table)
        and table.choosing is None
        and not any(state.entrants[each].bot for each in table.seats)
    )


def require_possible(state: TournamentState, round_: RoundState, table: TableState) -> None:
    """Raise Problem where a table cannot be drawn by agreement, whoever asks."""
    if not is_allowed(state, round_):
        text = Message(
            "There are no draws by agreement here: the settings must allow them, and no one may be"
            " knocked out."
        )
        raise Problem("result_locked", text)
    if round_.closed or table.done:
        raise Problem(
            "result_locked", Message("The table already has its result; a judge can correct it.")
        )
    if table.is_played:
        round_deals.require_shown(state, table)
    if table.choosing is not None:
        text = Message("The seats of this table are still being chosen.")
        raise Problem("result_locked", text)


def _by_player(work: UnitOfWork, table: TableState, own: Entrant, *, withdrawn: bool) -> None:
    """Add that a player agrees, or that nobody does any more; with the last one it is a draw."""
    if withdrawn:
        if table.agreed:
            work.add(e.DrawAgreed(table=str(table.id), entrant=own, lifted=True))
        return
    if not guards.stays_untouched(table):
        text = Message("Play has begun at this table; only the staff can record a draw now.")
        raise Problem("result_locked", text)
    if any(work.state.entrants[each].bot for each in table.seats):
        raise Problem(
            "result_locked",
            Message("There is a bot at this table, and bots cannot agree to draws."),
        )
    if own in table.agreed:
        return
    if table.agreements.get(own, 0) >= AGREEMENTS_MAX:
        text = Message("You have agreed %(count)s times; ask the staff.", count=AGREEMENTS_MAX)
        raise Problem("result_locked", text)
    work.add(e.DrawAgreed(table=str(table.id), entrant=own))
    if set(table.agreed) >= set(table.seats):
        _record(work, table)


def _record(work: UnitOfWork, table: TableState) -> None:
    together = [1] * len(table.seats)
    recording.record(work, table, together, None, source="report", ended="agreed")
    rounds.advance_automatically(work)
