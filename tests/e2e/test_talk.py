"""Talk at a table in real browsers: said here, heard there, muted, and told once."""

import re
from collections.abc import Callable
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from matches.services import talking
from tests.e2e.browsers import DESK, PHONE, Visitor, address_of, visitor
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")


LISTENING = re.compile(r"/live\?since=")
"""Where the page listens for what others say."""
REMARKS = re.compile(r"/remarks$")
HEARING = """() => {
  window.hasHeard = false;
  document.addEventListener("talk-heard", () => { window.hasHeard = true; });
}"""


def hear(match: UUID, who: Visitor) -> None:
    """Have somebody say something elsewhere."""
    saying = talking.Saying("nice")
    talking.say(match_id=match, account_id=who.player.account, saying=saying)


def held(page: Page, address: re.Pattern[str]) -> Callable[[], Route]:
    """Hold up the next request to an address, and return what waits for it."""
    requests: list[Route] = []

    def hold(route: Route) -> None:
        requests.append(route)

    def wait() -> Route:
        while not requests:
            page.wait_for_timeout(20)
        return requests[0]

    page.context.route(address, hold, times=1)
    return wait


def say(page: Page, words: str) -> None:
    """Press a phrase."""
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("button", name=words, exact=True).click()


@pytest.mark.more
def test_what_a_player_says_is_heard_by_the_table_until_it_is_muted(
    site: str, browser: Browser
) -> None:
    ann, bob, carol = visitor(), visitor(), visitor()
    players = [ann.player, bob.player, *tables.people(1)]
    match = tables.begun(players, options={"rounds": 1})
    at_desk = ann.open(browser, site, address_of(match))
    on_phone = bob.open(browser, site, address_of(match))
    beside = carol.open(browser, site, address_of(match))
    at_desk.set_viewport_size(DESK)
    on_phone.set_viewport_size(PHONE)
    seat = at_desk.locator("#match").get_attribute("data-me")

    say(beside, "astonishment")
    expect(beside.locator(".said li")).to_have_count(1)
    say(at_desk, "Well stolen!")
    expect(on_phone.locator(f'.plate[data-seat="{seat}"] .bubble')).to_have_text("Well stolen!")
    expect(on_phone.locator(f'.plate[data-seat="{seat}"] .bubble')).to_have_count(0)
    expect(beside.locator(".said li")).to_have_count(2)
    on_phone.get_by_role("button", name="History").click()
    expect(on_phone.locator(".said li")).to_have_text([f"{ann.player.username} Well stolen! ⚑ ⊘"])

    on_phone.get_by_role("button", name="Say something").click()
    mute = on_phone.locator(".mutes button", has_text=ann.player.username)
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    expect(on_phone.locator(".said li")).to_have_count(0)
    say(at_desk, "Ouch!")
    expect(at_desk.locator(".said li")).to_have_count(2)
    expect(beside.locator(".said li")).to_have_count(3)
    on_phone.reload()
    expect(on_phone.locator(".said li")).to_have_count(0)
    told = on_phone.locator("#told p").all_text_contents()
    assert not [each for each in told if "Ouch" in each]
    for page, who in ((at_desk, ann), (on_phone, bob), (beside, carol)):
        assert not who.overflows(), page.url
        assert who.faults == []


@pytest.mark.more
def test_what_is_said_before_a_page_listens_is_heard(
    site: str, browser: Browser, ann: Visitor
) -> None:
    bob = visitor()
    match = tables.begun([ann.player, bob.player, *tables.people(1)], options={"rounds": 1})
    page = ann.open(browser, site)
    listening = held(page, LISTENING)
    page.goto(address_of(match))
    with page.expect_response(REMARKS):
        page.get_by_role("button", name="Say something").click()

    hear(match, bob)
    listening().continue_()

    expect(page.locator(".said li")).to_have_count(1)


@pytest.mark.more
def test_a_refusal_is_read_whatever_others_say_meanwhile_and_afterwards(
    site: str, browser: Browser, ann: Visitor
) -> None:
    bob = visitor()
    match = tables.begun([ann.player, bob.player, *tables.people(1)], options={"rounds": 1})
    page = ann.open(browser, site, address_of(match))
    with page.expect_response(REMARKS):
        page.get_by_role("button", name="Say something").click()
    applause = page.get_by_role("button", name="applause")
    applause.evaluate("each => { each.value = 'nonsense' }")
    refused = held(page, REMARKS)
    page.evaluate(HEARING)

    applause.click()
    answer = refused()
    hear(match, bob)
    page.wait_for_function("() => window.hasHeard")
    answer.continue_()

    for count in (1, 2):
        expect(page.locator(".said li")).to_have_count(count)
        expect(page.locator(".said [role=alert]")).to_be_visible()
        hear(match, bob)


@pytest.mark.more
def test_too_much_talk_is_refused_in_words(site: str, browser: Browser, ann: Visitor) -> None:
    match = tables.begun([ann.player, *tables.people(2)], options={"rounds": 1})
    page = ann.open(browser, site, address_of(match))
    refusal = page.locator(".said [role=alert]")

    while not refusal.count():
        before = page.locator(".said").get_attribute("data-last")
        say(page, "applause")
        expect(page.locator(f".said:not([data-last='{before}'])").or_(refusal)).to_be_visible()

    expect(refusal).to_contain_text("Too many requests.")


@pytest.mark.long
def test_people_still_thank_one_another_when_the_match_is_over(site: str, browser: Browser) -> None:
    ann, bob = visitor(), visitor()
    players = [ann.player, bob.player, *tables.people(1)]
    match = tables.begun(players, options={"rounds": 1})
    pages = [each.open(browser, site, address_of(match)) for each in (ann, bob)]
    tables.play_out(match, players)
    for page in pages:
        page.reload()

    say(pages[0], "Good game!")

    expect(pages[1].locator(".said li")).to_have_text([f"{ann.player.username} Good game! ⚑ ⊘"])
