"""The rounds of a tournament and their tables, as an account may see them."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Literal, cast
from uuid import UUID

from api.problems import Problem
from eventstore.canonical import format_timestamp
from games.messages import Message
from tournaments import shared_deals, stage_plan, stage_records
from tournaments.answers import (
    CountedMatchShown,
    Explanation,
    RoundClockShown,
    RoundShown,
    SeatsChosen,
    SeatShown,
    Source,
    Stopped,
    TableExplained,
    TablePenalty,
    TableShown,
    VersionShown,
)
from tournaments.points.core import in_points
from tournaments.round_clock import SECOND_MS
from tournaments.selectors.staff import sees_drafts
from tournaments.state import CountedMatch, RoundState, TableState, TournamentState


def status_of(round_: RoundState) -> Literal["draft", "live", "closed"]:
    """Return where a round is in its life."""
    return cast("Literal['draft', 'live', 'closed']", round_.status)


def round_page(state: TournamentState, number: int, account: UUID | None) -> RoundShown:
    """Return a round; a draft only to the staff. Raises not_found."""
    round_ = visible_round(state, number, account)
    return RoundShown(
        round=number,
        stage=round_.stage + 1,
        status=status_of(round_),
        ends_at=ends_at(state, round_),
        tables=[
            _table(state, round_, table, place)
            for place, table in enumerate(round_.tables, start=1)
        ],
        byes=_seats(state, round_.byes),
        clock=_clock(round_),
    )


def _clock(round_: RoundState) -> RoundClockShown | None:
    clock = round_.clock
    if clock is None:
        return None
    ends, extra = clock.ends_at(round_.extended_s), round_.extended_s
    return RoundClockShown(
        seconds=clock.seconds + extra,
        running=clock.is_running,
        ends_at=None if ends is None else format_timestamp(ends),
        left_ms=None if ends else (clock.seconds + extra) * SECOND_MS - clock.used_ms,
    )


def _seats(state: TournamentState, entrants: Iterable[int]) -> list[SeatShown]:
    return [SeatShown(each, state.name(each)) for each in entrants]


def ends_at(
    state: TournamentState, round_: RoundState, table: TableState | None = None
) -> str | None:
    """Return when a round, or one of its tables, is meant to be over; None where that is open."""
    more = round_.extended_s + (0 if table is None else table.extended_s)
    if round_.clock is not None:
        ends = round_.clock.ends_at(more)
        return None if ends is None else format_timestamp(ends)
    seconds = state.settings.get("round_seconds")
    if seconds is None or round_.published_at is None:
        return None
    return format_timestamp(round_.published_at + timedelta(seconds=seconds + more))


def visible_round(state: TournamentState, number: int, account: UUID | None) -> RoundState:
    """Return a round that an account may see; raises not_found."""
    if 1 <= number <= len(state.rounds):
        found = state.rounds[number - 1]
        if found.published or sees_drafts(state, account):
            return found
    raise Problem(
        "not_found",
        Message("There is no round %(round)s, or it is not published yet.", round=number),
    )


def _table(
    state: TournamentState, round_: RoundState, table: TableState, number: int
) -> TableShown:
    seen = stage_records.table_of(state, table)
    return TableShown(
        id=str(table.id),
        table=number,
        key=table.key,
        sources=list(table.sources),
        seats=_seats(state, table.seats),
        choosing=_choosing(table),
        match=None if table.match is None else str(table.match),
        best_of=stage_plan.best_of(state, round_.stage),
        sum_of=stage_plan.sum_of(state, round_.stage),
        matches=[_counted(state, round_, each) for each in table.counted],
        wins=list(table.wins),
        placings=None if table.places is None else list(table.places),
        scores=None if table.scores is None else list(table.scores),
        points=None if seen.points is None else list(map(in_points, seen.points)),
        source=cast("Source", table.source),
        reported_by=None if table.reported is None else table.reported.by,
        versions=[
            VersionShown(by, each.places, each.scores) for by, each in table.versions.items()
        ],
        disputed=table.is_disputed,
        decision=table.decision,
        void=table.void,
        paid=table.void and not table.unpaid,
        gone=list(table.gone),
        absent=list(table.absent),
        draw_agreed_by=list(table.agreed),
        ended=cast("Literal['', 'agreed', 'time_limit']", table.ended),
        penalties=[
            TablePenalty(each.entrant, in_points(each.units), each.reason)
            for each in table.penalties
        ],
        stopped=None if table.stopped is None else Stopped(**table.stopped),
        ends_at=ends_at(state, round_, table),
        judge_called=table.is_called,
        extra_seconds=table.extended_s,
        deal=None if table.board is None else str(state.boards[table.board].deal),
        played=table.is_played,
        margins=_margins(state, table),
    )


def _margins(state: TournamentState, table: TableState) -> list[float] | None:
    if not shared_deals.by_margin(state.settings) or table.scores is None:
        return None
    return [round(each, 2) for each in shared_deals.compared(state, table)]


def _counted(state: TournamentState, round_: RoundState, ended: CountedMatch) -> CountedMatchShown:
    is_summed = stage_plan.sum_of(state, round_.stage) > 1
    units = stage_records.units_of_match(state, ended) if is_summed else ()
    return CountedMatchShown(
        match=None if ended.match is None else str(ended.match),
        placings=list(ended.places),
        scores=None if ended.scores is None else list(ended.scores),
        points=list(map(in_points, units)),
    )


def _choosing(table: TableState) -> SeatsChosen | None:
    choosing = table.choosing
    if choosing is None:
        return None
    return SeatsChosen(
        entrant=choosing.next,
        free=[seat + 1 for seat in choosing.free],
        until=format_timestamp(choosing.until),
        order=list(choosing.order),
        chosen=[seat + 1 for seat in choosing.chosen.values()],
    )


def explanation(state: TournamentState, number: int, account: UUID | None) -> Explanation:
    """Return why a round is paired as it is; raises not_found."""
    round_ = visible_round(state, number, account)
    pairing, seats = round_.pairing, [table.seats for table in round_.tables]
    return Explanation(
        round=number,
        algorithm=pairing.algorithm,
        seed=pairing.seed,
        tables=[
            cast("TableExplained", {"seats": [state.name(each) for each in at], **reason})
            for at, reason in zip(seats, pairing.explanation, strict=True)
        ],
        byes=[state.name(each) for each in round_.byes],
        alternatives=list(pairing.alternatives),
        notes=list(pairing.notes),
    )
