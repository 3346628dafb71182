"""Lists of people as people have them: what is understood, who is entered, and what is left out."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Account
from api.problems import Problem
from tests.tournaments.events import REPORTED, Event, assert_verified, refused
from tests.tournaments.test_api import new_organiser
from tournaments import name_lists
from tournaments.name_lists import Listed
from tournaments.services import arrivals, entry_lists
from tournaments.services.entry import Newcomer
from tournaments.services.entry_lists import ListAsked
from tournaments.state import EntrantStatus


def people(text: str, layout: name_lists.Layout = "auto") -> list[Listed]:
    return [each._replace(line=0) for each in name_lists.read(text, layout).people]


def named(*names: str) -> list[Listed]:
    return [Listed(0, name) for name in names]


@pytest.mark.parametrize(
    "text",
    [
        "Ann\nBob\n\nCleo\n",
        "Ann, Bob; Cleo",
        "Ann\tBob\tCleo",
        "1. Ann\r\n2. Bob\r\n3) Cleo",
        "- Ann\n* Bob\n\u2022 Cleo",
        "\ufeffname\nAnn\nBob\nCleo",
        "Nom\n Ann \n'Bob\nCleo".replace("'", ""),
    ],
)
def test_names_are_found_by_line_comma_semicolon_tab_number_and_dash(text: str) -> None:
    assert people(text) == named("Ann", "Bob", "Cleo")


@pytest.mark.parametrize(
    "header",
    [
        "Name;Rating;Club;Seed",
        "Naam;Rating;Vereniging;Plaatsing",
        "Nom;Classement;Club;T\u00eate de s\u00e9rie",
        "Spieler;DWZ;Verein;Setzplatz",
    ],
)
def test_a_spreadsheet_is_read_by_its_header_in_four_languages(header: str) -> None:
    text = f"{header}\nAnn;1500;The Owl;2\nBob;;;1"

    assert people(text) == [
        Listed(0, "Ann", 1500, 2, "The Owl"),
        Listed(0, "Bob", 0, 1),
    ]


def test_what_stands_in_quotation_marks_is_one_name() -> None:
    read = name_lists.read('Bea\n"Smith, John"\nCato, Dora\n')

    assert [each.name for each in read.people] == ["Bea", "Smith, John", "Cato", "Dora"]


def test_surnames_stand_first_where_a_header_or_every_line_has_them_so() -> None:
    headed = people("Name,Vorname,Telefon\nM\u00fcller,Anna,06\n")
    plain = people("M\u00fcller, Anna\nde Vries, Jan")

    assert headed == named("Anna M\u00fcller")
    assert plain == named("Anna M\u00fcller", "Jan de Vries")
    assert name_lists.read("Name,Telefon\nAnn,06").left_out[0].text == "Telefon"


def test_cells_without_a_header_are_a_number_a_name_a_club_and_a_rating() -> None:
    found = people("1\tAnn\tThe Owl\t1500\n2\tBob\tThe Fox\t1400")

    assert found == [Listed(0, "Ann", 1500, 0, "The Owl"), Listed(0, "Bob", 1400, 0, "The Fox")]
    assert people("Ann (1500)\nBob [1400]") == [Listed(0, "Ann", 1500), Listed(0, "Bob", 1400)]


def test_how_a_list_is_read_can_be_said() -> None:
    text = "Ann, Bob\nCleo, Dan"

    assert people(text) == named("Bob Ann", "Dan Cleo")
    assert people(text, "names") == named("Ann", "Bob", "Cleo", "Dan")
    assert people(text, "columns") == [Listed(0, "Ann", club="Bob"), Listed(0, "Cleo", club="Dan")]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=300))
def test_whatever_is_pasted_is_read_or_refused_and_never_breaks(text: str) -> None:
    for layout in ("auto", "names", "columns", "surname_first"):
        found = name_lists.read(text, layout)
        lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
        assert all(1 <= each.line <= lines and each.name for each in found.people)


def test_files_are_text_in_the_letters_of_spreadsheets_or_refused() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        assert name_lists.decoded("Zo\u00eb".encode(encoding)) == "Zo\u00eb"
    for file in (b"PK\x03\x04", b"\x00\x01", b"\x81\x8d"):
        with pytest.raises(Problem):
            name_lists.decoded(file)
    with pytest.raises(Problem, match="too long"):
        name_lists.read("x" * 200_000)
    with pytest.raises(Problem, match="2000 names"):
        name_lists.read("\n".join(f"n{number}" for number in range(2001)))


@pytest.mark.django_db
def test_five_hundred_names_with_doubles_emoji_and_right_to_left_letters_are_entered() -> None:
    hebrew, arabic, chinese = "\u05d3\u05d5\u05d3", "\u0633\u0644\u0645\u0649", "\u674e\u96f7"
    odd = [hebrew, arabic, chinese, "\U0001f98a Fox", "No\u00ebl"]
    names = [*odd, *(f"Player {number}" for number in range(495))]
    bad = ["NOE\u0308L", "admin", "Ann\u202eeve", "Player 7"]
    text = "\n".join([*names, *bad])
    event = Event(**REPORTED)

    with pytest.raises(Problem) as found:
        event.do(entry_lists.enter_list, asked=ListAsked(text))
    assert [each.field for each in found.value.errors] == [
        f"line {number}" for number in range(501, 505)
    ]
    assert event.state.entrants == {}, "all or nobody"
    began = time.monotonic()
    event.do(entry_lists.enter_list, asked=ListAsked(text), leave_out=True)

    assert [each.name for each in event.state.entrants.values()] == names
    assert time.monotonic() - began < 20
    assert_verified(event)


@pytest.mark.django_db
def test_a_name_is_nobodys_account_unless_a_column_or_the_staff_says_so() -> None:
    stranger = Account.objects.create(username="stranger-of-lists")
    event = Event(**REPORTED)

    event.do(entry_lists.enter_list, asked=ListAsked("stranger-of-lists"))
    assert event.state.entrants[1].account is None
    event.do(arrivals.take_out, entrants=[1])
    event.do(entry_lists.enter_list, asked=ListAsked("name,account\nSam,stranger-of-lists"))
    assert (event.state.entrants[2].name, event.state.entrants[2].account) == ("Sam", stranger.pk)
    online = Event()
    asked = ListAsked("Stranger-Of-Lists\nnobody-knows-me", accounts_named=True)
    told = entry_lists.understand(online.state, asked)

    assert [each.newcomer.account for each in told.accepted] == [stranger.pk]
    assert [each.why for each in told.left_out] == [
        "names an account nobody-knows-me that does not exist"
    ]


@pytest.mark.django_db
def test_seeds_of_a_list_seed_the_field_and_who_is_over_the_capacity_waits() -> None:
    event = Event(**REPORTED, capacity=3)
    event.enter(Newcomer("Zoe"))

    event.do(entry_lists.enter_list, asked=ListAsked("seed,name\n2,Ann\n1,Bob\n3,Cleo"))

    state = event.state
    assert [state.entrants[each].seed for each in (1, 2, 3)] == [3, 2, 1]
    assert state.entrants[4].presence is EntrantStatus.WAITING
    event.do(arrivals.take_out, entrants=[1, 2])
    assert event.state.present == [3, 4]


@pytest.mark.django_db
def test_check_ins_of_many_are_for_when_check_in_is_open() -> None:
    event = Event(**REPORTED, checkin=True).enter_names(3)
    with refused("checkin_closed"):
        event.do(arrivals.check_in_all)
    event.step("open-checkin")

    event.do(arrivals.check_in_all, entrants=[2, 2])
    event.do(arrivals.check_in_all)
    event.do(arrivals.check_out, entrants=[1, 3])

    assert [each.presence for each in event.state.entrants.values()] == [
        "entered",
        "checked_in",
        "entered",
    ]
    with refused("not_found"):
        event.do(arrivals.check_out, entrants=[9])
    assert_verified(event)


@pytest.mark.django_db
def test_the_api_tells_what_it_understood_of_a_list_in_a_dry_run_too() -> None:
    organiser, name = new_organiser(), "cup-of-lists"
    plan = {"slug": name, "name": "Cup", "game": "stick-em", "play": "reported"}
    assert organiser.post("/tournaments", plan).status == 201
    body = {"text": "Ann\t1500\nBob\t1400\nann\t3", "leave_out": True}

    tried = organiser.post(f"/tournaments/{name}/entrants/list?dry_run=true", body)
    done = organiser.post(f"/tournaments/{name}/entrants/list", body)

    assert tried.body["understood"] == done.body["understood"]
    assert [each["name"] for each in done.body["understood"]["accepted"]] == ["Ann", "Bob"]
    assert done.body["understood"]["left_out"] == [
        {"line": 3, "content": "ann", "why": "the same name as in line 1"}
    ]
    assert [each["name"] for each in done.body["entrants"]] == ["Ann", "Bob"]
    del body["leave_out"]
    assert organiser.post(f"/tournaments/{name}/entrants/list", body).status == 400
