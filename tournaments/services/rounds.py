"""Rounds: pair a draft, look at it, change it, publish it, close it, go on."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Literal, Unpack
from uuid import UUID

from msgspec import UNSET

from api.ids import uuid7
from api.problems import Problem
from games.messages import Message
from tournaments import costs, drawing, proposals, stage_plan, stage_queries, team_matches
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.draw_facts import Occasion
from tournaments.formats.core import Pairing
from tournaments.record import Entrant
from tournaments.services import arena, deals, guards, pairing, partial_repair, stopping, ties
from tournaments.services.lifecycle import append_finish
from tournaments.state import RoundState, Status, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork

Scope = Literal["all", "touched"]
"""What is paired again: all but pinned tables, or what a change has touched."""


def pair(*, slug: str, who: Principal, **command: Unpack[CommandOptions]) -> CommandResult:
    """Pair the draft of the next round; the draw is recorded."""

    def decide(work: UnitOfWork) -> None:
        pairing.pair_next(work)

    return handle(slug=slug, who=who, decide=decide, **command)


def unpair(
    *, slug: str, who: Principal, number: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Throw the draft of a round away."""

    def decide(work: UnitOfWork) -> None:
        round_ = guards.draft(work.state, number)
        if round_.draw is not None and not work.context.reason.strip():
            text = Message("Say why: what is paired again is public, with its reason.")
            raise Problem("invalid", text)
        work.excused = _has_changed(work.state, round_)
        work.add(e.RoundUnpaired(round=number))

    return handle(slug=slug, who=who, decide=decide, **command)


def swap(
    *,
    slug: str,
    who: Principal,
    number: int,
    first: int,
    second: int,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Let two entrants of a round change seats; one of them may have a bye.

    In a published round that goes as long as nobody has played at their tables, which get new
    matches then.
    """

    def decide(work: UnitOfWork) -> None:
        round_ = guards.open_round(work.state, number)
        placed = pairing.placed(round_)
        for each in (first, second):
            if each not in placed:
                raise Problem(
                    "not_found",
                    Message(
                        "Entrant %(number)s is not in round %(round)s.", number=each, round=number
                    ),
                )
        if first == second:
            raise Problem("invalid", Message("first and second must be two entrants"))
        if stage_plan.format_of(work.state, round_.stage).of_teams:
            _require_one_team(work.state, round_, first, second)
        new = {}
        for place, table in enumerate(round_.tables, start=1):
            if round_.published and {first, second} & set(table.seats):
                guards.require_untouched(table, place)
                new[str(table.id)] = str(uuid7())
        other = {first: second, second: first}
        after = [[other.get(each, each) for each in table.seats] for table in round_.tables]
        cost = costs.of_change(work.state, round_, after)
        work.add(e.SeatsSwapped(round=number, first=first, second=second, tables=new, cost=cost))
        deals.bind_anew(work, number, [*new.values()])

    return handle(slug=slug, who=who, decide=decide, **command)


def _require_one_team(
    state: TournamentState, round_: RoundState, first: Entrant, second: Entrant
) -> None:
    """Raise Problem unless the two can change boards, or one can play for the other."""
    team = team_matches.team_by_member(stage_plan.members_of(state))
    if team.get(first) is None or team.get(first) != team.get(second):
        text = Message(
            "Only two players of the same team can change boards, or play for one another."
        )
        raise Problem("pairing_infeasible", text)
    if {first, second} & {*round_.walkovers.values()}:
        text = Message("A board that nobody plays is won already; pair the draft again instead.")
        raise Problem("pairing_infeasible", text)


def keep_apart(
    *,
    slug: str,
    who: Principal,
    first: int,
    second: int,
    lifted: bool = False,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Forbid two entrants to meet in rounds paired from now on, or lift that."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        for each in (first, second):
            guards.entrant(work.state, each)
        if first == second:
            raise Problem("invalid", Message("first and second must be two entrants"))
        if work.own in {first, second}:
            work.refuse_own([first, second])
        low, high = sorted((first, second))
        work.add(e.PairKeptApart(first=low, second=high, lifted=lifted))

    return handle(slug=slug, who=who, decide=decide, **command)


def repair(
    *,
    slug: str,
    who: Principal,
    number: int,
    pinned: Sequence[UUID] = (),
    scope: Scope = "all",
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Pair a draft again but for its pinned tables, with whoever is there now.

    With the scope "touched" only tables change whose players have left, or which take in somebody
    who has come; a published round too, as long as nobody has played at those tables.
    """

    def decide(work: UnitOfWork) -> None:
        guards.require_running(work.state)
        if scope == "touched":
            # Who has left or come says what changes, not whoever gives the command.
            work.excused = True
            partial_repair.repair_affected(work, guards.open_round(work.state, number))
            return
        round_ = guards.draft(work.state, number)
        work.excused = _has_changed(work.state, round_)
        known = {table.id: table for table in round_.tables}
        strange = [each for each in pinned if each not in known]
        if strange:
            raise Problem(
                "not_found",
                Message(
                    "There is no table %(table)s in round %(round)s.",
                    table=strange[0],
                    round=number,
                ),
            )
        repair_draft(work, round_, [str(each) for each in pinned])

    return handle(slug=slug, who=who, decide=decide, **command)


def repair_draft(work: UnitOfWork, round_: RoundState, pinned: Collection[str]) -> None:
    """Add other tables for all who do not sit at a pinned one, from the next draw.

    They follow later where entrants add chance to it.
    """
    removed = [str(table.id) for table in round_.tables if str(table.id) not in pinned]
    seats = drawing.pinned_seats(round_, removed)
    kept = {each for table in seats for each in table}

    def rehearse(value: bytes) -> None:
        if not work.excused and work.own is not None and work.own not in kept:
            # What comes of it is not known yet, so it may change what is the asker's own.
            work.refuse_own([work.own])
        _pair_rest(work, round_, kept, value)

    lot = work.draw(Occasion("repair", round_.number, seats), rehearse)
    if lot is None:
        return
    is_again = lot.number is not None and lot.event is None
    proposed = None if is_again and kept else _pair_rest(work, round_, kept, lot.value)
    tables = [table.seats for table in round_.tables]
    if proposed is None or (is_again and sorted(tables) == sorted(proposed.tables)):
        text = Message(
            "Round %(round)s was drawn again as often as the settings allow, and nothing has "
            "changed since. Swap entrants instead.",
            round=round_.number,
        )
        raise Problem("pairing_infeasible", text)
    if is_again:
        data = pairing.again(work, round_.stage, lot, proposed)
    else:
        data = partial_repair.as_data(proposed)
    work.add(
        e.RoundRepaired(
            round=round_.number,
            removed=removed,
            draw=UNSET if lot.number is None else lot.number,
            seed=UNSET if lot.number is None else lot.value.hex(),
            **data,
        )
    )


def sit_out(
    *, slug: str, who: Principal, number: int, entrant: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Give an entrant of a round a bye by request; only the tables that this touches change."""

    def decide(work: UnitOfWork) -> None:
        guards.require_running(work.state)
        round_ = guards.open_round(work.state, number)
        if any({work.own, entrant} <= set(table.seats) for table in round_.tables):
            work.refuse_own([entrant])
        work.excused = True
        if not any(entrant in table.seats for table in round_.tables):
            raise Problem(
                "not_found",
                Message(
                    "Entrant %(number)s sits at no table of round %(round)s.",
                    number=entrant,
                    round=number,
                ),
            )
        work.add(e.EntrantSatOut(round=number, entrant=entrant))
        partial_repair.repair_affected(work, round_)

    return handle(slug=slug, who=who, decide=decide, **command)


def _has_changed(state: TournamentState, round_: RoundState) -> bool:
    """Tell whether somebody has left or come since a draft was paired, so that it has to change."""
    there = set(stage_queries.stage_of(state, number=round_.stage).active)
    return any(each not in there for each in pairing.placed(round_))


def _pair_rest(work: UnitOfWork, round_: RoundState, kept: set[Entrant], value: bytes) -> Pairing:
    """Return tables for everybody who is there and not kept at a pinned table."""
    state = work.state
    gone = kept - set(state.present)
    if gone:
        text = Message("%(names)s has left; do not pin that table.", names=state.name(min(gone)))
        raise Problem("entrant_dropped", text)
    form = stage_plan.format_of(state, round_.stage)
    if kept and not form.supports_pins:
        text = Message(
            "A bracket has no other tables to choose: repair it as a whole, or swap entrants."
        )
        raise Problem("pairing_infeasible", text)
    stage = stage_queries.stage_of(state, value)
    return proposals.around_pinned(round_, stage, kept, partial(pairing.propose, form))


def publish(
    *, slug: str, who: Principal, number: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Show a round to everybody; its matches are opened."""

    def decide(work: UnitOfWork) -> None:
        guards.require_running(work.state)
        pairing.publish_draft(work, number)

    return handle(slug=slug, who=who, decide=decide, **command)


def unpublish(
    *, slug: str, who: Principal, number: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Make a published round a draft again, while no table of it has a result."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        guards.require_rounds(work.state)
        round_ = guards.live(work.state, number)
        if number < len(work.state.rounds):
            text = Message(
                "Round %(round)s exists too; undo that one first.", round=len(work.state.rounds)
            )
            raise Problem("round_already_live", text)
        if any(table.is_over for table in round_.tables):
            text = Message(
                "Tables of round %(round)s have results; correct them, or roll back.", round=number
            )
            raise Problem("result_locked", text)
        own = [table for table in round_.tables if work.own in table.seats]
        work.excused = all(table.match is None and table.reported is None for table in own)
        tables = [str(uuid7()) for _ in round_.tables]
        work.add(e.RoundUnpublished(round=number, tables=tables))

    return handle(slug=slug, who=who, decide=decide, **command)


def close(
    *, slug: str, who: Principal, number: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Close a round whose tables are all done; a stage that is over gives way to the next."""

    def decide(work: UnitOfWork) -> None:
        guards.require_running(work.state)
        guards.require_rounds(work.state)
        round_ = guards.live(work.state, number)
        if round_.undecided:
            raise stopping.needs_decision(round_)
        waiting = [str(table.id) for table in round_.tables if not table.done]
        if waiting:
            text = Message(
                "%(count)s tables of round %(round)s have no result yet.",
                count=len(waiting),
                round=number,
            )
            raise Problem("round_already_live", text, params={"tables": waiting})
        undecided = ties.undecided(work.state)
        if undecided:
            raise ties.needs_judge(work.state, undecided)
        close_round(work, number)

    return handle(slug=slug, who=who, decide=decide, **command)


def close_round(work: UnitOfWork, number: int) -> None:
    """Add the close of a round, and what it brings: the end of a stage, the next one's start."""
    ties.settle(work)
    work.add(e.RoundClosed(round=number))
    stage = len(work.state.stages) - 1
    if not all(each.closed for each in work.state.rounds if each.stage == stage):
        return
    if stage_plan.format_of(work.state, len(work.state.stages) - 1).is_over(
        stage_queries.stage_of(work.state)
    ):
        complete_stage(work)


def complete_stage(work: UnitOfWork) -> None:
    """Add the end of the stage, with its ranking, and the start of the next one."""
    state = work.state
    stage = len(state.stages) - 1
    ranking = [line.entrant for line in stage_queries.lines_of(state, stage)]
    work.add(e.StageCompleted(stage=stage, ranking=ranking))
    if stage + 1 < len(state.settings["stages"]):
        going = stage_queries.advancing(state, stage)
        work.add(
            e.StageStarted(
                stage=stage + 1,
                entrants=[each.entrant for each in going],
                sources=[each.code for each in going],
            )
        )


def advance_automatically(work: UnitOfWork) -> None:
    """In a tournament that runs by itself, close, pair and publish whatever can be."""
    state = work.state
    if arena.is_on(work):
        can_play = not state.paused and state.status is Status.RUNNING
        if can_play and arena.continue_play(work):
            complete_stage(work)
            start_next_step(work)
        return
    if state.settings["pace"] != "auto" or state.paused or state.round is None:
        return
    ended = [each for each in state.rounds if each.published and each.done and not each.closed]
    if not ended or not state.round.published or ties.undecided(state):
        return
    for round_ in ended:
        close_round(work, round_.number)
    start_next_step(work)


def start_next_step(work: UnitOfWork) -> None:
    """In a tournament that runs by itself, end it after its last stage, or pair and publish."""
    state = work.state
    stage = state.stage
    if state.settings["pace"] != "auto" or arena.is_on(work):
        return
    if stage is not None and stage.ranking is not None:
        append_finish(work)
        return
    number = len(state.stages) - 1
    form = stage_plan.format_of(state, number)
    while pairing.may_open(state) and not form.is_over(stage_queries.stage_of(state)):
        if not pairing.pair_next(work, publishes=True):
            return
        pairing.publish_draft(work, len(state.rounds))
