"""Entrants' codes: what one does in the room by a link, without an account, and what not."""

import json
import re

import pytest
from django.test import Client

from eventstore import streams
from tests import qr
from tests.tournaments.events import REPORTED, Event, refused
from tests.web.tournaments.consoles import Console, browser_of
from tests.web.tournaments.phones import Phone, code_of, evening
from tests.web.visitors import member, text
from tournaments import codes, selectors
from tournaments.events import KIND
from tournaments.services import (
    calls,
    entrant_codes,
    entry,
    lifecycle,
    presence,
    results,
    rounds,
)
from tournaments.services.entry import Newcomer
from tournaments.state import EntrantStatus
from tournaments.unit_of_work import Permission, Principal

pytestmark = pytest.mark.django_db


def by_code(event: Event, entrant: int) -> Principal:
    return Principal(None, "", entrant=entrant, tournament=event.state.id)


def test_an_entrant_without_an_account_goes_through_an_evening_by_code() -> None:
    event = evening()
    event.step("open-checkin")
    phone = Phone(event, 1)

    assert "You are checked in." in phone.press("check-in")
    for number in range(2, 9):
        event.do(presence.check_in, entrant=number)
    event.start().pair()
    tables = list(enumerate(event.round.tables, start=1))
    number, table = next(each for each in tables if 1 in each[1].seats)
    shown = phone.look()
    assert f"Table {number}, seat {table.seats.index(1) + 1}" in shown
    assert "A judge has been called." in phone.press("call-judge", table_id=table.id)
    result = {f"place_{seat}": seat + 1 for seat in range(4)}
    assert "Reported." in phone.press("report", table_id=table.id, **result)
    other = Phone(event, next(each for each in table.seats if each != 1))
    assert "has reported the result below" in other.look()
    assert "The result counts." in other.press("report", table_id=table.id, **result)
    assert "You have left the tournament." in phone.press("drop")
    assert event.state.entrants[1].presence is EntrantStatus.DROPPED


@pytest.mark.more
def test_places_that_follow_from_scores_follow_from_what_another_player_puts_right() -> None:
    event = evening(checkin=False).start()
    event.pair()
    table = event.round.tables[0]
    first, second = (Phone(event, each) for each in table.seats[:2])
    told = {f"score_{seat}": score for seat, score in enumerate((31, 24, 18, 12))}
    first.press("report", table_id=table.id, **told)

    shown = second.look()
    assert 'value="31"' in shown
    assert 'data-changed="Report another result">Confirm the result' in shown
    assert not re.search('option value="[1-4]" selected', shown)
    desk = text(browser_of(event.organiser.account).get(f"/organise/{event.slug}"))
    assert re.findall('placeholder="([0-9.]+)"', desk) == [
        "31",
        "1.",
        "24",
        "2.",
        "18",
        "3.",
        "12",
        "4.",
    ]
    second.press("report", table_id=table.id, **told | {"score_0": 24, "score_1": 31})

    versions = event.round.tables[0].versions.values()
    assert [list(each.places) for each in versions] == [[1, 2, 3, 4], [2, 1, 3, 4]]


def test_what_is_done_by_code_is_logged_as_the_entrant_and_no_code_is_anywhere() -> None:
    event = evening()
    event.step("open-checkin")
    Phone(event, 1).press("check-in")

    stored = streams.load(KIND, event.state.id)
    assert stored[-1].actor == f"entrant:{event.state.id}:1"
    told = json.dumps([[each.body, each.actor, each.key] for each in stored])
    public = json.dumps(selectors.audit(event.state, None))
    log = text(Client().get(f"/tournaments/{event.slug}/log"))
    for number in range(1, 9):
        assert code_of(event, number)
        for told_there in (told, public, log):
            assert code_of(event, number) not in told_there
    digest = event.state.entrants[1].code_digest
    assert digest in told
    assert digest not in public
    assert "p1, by code" in log


def test_a_replaced_code_ends_at_once_and_a_rollback_does_not_bring_it_back() -> None:
    event = evening()
    version = event.state.version
    old, other = Phone(event, 1), Phone(event, 2)

    event.do(entrant_codes.issue, entrants=[1])
    assert Client().get(old.at).status_code == 404
    event.do(lifecycle.roll_back, to_version=version)

    assert Client().get(old.at).status_code == 404
    assert Phone(event, 1).look()
    assert other.look()


def test_no_code_is_made_twice_though_a_rollback_takes_its_entrant_away() -> None:
    event = evening()
    version = event.state.version
    event.enter(Newcomer("Xaver"))
    event.do(entrant_codes.issue, entrants=[9])
    before = code_of(event, 9)

    event.do(lifecycle.roll_back, to_version=version)
    event.enter(Newcomer("Yara"))
    assert Client().get(f"/tournaments/{event.slug}/code/{before}").status_code == 404
    event.do(entrant_codes.issue, entrants=[9])

    assert code_of(event, 9) != before


def test_two_phones_with_one_code_do_a_thing_once() -> None:
    event = evening()
    event.step("open-checkin")
    first, second = Phone(event, 1), Phone(event, 1)
    first.press("check-in")
    version = event.state.version

    second.press("check-in")

    assert event.state.version == version


def test_a_slip_of_the_round_before_gets_the_right_words() -> None:
    event = evening()
    event.step("open-checkin")
    for number in range(1, 9):
        event.do(presence.check_in, entrant=number)
    event.start()
    event.play_round()
    old = event.round.tables[0].id
    event.pair()
    phone = Phone(event, event.round.tables[0].seats[0])
    version = event.state.version

    assert "This slip is for round 1" in phone.look(round=1)
    assert "This slip" not in phone.look(round=2)
    told = phone.press("report", table_id=old, place_0=1, place_1=2, place_2=3, place_3=4)

    assert "Nothing was changed" in told
    assert event.state.version == version


@pytest.mark.more
def test_a_code_does_nothing_for_others_and_nothing_that_needs_a_role() -> None:
    event = evening()
    event.step("open-checkin")
    who = by_code(event, 1)
    entrants = Permission(by_entrants=True)

    with refused("permission_denied"):
        presence.check_in(slug=event.slug, who=who, entrant=2, permission=entrants)
    with refused("permission_denied"):
        presence.leave(slug=event.slug, who=who, entrant=2, permission=entrants)
    with refused("permission_denied"):
        event.do(entry.register, who=who, newcomers=[Newcomer("Zoe")])
    with refused("permission_denied"):
        event.do(lifecycle.start, who=who)
    with refused("permission_denied"):
        event.do(entrant_codes.issue, who=who)
    for number in range(1, 9):
        event.do(presence.check_in, entrant=number)
    event.start().pair()
    elsewhere = next(each for each in event.round.tables if 1 not in each.seats)
    about = {"table_id": elsewhere.id, "places": [1, 2, 3, 4], "scores": None}
    with refused("permission_denied"):
        event.do(results.report, who=who, **about)
    with refused("permission_denied"):
        event.do(calls.call, who=who, table_id=elsewhere.id)
    with refused("permission_denied"):
        event.do(results.override, who=who, **about)


def test_nobody_calls_a_judge_for_ever_or_after_the_round() -> None:
    event = evening(checkin=False).start()
    event.pair()
    table = event.round.tables[0]
    who = by_code(event, table.seats[0])

    for _ in range(calls.CALLS_MAX):
        event.do(calls.call, who=who, table_id=table.id)
        with refused("result_locked"):
            event.do(calls.call, who=who, table_id=table.id)
        event.do(calls.answer, table_id=table.id)
    with refused("result_locked"):
        event.do(calls.call, who=who, table_id=table.id)
    event.do(calls.call, who=by_code(event, table.seats[1]), table_id=table.id)
    for number in range(2):
        event.report(number, [1, 2, 3, 4])
    event.do(rounds.close, number=1)
    assert not event.round.tables[0].is_called
    with refused("result_locked"):
        event.do(calls.call, who=by_code(event, table.seats[2]), table_id=table.id)


def test_a_code_opens_a_private_tournament_for_its_holder_alone() -> None:
    event = evening(visibility="private")

    assert "p1" in Phone(event, 1).look()
    assert Client().get(f"/tournaments/{event.slug}").status_code == 404
    wrong = Client().get(f"/tournaments/{event.slug}/code/{'a' * codes.LENGTH}")
    nowhere = Client().get(f"/tournaments/no-such-event/code/{'a' * codes.LENGTH}")
    assert (wrong.status_code, nowhere.status_code) == (404, 404)


@pytest.mark.more
def test_an_account_is_linked_by_the_code_and_never_by_a_name() -> None:
    event = evening()
    phone = Phone(event, 1)
    assert "Sign in to link your account" in phone.look()
    phone.browser, account = member()

    assert "Your account is linked" in phone.press("link")
    assert event.state.entrants[1].account == account.pk
    second = Phone(event, 2)
    second.browser = phone.browser
    assert "You have entered as someone else." in second.press("link")
    assert event.state.entrants[2].account is None


@pytest.mark.more
def test_codes_end_with_the_event() -> None:
    event = evening(checkin=False, stages=[{"format": "pods", "options": {"rounds": 1}}]).start()
    event.play_round()
    phone = Phone(event, 1)
    event.do(lifecycle.finish)
    version = event.state.version

    assert "You finished in place" in phone.look()
    phone.press("drop")
    assert event.state.version == version
    with refused("result_locked"):
        event.do(entrant_codes.issue, entrants=[1])


@pytest.mark.more
def test_organisers_alone_see_codes_and_judges_see_calls() -> None:
    console = Console(8, **REPORTED)
    assert "Create 8 codes" in console.look("/codes")
    assert "The codes are ready" in console.done("issue-codes")
    shown = console.look("/codes")
    assert set(re.findall(r"/code/([a-z2-7]{20})", shown)) == {
        code_of(console.event, number) for number in range(1, 9)
    }
    told = {qr.read(each) for each in qr.drawings(shown)}
    assert told == {f"http://testserver{Phone(console.event, number).at}" for number in range(1, 9)}
    console.event.start()
    console.event.pair()
    table = console.event.round.tables[1]
    console.event.do(calls.call, who=by_code(console.event, table.seats[0]), table_id=table.id)

    assert "Table 2 has called a judge." in console.look("")
    assert "judge called" in text(Client().get(f"/tournaments/{console.event.slug}/wall"))
    assert "The call is over." in console.done("answer-call", table_id=table.id)
    assert "has called a judge." not in console.look("")
    stranger, _account = member()
    assert stranger.get(f"{console.at}/codes").status_code == 404


@pytest.mark.more
def test_an_organiser_who_plays_does_not_see_the_codes_of_the_own_table() -> None:
    console = Console(7, **REPORTED)
    mine = console.event.organiser
    console.event.step("open")
    console.event.enter(Newcomer(mine.name, mine.account))
    console.event.do(entrant_codes.issue)
    assert len(qr.drawings(console.look("/codes"))) == 8
    console.event.start()
    tables = console.event.pair().tables
    own = next(number for number, table in enumerate(tables) if 8 in table.seats)
    shown = console.look("/codes")

    opponents = set(tables[own].seats) - {8}
    hidden = {each for each in range(1, 9) if code_of(console.event, each) not in shown}
    assert hidden == opponents
    assert shown.count("this code is hidden from you") == len(opponents)
