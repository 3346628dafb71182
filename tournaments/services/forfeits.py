"""Tables that are decided by who came: whoever did not gets nothing, and nobody has met them."""

from collections.abc import Collection, Sequence
from typing import Unpack
from uuid import UUID

from api.problems import Problem
from games.messages import Message
from tournaments import stage_plan
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.formats.small_final import FINAL, THIRD
from tournaments.points import registry as schemes
from tournaments.services import disputes, guards, recording, results, round_deals
from tournaments.services.result_checks import checked
from tournaments.state import Role, RoundState, TableState, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork


def forfeit(  # noqa: PLR0913 - the parts of a command
    *,
    slug: str,
    who: Principal,
    table_id: UUID,
    absent: Sequence[int],
    places: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
    then: results.Then = "keep",
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Decide a table by who did not come, of which there may be several.

    Who is left alone wins. Where two or more came, `places` and `scores` by seat say how they
    ended; what stands there for the absent does not count. Putting an earlier result right takes
    a judge.
    """

    def decide(work: UnitOfWork) -> None:
        state = work.state
        guards.require_not_over(state)
        round_, table = guards.table(state, table_id)
        if table.is_played or len({*table.seats} - {*absent}) > 1:
            round_deals.require_shown(state, table)
        _require_seated(state, table, absent)
        if table.done or round_.closed:
            work.require_role(Role.JUDGE)
        came = [each for each in table.seats if each not in absent]
        _require_enough(state, round_, table, came)
        disputes.require_decision(work, table)
        ended = placed(table, absent, places)
        counted = _scored(state, table, absent, scores)
        is_first = not table.done and state.settings["play"] == "reported"
        recording.record(
            work,
            table,
            checked(state, table, ended, counted, absent),
            counted,
            source="report" if is_first else "override",
            absent=[each for each in table.seats if each in absent],
        )
        results.go_on_after(work, round_, then)

    return handle(slug=slug, who=who, decide=decide, **command)


def placed(
    table: TableState, absent: Collection[int], places: Sequence[int] | None
) -> tuple[int, ...]:
    """Return the places by seat: those who came in their order, all others together behind them.

    Raises Problem where two or more came and nothing says how they ended.
    """
    came = [seat for seat, each in enumerate(table.seats) if each not in absent]
    if len(came) < 2:
        said = dict.fromkeys(came, 1)
    elif places is None or len(places) != len(table.seats):
        text = Message(
            "The players who came played on: enter their places by seat, %(size)s in all.",
            size=len(table.seats),
        )
        raise Problem("invalid", text)
    else:
        said = {seat: places[seat] for seat in came}
    return tuple(
        1 + sum(other < said[seat] for other in said.values()) if seat in said else len(came) + 1
        for seat in range(len(table.seats))
    )


def _scored(
    state: TournamentState,
    table: TableState,
    absent: Collection[int],
    scores: Sequence[int] | None,
) -> list[int] | None:
    """Return the scores by seat, nothing for the absent; None where there are none."""
    if scores is not None and len(scores) == len(table.seats):
        by_seat = zip(table.seats, scores, strict=True)
        return [0 if each in absent else score for each, score in by_seat]
    nobody_came = all(each in absent for each in table.seats)
    is_needed = schemes.find(state.settings["points"]).needs_scores
    return [0] * len(table.seats) if nobody_came and is_needed else None


def _require_seated(state: TournamentState, table: TableState, absent: Sequence[int]) -> None:
    """Raise Problem unless those who did not come sit at the table."""
    strangers = [each for each in absent if each not in table.seats]
    if not absent or strangers:
        text = Message(
            "absent must name entrants of this table: %(seats)s.",
            seats=[f"{each} ({state.name(each)})" for each in table.seats],
        )
        raise Problem("invalid", text)


def _require_enough(
    state: TournamentState, round_: RoundState, table: TableState, came: Sequence[int]
) -> None:
    """Raise Problem where a bracket would go on with somebody who did not come."""
    form = stage_plan.format_of(state, round_.stage)
    if not form.eliminates or table.key == THIRD:
        return
    before = sum(each.stage < round_.stage for each in state.rounds)
    sizes = stage_plan.sizes_of(state, round_.stage)
    options = stage_plan.options_of(state, round_.stage)
    advance = form.advancing(round_.number - before, sizes, options)
    if len(came) < (1 if table.key == FINAL else min(advance, len(table.seats) - 1)):
        text = Message(
            "%(advance)s players from this table advance, but fewer came: enter a result that "
            "shows who advances.",
            advance=advance,
        )
        raise Problem("invalid", text)
