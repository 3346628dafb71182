"""The next round: propose it, add it as a draft, publish it."""

from datetime import timedelta
from functools import partial

from django.db import connection
from msgspec import UNSET

from api.problems import Problem
from eventstore.canonical import format_timestamp
from games.messages import Message
from tournaments import costs, plans, proposals, stage_plan, stage_queries
from tournaments import events as e
from tournaments.draw_facts import Occasion
from tournaments.drawing import Lot
from tournaments.events import Data
from tournaments.formats.core import Format, InfeasibleError, Pairing, Stage
from tournaments.formats.notes import Note
from tournaments.record import Entrant
from tournaments.services import deals, guards, partial_repair, round_deals, seat_choice
from tournaments.state import RoundState, TournamentState
from tournaments.unit_of_work import UnitOfWork

PATIENCE_S = 30
"""How long a transaction may be silent while a slow format pairs; else the database ends it."""


def pair_next(work: UnitOfWork, *, alone: bool = False, publishes: bool = False) -> bool:
    """Add the next round as its format proposes it; raises Problem.

    False where it follows once entrants have added chance to its draw, who are not asked where it
    is to be drawn alone. `publishes` is whether it is to be published at once.
    """
    state = work.state
    guards.require_running(state)
    last = state.round
    if last is not None and not last.published:
        raise Problem(
            "round_not_draft",
            Message("Round %(round)s is a draft; publish or unpair it.", round=last.number),
        )
    number = len(state.stages) - 1
    if last is not None and not may_open(state):
        raise Problem(
            "round_already_live",
            Message("Round %(round)s is being played; close it first.", round=last.number),
        )
    if state.stages[number].ranking is not None:
        raise Problem(
            "pairing_infeasible", Message("All stages are complete; finish the tournament.")
        )
    form = stage_plan.format_of(state, number)
    guards.require_rounds(state)
    occasion = Occasion("pairing", len(state.rounds) + 1, publishes=publishes)

    def drawn(value: bytes) -> Pairing:
        stage = stage_queries.stage_of(state, value)
        return proposals.around_booked(state, stage, partial(propose, form))

    lot = work.draw_alone(occasion) if alone else work.draw(occasion, drawn)
    if lot is None:
        return False
    add_round(work, form, lot, drawn(lot.value))
    return True


def propose(form: Format, stage: Stage) -> Pairing:
    """Return the next round as a format proposes it; raises Problem."""
    if form.is_slow_to_pair(stage) and connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL idle_in_transaction_session_timeout = '{PATIENCE_S}s'")
    try:
        return form.pair(stage)
    except InfeasibleError as error:
        raise plans.infeasible(error) from error


def may_open(state: TournamentState) -> bool:
    """Tell whether one more round of the stage may be open."""
    number = len(state.stages) - 1
    still = sum(not each.closed for each in state.rounds if each.stage == number)
    return still < stage_plan.format_of(state, number).open_rounds(
        stage_plan.options_of(state, number)
    )


def add_round(work: UnitOfWork, form: Format, lot: Lot, proposed: Pairing) -> None:
    """Add the next round as a draft."""
    if lot.number is not None and lot.event is None:
        data = again(work, len(work.state.stages) - 1, lot, proposed)
    else:
        data = partial_repair.as_data(proposed)
    work.add(
        e.RoundPaired(
            round=len(work.state.rounds) + 1,
            stage=len(work.state.stages) - 1,
            algorithm=f"{form.id}@{form.version}",
            seed=lot.value.hex(),
            draw=UNSET if lot.number is None else lot.number,
            **data,
        )
    )


def again(work: UnitOfWork, number: int, lot: Lot, proposed: Pairing) -> Data:
    """Return as data what is paired by a draw which counts again; its notes say so."""
    drawn = work.state.draws.tables.get(lot.number or 0)
    if drawn is None or sorted(drawn) == sorted(proposed.tables):
        text = "Draw %(draw)s counts again: nothing has changed since, and no redraw is left."
        return partial_repair.as_data(proposed, Note("same_draw", text, draw=lot.number))
    text = (
        "Draw %(draw)s counts again, since no redraw is left, but other tables come of it: pairs"
        " kept apart, byes, penalties or the plan have changed."
    )
    cost = costs.of_redraw(work.state, number, drawn, proposed.tables)
    data = partial_repair.as_data(proposed, Note("other_draw", text, draw=lot.number))
    return {**data, "cost": cost}


def publish_draft(work: UnitOfWork, number: int) -> None:
    """Add the publication of a draft whose players are all there; raises Problem.

    It follows later where entrants add chance to the draw of deals that were changed by hand.
    """
    round_ = guards.draft(work.state, number)
    present = set(work.state.present)
    gone = sorted(placed(round_) - present)
    if gone:
        names = ", ".join(work.state.name(each) for each in gone)
        text = Message("%(names)s cannot play; pair the round again, or substitute.", names=names)
        raise Problem("entrant_dropped", text, params={"entrants": gone})
    due = due_at(work, round_)
    tables = [str(table.id) for table in round_.tables]
    if round_.changed and not deals.bind_draft(work, number, tables):
        return
    round_deals.deal_round(work, round_)
    work.add(e.RoundPublished(round=number, **due))
    seat_choice.offer(work, round_)


def placed(round_: RoundState) -> set[Entrant]:
    """Return whoever has a table or a bye in a round."""
    return {each for table in round_.tables for each in table.seats} | set(round_.byes)


def due_at(work: UnitOfWork, round_: RoundState) -> dict[str, str]:
    """Return by when a round is to be done, where its plan gives days: each after the last one."""
    days = int(stage_plan.options_of(work.state, round_.stage).get("days", 0))
    if not days:
        return {}
    earlier = (each.due for each in work.state.rounds if each.stage == round_.stage)
    begins = max([work.at, *(each for each in earlier if each is not None)])
    return {"due_at": format_timestamp(begins + timedelta(days=days))}
