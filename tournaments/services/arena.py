"""Stages without rounds for all: tables open as players become free, until the time is up."""

from typing import Unpack

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments import stage_plan, stage_queries
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.draw_facts import Occasion
from tournaments.formats.core import InfeasibleError
from tournaments.services import guards, pairing
from tournaments.unit_of_work import Principal, UnitOfWork


def is_on(work: UnitOfWork) -> bool:
    """Tell whether the tournament plays an arena now."""
    stage = work.state.stage
    return (
        stage is not None
        and stage.ranking is None
        and stage_plan.format_of(work.state, stage.number).continuous
    )


def continue_play(work: UnitOfWork) -> bool:
    """Close what has ended, open tables for who is free, and tell whether the time is up."""
    state = work.state
    work.looked = True
    for round_ in list(state.rounds):
        if round_.stage == len(state.stages) - 1 and not round_.closed and round_.done:
            work.add(e.RoundClosed(round=round_.number))
    number = len(state.stages) - 1
    form = stage_plan.format_of(state, number)
    lot = work.lot(Occasion("pairing", len(state.rounds) + 1))
    stage = stage_queries.stage_of(state, lot.value, at=work.at)
    if form.is_over(stage):
        return True
    try:
        proposed = form.pair(stage)
    except InfeasibleError:
        return False
    work.take(lot)
    pairing.add_round(work, form, lot, proposed)
    work.add(e.RoundPublished(round=len(state.rounds)))
    return False


def rest(
    *, slug: str, who: Principal, entrant: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Take an entrant out of the arena for a while: a table that runs is played to its end."""
    return _step(slug, who, entrant, resting=True, **command)


def ready(
    *, slug: str, who: Principal, entrant: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Let an entrant who rests be put to tables again."""
    return _step(slug, who, entrant, resting=False, **command)


def _step(
    slug: str, who: Principal, entrant: int, *, resting: bool, **command: Unpack[CommandOptions]
) -> CommandResult:
    def decide(work: UnitOfWork) -> None:
        found = guards.entrant(work.state, entrant)
        work.require_role_for(found.account, found.number)
        guards.require_not_over(work.state)
        if not is_on(work):
            text = Message(
                "Breaks are possible only while an arena runs; elsewhere drop and re-add."
            )
            raise Problem("round_not_draft", text)
        if found.resting is resting:
            name = found.name
            text = (
                Message("%(name)s is already taking a break.", name=name)
                if resting
                else Message("%(name)s is not taking a break.", name=name)
            )
            raise Problem("entrant_dropped", text)
        work.add((e.EntrantRested if resting else e.EntrantReady)(entrant=entrant))

    return handle(slug=slug, who=who, decide=decide, **command)
