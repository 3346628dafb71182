"""Points off at one table: in its result, whatever that becomes, with the judge's reason."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.events import REPORTED, Event, assert_verified, refused, somebody
from tournaments import bounds, selectors, stage_queries
from tournaments.record import UNITS
from tournaments.services import identities, penalties, results, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import Role

FOURS = {"table": {"min": 4, "target": 4, "max": 4}}


def four(**more: Any) -> Event:
    event = Event(**{**REPORTED, **FOURS, **more}).enter_names(4).start()
    event.pair()
    return event


def points(event: Event) -> dict[int, int]:
    return {line.entrant: line.points for line in stage_queries.lines_of(event.state)}


def penalise(event: Event, entrant: int, units: int, **about: Any) -> Any:
    table = event.round.tables[0].id
    about = {"table": table, "reason": "a card up the sleeve", **about}
    return event.do(penalties.penalise, entrant=entrant, units=units, **about)


@pytest.mark.django_db
def test_half_a_point_off_is_in_the_result_of_the_table_and_outlasts_its_correction() -> None:
    event = four()
    first, second, third, fourth = event.round.tables[0].seats
    event.report(0, [1, 2, 3, 4])

    penalise(event, first, UNITS // 2)

    thirds = UNITS // 3
    assert points(event) == {first: 60, second: 2 * thirds, third: thirds, fourth: 0}
    assert event.ranking()[0] == second
    shown = selectors.round_page(event.state, 1, None).tables[0]
    told = [(each.entrant, each.points, each.reason) for each in shown.penalties]
    assert told == [(first, "0.5", "a card up the sleeve")]
    assert shown.placings == [1, 2, 3, 4], "places stay"

    table = event.round.tables[0].id
    event.do(results.override, table_id=table, places=[4, 1, 2, 3], scores=None)
    assert points(event)[first] == -60
    event.do(results.void, table_id=table, reason="a wrong deck")
    assert len(set(points(event).values())) == 1, "called off, all have what a bye brings"
    event.do(results.override, table_id=table, places=[1, 2, 3, 4], scores=None)
    assert points(event)[first] == 60
    assert_verified(event)


@pytest.mark.django_db
def test_a_dry_run_of_a_penalty_shows_what_follows_and_bounds_reckon_with_it() -> None:
    event = four(stages=[{"format": "pods", "options": {"rounds": 1}}])
    first, second, *_ = event.round.tables[0].seats

    tried = penalise(event, first, 200, dry_run=True)
    penalise(event, first, 200)

    assert tried.state.round.tables[0].penalties == event.round.tables[0].penalties
    assert bounds.ranks(event.state)[first].best > 1, "a win is worth 120, so 80 less than nothing"
    event.report(0, [1, 2, 3, 4])
    assert event.ranking()[-1] == first
    event.do(rounds.close, number=1)
    assert event.ranking()[0] == second


@pytest.mark.django_db
def test_a_penalty_follows_whoever_was_entered_twice() -> None:
    event = Event(**{**REPORTED, **FOURS}).enter_names(4).start()
    event.pair()
    first = event.round.tables[0].seats[0]
    event.report(0, [1, 2, 3, 4])
    penalise(event, first, 60)
    event.enter(Newcomer("p1 again"))

    event.do(identities.merge, entrant=5, other=first, reason="one person")

    assert points(event)[5] == 60


@pytest.mark.django_db
@settings(max_examples=4, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-200, 200).filter(bool)), max_size=5))
def test_a_table_brings_its_points_less_all_penalties(given_: list[tuple[int, int]]) -> None:
    event = four()
    seats = event.round.tables[0].seats
    for seat, units in given_:
        penalise(event, seats[seat], units)
    event.report(0, [1, 2, 3, 4])

    whole = dict(zip(seats, (120, 80, 40, 0), strict=True))
    for seat, units in given_:
        whole[seats[seat]] -= units
    assert points(event) == whole


@pytest.mark.django_db
def test_a_penalty_at_a_table_wants_a_reason_and_somebody_who_sits_there() -> None:
    event = Event(**{**REPORTED, **FOURS}).enter_names(8).start()
    event.pair()
    here, there = (table.seats for table in event.round.tables)

    with refused("invalid"):
        penalise(event, here[0], 60, reason="")
    with refused("invalid"):
        penalise(event, there[0], 60)
    with refused("not_found"):
        penalise(event, here[0], 60, table=event.state.id)


@pytest.mark.django_db
def test_a_judge_who_sits_at_the_table_penalises_nobody_there() -> None:
    judge = somebody("judge")
    event = Event(**{**REPORTED, **FOURS})
    event.enter(Newcomer("Judge", judge.account), *(Newcomer(f"p{each}") for each in range(2, 5)))
    from tournaments.services import lifecycle  # noqa: PLC0415

    event.do(lifecycle.give_role, account=judge.account, role=Role.JUDGE)
    event.start()
    event.pair()
    rival = next(each for each in event.round.tables[0].seats if each != 1)

    with refused("own_interest"):
        penalise(event, rival, 60, who=judge)
