"""The wall: what is on a projector, for everyone in the room."""

import re

import pytest
from django.test import Client

from tests import qr
from tests.tournaments.events import REPORTED, Event
from tests.web.tournaments.consoles import Console
from tests.web.visitors import text
from tournaments.services import clocks, extending, lifecycle, notices, presence, rounds
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Principal
from web.collation import sort_key
from web.tournaments.console.console import rounds_in_all

pytestmark = pytest.mark.django_db


def wall(event: Event, page: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/tournaments/{event.slug}/wall", {"page": page})
    assert answer.status_code == 200
    return text(answer)


def evening(entrants: int = 8) -> Event:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 4}}])
    event.step("open")
    return event.enter_names(entrants)


def test_the_wall_shows_six_tables_a_page_names_standings_and_the_way_in() -> None:
    event = evening(28)
    entry = wall(event)
    assert "Take part: scan the code with your phone." in entry
    (code,) = qr.drawings(entry)
    assert qr.read(code) == f"http://testserver/tournaments/{event.slug}"
    event.start()
    event.play_round()
    event.pair()

    shown = wall(event)

    assert f"round 2 of {rounds_in_all(event.state)}" in shown
    assert pages_of(shown) == [
        *("tables-2-1", "tables-2-2"),
        *("names-0-1", "names-0-2"),
        *("standings-0-1", "standings-0-2"),
        "sign-up-0-1",
    ]
    assert shown.count('class="wall-table"') == 7
    assert "7 tables to report:" in shown


def pages_of(shown: str) -> list[str]:
    return re.findall(r'<section class="wall-part \S+" id="(\S+?)"', shown)


def test_between_rounds_the_wall_begins_with_the_standings_which_stay_alone_at_the_end() -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 2}}])
    event.step("open")
    event.enter_names(8).start()
    event.play_round()

    between = pages_of(wall(event))
    event.play_round()
    event.do(lifecycle.finish)

    assert between == ["standings-0-1", "names-0-1", "sign-up-0-1"]
    assert pages_of(wall(event)) == ["standings-0-1"]


def test_a_tournament_that_nobody_entered_has_a_wall() -> None:
    event = evening(0)
    event.do(lifecycle.cancel)

    assert pages_of(wall(event)) == ["names-0-1"]


def test_the_wall_says_what_a_table_waits_for() -> None:
    event = evening()
    event.start().pair()
    event.do(clocks.start, number=1, seconds=3000)
    event.do(extending.extend_table, table_id=event.round.tables[1].id, seconds=300)
    event.report(0, [1, 2, 3, 4])
    event.do(notices.put, text="Pizza  at <eight>")

    shown = wall(event)

    assert re.findall(r'data-state="(\w+)"', shown) == ["done", "open"]
    assert "Table 2: 5 minutes more" in shown
    assert "1 table to report:" in shown
    assert (
        "Pizza at &lt;eight&gt;" in Client().get(f"/tournaments/{event.slug}/wall").content.decode()
    )
    event.do(notices.put, text="")
    assert "Pizza" not in wall(event)


def test_a_draft_is_not_on_the_wall_of_its_own_staff() -> None:
    console = Console(8, **REPORTED)
    console.event.start()
    console.event.pair(publish=False)

    assert 'class="wall-table"' not in wall(console.event, client=console.browser)


def test_who_has_left_and_who_has_a_bye_is_said() -> None:
    event = evening(9)
    event.start()
    event.play_round()
    event.do(presence.leave, entrant=1)
    event.pair()
    event.do(rounds.sit_out, number=2, entrant=2)

    shown = wall(event, "names-0-1")

    assert "dropped out" in shown
    assert "bye" in shown


def test_the_wall_of_a_private_tournament_is_not_there_for_a_stranger() -> None:
    event = Event(**REPORTED, visibility="private").enter_names(8).start()

    assert Client().get(f"/tournaments/{event.slug}/wall").status_code == 404


def test_names_stand_in_the_order_of_the_alphabet() -> None:
    names = [
        "Zoë",
        "Ärger",
        "zoe",
        "Østby",
        "Ost",
        "Bo",
        "élan",
        "Elan",
        "De Wit",
        "Dean",
        "Æ",
        "7",
    ]

    assert sorted(names, key=sort_key) == [
        *("7", "Æ", "Ärger", "Bo", "De Wit", "Dean", "Elan", "élan"),
        *("Ost", "Østby", "zoe", "Zoë"),
    ]


def test_a_name_with_emoji_is_sorted_by_its_letters() -> None:
    event = evening()
    event.enter(Newcomer("🐍 Anna"))

    assert wall(event).index("🐍 Anna") < wall(event).index("p1")


def test_the_wall_says_of_reports_that_differ_that_a_judge_decides() -> None:
    event = evening().start()
    seats = event.pair().tables[0].seats
    assert "a judge decides" not in wall(event)
    for entrant, places in zip(seats, ([1, 2, 3, 4], [4, 3, 2, 1]), strict=False):
        by_code = Principal(None, "", entrant=entrant, tournament=event.state.id)
        event.report(0, places, who=by_code)
    shown = wall(event)

    assert "a judge decides" in shown
    assert "to be confirmed" not in shown
