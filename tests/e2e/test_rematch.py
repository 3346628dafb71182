"""Another match with the same people: from the end of one to the table of the next."""

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests import journeys
from tests.e2e.browsers import DESK, PHONE, address_of, visitor
from tests.matches import tables

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]

CLICKS_MAX = 2
"""One for each of two people."""


def test_two_people_at_a_desk_and_on_a_phone_meet_at_the_next_table_with_a_press_each(
    site: str, browser: Browser
) -> None:
    ann, bob = visitor(), visitor()
    match = tables.begun([ann.player, bob.player], game="second-story")
    tables.play_out(match, [ann.player, bob.player])
    seated = [
        person.open(browser, site, address_of(match), size=size)
        for person, size in ((ann, DESK), (bob, PHONE))
    ]

    taken = journeys.rematch(seated)

    print(f"rematch: {taken}")  # noqa: T201 - The journey's figures.
    assert taken.clicks == CLICKS_MAX
    assert ann.faults == bob.faults == []


@pytest.mark.long
def test_everybody_sees_the_answers_and_a_no_holds_nobody_up(site: str, browser: Browser) -> None:
    ann, bob = visitor(), visitor()
    match = tables.begun([ann.player, bob.player], game="second-story")
    tables.play_out(match, [ann.player, bob.player])
    ann_page = ann.open(browser, site, address_of(match))
    bob_page = bob.open(browser, site, address_of(match), java_script_enabled=False)

    bob_page.get_by_role("button", name="Not now").click()

    expect(bob_page.locator('.again [data-seat="1"]')).to_contain_text("not now")
    expect(ann_page.locator('.again [data-seat="1"]')).to_contain_text("not now")
    assert ann.barriers() == []
    ann_page.get_by_role("button", name="Yes, another one").click()
    expect(ann_page.locator("#match[data-status=open]")).to_be_attached()
    assert ann.faults == []


@pytest.mark.long
def test_the_sheet_of_a_round_closes_by_a_press_and_stays_closed(
    site: str, browser: Browser
) -> None:
    ann = visitor()
    players = [ann.player, *tables.people(2)]
    match, rng = tables.begun(players, options={"rounds": 2}), Random(3)
    while tables.page(match)["view"]["round"] == 1:
        assert tables.next_move(match, players, rng) is not None
    page = ann.open(browser, site, address_of(match))
    sheet = page.locator("[data-ended]")
    expect(sheet.get_by_role("heading", name="Round 1 is scored")).to_be_visible()
    expect(sheet.get_by_role("row")).to_have_count(4)
    assert ann.barriers() == []

    sheet.get_by_role("link", name="On to round 2").click()

    expect(sheet).to_be_hidden()
    page.reload()
    expect(sheet).to_be_hidden()
    expect(page.locator('[data-zone="hand"] button[name="move"]').first).to_be_visible()
    assert ann.faults == []


@pytest.mark.long
def test_the_sheet_of_a_round_closes_by_itself_and_without_scripts_by_its_link(
    site: str, browser: Browser
) -> None:
    ann = visitor()
    players = [ann.player, *tables.people(2)]
    match, rng = tables.begun(players, options={"rounds": 2}), Random(3)
    while tables.page(match)["view"]["round"] == 1:
        assert tables.next_move(match, players, rng) is not None

    page = ann.open(browser, site, address_of(match))
    expect(page.locator("[data-ended]")).to_be_visible()
    expect(page.locator("[data-ended]")).to_be_hidden(timeout=20_000)
    bare = ann.open(browser, site, address_of(match), java_script_enabled=False)
    bare.get_by_role("link", name="On to round 2").click()
    expect(bare.locator("[data-ended]")).to_have_count(0)
    assert "?closed=" in bare.url
