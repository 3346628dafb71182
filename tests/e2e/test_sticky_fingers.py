"""Sticky Fingers in a browser: on the things themselves, by keys, by touch, without scripts."""

import time
from random import Random
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from matches.services import turns
from tests.e2e.browsers import PHONE, Visitor, address_of, status, version
from tests.e2e.hands import Keys, Mouse
from tests.e2e.tabling import wait_for_news
from tests.matches import tables

LAPTOP: ViewportSize = {"width": 1366, "height": 768}

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]

PATIENCE_S = 240.0
NEAR = 11
"""Money from which on a match is played in the browser."""
PACE = {"speed": "off", "forced": "off", "sound": "off"}
"""A table that shows at once what happened, and makes no move by itself."""
THREE_WAYS_AND_TO_PASS = 4
"""With three ways to take two tools, each tool is part of two of them."""
PILED = 9
"""Tools of a hand from which on they lie in piles."""
PILE_PART = 0.6
"""How much of a card's width the number of a pile takes at most."""


def near_the_end(ann: Visitor) -> UUID:
    """Return a match against a bot in which somebody is about to end the game."""
    match = tables.begun([ann.player], ["greedy"], game="sticky-fingers")
    while not is_near(seen := tables.page(match, ann.player)):
        if seen["legal_moves"]:
            tables.move(match, ann.player, seen["legal_moves"][-1], seen["version"])
        else:
            turns.play_bots(match, seen["version"])
    return match


def is_near(seen: dict[str, Any]) -> bool:
    return bool(seen["legal_moves"]) and max(seen["view"]["money"]) >= NEAR


def wait_for_turn(page: Page) -> bool:
    """Wait until it is the reader's turn; False when the match is over."""
    page.locator("#match[data-mine], #match:not([data-status=live])").first.wait_for()
    page.wait_for_timeout(400)  # What has just been drawn takes no press.
    return status(page) == "live"


def choice(page: Page) -> Locator:
    """Return what one presses first: a location, a thing that can be used, or to pass."""
    for wanted in (
        "[data-zone=places] button[name=move]:visible",
        "[data-zone=places] button[popovertarget]:not([data-state=out]):visible",
        "[data-zone=hand] button[name=move]:visible",
    ):
        if page.locator(wanted).count():
            return page.locator(wanted).first
    raise AssertionError(page.locator("[data-zone=turn]").inner_text())


def play(page: Page, hand: Mouse) -> int:
    """Play to the end of the match and return how many moves that took."""
    moves = 0
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up and wait_for_turn(page):
        before = version(page)
        hand.press(choice(page))
        sheet = page.locator("[popover]:popover-open button[name=move]")
        if sheet.count():
            hand.press(sheet.last)
        lifted = page.locator("[data-lifted]")
        if lifted.count():
            hand.press(lifted.first)
        wait_for_news(page, before)
        moves += 1
    return moves


@pytest.mark.long
@pytest.mark.usefixtures("worker")
def test_a_match_is_played_by_keyboard_alone(site: str, browser: Browser, ann: Visitor) -> None:
    page = ann.open(browser, site, address_of(near_the_end(ann)), table=PACE)

    assert play(page, Keys(page)) > 3

    assert status(page) == "finished"
    assert ann.faults == []


def test_the_whole_location_takes_a_token_also_without_scripts(
    site: str, browser: Browser, ann: Visitor
) -> None:
    players = [ann.player, *tables.people(1)]
    match = tables.begun(players, game="sticky-fingers")
    if not tables.page(match, ann.player)["legal_moves"]:
        tables.next_move(match, players, Random(1))
    page = ann.open(browser, site, address_of(match), java_script_enabled=False)

    page.locator("[data-place=museum]").click(position={"x": 60, "y": 90})

    token = page.locator("[data-place=museum] [data-piece=token]")
    expect(token).to_have_attribute("data-seat", "0")


def at_the_city(ann: Visitor) -> UUID:
    """Return a match in which the player is about to take tools from the City."""
    players = [ann.player, *tables.people(1)]
    match = tables.begun(players, game="sticky-fingers")
    for _token in range(6):
        seen = tables.page(match)
        (seat,) = seen["to_act"]
        place = "city" if seat == 0 else "villa"
        tables.move(match, players[seat], {"type": "place_token", "place": place}, seen["version"])
    return match


def test_tools_are_taken_by_pressing_them_also_without_scripts(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match = at_the_city(ann)
    # Where little lies there, a tool can be taken in one way only, and is at once.
    while len(tables.page(match, ann.player)["legal_moves"]) < THREE_WAYS_AND_TO_PASS:
        match = at_the_city(ann)
    before = tables.page(match, ann.player)["view"]["hand_sizes"][0]
    page = ann.open(browser, site, address_of(match), java_script_enabled=False)

    page.locator("[data-place=city] button[data-card]").first.click()
    page.locator("[popover]:popover-open button[name=move]").first.click()

    expect(page.locator(".log .latest")).to_contain_text(f"{ann.player.username} took")
    assert tables.page(match, ann.player)["view"]["hand_sizes"][0] == before + 2
    assert page.locator("[popover]:popover-open").count() == 0


def with_tools_in_piles(ann: Visitor) -> UUID:
    """Return a match in which the player holds so many tools that equal ones lie in piles."""
    players = [ann.player, *tables.people(1)]
    match = tables.begun(players, game="sticky-fingers")
    while len((seen := tables.page(match, ann.player))["view"]["hand"]) < PILED:
        if seen["legal_moves"]:
            chosen = max(seen["legal_moves"], key=fills_the_hand)
            tables.move(match, ann.player, chosen, seen["version"])
        else:
            tables.next_move(match, players, Random(1))
    return match


def fills_the_hand(move: dict[str, Any]) -> int:
    """Return how much a move is liked by who wants nothing but tools."""
    if move["type"] == "place_token":
        return int(move["place"] in ("city", "ruin"))
    return ("steal_loot", "pass", "exchange_tools", "take_tools").index(move["type"])


def test_the_number_on_a_pile_leaves_its_card_in_sight(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match = with_tools_in_piles(ann)
    page = ann.open(browser, site, address_of(match), size=PHONE)

    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        piles = page.locator("[data-zone=hand] [data-card]:has(.count)").all()

        assert piles
        for pile in piles:
            card, number = pile.bounding_box(), pile.locator(".count").bounding_box()
            assert card
            assert number
            assert number["width"] < PILE_PART * card["width"]
            assert number["height"] < card["height"] / 2


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_grave_while_one_chooses(
    site: str, browser: Browser, ann: Visitor, scheme: str
) -> None:
    players = [ann.player, *tables.people(1)]
    match = tables.begun(players, game="sticky-fingers")
    page = ann.open(browser, site, address_of(match), table=PACE, color_scheme=scheme)
    opened = 0

    while not opened:
        while not tables.page(match, ann.player)["legal_moves"]:
            tables.next_move(match, players, Random(2))
        page.goto(address_of(match))
        assert ann.barriers() == []
        things = page.locator("[data-zone=places] button[popovertarget]:visible")
        if things.count():
            things.first.click()
            assert page.locator("[popover]:popover-open").count() == 1
            assert ann.barriers() == []
            opened += 1
        tables.next_move(match, players, Random(2))
