"""Prizes by final rank: who wins what, and what equals share."""

import pytest
from django.test import Client

from tests.tournaments.circuits import begun
from tests.tournaments.events import Event, refused, somebody
from tests.web.visitors import text
from tournaments import prizes, stage_queries
from tournaments.prizes import Won
from tournaments.services import lifecycle, rounds
from web.tournaments.console.details_form import DetailsForm, initial_details

pytestmark = pytest.mark.django_db

PRIZES = [{"first": 1, "text": "Cup"}, {"first": 2, "last": 3, "text": "Medal"}]


def played(places: list[int], **about: object) -> Event:
    """Return a finished tournament in which the entrants came off at these places."""
    names = [f"p{number}" for number in range(1, len(places) + 1)]
    event = begun(somebody("olga"), names, about={"prizes": PRIZES, **about}, tiebreaks=[])
    seats = event.pair().tables[0].seats
    event.report(0, [places[each - 1] for each in seats])
    event.do(rounds.close, number=1)
    event.do(lifecycle.finish)
    return event


def won(event: Event) -> dict[int, Won]:
    return prizes.won(event.state, stage_queries.lines_of(event.state))


def test_each_rank_wins_what_the_organiser_wrote() -> None:
    assert won(played([1, 2, 3, 4])) == {
        1: Won(("Cup",), 1),
        2: Won(("Medal",), 1),
        3: Won(("Medal",), 1),
    }


def test_equals_share_what_their_ranks_bring_together() -> None:
    assert won(played([1, 1, 3, 4])) == {
        1: Won(("Cup", "Medal"), 2),
        2: Won(("Cup", "Medal"), 2),
        3: Won(("Medal",), 1),
    }


def test_equals_each_win_the_prize_of_the_better_rank_where_the_plan_says_so() -> None:
    found = won(played([1, 1, 3, 4], prizes_shared="best"))

    assert [found[each].texts for each in (1, 2, 3)] == [("Cup",), ("Cup",), ("Medal",)]


def test_nobody_has_won_before_the_end() -> None:
    event = begun(somebody("olga"), ["p1", "p2"], about={"prizes": PRIZES})

    assert won(event) == {}


def test_the_podium_says_who_has_won_what_and_with_how_many_it_is_shared() -> None:
    event = played([1, 1, 3, 4])

    page = text(Client().get(f"/tournaments/{event.slug}"))

    assert "Cup, Medal (shared with 1 other)" in page
    assert "Players with the same rank share the prizes of their ranks." in page


@pytest.mark.parametrize(
    "wrong",
    [
        [{"first": 3, "last": 2, "text": "Medal"}],
        [{"first": 1, "last": 3, "text": "Cup"}, {"first": 2, "text": "Medal"}],
    ],
)
def test_ranks_that_run_backwards_or_win_twice_are_refused(wrong: list[dict[str, object]]) -> None:
    event = Event()

    with refused("invalid"):
        event.do(lifecycle.describe, about={"prizes": wrong})


def test_prizes_are_written_one_on_a_line() -> None:
    form = DetailsForm({"about_prizes": "1: Cup\n2-3: Medal"})

    assert form.is_valid()
    details = form.details()
    assert details["prizes"] == [
        {"first": 1, "last": 1, "text": "Cup"},
        {"first": 2, "last": 3, "text": "Medal"},
    ]
    assert initial_details({"about": details})["about_prizes"] == "1: Cup\n2-3: Medal"
    assert not DetailsForm({"about_prizes": "a cup for the winner"}).is_valid()
