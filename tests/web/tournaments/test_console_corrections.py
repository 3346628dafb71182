"""Results that are put right in the console, and what is taken back."""

import re
from html import unescape

import pytest

from tests.web.tournaments.consoles import HIDDEN, Console
from tests.web.visitors import text
from tournaments.services import penalties, rounds

pytestmark = pytest.mark.django_db


def test_a_correction_shows_its_consequences_before_it_is_made() -> None:
    console = Console(8)
    console.event.start()
    console.play_round(1)
    wrong = console.turned_round()
    before = console.event.state.version

    preview = console.do("correct", **wrong)

    page = unescape(text(preview))
    assert preview.status_code == 200
    assert "Nothing has been changed yet." in page
    winner = console.event.state.name(console.table().seats[-1])
    assert re.search(rf"<td>{winner}</td>.*?→.*?<strong>1</strong>.*?▲", page, re.DOTALL)
    assert console.event.state.version == before
    assert console.table().places[0] == 1
    said = dict(HIDDEN.findall(page.partition('name="confirmed"')[0])) | {"confirmed": "yes"}
    answer = console.browser.post(
        f"{console.at}/do/correct", {**wrong, **said, "reason": "misread"}
    )
    assert answer.status_code == 302
    assert console.table().places[0] == len(console.table().seats)
    assert "“misread”" in console.look("/log")


def test_the_rounds_after_a_correction_are_kept_or_paired_anew() -> None:
    console = Console(8)
    console.event.start()
    console.play_round(1)
    console.event.do(rounds.pair)
    wrong = console.turned_round()
    drafted = [table.id for table in console.event.round.tables]

    page = text(console.do("correct", **wrong))
    assert "Round 2 was paired with the old result." in page
    anew = text(console.do("correct", **wrong, then="repair"))
    assert re.search(r'value="repair" aria-pressed="true"', anew)
    console.done("correct", **wrong, then="repair", confirmed="yes")

    assert console.event.round.number == 2
    assert not {table.id for table in console.event.round.tables} & set(drafted)


def test_a_confirmation_that_somebody_has_overtaken_shows_the_new_state_first() -> None:
    console = Console(8)
    console.event.start()
    console.play_round(1)
    wrong = console.turned_round()
    stale = console.event.state.version
    console.event.do(penalties.penalise, entrant=3, units=60)

    answer = console.do("correct", **wrong, version=stale, confirmed="yes")

    page = unescape(text(answer))
    assert answer.status_code == 409
    assert "Someone else acted first." in page
    assert "p3 was given a penalty" in page
    assert console.table().places[0] == 1, "nothing was changed"
    assert f'name="version" value="{console.event.state.version}"' in page
    console.done("correct", **wrong, confirmed="yes")
    assert console.table().places[0] != 1


def test_a_rollback_names_what_goes_and_the_log_keeps_it_as_undone() -> None:
    console = Console(4)
    console.event.start()
    version = console.event.state.version
    console.play_round(1)

    page = console.look("/do/rollback", to_version=version)
    assert "removed" in page
    console.done("rollback", to_version=version, confirmed="yes", reason="wrong field")

    assert console.event.state.rounds == []
    log = console.look("/log")
    assert f"rolled back to version {version}" in log
    assert log.count(">undone<") == 4, "paired, published, reported, closed"
