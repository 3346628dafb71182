"""A tournament's room in real browsers: said here, heard there, and taken back."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from matches.services.talking import Saying
from site_profile import services as profile
from site_profile.models import TalkForm
from tests.e2e.browsers import DESK, PHONE, visitor
from tests.tournaments.events import REPORTED, Event
from tournaments.services import room_talk
from tournaments.services.entry import Newcomer

LANGUAGES = ("en", "nl", "fr", "de")
pytestmark = [pytest.mark.long, pytest.mark.usefixtures("committed_db")]


@pytest.fixture
def _own_words(committed_db: None) -> Iterator[None]:
    profile.change(talk=TalkForm.WORDS)
    yield
    profile.change(talk=TalkForm.PHRASES)


def shown_with_own_words(page: Page) -> None:
    """Wait until the site's process knows what the staff has decided: some seconds at most."""
    end = time.monotonic() + 60
    while not page.get_by_label("In your own words").count():
        assert time.monotonic() < end
        page.reload()


@pytest.mark.usefixtures("_own_words")
def test_what_is_said_in_a_room_comes_by_itself_and_is_taken_back(
    site: str, browser: Browser
) -> None:
    ann, bob, carol = visitor(), visitor(), visitor()
    event = Event(**REPORTED, name="The winter cup")
    event.enter(*(Newcomer(each.player.username, each.player.account) for each in (ann, bob)))
    event.enter_names(2)
    event.start()
    page = f"/tournaments/{event.slug}/talk"
    at_desk, on_phone, beside = (each.open(browser, site, page) for each in (ann, bob, carol))
    for each in (at_desk, on_phone, beside):
        shown_with_own_words(each)
    at_desk.set_viewport_size(DESK)
    on_phone.set_viewport_size(PHONE)

    on_phone.get_by_label("In your own words").fill("I am still typing")
    at_desk.get_by_label("In your own words").fill("Where is table 3?")
    at_desk.get_by_label("In your own words").press("Enter")
    expect(on_phone.locator("#room-said li")).to_have_count(1)
    expect(at_desk.get_by_label("In your own words")).to_have_value("")
    expect(on_phone.get_by_label("In your own words")).to_have_value("I am still typing")
    beside.get_by_role("button", name="applause").click()
    expect(beside.locator("#room-said li")).to_have_count(2)
    on_phone.get_by_role("button", name="Thank you!").click()
    expect(at_desk.locator("#room-said .said-words")).to_have_text(
        ["Where is table 3?", "Thank you!"]
    )
    expect(beside.locator("#room-said li")).to_have_count(3)

    at_desk.get_by_role("button", name=f"Remove what {ann.player.username} said").click()
    expect(on_phone.locator("#room-said .said-words")).to_have_text(["Thank you!"])
    for shown, who in ((at_desk, ann), (on_phone, bob), (beside, carol)):
        assert not who.overflows(), shown.url
        assert who.faults == []


@pytest.mark.usefixtures("_own_words")
def test_a_room_and_the_report_from_it_have_no_barriers_in_any_language(
    site: str, browser: Browser
) -> None:
    ann, bob = visitor(), visitor()
    event = Event(**REPORTED, name="The winter cup")
    event.enter(Newcomer(bob.player.username, bob.player.account))
    event.enter_names(3)
    event.start()
    for saying in (Saying("clap"), Saying("thanks")):
        room_talk.say(slug=event.slug, account_id=bob.player.account, saying=saying)
    page = ann.open(browser, site, f"/tournaments/{event.slug}/talk")
    shown_with_own_words(page)

    found = {}
    for language in LANGUAGES:
        page.goto(f"{site}/tournaments/{event.slug}/talk")
        page.select_option("#language", language)
        expect(page.locator(f"html[lang={language}]")).to_be_attached()
        for size in (DESK, PHONE):
            page.set_viewport_size(size)
            found[language, str(size)] = ann.barriers()
            assert not ann.overflows(), (language, size)
        page.locator(".said-act").first.click()
        expect(page.locator("h1")).to_be_visible()
        found[language, "report"] = ann.barriers()

    assert all(each == [] for each in found.values()), found
