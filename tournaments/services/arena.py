"""Stages without rounds for all: tables open as players become free, until the time is up."""

import secrets
from typing import Any

from accounts.problems import Problem
from tournaments import play
from tournaments.door import Done, Draft, Who, perform
from tournaments.formats.core import InfeasibleError
from tournaments.services import guards, rounds
from tournaments.state import Role


def is_on(draft: Draft) -> bool:
    """Tell whether the tournament plays an arena now."""
    stage = draft.state.stage
    return (
        stage is not None
        and stage.ranking is None
        and play.format_of(draft.state, stage.number).continuous
    )


def go_on(draft: Draft) -> None:
    """Close what has ended, open tables for who is free, and end the stage when its time is up."""
    state = draft.state
    draft.looked = True
    for round_ in list(state.rounds):
        if round_.stage == len(state.stages) - 1 and not round_.closed and round_.done:
            draft.add("round_closed", round=round_.number)
    number = len(state.stages) - 1
    form = play.format_of(state, number)
    seed = secrets.token_bytes(32)
    stage = play.stage_of(state, seed, at=draft.at)
    if form.is_over(stage):
        rounds.complete_stage(draft)
        rounds.go_on_alone(draft)
        return
    try:
        proposed = form.pair(stage)
    except InfeasibleError:
        return
    rounds.add_round(draft, form, seed, proposed)
    draft.add("round_published", round=len(state.rounds))


def rest(*, slug: str, who: Who, entrant: int, **command: Any) -> Done:
    """Take an entrant out of the arena for a while: a table that runs is played to its end."""
    return _step(slug, who, entrant, resting=True, **command)


def ready(*, slug: str, who: Who, entrant: int, **command: Any) -> Done:
    """Let an entrant who rests be put to tables again."""
    return _step(slug, who, entrant, resting=False, **command)


def _step(slug: str, who: Who, entrant: int, *, resting: bool, **command: Any) -> Done:
    def judge(draft: Draft) -> None:
        found = guards.entrant(draft.state, entrant)
        if found.account is None or found.account != who.account:
            draft.must_be(Role.JUDGE)
        guards.must_not_be_over(draft.state)
        if not is_on(draft):
            text = "Only an arena that is on can be left for a while; elsewhere drop and re-add."
            raise Problem("round_not_draft", text)
        if found.resting is resting:
            name = found.name
            text = f"{name} rests already." if resting else f"{name} is ready already."
            raise Problem("entrant_dropped", text)
        draft.add("entrant_rested" if resting else "entrant_ready", entrant=entrant)

    return perform(slug=slug, who=who, judge=judge, **command)
