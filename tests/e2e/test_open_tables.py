"""What befalls an open table from elsewhere: it is right afterwards, and says what has happened.

With TABLE_PICTURES=<folder> each end is kept as a picture, to be looked at by people.
"""

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import Account
from matches.services import leaving, pausing
from tests.browsers import PHONE
from tests.callers import new_key
from tests.e2e.browsers import Visitor, address_of, version
from tests.e2e.tabling import (
    keep,
    play,
    play_for,
    play_until_turn_of,
    seated,
    sentences,
    told,
    wait_for_version,
    watched,
)
from tests.matches import tables

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.long]

POLL_MS = 4000
"""How often a page asks whose stream was refused."""
MOVES = 'button[name="move"]:visible'


def test_of_two_tabs_that_move_at_once_one_is_heard_and_both_show_the_same(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    play_until_turn_of(match, players, 0, Random(4))
    other = page.context.new_page()
    for each in (page, other):
        each.goto(address_of(match))
    before = version(page)

    for each, which in ((page, "first"), (other, "last")):
        each.evaluate(
            "which => { const all = [...document.querySelectorAll('[data-zone=hand] "
            "button[name=move]')]; (which === 'first' ? all[0] : all.at(-1)).click(); }",
            which,
        )

    now = int(tables.page(match)["version"])
    while now == before:
        page.wait_for_timeout(50)
        now = int(tables.page(match)["version"])
    for each in (page, other):
        wait_for_version(each, now)
        expect(each.locator("#match")).not_to_have_attribute("data-mine", "")
    played = [card for card in tables.page(match)["view"]["trick"] if card["seat"] == 0]
    assert len(played) <= 1
    keep(other, "two-tabs")


def test_a_tab_that_animates_takes_what_another_tab_has_played(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    rng = Random(5)
    play_until_turn_of(match, players, 1, rng)
    page.reload()
    other = page.context.new_page()
    other.goto(address_of(match))
    before = version(page)

    while tables.page(match)["to_act"] != [0]:
        play(match, players, 1, rng)
    other.reload()
    other.locator(MOVES).first.click()

    now = before
    while now == before or tables.page(match)["to_act"] == [0]:
        page.wait_for_timeout(50)
        now = int(tables.page(match)["version"])
    wait_for_version(page, now)
    assert [each["words"] for each in told(page)] == sentences(match, ann.player, before)
    keep(page, "other-tab")


def test_a_move_that_a_program_has_made_for_the_player_is_shown_and_the_old_choice_is_gone(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, has_touch=True, size=PHONE)
    play_until_turn_of(match, players, 0, Random(6))
    page.reload()
    before = version(page)
    page.locator(MOVES).last.tap()  # Lifted, and not yet played.

    play_for(match, ann.player)

    page.wait_for_function(
        "before => Number(document.querySelector('#match').dataset.version) > before", arg=before
    )
    expect(page.locator("#match")).not_to_have_attribute("data-mine", "")
    assert any(ann.player.username in each["words"] for each in told(page))
    expect(page.locator(".turn-words").get_by_text("Press again")).to_have_count(0)
    keep(page, "program-moved")
    assert ann.faults == []


def test_a_card_that_is_pressed_after_the_match_was_called_off_elsewhere_says_so(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    page.context.route("**/live*", lambda route: route.abort())
    page.reload()
    for player in players:
        leaving.abort_vote(match_id=match, player=player, key=new_key(), fingerprint=b"abort")

    if page.locator("#match").get_attribute("data-status") == "live":
        page.locator(MOVES).first.click()

    expect(page.locator("#match")).to_have_attribute("data-status", "void")
    expect(page.locator("#match")).to_contain_text("This match was called off")
    expect(page.locator(MOVES)).to_have_count(0)
    keep(page, "called-off")


def test_a_card_that_is_pressed_at_a_table_that_was_paused_elsewhere_is_kept_and_told_why(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    page.context.route("**/live*", lambda route: route.abort())
    page.reload()
    held = len(tables.page(match, ann.player)["view"]["hand"])
    for player in players:
        pausing.pause(
            match_id=match,
            player=player,
            key=new_key(),
            fingerprint=b"pause",
            is_organiser=False,
            reason="",
        )

    if page.locator(MOVES).count():
        page.locator(MOVES).first.click()

    expect(page.locator('[data-zone="turn"]')).to_contain_text("The match is paused")
    assert len(tables.page(match, ann.player)["view"]["hand"]) == held
    keep(page, "paused")


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_guest_whose_session_has_ended_is_told_so_where_they_are_and_moves_nothing(
    site: str, browser: Browser, ann: Visitor, visibility: str
) -> None:
    match = tables.begun([ann.player, *tables.people(2)], visibility=visibility)
    Account.objects.filter(pk=ann.player.account).update(is_guest=True)
    page = watched(ann, browser, site, match)
    before, held = version(page), page.locator('[data-zone="hand"] [data-card]').count()
    page.context.clear_cookies(name="session")

    page.locator(MOVES).first.click()

    said = page.locator("#connection")
    expect(said).to_contain_text("Your visit as a guest has ended")
    if visibility == "public":
        expect(page.locator("#match")).to_have_attribute("data-me", "")
        keep(page, "guest-gone")
        said.get_by_role("link").click()
        expect(page.get_by_role("button", name="Deal me in")).to_be_visible()
    else:
        expect(page.locator('[data-zone="hand"] [data-card]')).to_have_count(held)
        page.wait_for_timeout(2 * POLL_MS)
        expect(said).to_contain_text("Your visit as a guest has ended")
    assert tables.page(match, ann.player)["version"] == before


def test_who_was_signed_out_elsewhere_plays_on_after_signing_in_again(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, _players, page = seated(ann, browser, site)
    before = version(page)
    page.context.clear_cookies(name="session")

    page.locator(MOVES).first.click()
    way = page.locator("#connection").get_by_role("link", name="You are signed out")
    expect(way).to_be_visible()
    way.click()

    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert page.url.endswith(f"next={address_of(match)}")
    assert tables.page(match, ann.player)["version"] == before


def test_whose_page_was_frozen_while_the_match_ended_sees_how_it_ended(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, "second-story")
    frozen = page.context.new_cdp_session(page)
    frozen.send("Page.setWebLifecycleState", {"state": "frozen"})
    tables.play_out(match, players)
    frozen.send("Page.setWebLifecycleState", {"state": "active"})

    wait_for_version(page, int(tables.page(match)["version"]))

    expect(page.locator("#match")).to_have_attribute("data-status", "finished")
    expect(page.get_by_role("heading", name="Result")).to_be_visible()
    expect(page.locator("#connection")).to_be_hidden()
    keep(page, "frozen")
    assert ann.faults == []
