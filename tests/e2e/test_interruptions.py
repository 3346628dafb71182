"""What happens amid movement, or while nobody looks: the table comes to what is true."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Route, expect

from matches.services import leaving, pausing
from tests.browsers import DESKTOP, PHONE
from tests.e2e.browsers import Visitor, address_of, version
from tests.e2e.tabling import play, play_until_turn_of, seated, sentences, told, wait_for_version
from tests.matches import tables

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]

READABLE_PX = 150
"""The turn line's words have more beside whatever is offered there."""


def test_who_has_slept_through_two_hundred_events_has_the_newest_table_at_once(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, "second-story")
    since = version(page)
    page.context.set_offline(True)
    now = since
    while now < since + 200:
        now = play(match, players, 5, Random(now))

    page.context.set_offline(False)

    wait_for_version(page, now)
    expect(page.get_by_role("button", name="while you were away")).to_be_visible()
    expect(page.locator("#connection")).to_be_hidden()
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        words = page.locator(".turn-words").bounding_box()
        assert words is not None
        assert words["width"] > READABLE_PX


@pytest.mark.long
def test_what_happened_while_the_page_was_hidden_is_there_at_once_and_shown_when_asked_for(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    rng = Random(6)
    play_until_turn_of(match, players, 1, rng)
    page.reload()
    before = version(page)
    page.evaluate("leave(true)")

    now = play(match, players, 2, rng)
    wait_for_version(page, now)
    assert len(told(page)) == len(sentences(match, ann.player, before))
    page.evaluate("leave(false)")
    page.get_by_role("button", name="Moves while you were away:").click()

    wait_for_version(page, before + 1)
    wait_for_version(page, now)
    assert len(told(page)) == len(sentences(match, ann.player, before))


def test_a_lost_connection_amid_movement_leaves_a_true_table_that_goes_on_when_it_is_back(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    rng = Random(9)
    play_until_turn_of(match, players, 1, rng)
    page.reload()
    before = version(page)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.context.route(NEWS, hold, times=1)
    middle = play(match, players, 2, rng)
    while not asked:
        page.wait_for_timeout(20)
    asked[0].continue_()  # One answer tells both moves.
    wait_for_version(page, before + 1)

    page.context.set_offline(True)
    expect(page.locator("#connection")).to_contain_text("Connection lost.")
    wait_for_version(page, middle)
    now = play(match, players, 1, rng)
    page.context.set_offline(False)

    wait_for_version(page, now)
    expect(page.locator("#connection")).to_be_hidden()
    assert len(told(page)) == len(sentences(match, ann.player, before))


@pytest.mark.long
def test_a_move_made_in_another_tab_is_shown_in_this_one(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, _players, page = seated(ann, browser, site)
    other = page.context.new_page()
    other.goto(address_of(match))
    before = version(page)

    other.locator("button[name=move]:visible").first.click()

    wait_for_version(page, before + 1)
    assert told(page)[0]["words"].startswith(f"{ann.player.username} picked")


@pytest.mark.long
def test_a_match_that_is_called_off_amid_movement_says_so(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    play(match, players, 2, Random(1))

    for player in players:
        leaving.abort_vote(
            match_id=match, player=player, key=tables.new_key(), fingerprint=b"abort"
        )

    expect(page.locator("#match")).to_have_attribute("data-status", "void")
    expect(page.locator("#match")).to_contain_text("This match was called off")


@pytest.mark.long
def test_a_match_that_is_paused_amid_movement_says_so_and_takes_no_move(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    play(match, players, 2, Random(1))

    for player in players:
        pausing.pause(
            match_id=match,
            player=player,
            key=tables.new_key(),
            fingerprint=b"pause",
            is_organiser=False,
            reason="",
        )

    expect(page.locator('[data-zone="turn"]')).to_contain_text("The match is paused")
    expect(page.locator("#match button[name=move]")).to_have_count(0)
    assert ann.faults == []


def test_whose_session_has_ended_is_told_so_and_sees_what_spectators_see(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    page.context.clear_cookies(name="session")

    tables.move(match, players[1], tables.page(match, players[1])["legal_moves"][0], version(page))

    expect(page.locator("#connection")).to_contain_text("You are signed out")
    expect(page.locator("#match")).to_have_attribute("data-me", "")


NEWS = re.compile(r"/matches/[0-9a-f-]+\?since=")
"""Where the page asks for what has happened."""
