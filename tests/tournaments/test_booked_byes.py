"""Byes booked before their round is paired: by players within limits, beyond by the staff."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.events import REPORTED, Event, assert_verified, refused, somebody
from tournaments import selectors, stage_queries, stage_records
from tournaments.record import UNITS
from tournaments.services import byes, identities, lifecycle, presence, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import Role

SWISS = {
    "game": "sticky-fingers",
    "stages": [{"format": "swiss", "options": {"rounds": 3}}],
    "table": {"min": 2, "target": 2, "max": 2},
    "points": "normalised",
    "byes_booked": 1,
}


def swiss(count: int = 4, **more: Any) -> Event:
    return Event(**{**REPORTED, **SWISS, **more}).enter_names(count).start()


def points(event: Event) -> dict[int, int]:
    return {line.entrant: line.points for line in stage_queries.lines_of(event.state)}


@pytest.mark.django_db
def test_a_half_point_bye_is_asked_for_ahead_and_counts_as_a_draw() -> None:
    """FIDE's half-point bye: no opponent, half a point, not paired, a bye by request."""
    ann = somebody("ann")
    event = Event(**REPORTED, **SWISS)
    event.enter(Newcomer("Ann", ann.account), *(Newcomer(f"p{each}") for each in range(2, 7)))
    event.start()

    event.do(byes.book, who=ann, entrant=1, number=2)
    first = event.pair()
    assert first.byes == (), "the first round goes on as before"
    for number in range(len(first.tables)):
        event.report(number, [1, 2])
    event.do(rounds.close, number=1)
    event.do(presence.leave, entrant=6)
    before = points(event)
    shown = selectors.page(event.state, None).entrants[0].booked_byes
    second = event.pair()

    assert [(each.round, each.points) for each in shown] == [(2, "0.5")]
    assert second.byes == (1,)
    assert [len(table.seats) for table in second.tables] == [2, 2], "the other four play"
    assert points(event)[1] == before[1] + UNITS // 2
    record = stage_records.record_of(event.state, stage=0)
    assert record.rounds[1].asked == (1,)
    assert_verified(event)


@pytest.mark.django_db
def test_a_player_books_no_more_than_the_plan_lets_and_the_staff_says_why() -> None:
    ann = somebody("ann")
    event = Event(**REPORTED, **SWISS)
    event.enter(Newcomer("Ann", ann.account), *(Newcomer(f"p{each}") for each in range(2, 5)))
    event.start()

    event.do(byes.book, who=ann, entrant=1, number=1)
    for about in ({"number": 2}, {"number": 2, "worth": "win"}):
        with refused("permission_denied"):
            event.do(byes.book, who=ann, entrant=1, **about)
    event.do(byes.book, who=ann, entrant=1, number=2, worth="none")
    with refused("permission_denied"):
        event.do(byes.book, who=ann, entrant=2, number=1)
    with refused("permission_denied"):
        event.do(byes.book, entrant=2, number=3)
    event.do(byes.book, entrant=2, number=3, worth="win", reason="a wedding")
    event.do(byes.book, who=ann, entrant=1, number=1, lifted=True)

    assert event.state.booked == {1: {}, 2: {1: 0}, 3: {2: UNITS}}
    with refused("invalid"):
        event.do(byes.book, entrant=2, number=4, reason="there is none")
    with refused("not_found"):
        event.do(byes.book, entrant=2, number=2, lifted=True)


@pytest.mark.django_db
def test_an_organiser_who_plays_has_no_more_than_any_player() -> None:
    olga = somebody("olga")
    event = Event(olga, **REPORTED, **SWISS)
    event.step("open")
    event.enter(Newcomer("Olga", olga.account), *(Newcomer(f"p{each}") for each in range(2, 5)))
    event.start()

    with refused("permission_denied"):
        event.do(byes.book, entrant=1, number=1, worth="win", reason="I deserve it")
    assert event.state.role_of(olga.account) is Role.ORGANISER
    event.do(byes.book, entrant=1, number=1)


@pytest.mark.django_db
def test_nobody_books_a_bye_once_the_pairing_can_be_known() -> None:
    event = swiss()
    event.do(rounds.pair)

    with refused("round_already_live"):
        event.do(byes.book, entrant=1, number=1, reason="late")
    event.do(rounds.unpair, number=1, reason="a wrong list")
    event.do(byes.book, entrant=1, number=1, reason="in time again")
    event.do(rounds.pair)

    assert 1 in event.round.byes


@pytest.mark.django_db
def test_a_booked_bye_outlives_repairs_and_a_dry_run_shows_the_round_that_follows() -> None:
    event = swiss(5)
    event.do(byes.book, entrant=3, number=1, reason="ill")

    shown = event.do(rounds.pair, dry_run=True).state.rounds[0]
    event.do(rounds.pair)
    assert (shown.byes, shown.granted) == (event.round.byes, event.round.granted)

    event.do(rounds.repair, number=1)
    assert event.round.byes == (3,)
    event.do(rounds.publish, number=1)
    assert points(event)[3] == UNITS // 2
    before = event.state.version
    event.do(lifecycle.roll_back, to_version=before - 1)
    assert event.round.granted == {3: UNITS // 2}
    assert_verified(event)


@pytest.mark.django_db
def test_a_booking_follows_an_entrant_who_was_entered_twice() -> None:
    event = swiss(6)
    event.do(byes.book, entrant=6, number=2, reason="on the train")

    event.do(identities.merge, entrant=5, other=6, reason="one person")

    assert event.state.booked == {2: {5: UNITS // 2}}


@pytest.mark.django_db
def test_in_a_bracket_nobody_books_a_bye() -> None:
    event = Event(**REPORTED, stages=[{"format": "knockout"}]).enter_names(8).start()

    with refused("invalid"):
        event.do(byes.book, entrant=1, number=1, reason="please")


@pytest.mark.more
@pytest.mark.django_db
@settings(max_examples=5, deadline=None)
@given(booked=st.lists(st.tuples(st.integers(1, 7), st.integers(1, 3)), max_size=5, unique=True))
def test_whoever_has_booked_a_bye_has_it_and_nobody_else_has_two(
    booked: list[tuple[int, int]],
) -> None:
    event = swiss(7)
    for entrant, number in booked:
        event.do(byes.book, entrant=entrant, number=number, reason="asked")

    for number in range(1, 4):
        event.play_round()
        round_ = event.state.rounds[number - 1]
        asked = {entrant for entrant, at in booked if at == number}
        assert round_.sitting_out == asked
        assert len(set(round_.byes) - asked) == (7 - len(asked)) % 2
