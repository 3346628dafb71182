"""Results as they are written down: of one match, and of tables that have several."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypedDict
from uuid import UUID

from msgspec import UNSET

from tournaments import best_of as best_of_rules
from tournaments import events as e
from tournaments import stage_plan, stage_records
from tournaments.record import Entrant
from tournaments.scores import places_by
from tournaments.services.result_checks import require_form, sum_of_table
from tournaments.state import RoundState, TableState
from tournaments.unit_of_work import UnitOfWork

Ended = Literal["agreed", "time_limit"]
"""How a table ended that was not played out."""


class About(TypedDict):
    """What is told of a match's result beside places and scores."""

    gone: Sequence[Entrant]
    ended: Ended | None


def record(  # noqa: PLR0913 - the parts of a result
    work: UnitOfWork,
    table: TableState,
    places: Sequence[int],
    scores: Sequence[int] | None,
    *,
    source: str,
    gone: Sequence[Entrant] = (),
    absent: Sequence[Entrant] = (),
    ended: Ended | None = None,
    is_sum: bool = False,
) -> None:
    """Add a result that fits the table; raises Problem.

    Where the points of several matches are added up it stands for all of them, unless it is the
    sum of those that are over.
    """
    require_form(work.state, table, places, scores)
    is_unrated = ended == "time_limit" and not work.state.settings.get("time_limit_rated", True)
    times = 1 if is_sum else sum_of_table(work.state, table)
    work.add(
        e.ResultRecorded(
            table=str(table.id),
            places=list(places),
            scores=None if scores is None else list(scores),
            source=source,
            gone=list(gone) or UNSET,
            absent=list(absent) or UNSET,
            ended=ended or UNSET,
            rated=False if is_unrated else UNSET,
            summed=True if is_sum else UNSET,
            times=times if times > 1 else UNSET,
        )
    )


class MatchEnd(NamedTuple):
    """How a match at a table has ended, by seat of the match."""

    match: UUID
    places: Sequence[int]
    scores: Sequence[int]
    gone: Sequence[Entrant]
    """Who had left it."""
    ended: Ended | None


def take_over(work: UnitOfWork, round_: RoundState, table: TableState, end: MatchEnd) -> None:
    """Add a match's result to its table, and that of the table once it is decided."""
    about: About = {"gone": end.gone, "ended": end.ended}
    if not stage_plan.has_several(work.state, round_.stage):
        record(work, table, end.places, end.scores, source="match", **about)
        return
    by_seat = [table.seated.index(each) for each in table.seats]
    counted = e.MatchCounted(
        table=str(table.id),
        match=str(end.match),
        places=[end.places[seat] for seat in by_seat],
        scores=[end.scores[seat] for seat in by_seat],
    )
    work.add(counted)
    if stage_plan.sum_of(work.state, round_.stage) > 1:
        record_sum(work, table, source="match", **about)
    elif end.ended == "time_limit" or _is_decided(work, round_, table):
        record(work, table, places_by(table.wins), table.wins, source="match", **about)


def _is_decided(work: UnitOfWork, round_: RoundState, table: TableState) -> bool:
    form = stage_plan.format_of(work.state, round_.stage)
    length = stage_plan.best_of(work.state, round_.stage)
    return best_of_rules.is_decided(
        table.wins, len(table.counted), length, must_have_winner=form.eliminates
    )


def count(
    work: UnitOfWork,
    table: TableState,
    places: Sequence[int],
    scores: Sequence[int] | None,
    *,
    ended: Ended | None = None,
) -> None:
    """Add a match that was played in person, and the sum of all once it is the last one."""
    listed = None if scores is None else list(scores)
    work.add(e.MatchCounted(table=str(table.id), match=None, places=list(places), scores=listed))
    record_sum(work, table, source="report", ended=ended)


def record_sum(
    work: UnitOfWork,
    table: TableState,
    *,
    source: str,
    gone: Sequence[Entrant] = (),
    ended: Ended | None = None,
) -> None:
    """Add the result of a table whose matches are added up, once all are over or time is."""
    if ended is None and len(table.counted) < sum_of_table(work.state, table):
        return
    scores = [each.scores for each in table.counted]
    known = [each for each in scores if each is not None]
    record(
        work,
        table,
        places_by(stage_records.summed(work.state, table)),
        [sum(of) for of in zip(*known, strict=True)] if len(known) == len(scores) else None,
        source=source,
        gone=gone,
        ended=ended,
        is_sum=True,
    )
