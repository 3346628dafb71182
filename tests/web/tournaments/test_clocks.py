"""The clock of a round on pages: the console's panel, and what everyone reads."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from tests.tournaments.events import REPORTED
from tests.web.tournaments.consoles import Console
from tests.web.visitors import text
from tournaments.services import clocks, extending
from web.tournaments.clocks import face

pytestmark = pytest.mark.django_db


def test_the_console_starts_stops_extends_and_starts_anew() -> None:
    console = Console(8, **REPORTED)
    console.event.start()
    console.event.pair()
    panel = console.look("/rounds/1")
    assert "/do/start-clock" in panel
    assert 'value="50"' in panel

    assert "The clock is running." in console.done("start-clock", number=1, minutes=45)
    assert "left of 45 minutes" in console.look("")
    assert "The round has more time." in console.done("extend-round", number=1, minutes=5)
    assert "left of 50 minutes" in console.look("")
    assert "The clock has stopped." in console.done("stop-clock", number=1)
    assert "the clock is stopped" in console.look("")
    assert "The clock is running." in console.done("start-clock", number=1)
    assert "left of 50 minutes" in console.look("")


def test_everyone_sees_the_clock_with_the_servers_time_beside_it() -> None:
    console = Console(8, **REPORTED)
    console.event.start()
    console.event.pair()
    table = console.event.round.tables[1].id
    console.event.do(clocks.start, number=1, seconds=3000)
    console.event.do(extending.extend_table, table_id=table, seconds=300)

    page = text(Client().get(f"/tournaments/{console.event.slug}/rounds"))
    (now, ends) = map(int, re.search(r'data-now="(\d+)" data-ends="(\d+)"', page).groups())  # type: ignore[union-attr]

    assert 2990_000 < ends - now <= 3000_000
    assert page.count("+5 min") == 1


def test_time_that_is_up_is_said() -> None:
    console = Console(8, **REPORTED)
    console.event.start()
    console.event.pair()
    console.event.do(clocks.start, number=1, seconds=60, at=console.event.round.published_at)
    state = console.event.state
    assert state.at is not None
    shown = face(state.rounds[0], now=state.at + timedelta(seconds=90))

    assert shown is not None
    assert (shown.is_up, shown.text, shown.left_ms) == (True, "0:00", -30_000)
    soon = face(state.rounds[0], now=state.at + timedelta(milliseconds=50_001))
    assert soon is not None
    assert soon.text == "0:10"
