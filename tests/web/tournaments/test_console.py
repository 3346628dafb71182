"""The organiser's console: plans, the way to the podium, drafts, corrections, and who may what."""

import re
from dataclasses import replace
from html import unescape
from typing import Annotated, Any
from uuid import uuid4

import pytest
from django import forms
from django.test import Client
from django.utils.functional import Promise
from msgspec import Meta

from accounts.models import Account
from api import form_fields
from api.formats import REASON_MAX
from tests.web.tournaments.consoles import NEW, Console, plan
from tests.web.visitors import member, text
from tournaments.api.commands import COMMANDS
from tournaments.api.endpoints import COMMON
from tournaments.api.requests import Command
from tournaments.events import EntrantRegistered
from tournaments.services import lifecycle, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import EntrantState, Role, Status, TournamentState
from web.tournaments.console.actions import ACTIONS, form_of
from web.tournaments.console.forms import ActForm

pytestmark = pytest.mark.django_db

REGISTERED = EntrantRegistered(
    entrant=1, name="Ann", account=None, bot=None, rating=0, waiting=False, late=False
)


def test_strangers_neither_plan_a_tournament_nor_see_the_console_of_one() -> None:
    console, (stranger, _account) = Console(), member()

    assert Client().get("/organise")["Location"].startswith("/sign-in?next=")
    assert stranger.get("/organise").status_code == 200
    assert stranger.get("/organise/new/template").status_code == 403
    assert stranger.post(NEW, plan()).status_code == 403
    assert stranger.get(console.at).status_code == 404
    assert stranger.post(f"{console.at}/do/open").status_code == 404


def test_an_evening_goes_from_the_plan_to_the_podium_by_the_one_button_of_each_step() -> None:
    console = Console(stages=[{"format": "pods", "options": {"rounds": 1}}])

    assert "Entry is open." in console.done("open")
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        console.done("enter", name=name)
    assert "4 players have entered." in console.look()
    for act in ("close-entry", "start", "pair"):
        page = console.done(act)
    assert "Round 1 is a draft." in page
    console.done("publish", number=1)
    table = console.table()
    places = {f"place_{seat}": seat + 1 for seat in range(4)}
    console.done("report", table_id=table.id, **places)
    assert "All tables of round 1 are finished." in console.look()
    console.done("close", number=1)
    assert "All rounds have been played." in console.look()
    page = console.done("finish")

    assert "The tournament is over." in page
    assert console.event.state.status is Status.FINISHED
    winner = console.event.state.name(table.seats[0])
    assert re.search(rf">1</td><td><a[^>]*>{winner}<", console.look("/standings"))


def test_a_result_without_places_or_with_impossible_ones_is_refused_and_kept() -> None:
    console = Console(4)
    console.event.start()
    console.event.do(rounds.pair)
    console.event.do(rounds.publish, number=1)
    table = console.table()
    said = {"table_id": str(table.id), "place_0": 1, "place_1": 1, "place_2": 2, "place_3": 4}

    answer = console.do("report", **said)

    assert answer.status_code == 400
    assert "rather 1, 1, 3, 4" in text(answer)
    assert '<option value="2" selected>2</option>' in text(answer)
    assert console.do("report", table_id=str(table.id)).status_code == 400
    assert console.table().places is None


def test_two_players_of_a_draft_are_ticked_and_swapped() -> None:
    console = Console(8)
    console.event.start()
    console.event.do(rounds.pair)
    first, second = console.event.round.tables[0].seats[0], console.event.round.tables[1].seats[0]

    page = console.done("swap", number=1, pair=[first, second], next=f"{console.at}/rounds/1")

    assert "They have swapped seats." in page
    assert "Changed by hand." in page
    assert console.event.round.tables[0].seats[0] == second
    refused = console.do("swap", number=1, pair=[first])
    assert refused.status_code == 400
    assert "Tick two players, not 1." in text(refused)


def test_a_draft_says_by_which_algorithm_and_seed_it_was_paired() -> None:
    console = Console(8)
    console.event.start()
    pairing = console.event.pair(publish=False).pairing

    page = console.look("/rounds/1")

    assert f"<dd>{pairing.algorithm}</dd>" in page
    assert f"<code>{pairing.seed}</code>" in page


def test_a_draft_says_in_words_what_is_repeated_and_no_figures_of_the_search() -> None:
    console = Console(8)
    console.event.start()
    console.event.do(rounds.pair)
    page = unescape(console.look("/rounds/1"))
    assert page.count("No repeat meetings; the seating is fine.") == 2, "and nobody has sat yet"
    assert "On the same seat" not in page

    leader = console.event.round.tables[0].seats[0]
    console.event.do(rounds.publish, number=1)
    for at in (0, 1):
        console.event.report(at, [1, 2, 3, 4])
    console.event.do(rounds.close, number=1)
    console.event.do(rounds.pair)
    leads = next(table.seats[0] for table in console.event.round.tables if leader in table.seats)
    if leads != leader:
        console.event.do(rounds.swap, number=2, first=leads, second=leader)
    page = unescape(console.look("/rounds/2"))

    assert re.search(f"On the same seat as before: .*{console.event.state.name(leader)}", page)
    assert not re.search("(seats|meetings|apart): <", page)


def test_a_form_that_is_sent_twice_is_done_once() -> None:
    console = Console(8)
    console.event.start()
    console.event.do(rounds.pair)
    seats = [table.seats[0] for table in console.event.round.tables]
    before = console.event.state.version
    said = {"number": 1, "pair": seats, "key": "k" * 20, "version": before}

    answers = [console.browser.post(f"{console.at}/do/swap", said) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert console.event.state.version == before + 1
    assert console.event.round.tables[0].seats[0] == seats[1]


def test_whoever_decides_on_a_stale_page_is_told_what_somebody_else_did() -> None:
    console = Console(8)
    console.event.start()
    console.event.do(rounds.pair)
    stale = console.event.state.version
    seats = [table.seats[0] for table in console.event.round.tables]
    console.event.do(rounds.swap, number=1, first=seats[0], second=seats[1])

    answer = console.do("swap", number=1, pair=seats, version=stale)

    page = unescape(text(console.browser.get(answer["Location"])))
    assert "Someone else acted first: p" in page
    assert "swapped seats in round 1" in page
    assert console.event.round.tables[0].seats[0] == seats[1], "nothing was swapped back"


@pytest.mark.more
def test_tables_are_pinned_and_players_kept_apart_when_a_draft_is_paired_again() -> None:
    console = Console(12)
    console.event.start()
    console.event.do(rounds.pair)
    pinned = console.event.round.tables[0]
    left, right = console.event.round.tables[1].seats[:2]

    page = console.done("keep-apart", number=1, pair=[left, right], next=f"{console.at}/rounds/1")
    assert "Kept apart" in page
    console.done("repair", number=1, pinned=[str(pinned.id)])

    tables = console.event.round.tables
    assert pinned.seats in [table.seats for table in tables]
    assert not any({left, right} <= set(table.seats) for table in tables)
    console.done("let-meet", pair=[left, right], lifted="on")
    assert console.event.state.apart == set()


def test_roles_say_which_buttons_there_are_and_which_acts_are_refused() -> None:
    console, (helper, account) = Console(5), member()
    console.done("give-role", account=account.username, role="scorekeeper")
    console.event.start()

    page = text(helper.get(console.at))
    assert "Role required for this step: organiser." in page
    assert "Call off the tournament" not in page
    assert helper.post(f"{console.at}/do/pair").status_code == 403
    assert helper.get(f"{console.at}/do/rollback").status_code == 403
    console.event.do(lifecycle.give_role, account=account.pk, role=Role.JUDGE)
    assert helper.get(f"{console.at}/do/penalty?entrant=1").status_code == 200
    assert helper.post(f"{console.at}/do/pair").status_code == 403
    console.done("take-role", account=account.username)
    assert helper.get(console.at).status_code == 404
    last = console.done("take-role", account=console.event.organiser.name)
    assert "needs at least one organiser" in last


@pytest.mark.more
def test_a_name_with_a_script_in_it_is_text_on_every_page() -> None:
    console = Console(name="<script>alert(1)</script>")
    console.event.enter(*(Newcomer(f"<b>{name}</b>") for name in "abc"))
    console.event.start()
    console.event.do(rounds.pair)

    for page in ("", "/entrants", "/entrants/1", "/seeds", "/rounds/1", "/standings", "/log"):
        answer = console.browser.get(f"{console.at}{page}")
        shown = text(answer)
        assert "<script>alert" not in shown
        assert "<b>a" not in shown
        assert " style=" not in shown
        assert " onclick=" not in shown
        assert "unsafe" not in answer["Content-Security-Policy"]


@pytest.mark.more
def test_what_a_running_tournament_waits_for_is_named() -> None:
    console = Console(4)
    console.event.start()
    console.done("pause")
    assert "nothing is paired or published" in console.look()
    refused = console.done("pair")
    assert "paused; resume it first" in refused
    console.done("resume")
    console.done("pair")
    console.done("publish", number=1)
    assert "0 of 1 tables of round 1 are finished." in console.look()
    page = console.look("/do/unpublish", number=1)
    assert "Unpublish: what changes" in page
    console.done("unpublish", number=1, confirmed="yes")
    console.done("unpair", number=1, reason="a wrong list")
    console.done("cancel", confirmed="yes", reason="storm")

    assert console.event.state.status is Status.CANCELLED
    assert "The tournament is called off." in console.look()


@pytest.mark.more
@pytest.mark.parametrize("act", sorted(ACTIONS))
def test_a_form_has_whatever_its_command_is_told(act: str) -> None:
    command, form = ACTIONS[act].command, ACTIONS[act].form
    asked = set(command.request.__struct_fields__) - COMMON

    assert {*form_fields.names_in(command.path)} <= {*form.base_fields} | {*form.given}
    if form.arguments is ActForm.arguments:
        assert asked <= {*form.base_fields} | {*form.given} | form.covers
    else:
        assert not asked or form.__base__ is not ActForm, "its class says what it takes instead"


@pytest.mark.more
@pytest.mark.parametrize("act", sorted(ACTIONS))
def test_a_form_takes_as_much_as_the_api_does(act: str) -> None:
    command, form = ACTIONS[act].command, ACTIONS[act].form
    of_api = form_fields.fields_of(command.request)

    pairs = {
        (name, limit): (getattr(of_api[name], limit, None), getattr(field, limit, None))
        for name, field in form.base_fields.items()
        if name in of_api and name not in form.covers and type(field) is type(of_api[name])
        for limit in ("max_length", "min_value", "max_value")
    }

    assert pairs[("reason", "max_length")] == (REASON_MAX, REASON_MAX)
    drifted = {each: pair for each, pair in pairs.items() if pair[0] not in {None, pair[1]}}
    assert drifted == {}


@pytest.mark.parametrize(
    "names", ["x" * 31, "ann bob cleo dan eve fred gus hal", ",".join(f"n{n}" for n in range(2001))]
)
def test_a_list_of_accounts_that_the_api_does_not_take_is_refused_beside_its_field(
    names: str,
) -> None:
    console = Console()

    answer = console.do("set-conditions", accounts=names)

    assert answer.status_code == 400
    assert answer.context["form"].errors == {"accounts": ["Enter a valid value."]}
    assert console.event.state.conditions == {}


@pytest.mark.parametrize("act", ["payments", "take-out", "check-out"])
def test_a_form_about_several_entrants_takes_as_many_as_the_api_does(act: str) -> None:
    state = TournamentState(uuid4())
    state.settings = {"slug": "cup"}
    state.entrants = dict.fromkeys(range(1, 2002), EntrantState(REGISTERED))
    of = ACTIONS[act].form
    most, more = (
        of(state, Account(), {"entrants": numbers, "payment": "paid"})
        for numbers in ("1-2000", "1-2001")
    )

    assert most.is_valid(), most.errors
    assert list(more.errors) == ["entrants"]


def said_by(field: forms.Field) -> list[object]:
    """Return what a field says to people."""
    choices: Any = getattr(field, "choices", ())
    return [field.label, field.help_text, *(words for _value, words in choices)]


@pytest.mark.parametrize("act", sorted(ACTIONS))
def test_whatever_a_form_shows_can_be_translated(act: str) -> None:
    shown = {
        name: said_by(field)
        for name, field in ACTIONS[act].form.base_fields.items()
        if not field.widget.is_hidden
    }

    fixed = {
        (name, words)
        for name, said in shown.items()
        for words in said
        if words not in {"", "-"} and not isinstance(words, Promise)
    }
    assert fixed == set()


def test_a_league_asks_for_the_name_of_its_next_season_first_and_a_repeated_event_for_a_zone() -> (
    None
):
    state = TournamentState(uuid4())
    state.settings = {"slug": "cup"}
    season, repeated = (
        ACTIONS[act].form(state, Account(), {"every": "weekly", "slug": "cup-2"})
        for act in ("next-season", "repeat")
    )

    assert [each for each in season.fields if each in {"name", "slug"}] == ["name", "slug"]
    assert list(season.errors) == ["name"]
    assert list(repeated.errors) == ["zone"]


def test_what_a_button_says_of_a_table_called_off_is_not_asked_again_but_a_payment_is() -> None:
    console = Console(4)

    page = console.do("payments", payment="waived")

    assert page.status_code == 400
    assert [each.label for each in page.context["form"].visible()] == ["Payment", "Amount"]
    assert ACTIONS["void"].form.base_fields["points"].widget.is_hidden


def test_a_field_that_a_request_gains_is_asked_for_without_a_class_of_its_own() -> None:
    class Motto(Command, frozen=True, kw_only=True):
        text: Annotated[str, Meta(max_length=80, extra={"label": "Motto"})]
        is_loud: bool = False

    form = form_of(replace(COMMANDS["pause"], id="motto", request=Motto))
    state = TournamentState(uuid4())
    state.settings = {"slug": "cup"}
    filled, long = (form(state, Account(), {"text": text}) for text in ("Onwards", 81 * "x"))

    assert [field.label for field in filled.visible()] == ["Motto"]
    assert filled.is_valid()
    assert filled.arguments() == {"text": "Onwards", "is_loud": False}
    assert not long.is_valid()
