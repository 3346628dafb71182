"""What the tables of a round cost by the terms of its format: less is better. Pure.

The terms are those that pairings are explained by. Of formats without terms, as brackets and the
Dutch system, the rules that are broken are counted: repeated meetings, and pairs kept apart. There
the pairing follows from the rules alone, so tables that a change by hand has made otherwise count
as well: `off_bracket`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from tournaments import stage_plan, stage_queries
from tournaments.events import CostOfChange
from tournaments.formats import pods, seating, swiss
from tournaments.formats.core import Format, Stage
from tournaments.formats.seating import Seating
from tournaments.record import Entrant, pairs
from tournaments.state import RoundState, TournamentState

Tables = Iterable[Sequence[Entrant]]
OFF_BRACKET = "off_bracket"
"""How many tables have others together than were drawn."""


def of_change(state: TournamentState, round_: RoundState, after: Tables) -> CostOfChange:
    """Return what a change of a round's tables by hand costs, beside what was drawn."""
    form = stage_plan.format_of(state, round_.stage)
    stage = stage_queries.before(stage_queries.stage_of(state, number=round_.stage), round_)
    seated = [tuple(each) for each in after]
    found = CostOfChange(drawn=cost(form, stage, round_.drawn), after=cost(form, stage, seated))
    if form.eliminates or is_dutch(form, stage):
        drawn = {frozenset(each) for each in round_.drawn}
        found.drawn[OFF_BRACKET] = 0
        found.after[OFF_BRACKET] = sum(frozenset(each) not in drawn for each in seated)
    return found


def as_once(found: CostOfChange) -> CostOfChange:
    """Return a cost as events have it that are older than its last term."""
    drawn, after = (
        {name: units for name, units in each.items() if name != OFF_BRACKET}
        for each in (found.drawn, found.after)
    )
    return CostOfChange(drawn=drawn, after=after)


def of_redraw(state: TournamentState, number: int, drawn: Tables, after: Tables) -> CostOfChange:
    """Return what tables cost that a draw brings which counts again, beside those of then."""
    form = stage_plan.format_of(state, number)
    stage = stage_queries.stage_of(state, number=number)
    return CostOfChange(drawn=cost(form, stage, drawn), after=cost(form, stage, after))


def cost(form: Format, stage: Stage, tables: Tables) -> dict[str, int]:
    """Return what tables in the order of their seats cost, by term."""
    seated = [tuple(each) for each in tables]
    if form.eliminates or form.of_teams or is_dutch(form, stage):
        return _broken(stage, seated)
    found: Counter[str] = Counter({"repeats": 0, "seats": 0})
    given = pods.reasons(stage, [Seating(each, order_cost(stage, each), None) for each in seated])
    for reason in given:
        found.update(reason.terms)
    if isinstance(form, swiss.Swiss):
        found["points_apart"] = sum(swiss.points_apart(stage, each) for each in seated)
    return dict(sorted(found.items()))


def is_dutch(form: Format, stage: Stage) -> bool:
    """Tell whether a format pairs a stage by the Dutch system."""
    return isinstance(form, swiss.Swiss) and stage.options.get("pairing") == swiss.DUTCH


def _broken(stage: Stage, tables: Iterable[tuple[Entrant, ...]]) -> dict[str, int]:
    at_one_table = [pair for each in tables for pair in pairs(each)]
    return {
        "kept_apart": sum(pair in stage.apart for pair in at_one_table),
        "repeats": sum(stage.met(*pair) for pair in at_one_table),
    }


def order_cost(stage: Stage, seats: Sequence[Entrant]) -> int:
    """Return what an order of seats costs."""
    size = len(seats)
    if size < 2:
        return 0
    places = np.arange(size)
    own = seating.seat_costs(stage, seats)[places, places].sum()
    following = seating.follow_costs(stage, seats)[places, np.roll(places, -1)].sum()
    return int(own + following)
