"""The best and the worst rank that can still be reached, against every possible end."""

from itertools import product
from random import Random
from typing import Any

import pytest

from tests.samples import leading
from tests.tournaments.events import REPORTED, Event
from tournaments import bounds, selectors, stage_queries, stage_records
from tournaments.points import registry
from tournaments.services import lifecycle, presence, rounds
from tournaments.state import TournamentState

pytestmark = pytest.mark.django_db

THREES = {"table": {"min": 3, "target": 3, "max": 3}}
DUELS = {"game": "pickpocket", "table": {"min": 2, "target": 2, "max": 2}}


def orders(size: int) -> list[tuple[int, ...]]:
    """Return every result of a table."""
    found = {
        tuple(1 + sum(other < each for other in levels) for each in levels)
        for levels in product(range(size), repeat=size)
    }
    return sorted(found)


def by_trying_everything(state: TournamentState) -> dict[int, tuple[int, int]]:
    """Return the ranges of ranks by points over all results of the tables that are open."""
    scheme = registry.find(state.settings["points"])
    record = stage_records.record_of(state)
    tables = [table for _, table in state.tables() if not table.done]
    found: dict[int, tuple[int, int]] = {}
    for results in product(*(orders(len(table.seats)) for table in tables)):
        points = dict(record.points)
        for table, places in zip(tables, results, strict=True):
            for entrant, units in zip(table.seats, scheme.points(places, None), strict=True):
                points[entrant] += units
        for entrant, own in points.items():
            best = 1 + sum(each > own for each in points.values())
            worst = sum(each >= own for each in points.values())
            low, high = found.get(entrant, (best, worst))
            found[entrant] = (min(low, best), max(high, worst))
    return found


def reported_at_random(event: Event, rng: Random, tables: int | None = None) -> None:
    for number, table in list(enumerate(event.round.tables))[:tables]:
        event.report(number, rng.choice(orders(len(table.seats))))


@pytest.mark.parametrize("points", ["normalised", "hig", "vekn", "wins"])
def test_in_the_last_round_the_ranges_are_what_trying_every_result_gives(points: str) -> None:
    event = Event(**REPORTED, **THREES, points=points, stages=[{"options": {"rounds": 2}}])
    event.enter_names(9).start()
    rng = Random(points)
    event.pair()
    reported_at_random(event, rng)
    event.do(rounds.close, number=1)
    event.pair()

    for table in range(3):
        assert bounds.ranks(event.state) == by_trying_everything(event.state)
        event.report(table, rng.choice(orders(3)))
    assert bounds.ranks(event.state) == by_trying_everything(event.state)


STAGES: dict[str, Any] = {
    "pods with a final": ([{"options": {"rounds": 2, "final": 3}}], THREES, 9),
    "swiss": ([{"format": "swiss", "options": {"rounds": 3}}], DUELS, 7),
    "knockout": ([{"format": "knockout", "options": {"advance": 1}}], DUELS, 7),
    "tables": ([{"format": "knockout", "options": {"advance": 2}}], {}, 14),
    "groups, then a bracket": (
        [
            {"format": "player_count_rounds", "options": {"qualify": "by_table"}},
            {"format": "knockout", "options": {"advance": 1}, "take": 3},
        ],
        THREES,
        9,
    ),
}


@pytest.mark.parametrize("name", leading(STAGES, 2))
def test_nobody_ends_outside_of_what_was_said_at_any_time(name: str) -> None:
    stages, settings, entrants = STAGES[name]
    event = Event(**REPORTED, **settings, stages=stages).enter_names(entrants).start()
    rng = Random(name)
    said = [bounds.ranks(event.state)]
    while event.state.stages[-1].ranking is None:
        event.pair()
        for number, table in enumerate(event.round.tables):
            said.append(bounds.ranks(event.state))
            event.report(number, rng.choice(orders(len(table.seats))))
        said.append(bounds.ranks(event.state))
        event.do(rounds.close, number=event.round.number)
    event.do(lifecycle.finish)

    lines = stage_queries.lines_of(event.state)
    for ranges in said:
        for line in lines:
            within = ranges[line.entrant]
            assert within.best <= line.rank <= within.worst, line
    assert bounds.ranks(event.state) == {each.entrant: (each.rank, each.rank) for each in lines}
    widths = [sum(worst - best for best, worst in ranges.values()) for ranges in said]
    assert widths == sorted(widths, reverse=True), "more is known with every result"


def test_the_standings_have_the_ranges_and_those_of_the_past_have_none() -> None:
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 1}}]).enter_names(6).start()
    event.pair()
    event.report(0, [1, 2, 3])

    now = selectors.standings(event.state).results
    assert (now[0].best_rank, now[0].worst_rank) == (1, 2)
    past = selectors.standings(event.state, until=1).results
    assert {line.best_rank for line in past} == {None}


def test_no_range_is_told_where_points_have_no_bounds() -> None:
    event = Event(**REPORTED, **THREES, points="game_score").enter_names(6).start()

    assert bounds.ranks(event.state) == {}


def test_who_has_dropped_can_win_no_more_points() -> None:
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 2}}]).enter_names(6).start()
    event.pair()
    for table in (0, 1):
        event.report(table, [1, 2, 3])
    event.do(rounds.close, number=1)
    last = event.round.tables[0].seats[2]
    before = bounds.ranks(event.state)[last]

    event.do(presence.leave, entrant=last)

    assert before == (1, 6)
    assert bounds.ranks(event.state)[last] == (6, 6), "below all who finish"


NEW_FORMATS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"format": "double_elimination"}, DUELS),
    ({"format": "lives", "options": {"final": 3}}, THREES),
    ({"format": "league", "options": {"size": 4}}, DUELS),
    ({"format": "groups"}, DUELS),
]


@pytest.mark.parametrize(
    ("stage", "table"), leading(NEW_FORMATS), ids=lambda each: each.get("format", "")
)
def test_nobody_ends_outside_a_range_that_brackets_lives_groups_or_leagues_gave(
    stage: dict[str, Any], table: dict[str, Any]
) -> None:
    event = Event(**REPORTED, **table, stages=[stage], points="normalised")
    event.enter_names(7).start()
    rng = Random(str(stage))
    told = []
    while event.state.stages[0].ranking is None:
        event.pair()
        reported_at_random(event, rng, 1)
        told.append(bounds.ranks(event.state))
        for number, each in enumerate(event.round.tables):
            if not each.done:
                event.report(number, rng.choice(orders(len(each.seats))))
        event.do(rounds.close, number=event.round.number)

    final = {line.entrant: line.rank for line in stage_queries.lines_of(event.state)}
    for ranges in told:
        for entrant, (best, worst) in ranges.items():
            assert best <= final[entrant] <= worst
