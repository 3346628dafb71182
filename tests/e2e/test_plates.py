"""Plates: opened by touch and by keyboard they say all of a player, in words."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browsers import PHONE, Visitor, address_of
from tests.e2e.tabling import play_for, wait_for_version
from tests.matches import tables

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]

TEN_MINUTES_S = 599
HOUR = {"per_move": 3600}


def test_a_plate_opens_by_touch_and_by_keyboard_with_the_whole_name(
    site: str, browser: Browser, ann: Visitor
) -> None:
    players = [ann.player, *tables.people(5)]
    match = tables.begun(players, game="stick-em", clock={"per_move": TEN_MINUTES_S})
    page = ann.open(browser, site, address_of(match), size=PHONE, has_touch=True)
    name = players[2].username
    opened = page.get_by_role("dialog", name="Player")
    whole = opened.locator("b").get_by_text(name, exact=True)

    page.locator('.plate[data-seat="2"]').tap()
    expect(whole).to_be_visible()
    assert whole.evaluate("each => each.scrollWidth <= each.clientWidth")
    opened.get_by_role("button", name="Close").tap()
    expect(opened).to_have_count(0)
    page.get_by_role("button", name=f"More about {name}").press("Enter")
    expect(whole).to_be_visible()

    wait_for_version(page, play_for(match, players[1]))
    expect(whole).to_be_visible()
    clocks = page.locator(".plate time[data-deadline]")
    expect(clocks.first).to_have_text(re.compile(r"^\d:\d\d$"))
    assert ann.barriers() == []
    assert ann.faults == []


def test_a_player_is_asked_to_be_a_friend_at_the_plate(
    site: str, browser: Browser, ann: Visitor
) -> None:
    players = [ann.player, *tables.people(2)]
    match = tables.begun(players, game="stick-em")
    page = ann.open(browser, site, address_of(match))
    name = players[2].username
    opened = page.get_by_role("dialog", name="Player")
    button = opened.get_by_role("button", name=f"Add as a friend {name}")

    page.get_by_role("button", name=f"More about {name}").press("Enter")
    expect(button).to_be_visible()
    wait_for_version(page, play_for(match, players[1]))
    expect(button).to_be_visible()
    button.click()

    expect(page.get_by_text(f"You have asked {name} to be your friend.")).to_be_visible()
    page.wait_for_load_state()  # The words are there before the scripts that open a plate.
    expect(page.locator("#match")).to_be_visible()
    page.get_by_role("button", name=f"More about {name}").press("Enter")
    expect(opened.get_by_text("Asked")).to_be_visible()
    page.get_by_role("button", name=f"More about {ann.player.username}").press("Enter")
    expect(opened.get_by_text("Asked")).to_have_count(0)
    assert ann.faults == []


def test_a_clock_is_marked_from_where_the_server_calls_it_short(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match = tables.begun([ann.player, *tables.people(1)], game="second-story", clock=HOUR)
    page = ann.open(browser, site, address_of(match))
    clock = page.locator('[data-zone="clock"]:has(time[data-deadline])').first
    expect(clock).not_to_have_class(re.compile("soon"))

    clock.locator("time").evaluate("each => { each.dataset.short = 3601 }")

    expect(clock).to_have_class(re.compile("soon"))
