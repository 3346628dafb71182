"""Bounds of ranks hold from the moment on at which the last player has left."""

from random import Random
from typing import Any

import pytest

from tests.tournaments.events import REPORTED, Event
from tests.tournaments.test_bounds import DUELS, orders
from tournaments import bounds, stage_queries
from tournaments.services import presence, rounds

pytestmark = pytest.mark.django_db

BY_POINTS: dict[str, Any] = {
    "pods": ([{"options": {"rounds": 3}}], {"table": {"min": 3, "target": 4, "max": 5}}, 11),
    "swiss": ([{"format": "swiss", "options": {"rounds": 4}}], DUELS, 8),
}


@pytest.mark.parametrize(
    "points", ["normalised", "vekn", "3: 6 4 2; 4: 6 4 2 1; 5: 6 4 3 2 1; 2: 6 1"]
)
@pytest.mark.parametrize("name", BY_POINTS)
def test_nobody_ends_outside_a_bound_told_after_players_have_left(name: str, points: str) -> None:
    stages, settings, entrants = BY_POINTS[name]
    event = Event(**REPORTED, **settings, stages=stages, points=points, bye_points=600)
    event.enter_names(entrants).start()
    rng = Random(name + points)
    said = [bounds.ranks(event.state)]
    while event.state.stages[-1].ranking is None:
        event.pair()
        for number, table in enumerate(event.round.tables):
            event.report(number, rng.choice(orders(len(table.seats))))
            said.append(bounds.ranks(event.state))
        event.do(rounds.close, number=event.round.number)
        if event.state.stages[-1].ranking is not None:
            break
        if len(event.state.present) > entrants - 3:
            event.do(presence.leave, entrant=rng.choice(event.state.present))
            # Who leaves ranks below all who stay, who move up by that.
            said.clear()
        said.append(bounds.ranks(event.state))

    for line in stage_queries.lines_of(event.state):
        for ranges in said:
            within = ranges.get(line.entrant)
            assert within is None or within.best <= line.rank <= within.worst, line
