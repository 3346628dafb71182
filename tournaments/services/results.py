"""Results: brought by matches, reported at the table, put right by the staff."""

from collections.abc import Sequence
from typing import Literal, Unpack
from uuid import UUID

from msgspec import UNSET

from api.ids import uuid7
from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments import shared_deals
from tournaments.command_handler import CommandOptions, CommandResult, Decide, handle
from tournaments.models import Table
from tournaments.services import (
    disputes,
    guards,
    pairing,
    round_deals,
    rounds,
    stopping,
    ties,
)
from tournaments.services.recording import Ended, MatchEnd, count, record, record_sum, take_over
from tournaments.services.result_checks import (
    best_of_table,
    checked,
    is_decided,
    require_match,
    sum_of_table,
)
from tournaments.state import RoundState, Status, TableState
from tournaments.unit_of_work import PLATFORM, Principal, UnitOfWork

Then = Literal["keep", "repair"]


def match_opened(*, table_id: UUID, match: UUID, slot: str = "", board: int | None = None) -> None:
    """Note which match is played at a table; nothing when it is known or the table is gone.

    The slot is that of its deal, empty where that does not come from a well, or where it is a
    `board` that other tables play as well.
    """

    def decide(work: UnitOfWork) -> None:
        found = work.state.table(table_id)
        if found is not None and found[1].match != match:
            number = UNSET if board is None else board
            opened = e.TableOpened(
                table=str(table_id), match=str(match), slot=slot or UNSET, board=number
            )
            work.add(opened)

    _on_table(table_id, decide, "the match was opened")


def match_ended(  # noqa: PLR0913 - how a match can end
    *,
    table_id: UUID,
    match: UUID,
    places: Sequence[int] | None,
    scores: Sequence[int] | None,
    detail: str = "",
    gone: Sequence[int] = (),
    is_at_limit: bool = False,
) -> None:
    """Take over the result of a table's match, once; places None when the match was called off.

    `detail` says why that was, and `gone` which seats had been left; `is_at_limit` is whether the
    staff has ended it, since its time was over. Nothing happens when the table
    has its result, is void or stopped, or is played at by another match now.
    """

    def decide(work: UnitOfWork) -> None:
        found = work.state.table(table_id)
        if found is None or work.state.status is not Status.RUNNING:
            return
        round_, table = found
        if table.match != match or table.wants_match or not table.is_open:
            return
        if places is None or scores is None:
            stopping.stop(work, table, cause="match_void", detail=detail)
        elif shared_deals.open_board(work.state, table) is not None:
            # How it ended is told with the last table of its deal.
            work.add(e.TablePlayed(table=str(table_id)))
        else:
            left = [table.seated[seat] for seat in gone]
            ended: Ended | None = "time_limit" if is_at_limit else None
            take_over(work, round_, table, MatchEnd(match, places, scores, left, ended))
        rounds.advance_automatically(work)

    _on_table(table_id, decide, "the match ended")


def _on_table(table_id: UUID, decide: Decide, reason: str) -> None:
    slug = Table.objects.filter(id=table_id).values_list("tournament__slug", flat=True).first()
    if slug is not None:
        handle(slug=slug, who=PLATFORM, decide=decide, reason=reason)


def report(  # noqa: PLR0913 - the parts of a command
    *,
    slug: str,
    who: Principal,
    table_id: UUID,
    places: Sequence[int] | None,
    scores: Sequence[int] | None,
    drawn: int = 0,
    match: int | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Report the result of a table without a match: one player does, another confirms.

    `drawn` is how many matches of a duel of several nobody has won; `match` which one it is, from
    1, where the points of several are added up.

    The same result from another player of the table, or any from the staff but for who sits there,
    counts at once. Another one than was reported stands beside it, and a judge decides.
    """

    def decide(work: UnitOfWork) -> None:
        state = work.state
        guards.require_running(state)
        round_, table = guards.table(state, table_id)
        _require_reports_open(work, round_, table)
        require_match(state, table, match, len(table.counted) + 1)
        if table.choosing is not None:
            text = Message("The seats of this table are still being chosen.")
            raise Problem("result_locked", text)
        own = work.own
        sits = own is not None and own in table.seats
        if not work.is_by_staff and not sits:
            raise Problem(
                "permission_denied", Message("Only players at this table can report its result.")
            )
        # Who confirms a score need not say again how many matches were drawn.
        is_told = any(each.scores == scores for each in table.versions.values())
        found = checked(state, table, places, scores, drawn=drawn, is_cut_short=is_told)
        # Whoever of the staff sits there reports like any player: somebody else confirms.
        work.excused = sits
        if own is None or not sits:
            disputes.require_decision(work, table)
            confirm(work, table, found, scores)
        elif disputes.is_confirmed(table, own, found, scores):
            confirm(work, table, found, scores)
        else:
            disputes.tell(work, table, own, found, scores)
            return
        rounds.advance_automatically(work)

    return handle(slug=slug, who=who, decide=decide, **command)


def confirm(
    work: UnitOfWork, table: TableState, places: Sequence[int], scores: Sequence[int] | None
) -> None:
    """Have a report count: as the result of the table, or as one of the matches it adds up."""
    if sum_of_table(work.state, table) > 1:
        count(work, table, places, scores)
    else:
        record(work, table, places, scores, source="report")


def _require_reports_open(work: UnitOfWork, round_: RoundState, table: TableState) -> None:
    if work.state.settings["play"] != "reported":
        text = Message("The result of this table comes from its match; a judge may override it.")
        raise Problem("result_locked", text)
    if round_.closed or table.done:
        text = Message(
            "The table already has its result: %(result)s. A judge can correct it.",
            result=[_seat_result(work, table, seat) for seat in range(len(table.seats))],
        )
        raise Problem("result_locked", text)
    if table.stopped is not None and (not work.is_by_staff or work.own in table.seats):
        raise Problem(
            "result_locked", Message("The table had no result in time; the staff decides.")
        )


def _seat_result(work: UnitOfWork, table: TableState, seat: int) -> str:
    """Return how a seat ended: what the second of two who enter a result has to know."""
    place = "-" if table.places is None else f"{table.places[seat]}."
    score = "" if table.scores is None else f" ({table.scores[seat]})"
    return f"{place} {work.state.name(table.seats[seat])}{score}"


def override(  # noqa: PLR0913 - the parts of a command
    *,
    slug: str,
    who: Principal,
    table_id: UUID,
    places: Sequence[int] | None,
    scores: Sequence[int] | None,
    drawn: int = 0,
    match: int | None = None,
    then: Then = "keep",
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Correct the result of a table, at any time before the tournament is finished.

    A duel of several matches that ended at its time limit may still be one that was not decided.
    Where the points of several are added up, `match` puts one right that is over, from 1, or in
    person is the next one; without it the result stands for all of them.
    """

    def decide(work: UnitOfWork) -> None:
        state = work.state
        guards.require_not_over(state)
        round_, table = guards.table(state, table_id)
        round_deals.require_shown(state, table)
        if match is not None:
            _correct_match(work, table, match, places, scores)
            go_on_after(work, round_, then)
            return
        is_at_limit = table.ended == "time_limit" and best_of_table(state, table) > 1
        found = checked(state, table, places, scores, drawn=drawn, is_cut_short=is_at_limit)
        disputes.require_decision(work, table)
        is_cut_short = is_at_limit and not is_decided(state, table, scores or (), drawn=drawn)
        ended: Ended | None = "time_limit" if is_cut_short else None
        record(work, table, found, scores, source="override", ended=ended)
        go_on_after(work, round_, then)

    return handle(slug=slug, who=who, decide=decide, **command)


def _correct_match(
    work: UnitOfWork,
    table: TableState,
    number: int,
    places: Sequence[int] | None,
    scores: Sequence[int] | None,
) -> None:
    """Put one match right of those that a table adds up, or in person enter the next one."""
    is_next_open = work.state.settings["play"] == "reported" and table.is_open
    over = len(table.counted)
    require_match(work.state, table, number, *range(1, over + 1 + is_next_open))
    if table.done and not table.summed:
        text = Message("The table was decided as a whole: correct that, or have it played again.")
        raise Problem("result_locked", text)
    found = checked(work.state, table, places, scores)
    disputes.require_decision(work, table)
    if number > over:
        count(work, table, found, scores)
        return
    listed = None if scores is None else list(scores)
    was = table.counted[number - 1].match
    work.add(
        e.MatchCounted(
            table=str(table.id),
            match=None if was is None else str(was),
            places=list(found),
            scores=listed,
            number=number,
        )
    )
    if table.done:
        ended: Ended | None = "time_limit" if table.ended == "time_limit" else None
        record_sum(work, table, source="override", gone=table.gone, ended=ended)


def void(
    *,
    slug: str,
    who: Principal,
    table_id: UUID,
    then: Then = "keep",
    points: stopping.Pay | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Call a table off: its players have not met, and get what a bye brings, or nothing.

    Unless `points` says so, nothing is for those whose table came to nothing.
    """

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        round_, table = guards.table(work.state, table_id)
        if table.void:
            raise Problem(
                "result_locked", Message("The table is already void; record a result instead.")
            )
        disputes.require_decision(work, table)
        stopping.call_off(work, table, points or ("none" if table.stopped else "bye"))
        go_on_after(work, round_, then)

    return handle(slug=slug, who=who, decide=decide, **command)


def replay(
    *, slug: str, who: Principal, table_id: UUID, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Have a table of the round that is live played again, as a new match."""

    def decide(work: UnitOfWork) -> None:
        guards.require_running(work.state)
        round_, _ = guards.table(work.state, table_id)
        guards.live(work.state, round_.number)
        work.add(e.TableReplayed(table=str(table_id), new_table=str(uuid7())))

    return handle(slug=slug, who=who, decide=decide, **command)


def go_on_after(work: UnitOfWork, changed: RoundState, then: Then) -> None:
    """Deal with the rounds after a changed one, as the asker has chosen."""
    state = work.state
    later = [each for each in state.rounds if each.number > changed.number]
    started = [each for each in later if any(table.is_over for table in each.tables)]
    if later:
        work.choices.append("keep: later pairings stay as they are")
        if not started:
            work.choices.append("repair: later rounds, none of which has a result, are paired anew")
    if changed.closed and not later:
        ties.settle(work)
    if then == "repair":
        guards.require_rounds(state)
    if then == "keep":
        rounds.advance_automatically(work)
        return
    if started:
        text = Message(
            "Round %(round)s has results; keep the pairings, or roll back.", round=started[0].number
        )
        raise Problem("result_locked", text)
    was_published = bool(later) and later[0].published
    if later:
        work.add(e.RoundUnpaired(round=later[0].number))
    _take_stages_back(work, changed)
    if later and state.status is Status.RUNNING:
        ties.settle(work)
        pairing.pair_next(work, alone=True)
        if was_published:
            pairing.publish_draft(work, len(state.rounds))


def _take_stages_back(work: UnitOfWork, changed: RoundState) -> None:
    """Take back the end of the changed round's stage, and end it anew if it still is over."""
    state = work.state
    if state.stages[changed.stage].ranking is None:
        return
    last = state.rounds[-1]
    work.add(e.StageReopened(stage=changed.stage))
    work.add(e.RoundReopened(round=last.number))
    if last.done:
        rounds.close_round(work, last.number)
