"""A draw that waits for the chance of entrants, on the pages of those who play and organise."""

import json
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Account
from games import beacons, fair_draws
from matches.models import RollRecord
from tests.beacons import relay
from tests.tournaments import beacon_draws
from tests.tournaments.beacon_draws import RELAY
from tests.tournaments.draw_sharers import Sharer, begun, cup, entered, made, promise
from tests.tournaments.events import Event
from tests.web.tournaments.consoles import browser_of
from tests.web.visitors import signed_in, text
from tournaments.models import DrawShare
from tournaments.services import rounds

pytestmark = pytest.mark.django_db


def browser(sharer: Sharer) -> Client:
    assert sharer.who.account is not None
    return signed_in(Account.objects.get(pk=sharer.who.account))


def look(event: Event, part: str = "") -> str:
    return unescape(text(Client().get(f"/tournaments/{event.slug}{part}")))


def asked(visitor: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(visitor.get("/turns").content)["chance"]
    return found


def test_any_page_of_an_entrant_is_asked_promises_and_shows() -> None:
    event, people = begun()
    ann = people[0]
    visitor = browser(ann)
    (ask,) = asked(visitor)
    assert (ask["step"], ask["seat"], ask["bind"], ask["promised"]) == ("promise", 1, "", "")
    share = ann.share(2, 1)
    promised = fair_draws.promise(ask["deal"], 1, 1, share).hex()
    answer = visitor.post(ask["address"], {"attempt": "1", "promise": promised})
    assert json.loads(answer.content)["chance"][0]["promised"] == promised
    people[1].promise()
    event.do(rounds.pair)
    (ask,) = asked(visitor)
    assert (ask["step"], ask["shown"]) == ("show", False)
    assert f"1={promised}" in ask["seal"]
    visitor.post(ask["address"], {"attempt": "1", "share": share.hex()})
    assert asked(visitor)[0]["shown"] is True
    people[1].show()

    assert len(event.state.rounds) == 1


def test_pages_of_whoever_is_asked_look_at_once_what_for() -> None:
    event, people = begun()
    at = f"/tournaments/{event.slug}"
    asks = {path: text(browser(people[0]).get(path)).count(" data-asked") for path in ("/", at)}
    assert asks == {"/": 1, at: 2}
    assert " data-asked" not in look(event)
    assert " data-asked" not in text(browser_of(event.organiser.account).get(at))
    event.pair()

    assert " data-asked" not in text(browser(people[0]).get(at))


@pytest.mark.parametrize("body", [{}, {"attempt": "x", "promise": "00"}, {"attempt": "9" * 9}])
def test_a_script_that_sends_anything_else_changes_nothing(body: dict[str, str]) -> None:
    event, people = begun()
    visitor = browser(people[0])
    answer = visitor.post(asked(visitor)[0]["address"], body)

    assert answer.status_code == 200
    assert not DrawShare.objects.filter(tournament=event.state.id).exists()


def test_the_page_says_whom_a_draw_waits_for_and_then_shows_it() -> None:
    event, people = begun()
    promise(people[:4])
    event.do(rounds.pair)
    page = look(event)
    assert "Drawing: waiting for random numbers from 4 entrants; their" in page
    made(people[:4])
    event.do(rounds.publish, number=1)

    assert "Drawing:" not in look(event)
    draws = look(event, "/draws")
    names = ", ".join(each.who.name for each in people[:4])
    assert f"Chance added by 4 of 6 entrants: {names}" in draws
    assert "nobody, not even the site, could choose it" in draws


def test_the_console_says_that_the_draft_follows_by_itself() -> None:
    event, people = begun()
    promise(people[:2])
    console = browser_of(event.organiser.account)
    at = f"/organise/{event.slug}"
    answer: Any = console.post(f"{at}/do/pair", {"version": event.state.version})
    assert answer.status_code == 302
    page = unescape(text(console.get(answer["Location"])))
    assert "Entrants add their chance; the result appears automatically." in page
    assert "Drawing: waiting for random numbers from 2 entrants; their" in page
    assert "A draw is being made." in page
    refused: Any = console.post(f"{at}/do/pair", {"version": event.state.version}, follow=True)
    assert "Draw 2 is being made" in unescape(refused.content.decode())
    made(people[:2])

    assert "Drawing:" not in unescape(text(console.get(at)))


def test_a_page_reads_who_was_on_the_roll_of_a_draw_once_it_is_public() -> None:
    event, people = begun()
    promise(people[:2])
    visitor = browser(people[2])
    (ask,) = asked(visitor)

    def roll() -> Any:
        return json.loads(visitor.get(ask["address"]).content)

    before = roll()
    event.do(rounds.pair)
    running = roll()
    made(people[:2])
    draft = roll()
    event.do(rounds.publish, number=1)

    assert before == {"draw": None, "comes": False}
    assert running == draft == {"draw": None, "comes": True}
    found = roll()["draw"]
    assert (found["added"], found["withheld"], found["present"]) == ([1, 2], [], True)
    assert 0 <= found["ago"] < 60_000
    assert Client().get(ask["address"]).status_code == 302


def keep_off(sharer: Sharer, time: timedelta) -> None:
    """Have an account be on no roll for a while, as after too many refusals."""
    assert sharer.who.account is not None
    RollRecord.objects.create(account_id=sharer.who.account, kept_off_until=timezone.now() + time)


def test_whoever_is_kept_off_rolls_is_asked_for_no_promise() -> None:
    _, people = begun()
    keep_off(people[0], timedelta(days=1))
    keep_off(people[1], -timedelta(days=1))

    assert asked(browser(people[0])) == []
    assert [each["seat"] for each in asked(browser(people[1]))] == [2]


def test_whoever_is_on_a_roll_already_shows_a_share_though_kept_off_since() -> None:
    event, people = begun()
    promise(people[:2])
    event.do(rounds.pair)
    keep_off(people[0], timedelta(days=1))
    assert asked(browser(people[0]))[0]["step"] == "show"
    made(people[:2])

    assert len(event.state.rounds) == 1


@pytest.fixture
def drand(settings: Settings) -> None:
    """Have the site take its beacons from drand; nobody asks it here."""
    settings.BEACON = RELAY


@pytest.mark.usefixtures("drand")
def test_the_pages_say_that_a_draw_waits_for_a_public_number_and_then_show_it() -> None:
    event, _ = beacon_draws.waiting()
    console = browser_of(event.organiser.account)
    at = f"/organise/{event.slug}"
    answer: Any = console.post(f"{at}/do/pair", {"version": event.state.version})
    page = unescape(text(console.get(answer["Location"])))
    alone = "Drawing: waiting for a public random number, which nobody can know"
    assert "The draw waits for a public random number; the result appears automatically." in page
    assert alone in page
    assert "data-drawing" in page
    assert alone in look(event)
    due = beacons.due(beacon_draws.named(event).number)
    assert f'data-ends="{int(due.timestamp() * 1000)}"' in look(event)
    refused: Any = console.post(f"{at}/do/pair", {"version": event.state.version}, follow=True)
    assert "it waits for a public random number that comes at" in unescape(refused.content.decode())
    told = unescape(text(console.get(f"/tournaments/{event.slug}/log")))
    assert "Draw 2 waits for a public random number." in told
    beacon_draws.come(event)

    assert "Drawing:" not in unescape(text(console.get(at)))


@pytest.mark.usefixtures("drand")
def test_the_page_says_both_where_entrants_add_chance_too() -> None:
    event = cup(draw_beacon=True)
    people = entered(event, 6)[:2]
    promise(people)
    event.start()

    page = look(event)
    assert "Drawing: waiting for random numbers from 2 entrants; their" in page
    assert "A public random number follows, which nobody can know" in page
    people[0].show()
    assert "Drawing: waiting for a random number from 1 entrant; their" in look(event)
    people[1].show()
    assert "Drawing: waiting for a public random number, which nobody can" in look(event)


@pytest.mark.usefixtures("drand")
def test_the_page_of_the_draws_says_what_a_public_number_proves_and_names_it() -> None:
    event, _ = beacon_draws.waiting()
    event.do(rounds.pair)
    beacon = beacon_draws.named(event)
    beacon_draws.come(event)
    event.do(rounds.publish, number=1)

    page = look(event, "/draws")
    assert "and from these numbers, which came last, so nobody alone could choose them" in page
    assert "until it liked a draw" not in page
    assert "Compare the public random numbers with their source" in page
    assert "A public random number came last in 2 draws, a different one in each." in page
    assert ">public numbers</text>" in page
    assert beacon.line in page
    assert relay.signature(beacon.number).hex() in page
    assert "Public random number of the draws" in look(event)


@pytest.mark.usefixtures("drand")
def test_the_pages_say_that_a_public_number_did_not_come() -> None:
    event, _ = beacon_draws.waiting()
    event.do(rounds.pair)
    beacon_draws.miss(event)
    event.do(rounds.publish, number=1)

    page = look(event, "/draws")
    assert "In some draws, as listed here" in page
    assert "did not arrive, so the site drew without it." in page
    told = look(event, "/log")
    assert "its public random number did not arrive" in told
