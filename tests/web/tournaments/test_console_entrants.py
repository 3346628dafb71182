"""Entrants in the console: from lines or one by one, checked in, seeded, and acted upon."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.web.tournaments.consoles import Console
from tests.web.visitors import text
from tournaments.state import EntrantStatus

pytestmark = pytest.mark.django_db


def test_many_are_entered_from_lines_or_a_file_and_faults_are_told_line_by_line() -> None:
    console = Console()
    faulty = "name,rating\nZoe,12\nYan,high\nZoe,3\n"

    answer = console.do("enter-many", csv=faulty)
    page = unescape(text(answer))
    assert answer.status_code == 400
    assert re.search(r">3</td><td><code>Yan,high</code></td><td>has the rating", page)
    assert re.search(r">4</td><td><code>Zoe,3</code>", page)
    assert "Zoe,12" in page.partition("<textarea")[2], "what was pasted is still there"
    assert console.event.state.entrants == {}
    file = SimpleUploadedFile("people.csv", "name,rating\nZoë,1500\nYan,1400\n".encode())
    console.done("enter-many", file=file)

    assert [each.name for each in console.event.state.entrants.values()] == ["Zoë", "Yan"]
    binary = SimpleUploadedFile("people.csv", b"\xff\xfe\x00")
    assert "not UTF-8 text" in text(console.do("enter-many", file=binary))


def test_entrants_are_checked_in_seeded_by_hand_and_wait_beyond_the_capacity() -> None:
    console = Console(capacity=3, checkin=True)
    console.event.step("open")
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        console.done("enter", name=name)
    assert "Waiting list: 1" in console.look("/entrants")
    console.event.step("open-checkin")
    console.done("check-in", entrant=2)
    console.done("seed", method="manual", seed_1="3", seed_2="1", seed_3="2")

    state = console.event.state
    assert [state.entrants[each].seed for each in (1, 2, 3)] == [3, 1, 2]
    assert state.entrants[2].presence is EntrantStatus.CHECKED_IN
    assert "✓ checked in" in console.look("/entrants")


def test_what_can_be_done_about_an_entrant_depends_on_where_they_stand() -> None:
    console = Console(5)
    console.event.start()

    assert "Substitute" in console.look("/entrants/1")
    assert "Nothing has been changed yet." in console.look("/do/drop", entrant=1)
    console.done("drop", entrant=1, confirmed="yes", reason="ill")
    assert "Reinstate" in console.look("/entrants/1")
    console.done("re-add", entrant=1)
    console.done("penalty", entrant=2, points="0.5", confirmed="yes")
    console.done("substitute", entrant=3, name="Somebody", confirmed="yes")
    console.done("no-show", entrant=4, confirmed="yes")
    console.done("disqualify", entrant=5, results="stand", confirmed="yes")

    people = console.event.state.entrants
    assert people[1].presence is EntrantStatus.CHECKED_IN
    assert (people[2].penalty, people[3].name, people[4].no_shows) == (60, "Somebody", 1)
    assert people[5].presence is EntrantStatus.DISQUALIFIED
    assert console.do("drop", entrant=77, confirmed="yes").status_code == 400


def test_bots_and_oneself_are_entered_where_the_plan_has_a_place_for_them() -> None:
    console = Console(bots="allowed", play="matches")

    console.done("enter-bots", bot="greedy", count="3")
    assert "Entry is not open" in console.done("enter-myself")
    console.done("open")
    console.done("enter-myself")
    refused = console.do("enter", name="Nobody with an account")

    names = [each.name for each in console.event.state.entrants.values()]
    assert names == ["greedy 1", "greedy 2", "greedy 3", console.event.organiser.name]
    assert refused.status_code >= 400
    assert "has no account here" in text(refused)
    assert "Add bots" not in Console(bots="none").look("/entrants")
