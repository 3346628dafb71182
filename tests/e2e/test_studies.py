"""A study in a real browser: from a replay to the table, and on by its buttons."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browsers import address_of, visitor
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")

BELOW = """() => {
  const bar = document.querySelector(".study-controls").getBoundingClientRect();
  const moves = [...document.querySelectorAll(".hand-row button[name=move], .hand-row .hand")];
  return moves.length && moves.every((each) => each.getBoundingClientRect().bottom <= bar.top + 1);
}"""
"""Whether the bar of a study lies below the cards and the moves of who is to move."""


@pytest.mark.long
def test_a_moment_of_a_replay_opens_as_a_study_and_is_played_on(
    site: str, browser: Browser
) -> None:
    ann, bob = visitor(), visitor()
    match = tables.begun([ann.player, bob.player], game="pickpocket")
    tables.play_out(match, [ann.player, bob.player])
    page = ann.open(browser, site, f"{address_of(match)}/replay?at=20")
    page.locator('[data-step="on"]').click()
    expect(page.locator("#replay")).to_have_attribute("data-at", "21")

    page.get_by_role("button", name="Study").click()

    expect(page).to_have_url(re.compile("/studies/"))
    expect(page.get_by_text("Line 1, move 0 of 0")).to_be_visible()
    assert page.evaluate(BELOW)
    page.locator('button[name="move"]').first.click()
    expect(page.get_by_text("Line 1, move 1 of 1")).to_be_visible()
    page.get_by_role("button", name="Let a bot move").click()
    expect(page.get_by_text("Line 1, move 2 of 2")).to_be_visible()
    assert ann.faults == []
    assert ann.barriers() == []


@pytest.mark.long
def test_a_piece_that_is_pressed_lies_in_the_place_of_one_left_to_chance_and_is_opened(
    site: str, browser: Browser
) -> None:
    ann = visitor()
    page = ann.open(browser, site, "/studies/position?game=stick-em&seats=3")
    hand = page.locator("[id='at-hands.1']")

    page.locator("[data-palette] summary").click()
    hand.fill("2*?")
    page.locator("[data-piece=red-7]").click()
    expect(hand).to_have_value("red-7 ?")
    museum = ann.open(browser, site, "/studies/position?game=sticky-fingers&villa=-+GOL2")
    villa = museum.locator("[id='at-villa']")
    villa.focus()
    museum.locator("[data-palette]:has([data-piece=MON1]) summary").click()
    museum.locator("[data-piece=MON1]").click()
    expect(villa).to_have_value("MON1 GOL2")
    page.get_by_role("button", name="Open as a study").click()

    expect(page).to_have_url(re.compile("/studies/[0-9a-f-]{36}"))
    page.get_by_role("link", name="Change this position by hand").click()
    expect(page.locator("[id='at-hands.1']")).to_have_value(re.compile("red-7"))
    assert ann.faults == []
    assert ann.barriers() == []
