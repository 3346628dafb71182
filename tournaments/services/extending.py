"""More time: for a table, or for a whole round."""

from typing import Any
from uuid import UUID

from accounts.problems import Problem
from tournaments.door import Done, Draft, Who, perform
from tournaments.services import guards
from tournaments.state import Data, Role


def extend_round(*, slug: str, who: Who, number: int, seconds: int, **command: Any) -> Done:
    """Give all tables of a round that is live more time."""

    def judge(draft: Draft) -> None:
        _must_be_timed(draft)
        guards.live(draft.state, number)
        draft.add("time_extended", round=number, table=None, seconds=seconds)

    return perform(slug=slug, who=who, judge=judge, **command)


def extend_table(*, slug: str, who: Who, table_id: UUID, seconds: int, **command: Any) -> Done:
    """Give one table more time; its match's clocks, if there are any, get it too."""

    def judge(draft: Draft) -> None:
        _must_be_timed(draft)
        round_, table = guards.table(draft.state, table_id)
        guards.live(draft.state, round_.number)
        if table.done:
            raise Problem("result_locked", "The table has its result; it needs no more time.")
        if table.stopped is not None:
            text = "The table came to nothing; have it played again, or enter its result."
            raise Problem("result_locked", text)
        draft.add("time_extended", round=round_.number, table=str(table_id), seconds=seconds)

    return perform(slug=slug, who=who, judge=judge, **command)


def is_timed(settings: Data) -> bool:
    """Tell whether a plan has clocks for its matches, or says how long a round is meant to take."""
    has_clock = settings["play"] == "matches" and settings["clock"] is not None
    return has_clock or settings.get("round_seconds") is not None


def _must_be_timed(draft: Draft) -> None:
    """Raise Problem when nothing in the tournament has a clock that could be extended."""
    draft.must_be(Role.JUDGE)
    guards.must_run(draft.state)
    if not is_timed(draft.state.settings):
        text = "Nothing is timed here: the plan has no clock for its matches and no round_seconds."
        raise Problem("invalid", text)
