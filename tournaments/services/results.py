"""Results: brought by matches, reported at the table, put right by the staff."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypedDict, Unpack
from uuid import UUID

from msgspec import UNSET

from api.ids import uuid7
from api.problems import Problem
from games.messages import Message
from tournaments import best_of as best_of_rules
from tournaments import events as e
from tournaments import stage_queries
from tournaments.command_handler import CommandOptions, CommandResult, Decide, handle
from tournaments.models import Table
from tournaments.record import Entrant
from tournaments.scores import places_by
from tournaments.services import disputes, guards, pairing, rounds, stopping, ties
from tournaments.services.result_checks import checked, require_form
from tournaments.state import RoundState, Status, TableState
from tournaments.unit_of_work import PLATFORM, Principal, UnitOfWork

Then = Literal["keep", "repair"]
Ended = Literal["agreed", "time_limit"]
"""How a table ended that was not played out."""


def match_opened(*, table_id: UUID, match: UUID) -> None:
    """Note which match is played at a table; nothing when it is known or the table is gone."""

    def decide(work: UnitOfWork) -> None:
        found = work.state.table(table_id)
        if found is not None and found[1].wants_match:
            work.add(e.TableOpened(table=str(table_id), match=str(match)))

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
        else:
            left = [table.seated[seat] for seat in gone]
            ended: Ended | None = "time_limit" if is_at_limit else None
            _take_over(work, round_, table, MatchEnd(match, places, scores, left, ended))
        rounds.advance_automatically(work)

    _on_table(table_id, decide, "the match ended")


class MatchEnd(NamedTuple):
    """How a match at a table has ended, by seat of the match."""

    match: UUID
    places: Sequence[int]
    scores: Sequence[int]
    gone: Sequence[Entrant]
    """Who had left it."""
    ended: Ended | None


def _take_over(work: UnitOfWork, round_: RoundState, table: TableState, end: MatchEnd) -> None:
    """Add a match's result to its table, and that of the table once it is decided."""
    best_of = stage_queries.best_of(work.state, round_.stage)
    about: _About = {"source": "match", "gone": end.gone, "ended": end.ended}
    if best_of == 1:
        record(work, table, end.places, end.scores, **about)
        return
    by_seat = [table.seated.index(each) for each in table.seats]
    counted = e.MatchCounted(
        table=str(table.id),
        match=str(end.match),
        places=[end.places[seat] for seat in by_seat],
        scores=[end.scores[seat] for seat in by_seat],
    )
    work.add(counted)
    form = stage_queries.format_of(work.state, round_.stage)
    is_decided = best_of_rules.is_decided(
        table.wins, len(table.counted), best_of, must_have_winner=form.eliminates
    )
    if is_decided or end.ended == "time_limit":
        record(work, table, places_by(table.wins), table.wins, **about)


class _About(TypedDict):
    source: str
    gone: Sequence[Entrant]
    ended: Ended | None


def _on_table(table_id: UUID, decide: Decide, reason: str) -> None:
    slug = Table.objects.filter(id=table_id).values_list("tournament__slug", flat=True).first()
    if slug is not None:
        handle(slug=slug, who=PLATFORM, decide=decide, reason=reason)


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
) -> None:
    """Add a result that fits the table; raises Problem."""
    require_form(work.state, table, places, scores)
    is_unrated = ended == "time_limit" and not work.state.settings.get("time_limit_rated", True)
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
        )
    )


def report(
    *,
    slug: str,
    who: Principal,
    table_id: UUID,
    places: Sequence[int] | None,
    scores: Sequence[int] | None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Report the result of a table without a match: one player does, another confirms.

    The same result from another player of the table, or any from the staff but for who sits there,
    counts at once. Another one than was reported stands beside it, and a judge decides.
    """

    def decide(work: UnitOfWork) -> None:
        state = work.state
        guards.require_running(state)
        round_, table = guards.table(state, table_id)
        _require_reports_open(work, round_, table)
        if table.choosing is not None:
            text = Message("The seats of this table are still being chosen.")
            raise Problem("result_locked", text)
        own = work.own
        sits = own is not None and own in table.seats
        if not work.is_by_staff and not sits:
            raise Problem(
                "permission_denied", Message("Only players at this table can report its result.")
            )
        found = checked(state, table, places, scores)
        _require_winner(work, round_, found)
        # Whoever of the staff sits there reports like any player: somebody else confirms.
        work.excused = sits
        if own is None or not sits:
            disputes.require_decision(work, table)
            record(work, table, found, scores, source="report")
        elif disputes.is_confirmed(table, own, found, scores):
            record(work, table, found, scores, source="report")
        else:
            disputes.tell(work, table, own, found, scores)
            return
        rounds.advance_automatically(work)

    return handle(slug=slug, who=who, decide=decide, **command)


def _require_reports_open(work: UnitOfWork, round_: RoundState, table: TableState) -> None:
    if work.state.settings["play"] != "reported":
        text = Message("The result of this table comes from its match; a judge may override it.")
        raise Problem("result_locked", text)
    if round_.closed or table.done:
        text = Message(
            "The table has its result already: %(result)s. A judge can correct it.",
            result=[_seat_result(work, table, seat) for seat in range(len(table.seats))],
        )
        raise Problem("result_locked", text)
    if table.stopped is not None and (not work.is_by_staff or work.own in table.seats):
        raise Problem(
            "result_locked", Message("The table had no result in time; the staff decides.")
        )


def _require_winner(work: UnitOfWork, round_: RoundState, places: Sequence[int]) -> None:
    """Raise Problem where a duel of several matches ends level and somebody is to go on."""
    several = stage_queries.best_of(work.state, round_.stage) > 1
    eliminates = stage_queries.format_of(work.state, round_.stage).eliminates
    if several and eliminates and places.count(1) > 1:
        text = Message(
            "A duel here must have a winner: play on until one player leads, and report that score."
        )
        raise Problem("invalid", text)


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
    then: Then = "keep",
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Correct the result of a table, at any time before the tournament is finished."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        round_, table = guards.table(work.state, table_id)
        found = checked(work.state, table, places, scores)
        disputes.require_decision(work, table)
        record(work, table, found, scores, source="override")
        go_on_after(work, round_, then)

    return handle(slug=slug, who=who, decide=decide, **command)


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
                "result_locked", Message("The table is void already; record a result instead.")
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
    started = [each for each in later if any(table.done for table in each.tables)]
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
        pairing.pair_next(work, work.draw())
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
