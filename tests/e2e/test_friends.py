"""Two people who have played become friends, meet again by an invitation, and part by a block."""

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts import friendships
from tests.e2e.browsers import DESK, PHONE, address_of, visitor
from tests.journeys import Traveller
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")

LOW_MAX = (
    "[...document.querySelectorAll('main .button')].filter((each) => each.offsetHeight < 44).length"
)


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


@pytest.mark.long
def test_two_who_have_played_become_friends_meet_again_and_part(
    site: str, browser: Browser
) -> None:
    ann, bob = visitor(), visitor()
    match = tables.begun([ann.player, bob.player], game="second-story")
    tables.play_out(match, [ann.player, bob.player])
    at_desk = ann.open(browser, site, address_of(match), size=DESK)
    on_phone = bob.open(browser, site, "/friends", size=PHONE)
    journey = Traveller(at_desk)

    journey.click(at_desk.get_by_role("button", name=f"Add as a friend {bob.player.username}"))
    expect(at_desk.locator(".met .badge")).to_have_text("Asked")
    assert ann.barriers() == []
    on_phone.reload()
    expect(on_phone.locator("#friend-requests")).to_have_attribute("href", "/friends")
    button(on_phone, f"Accept {ann.player.username}")
    expect(on_phone.locator("#friend-requests")).to_have_count(0)
    expect(on_phone.get_by_role("heading", name="Your friends")).to_be_visible()
    assert (bob.barriers(), bob.overflows(), on_phone.evaluate(LOW_MAX)) == ([], False, 0)

    waiting = tables.opened(ann.player, 2, game="second-story")
    tables.seat(waiting, ann.player)
    at_desk.goto(address_of(waiting))
    journey.click(at_desk.get_by_role("button", name=f"Invite {bob.player.username}"))
    expect(at_desk.locator(".invite-friends .badge").last).to_have_text("Invited")
    assert ann.barriers() == []
    on_phone.goto("/")
    on_phone.get_by_role("link", name=f"Look at the table {ann.player.username}").click()
    button(on_phone, "Take a free seat")
    expect(on_phone.locator("#match[data-status=live]")).to_be_attached()

    on_phone.goto(f"/players/{ann.player.username}")
    button(on_phone, f"Block {ann.player.username}")
    expect(on_phone.get_by_role("button", name=f"Unblock {ann.player.username}")).to_be_visible()
    assert (bob.barriers(), bob.overflows()) == ([], False)
    assert not friendships.are_friends(ann.player.account, bob.player.account)
    assert ann.faults == bob.faults == []
    print(f"friends: {journey.taken()}")  # noqa: T201 - The journey's figures.
