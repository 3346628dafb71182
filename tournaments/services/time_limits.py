"""Tables that the staff ends when their time is over, with the standing that holds then."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Unpack
from uuid import UUID

from api.problems import Problem
from games.messages import Message
from matches import activity
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import disputes, guards, recording, rounds
from tournaments.services.result_checks import checked, sum_of_table
from tournaments.state import RoundState, TableState, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork


def end(
    *,
    slug: str,
    who: Principal,
    table_id: UUID,
    places: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """End a table whose time is over: a match as it stands, in person as it is entered."""

    def decide(work: UnitOfWork) -> None:
        state = work.state
        guards.require_running(state)
        round_, table = guards.table(state, table_id)
        if work.own in table.seats:
            work.refuse_own(table.seats)
        _require_over(work, round_, table)
        if state.settings["play"] == "matches":
            _end_match(work, table, places, scores)
            return
        disputes.require_decision(work, table)
        if places is None and scores is None and table.counted:
            # No match was under way: those that are over are added up.
            recording.record_sum(work, table, source="report", ended="time_limit")
        else:
            _end_as_entered(work, table, places, scores)
        rounds.advance_automatically(work)

    return handle(slug=slug, who=who, decide=decide, **command)


def _end_as_entered(
    work: UnitOfWork,
    table: TableState,
    places: Sequence[int] | None,
    scores: Sequence[int] | None,
) -> None:
    """Add how a table stands at its time limit, or the match that is being played there."""
    found = checked(work.state, table, places, scores, is_cut_short=True)
    if sum_of_table(work.state, table) > 1:
        recording.count(work, table, found, scores, ended="time_limit")
    else:
        recording.record(work, table, found, scores, source="report", ended="time_limit")


def is_over(state: TournamentState, round_: RoundState, table: TableState, now: datetime) -> bool:
    """Tell whether the time of a table is over: by the round's clock, its length, or its days."""
    more = round_.extended_s + table.extended_s
    if round_.clock is not None:
        return round_.clock.left_ms(now, more) <= 0
    if round_.due is not None:
        return round_.due + timedelta(seconds=more) <= now
    seconds = state.settings.get("round_seconds")
    if seconds is None or round_.published_at is None:
        return False
    return round_.published_at + timedelta(seconds=seconds + more) <= now


def may_end(state: TournamentState, round_: RoundState, table: TableState, now: datetime) -> bool:
    """Tell whether the staff can end a table at its time limit."""
    is_played = not round_.closed and table.is_open and table.choosing is None
    has_match = state.settings["play"] != "matches" or table.match is not None
    return is_played and has_match and is_over(state, round_, table, now)


def _require_over(work: UnitOfWork, round_: RoundState, table: TableState) -> None:
    if round_.closed or not table.is_open or table.choosing is not None:
        text = Message("Nothing is being played at this table.")
        raise Problem("result_locked", text)
    if not is_over(work.state, round_, table, work.at):
        text = Message("The time of this table is not over, or no end time is set.")
        raise Problem("result_locked", text)


def _end_match(
    work: UnitOfWork,
    table: TableState,
    places: Sequence[int] | None,
    scores: Sequence[int] | None,
) -> None:
    """Have the match end, which brings the result; it alone says how it stands."""
    if places is not None or scores is not None:
        text = Message("The match has its own scores: leave placings and scores out.")
        raise Problem("invalid", text)
    if table.match is None or not activity.is_live(table.match):
        raise Problem("result_locked", Message("Nothing is being played at this table."))
    work.add(e.TimeCalled(table=str(table.id)))
