"""Entrants in the console: from lines or one by one, checked in, seeded, and acted upon."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.sheets import ods, xlsx
from tests.web.tournaments.consoles import Console
from tests.web.visitors import text
from tournaments.state import EntrantStatus

pytestmark = pytest.mark.django_db


LIST = "1. Zoe (1500)\n2. Yan\nzoe\n3. \u05d3\u05d5\u05d3\n\U0001f98a Fox\nadmin"


def test_a_list_is_shown_as_it_was_understood_before_anybody_is_entered() -> None:
    console = Console(1)

    page = unescape(text(console.do("enter-list", text=f"{LIST}\np1")))
    assert "4 people to be entered" in page
    assert "Left out: 3" in page
    assert "the same name as in line 1" in page
    assert "has already entered, as entrant 1" in page
    assert list(console.event.state.entrants) == [1], "nobody is entered by looking"
    page = console.done("enter-list", text=f"{LIST}\np1", confirmed="yes")

    names = [each.name for each in console.event.state.entrants.values()]
    assert names == ["p1", "Zoe", "Yan", "\u05d3\u05d5\u05d3", "\U0001f98a Fox"]
    assert console.event.state.entrants[2].rating == 1500
    assert page.count('<span role="status">') == 1, "told once, where it can be undone"
    assert '<span role="status">4 people were entered.' in page
    assert 'data-filter=".people li"' in console.look("/entrants"), "any name of them is found"
    console.done("take-back", first=re.findall(r'name="first" value="(\d+)"', page)[0])
    assert console.event.state.present == [1]


def test_a_file_of_a_spreadsheet_is_read_in_the_letters_that_it_has() -> None:
    console = Console()
    text_of = "Name;Vorname;Verein;DWZ\nM\u00fcller;Zo\u00eb;SC S\u00fcd;1500\n"

    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        file = SimpleUploadedFile("people.csv", text_of.encode(encoding))
        page = unescape(text(console.do("enter-list", file=file)))
        assert "<bdi>Zo\u00eb M\u00fcller</bdi>" in page
        assert "<bdi>SC S\u00fcd</bdi>" in page

    people = [["Naam", "Club"], ["Zo\u00eb M\u00fcller", "SC S\u00fcd"]]
    for name, content in (("people.xlsx", xlsx(people)), ("people.ods", ods(people))):
        page = unescape(text(console.do("enter-list", file=SimpleUploadedFile(name, content))))
        assert "<bdi>Zo\u00eb M\u00fcller</bdi>" in page
        assert "<bdi>SC S\u00fcd</bdi>" in page

    sheet = SimpleUploadedFile("people.xlsx", b"PK\x03\x04")
    assert "Save it as CSV" in text(console.do("enter-list", file=sheet))
    nothing = console.do("enter-list", text=" ")
    assert "Paste names, or choose a file." in text(nothing)


def test_all_are_checked_in_by_one_press_and_one_press_takes_it_back() -> None:
    console = Console(5, checkin=True)
    console.event.step("open-checkin")
    console.done("check-in", entrant=2)
    assert "Mark all as here" in console.look("/entrants")

    page = console.done("check-in-all")
    there = {each.presence for each in console.event.state.entrants.values()}
    assert there == {EntrantStatus.CHECKED_IN}
    assert "4 people were checked in." in page
    (first,) = re.findall(r'name="first" value="(\d+)"', page)
    console.done("take-back", first=first)

    found = console.event.state.entrants.values()
    assert [each.presence is EntrantStatus.CHECKED_IN for each in found] == [
        False,
        True,
        False,
        False,
        False,
    ]
    assert console.do("check-out", entrants="1-99").status_code == 400
    assert f'name="first" value="{first}"' in console.look("/log"), "it can be found later too"
    (again,) = re.findall(r'name="first" value="(\d+)"', console.done("check-in-all"))
    console.event.start()
    assert "has started since" in console.done("take-back", first=again)


@pytest.mark.more
def test_a_check_in_that_was_not_planned_counts_who_is_there_before_the_start() -> None:
    console = Console(5, checkin=False)
    console.event.step("open-checkin")
    assert "Checked in: 0. A table needs at least 3 players." in console.look()

    for entrant in (1, 2, 3, 4):
        console.done("check-in", entrant=entrant)

    assert "4 of 5 have checked in; the others will be absent." in console.look()


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


@pytest.mark.more
def test_what_can_be_done_about_an_entrant_depends_on_where_they_stand() -> None:
    console = Console(5)
    console.event.start()

    assert "Substitute" in console.look("/entrants/1")
    assert "Reason" in console.look("/do/drop", entrant=1)
    console.done("drop", entrant=1, reason="ill")
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


@pytest.mark.more
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


@pytest.mark.more
def test_many_are_ticked_to_have_paid_or_to_leave_and_one_press_undoes_it() -> None:
    console = Console(4)

    page = console.done(
        "payments", ticked=[1, 3], payment="paid", amount="5 €", next=f"{console.at}/payments"
    )
    people = console.event.state.entrants
    assert [each.payment for each in people.values()] == ["paid", "unpaid", "paid", "unpaid"]
    assert "2 payments were noted." in page
    assert "Total: 10" in page
    console.done("take-out", ticked=[2, 4])
    page = console.look("/log")
    for first in re.findall(r'name="first" value="(\d+)"', page)[:2]:
        console.done("take-back", first=first)

    people = console.event.state.entrants
    assert {each.payment for each in people.values()} == {"unpaid"}
    assert console.event.state.present == [1, 2, 3, 4]
    assert "Select the people it is about." in text(console.do("take-out"))
