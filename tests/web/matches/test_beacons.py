"""What the pages say of a deal that waits for a public random number, or was made with one."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from tests.beacons import relay
from tests.matches import tables
from tests.matches.beacon_tables import bots_alone, come, miss, named
from tests.matches.sharers import Sharer, end, seated
from tests.web.visitors import member, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


@pytest.fixture
def drand(settings: Settings) -> None:
    """Have the site take its beacons from drand; nobody asks it here."""
    settings.BEACON = "drand http://127.0.0.1:1"


def said(page: str) -> str:
    """Return what a page says that a deal proves."""
    found = re.search(r'<p class="proven">(.*?)</p>', page, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.usefixtures("drand")
def test_the_table_says_that_it_waits() -> None:
    match = bots_alone()

    page = text(Client().get(f"/matches/{match}"))
    assert "The cards are dealt with the next public random number" in page


@pytest.mark.usefixtures("drand")
def test_the_proof_says_who_could_have_chosen_and_names_the_number() -> None:
    match = bots_alone()
    come(match)
    value = relay.signature(named(match).number).hex()
    end(match)

    page = text(Client().get(f"/matches/{match}/replay"))
    assert "not even the site with everyone away" in said(page)
    assert "no player's browser or program added chance of its own" in said(page).replace(
        "&#x27;", "'"
    )
    assert named(match).line in page
    assert value in page
    assert ">public number</text>" in page


@pytest.mark.usefixtures("drand")
def test_beside_shares_it_is_one_sentence_more() -> None:
    sharers = [Sharer(each) for each in tables.people(3)]
    match = seated(sharers, options={"rounds": 1}, beacon=True)
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)
    come(match)
    end(match)

    page = text(Client().get(f"/matches/{match}/replay"))
    assert said(page).startswith("Proven to every player at this table")
    assert "A public random number came last, and it did not exist before the shares did" in said(
        page
    )


@pytest.mark.usefixtures("drand")
def test_a_number_that_did_not_come_is_said_in_the_proof_and_in_the_log() -> None:
    match = bots_alone()
    miss(match)
    end(match)

    page = text(Client().get(f"/matches/{match}/replay"))
    assert "did not arrive, so the site dealt without it" in said(page)
    assert "public number</text>" not in page
    assert "The public random number did not arrive" in page


def test_a_deal_without_one_says_nothing_of_it() -> None:
    match = bots_alone()
    end(match)

    page = text(Client().get(f"/matches/{match}/replay"))
    assert "public" not in said(page)
    assert "public number</text>" not in page


def test_only_a_site_that_takes_beacons_offers_them(settings: Settings) -> None:
    browser, _account = member()
    assert 'name="beacon"' not in text(browser.get("/games/stick-em/new"))
    settings.BEACON = "drand http://127.0.0.1:1"
    assert 'name="beacon"' in text(browser.get("/games/stick-em/new"))
    form = {
        "seats": "3",
        "opponents": "gentle",
        "on_timeout": "auto",
        "visibility": "public",
        "start": "full",
        "beacon": "on",
        "key": tables.new_key(),
    }

    opened = browser.post("/games/stick-em/new", form)
    page = text(browser.get(opened["Location"]))
    assert "The cards are dealt with the next public random number" in page
