"""Who has gone on from the end of a round, between people in real browsers."""

from random import Random
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.browsers import DESK, PHONE, Visitor, address_of, visitor
from tests.e2e.tabling import keep
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")

ACROSS = ViewportSize(width=844, height=390)
HELD = """
() => {
  const fetched = window.fetch;
  window.fetch = (address, about) =>
    String(address).includes("/ready") && about?.method === "POST"
      ? new Promise(() => {}) : fetched(address, about);
}
"""
"""A network on which what is said of going on is lost."""


def after_a_round(*people: Visitor) -> UUID:
    """Return a match of three after its first round."""
    players = [*(each.player for each in people), *tables.people(3 - len(people))]
    match, rng = tables.begun(players, options={"rounds": 2}), Random(3)
    while tables.page(match)["view"]["round"] == 1:
        assert tables.next_move(match, players, rng) is not None
    return match


def keep_open(page: Page) -> None:
    """Have a sheet stay open: whoever goes through it by keyboard has all the time."""
    page.get_by_role("link", name="See it again").focus()


@pytest.mark.long
def test_who_presses_continue_is_named_at_once_to_those_who_still_read(
    site: str, browser: Browser
) -> None:
    ann, bob, carol = visitor(), visitor(), visitor()
    match = after_a_round(ann, bob)
    pages = [
        person.open(browser, site, address_of(match), size=size)
        for person, size in ((ann, DESK), (bob, PHONE), (carol, DESK))
    ]
    for page in pages:
        expect(page.locator(".end-ready")).to_have_text("Ready: nobody yet · 0 of 3")
        keep_open(page)

    pages[2].get_by_role("link", name="On to round 2").click()
    pages[1].get_by_role("link", name="On to round 2").click()

    expect(pages[0].locator(".end-ready")).to_have_text(f"Ready: {bob.player.username} · 1 of 3")
    expect(pages[1].locator("[data-ended]")).to_be_hidden()
    assert ann.barriers() == []
    for size in (PHONE, ACROSS, DESK):
        pages[0].set_viewport_size(size)
        expect(pages[0].locator(".end-ready")).to_be_in_viewport(ratio=1)
        keep(pages[0], f"ready-{size['width']}x{size['height']}")
    pages[0].keyboard.press("Escape")
    expect(pages[0].locator("[data-ended]")).to_be_hidden()
    for who in (ann, bob, carol):
        assert not who.overflows()
        assert who.faults == []


@pytest.mark.long
def test_a_lost_connection_holds_nobody_at_the_end_of_a_round(site: str, browser: Browser) -> None:
    ann, bob = visitor(), visitor()
    match = after_a_round(ann, bob)
    page, other = (each.open(browser, site, address_of(match)) for each in (ann, bob))
    expect(other.locator(".end-ready")).to_be_visible()
    other.evaluate(HELD)

    other.get_by_role("link", name="On to round 2").click()
    page.get_by_role("link", name="On to round 2").click()

    for each in (page, other):
        expect(each.locator("[data-ended]")).to_be_hidden()
        expect(each.locator('[data-zone="hand"] button[name="move"]').first).to_be_visible()
