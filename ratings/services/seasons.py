"""Seasons that close by plan: the moment is a setting, told beforehand, and the agenda keeps it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID

from msgspec import structs

from accounts import names
from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from games.messages import Message
from ratings import refusals, wells
from ratings.aggregate import LADDER, Work
from ratings.ladder import events as e
from ratings.ladder.settings import SeasonEnd, Settings
from ratings.ladder_rows import LadderState
from ratings.models import Ladder

SYSTEM = "system"
NAME_MAX = 80


def require_plan(ladder: Ladder, settings: Settings, now: datetime | None = None) -> None:
    """Raise invalid unless the planned end of a season lies ahead and its name is free."""
    plan = settings.season_end
    moment = plan.moment
    if moment is None:
        return
    if moment <= (now or datetime.now(UTC)):
        raise refusals.invalid("season_end.at", Message("must be in the future"))
    if not plan.name:
        return
    if fault := names.fault(plan.name):
        raise refusals.invalid("season_end.name", fault)
    if plan.name in {settings.season, *ladder.seasons.values_list("name", flat=True)}:
        text = Message("a season of this ladder already has that name")
        raise refusals.invalid("season_end.name", text)


def canonical(changes: Mapping[str, object]) -> dict[str, object]:
    """Return changes with the name of the next season as it is kept."""
    plan = changes.get("season_end")
    if not isinstance(plan, Mapping) or not isinstance(plan.get("name"), str):
        return dict(changes)
    return {**changes, "season_end": {**plan, "name": names.canonical(plan["name"])}}


def close(work: Work, ladder: Ladder, closed: e.SeasonClosed) -> None:
    """Add the end of a season: the next has a well of its own, and the last one's may be shown."""
    work.add(structs.replace(closed, well=wells.fresh(work, ladder.id)))
    work.add(*wells.revealed(ladder.id, ladder.well))


def close_as_planned(ladder_id: UUID) -> None:
    """Close the season of a ladder if its time has come, and begin the next.

    Safe to run late or twice: closing ends the plan, and one that was moved has its own time.
    """

    def decide(state: LadderState, work: Work) -> None:
        plan = state.settings.season_end
        moment = plan.moment
        if moment is None or work.at < moment:
            return
        taken = {each.name for each in state.seasons} | {state.settings.season}
        name = _name(plan, taken, state.season)
        close(work, state.row, e.SeasonClosed(next=name, keep_percent=plan.keep_percent))

    row = Ladder.objects.filter(id=ladder_id).values_list("season", flat=True).first()
    if row is not None:
        handle(LADDER, ladder_id, CommandContext(SYSTEM, f"season-end:{ladder_id}:{row}"), decide)


def _name(plan: SeasonEnd, taken: set[str], number: int) -> str:
    """Return the name of the next season: as planned, or the first number that is free."""
    if plan.name and plan.name not in taken:
        return plan.name
    number += 1
    while str(number) in taken:
        number += 1
    return str(number)
