"""What was done to many is taken back in one press, until something is built on it."""

from typing import Any

import pytest

from api.problems import Problem
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, somebody
from tournaments.services import (
    arrivals,
    confirming,
    entry_lists,
    identities,
    lifecycle,
    presence,
    rounds,
    taking_back,
)
from tournaments.services.entry import Newcomer
from tournaments.services.entry_lists import ListAsked
from tournaments.state import EntrantStatus, Role

pytestmark = pytest.mark.django_db


def built_on(words: str) -> "pytest.RaisesExc[Problem]":
    """Expect the refusal that says so, in words that name what was built."""

    def is_it(problem: Problem) -> bool:
        return problem.code == "built_on" and words in str(problem.detail)

    return pytest.RaisesExc(Problem, check=is_it)


CHECKIN = {**REPORTED, "checkin": True}


def done(event: Event, service: Any, **about: Any) -> int:
    """Do it, and return the version at which it began."""
    before = event.state.version
    event.do(service, **about)
    return before + 1


def back(event: Event, version: int, **about: Any) -> None:
    event.do(taking_back.take_back, version=version, **about)


def presences(event: Event) -> list[str]:
    return [each.presence.value for each in event.state.entrants.values()]


def test_check_ins_of_all_are_taken_back_and_so_is_that() -> None:
    event = Event(**CHECKIN).enter_names(3)
    event.step("open-checkin")
    event.do(presence.check_in, entrant=2)

    first = done(event, arrivals.check_in_all)
    second = done(event, taking_back.take_back, version=first)
    assert presences(event) == ["entered", "checked_in", "entered"]
    back(event, second)

    assert presences(event) == ["checked_in"] * 3
    assert_verified(event)


def test_nothing_is_taken_back_where_one_of_many_has_moved_on() -> None:
    event = Event(**CHECKIN).enter_names(4)
    event.step("open-checkin")
    first = done(event, arrivals.check_in_all)
    event.do(presence.leave, entrant=1)
    before = event.state.version

    with built_on("p1 is withdrawn now"):
        back(event, first)
    with refused("not_found"):
        back(event, first + 1)
    with refused("not_found"):
        back(event, 1)
    assert event.state.version == before, "all or nothing"


def test_who_was_there_stays_once_the_tournament_has_started() -> None:
    event = Event(**CHECKIN).enter_names(4)
    event.step("open-checkin")
    first = done(event, arrivals.check_in_all)
    event.start()

    with built_on("has started since"):
        back(event, first)


def test_a_list_is_taken_back_with_the_seeds_that_it_brought() -> None:
    event = Event(**REPORTED).enter_names(2)
    event.do(lifecycle.seed, method="manual", order=[2, 1])
    listed = ListAsked("seed,name\n1,Zoe\n2,Yan", "auto", False)

    first = done(event, entry_lists.enter_list, asked=listed)
    assert len(event.state.present) == 4
    back(event, first)

    assert event.state.present == [1, 2]
    assert [event.state.entrants[each].seed for each in (1, 2)] == [2, 1]


def test_many_leave_and_come_back_unless_their_places_are_gone() -> None:
    event = Event(**REPORTED, capacity=3).enter_names(3)
    first = done(event, arrivals.take_out, entrants=[1, 2])
    back(event, first)
    assert event.state.present == [1, 2, 3]

    first = done(event, arrivals.take_out, entrants=[1, 2])
    event.enter(Newcomer("new"), Newcomer("newer"))
    with built_on("given to others"):
        back(event, first)


def test_who_dropped_together_is_back_until_a_round_is_paired() -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 3}}])
    event.enter_names(8).start()
    event.play_round()
    first = done(event, arrivals.take_out, entrants=[1, 2])
    back(event, first)
    assert len(event.state.present) == 8

    first = done(event, arrivals.take_out, entrants=[1, 2])
    event.do(rounds.pair)
    with built_on("Round 2 has been paired"):
        back(event, first)


def test_payments_of_many_are_as_before_with_their_amounts() -> None:
    event = Event(**REPORTED).enter_names(3)
    event.do(identities.mark_payment, entrant=1, payment="waived")

    first = done(event, identities.mark_payments, entrants=[1, 2, 3], payment="paid", amount="5")
    assert [each.amount for each in event.state.entrants.values()] == ["5"] * 3
    back(event, first)

    found = [each.payment for each in event.state.entrants.values()]
    assert found == ["waived", "unpaid", "unpaid"]
    again = done(event, identities.mark_payments, entrants=[2, 3], payment="paid")
    event.do(identities.mark_payment, entrant=3, payment="waived")
    with built_on("payment of p3"):
        back(event, again)


def reported() -> Event:
    """Return a round of two tables, each with one report."""
    event = Event(**REPORTED)
    people = [somebody(f"p{number}") for number in range(8)]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    event.pair()
    for table, shown in enumerate(event.round.tables):
        who = next(each for each in people if each.name == event.state.name(shown.seats[0]))
        event.report(table, [1, 2, 3, 4], who=who)
    return event


def test_all_reports_are_confirmed_and_wait_again_when_that_is_taken_back() -> None:
    event = reported()

    first = done(event, confirming.confirm_all, number=1)
    assert all(each.done for each in event.round.tables)
    with refused("not_found"):
        event.do(confirming.confirm_all, number=1)
    back(event, first)

    assert [each.done for each in event.round.tables] == [False, False]
    assert all(each.reported is not None for each in event.round.tables)
    assert_verified(event)
    first = done(event, confirming.confirm_all, number=1)
    event.do(rounds.close, number=1)
    with built_on("Round 1 is over"):
        back(event, first)


def test_a_scorekeeper_takes_back_no_more_than_what_they_may_do() -> None:
    event = Event(**CHECKIN).enter_names(4)
    keeper = somebody()
    event.do(lifecycle.give_role, account=keeper.account, role=Role.SCOREKEEPER)
    event.step("open-checkin")
    first = done(event, arrivals.check_in_all)
    left = done(event, arrivals.take_out, entrants=[1])

    with refused("permission_denied"):
        back(event, left, who=keeper)
    back(event, left)
    back(event, first, who=keeper)
    assert {each.presence for each in event.state.entrants.values()} == {EntrantStatus.ENTERED}
