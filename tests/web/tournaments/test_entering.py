"""Who enters a tournament by its page, who cannot, and what is said then."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.events import REPORTED, Event
from tests.web.tournaments.visits import act, newcomer, over_the_board, page
from tests.web.visitors import member
from tournaments.services import penalties, rounds
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.django_db


def test_a_full_tournament_has_a_waiting_list_that_moves_up() -> None:
    event = Event(**REPORTED, capacity=2)
    event.step("open")
    (ann, _), (bob, _), (cleo, _) = people = [member() for _ in range(3)]
    for browser, _ in people[:2]:
        act(browser, event, "enter")

    assert "All 2 places are taken. You would be number 1" in page(cleo, event)
    assert "You are number 1 on the waiting list." in act(cleo, event, "enter")
    act(ann, event, "withdraw")

    assert "Your first table will be shown here." in page(cleo, event)
    assert "All 2 places are taken." in page(ann, event)
    assert "Your first table" in page(bob, event)


def test_an_act_that_comes_twice_counts_once_and_complains_of_nothing() -> None:
    event = Event(**REPORTED, checkin=True)
    event.step("open")
    browser, _ = member()

    for _ in range(2):
        assert "You have entered. Good luck!" in act(browser, event, "enter")
    event.step("open-checkin")
    for _ in range(2):
        assert "You are checked in." in act(browser, event, "check-in")
    for _ in range(2):
        assert "You have left the tournament." in act(browser, event, "withdraw")

    assert [each.presence for each in event.state.entrants.values()] == ["withdrawn"]


@pytest.mark.parametrize(
    ("settings", "steps", "words"),
    [
        ({}, ("close-entry",), "Entry is closed."),
        ({"bots": "only"}, (), "This tournament is for bots"),
        ({}, ("open-checkin",), "Entry is closed."),
    ],
)
def test_who_cannot_enter_reads_why_and_what_to_do(
    settings: dict[str, Any], steps: tuple[str, ...], words: str
) -> None:
    event = Event(**REPORTED, **settings)
    event.step("open")
    for step in steps:
        event.step(step)
    browser, _ = member()

    assert words in page(browser, event)
    assert 'class="note bad"' in act(browser, event, "enter")
    assert event.state.entrants == {}


def test_a_bracket_takes_nobody_in_once_it_has_begun() -> None:
    duels = {"min": 2, "target": 2, "max": 2}
    stages = [{"format": "knockout"}]
    event, _ = over_the_board(3, game="pickpocket", table=duels, stages=stages)
    browser, _ = member()

    assert "accepts no more entrants" in page(browser, event)
    act(browser, event, "enter")
    assert len(event.state.entrants) == 3


def test_late_comers_play_from_the_next_round_on_where_the_plan_lets_them() -> None:
    late, closed = over_the_board(3)[0], over_the_board(3, late_entry=False)[0]
    browser, _ = member()

    assert "You would play from the next round on." in page(browser, late)
    act(browser, late, "enter")
    assert len(late.state.present) == 4
    assert "accepts no more entrants" in page(browser, closed)


def test_nobody_is_asked_to_enter_once_the_stage_is_over() -> None:
    stages = [{"format": "pods", "options": {"rounds": 1}}]
    event, _ = over_the_board(3, late_entry=True, stages=stages)
    event.report(0, [1, 2, 3])
    event.do(rounds.close, number=1)
    browser, _ = member()

    assert "accepts no more entrants" in page(browser, event)


def test_in_an_arena_somebody_rests_and_returns_by_a_button() -> None:
    stages = [{"format": "arena", "options": {"minutes": 20}}]
    table = {"min": 3, "target": 3, "max": 4}
    event = Event(**REPORTED, pace="auto", table=table, stages=stages)
    browser, account = member()
    event.enter(newcomer(account), *map(Newcomer, ("bo", "cy", "di")))
    event.start()

    assert "as soon as opponents are free" in page(browser, event)
    for _ in range(2):
        assert "You are taking a break and will not be seated." in act(browser, event, "rest")
    assert "as soon as opponents are free" in act(browser, event, "ready")
    assert f"{account.username} is back." in page(Client(), event, "/log")


def test_a_stranger_is_led_to_sign_in_and_back() -> None:
    event = Event(**REPORTED)
    event.step("open")
    address = f"/tournaments/{event.slug}"

    assert "There is a place for you." in page(Client(), event)
    assert f'href="/sign-in?next={address}"' in page(Client(), event)
    answer = Client().post(f"{address}/act", {"act": "enter"})
    assert answer["Location"] == f"/sign-in?next={address}/act"


def test_who_drops_out_is_told_that_the_staff_can_let_him_back() -> None:
    event, people = over_the_board(4)
    browser, account = people[0]

    assert "You have dropped out." in act(browser, event, "drop")
    assert "You have dropped out." in act(browser, event, "drop")
    event.do(penalties.disqualify, entrant=1)
    assert "You were disqualified." in page(browser, event)
    assert account.username in page(Client(), event, "/entrants")
