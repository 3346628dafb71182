"""Luck and decisions of a match in a real browser: asked for, waited for, read, published."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.analyses.finished import analyse, finished
from tests.e2e.browsers import address_of, visitor

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]


@pytest.mark.long
def test_a_review_is_asked_for_comes_by_itself_and_leads_into_the_replay(
    site: str, browser: Browser
) -> None:
    ann, bob = visitor(), visitor()
    match, _players = finished("second-story", [ann.player, bob.player])
    page = ann.open(browser, site, address_of(match))
    page.goto(f"{site}{address_of(match)}/reviews/0")

    page.get_by_role("button", name="Review my decisions").click()
    expect(page.get_by_text("We are analysing your decisions.")).to_be_visible()
    assert ann.barriers() == []
    analyse()

    # Nobody presses anything: the page updates.
    summary = page.locator("p.lead", has_text="The analysis would change")
    expect(summary).to_be_visible(timeout=60_000)
    assert ann.barriers() == []
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Anyone who can see the match can read this page.")).to_be_visible()
    page.get_by_role("link", name="places better").first.click()
    expect(page).to_have_url(re.compile("/replay"))
    expect(page.locator(".replay-note")).to_contain_text("The analysis prefers:")
    assert ann.faults == []


def test_the_luck_of_a_match_comes_by_itself(site: str, browser: Browser) -> None:
    ann, bob = visitor(), visitor()
    match, _players = finished("pickpocket", [ann.player, bob.player])
    page = ann.open(browser, site, f"{address_of(match)}/luck")
    expect(page.get_by_role("heading", name="How much was luck?")).to_be_visible()
    assert ann.barriers() == []

    analyse()

    expect(page.get_by_text("The draws that mattered most")).to_be_visible(timeout=60_000)
    assert ann.barriers() == []
    assert ann.faults == []
