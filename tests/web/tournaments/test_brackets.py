"""Brackets on the tournament's page: knockouts, double eliminations with walkovers, and lives."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.events import REPORTED, Event
from tests.web.tournaments.visits import page
from tournaments.services import lifecycle, presence, rounds

pytestmark = pytest.mark.django_db

DUELS: dict[str, Any] = {
    **REPORTED,
    "game": "pickpocket",
    "table": {"min": 2, "target": 2, "max": 2},
}


def test_a_bracket_is_drawn_with_byes_and_rounds_to_come() -> None:
    event = Event(**DUELS, stages=[{"format": "knockout"}])
    event.enter_names(6).start()
    assert "The bracket appears once" in page(Client(), event, "/bracket")
    event.pair()
    event.report(0, [2, 1])
    drawn = page(Client(), event, "/bracket")

    assert drawn.count('class="box done"') == 1
    assert drawn.count('class="box running"') == 1
    assert drawn.count('class="box bye"') == 2
    assert drawn.count('class="box to-come"') == 3
    assert "Winner of table 2" in drawn
    assert "<h3>Final</h3>" in drawn
    winner = event.state.name(event.round.tables[0].seats[1])
    assert f"<title>{winner}</title>" in drawn
    assert "style=" not in drawn


def test_a_small_final_is_drawn_under_the_final_also_where_nobody_is_left_to_play_it() -> None:
    stage = {"format": "knockout", "options": {"third_place": True}}
    event = Event(**DUELS, stages=[stage])
    event.enter_names(4).start()
    event.pair()
    to_come = page(Client(), event, "/bracket")
    assert to_come.count('class="box to-come"') == 2
    assert "Small final" in to_come
    for table in (0, 1):
        event.report(table, [1, 2])
    event.do(rounds.close, number=1)
    event.do(presence.leave, entrant=event.state.rounds[0].tables[0].seats[1])
    event.pair()

    drawn = page(Client(), event, "/bracket")
    assert "<h3>Final</h3>" in drawn
    assert "Walkover · Small final" in drawn


def test_a_double_elimination_is_drawn_as_two_brackets_to_the_final() -> None:
    event = Event(**DUELS, stages=[{"format": "double_elimination"}])
    event.enter_names(4).start().pair()
    event.report(0, [1, 2])
    first = page(Client(), event, "/bracket")
    event.report(1, [1, 2])
    event.do(rounds.close, number=1)
    event.play_round()
    second = page(Client(), event, "/bracket")

    assert first.count('<svg class="bracket"') == 2
    assert "Loser of W1-2" in first
    assert "Winner of W2-1" in first
    assert "F2" not in first
    assert second.count('class="box done"') == 4
    assert "Winner of L2-1" in second


def test_walkovers_of_a_double_elimination_are_drawn_with_who_has_left() -> None:
    event = Event(**DUELS, stages=[{"format": "double_elimination"}])
    event.enter_names(4).start().play_round()
    losers = [table.seats[1] for table in event.state.rounds[0].tables]
    gone, stays = (event.state.name(each) for each in losers)
    event.do(presence.leave, entrant=losers[0])
    event.pair()

    drawn = page(Client(), event, "/bracket")

    assert drawn.count('class="box walkover"') == 1
    assert "Walkover · L1-1" in drawn
    assert f"<title>{gone}, has left</title>" in drawn
    second = drawn[drawn.index("Losers&#x27; bracket") :]
    assert f"<title>{stays}</title>" in second, "who goes on without playing"


def test_a_final_that_nobody_plays_is_drawn_too() -> None:
    event = Event(**DUELS, stages=[{"format": "double_elimination"}])
    event.enter_names(2).start().play_round()
    loser = event.state.rounds[0].tables[0].seats[1]
    event.do(presence.leave, entrant=loser)
    event.do(lifecycle.finish)

    drawn = page(Client(), event, "/bracket")

    assert "Walkover · F1" in drawn
    assert "<h3>Final</h3>" in drawn


@pytest.mark.more
def test_lives_are_drawn_round_by_round_with_what_is_left_and_who_is_out() -> None:
    options = {"lives": 2, "loses": "lower_half", "final": 4}
    event = Event(**REPORTED, stages=[{"format": "lives", "options": options}])
    event.enter_names(8).start()
    assert ">Bracket</a>" in page(Client(), event, "")
    assert "once its first round" in page(Client(), event, "/bracket")
    event.play_round()
    first = page(Client(), event, "/bracket")
    event.pair()
    event.report(0, [1, 2, 3, 4])
    second = page(Client(), event, "/bracket")

    assert first.count('<svg class="bracket"') == 1
    assert 'class="way' not in first, "tables are drawn anew, so that no way leads on"
    assert first.count("2 lives</span>") == 4
    assert first.count("1 life</span>") == 4
    assert second.count('class="box done"') == 3
    assert second.count('class="box running"') == 1
    assert "The number after the heart is the lives left" in second
    left = [event.state.name(each) for each in event.round.tables[0].seats]
    assert all(f"<title>{name}, " in second for name in left)


@pytest.mark.more
def test_the_final_of_lives_counts_none_and_its_first_goes_on() -> None:
    options = {"lives": 1, "loses": "lower_half", "final": 4}
    event = Event(**REPORTED, stages=[{"format": "lives", "options": options}])
    event.enter_names(8).start().play_round()
    event.do(rounds.pair)
    hidden = page(Client(), event, "/bracket")
    event.do(rounds.publish, number=2)
    event.report(0, [2, 1, 3, 4])

    drawn = page(Client(), event, "/bracket")

    assert "<h3>Final</h3>" not in hidden, "a draft is the staff's own"
    assert hidden.count(", out</title>") == 4
    final = drawn[drawn.index("<h3>Final</h3>") :]
    assert "life" not in final.split("</section>")[0]
    assert final.split("</section>")[0].count("advances") == 1
