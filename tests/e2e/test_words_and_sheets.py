"""What a table says and what a night came to get in the way of nothing that follows."""

from random import Random
from uuid import UUID

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, ViewportSize, expect

from matches.actors import Player
from matches.services import turns
from tests.browsers import PHONE
from tests.e2e.browsers import Visitor, address_of
from tests.e2e.tabling import play, seated, step, wait_for_news, wait_for_version
from tests.matches import tables

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]

SHEET = "[data-ended][data-closes-after]:visible"


def play_until_a_night_is_over(match: UUID, players: list[Player], page: Page, rng: Random) -> None:
    """Make random moves until the page shows what a night came to."""
    nights = tables.page(match)["view"]["night"]
    while tables.page(match)["view"]["night"] == nights:
        step(match, players, rng)
    page.locator(SHEET).wait_for()


def play_until_the_turn_of_the_first(match: UUID, players: list[Player], page: Page) -> int:
    """Make random moves until the first seat has to decide and moves are taken."""
    rng = Random(2)
    while 0 not in tables.page(match)["to_act"]:
        step(match, players, rng)
    wait_for_version(page, now := tables.page(match)["version"])
    page.locator('button[name="move"]:not([aria-disabled="true"]):visible').first.wait_for()
    return int(now)


@pytest.mark.long
def test_what_comes_while_a_sheet_is_open_and_nobody_looks_does_not_stop_the_table(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, "second-story")
    rng = Random(8)
    play_until_a_night_is_over(match, players, page, rng)

    with page.expect_response(lambda answer: "since=" in answer.url and answer.ok):
        now = play(match, players, 3, rng)
    page.evaluate("leave(true)")
    wait_for_version(page, now)
    page.evaluate("leave(false)")

    wait_for_version(page, play(match, players, 1, rng))
    assert ann.faults == []


def box(found: Locator) -> FloatRect:
    """Return where something lies."""
    place = found.bounding_box()
    assert place is not None
    return place


@pytest.mark.parametrize("game", ["stick-em", pytest.param("pickpocket", marks=pytest.mark.long)])
def test_what_is_said_of_a_lifted_card_moves_nothing_and_goes_with_it(
    site: str, browser: Browser, ann: Visitor, game: str
) -> None:
    match, players, page = seated(ann, browser, site, game, has_touch=True, size=PHONE)
    now = play_until_the_turn_of_the_first(match, players, page)
    cards = page.locator('[data-zone="hand"] li button[name="move"]')
    plate, line = page.locator(".own .plate"), page.locator(".turn-words")
    before = box(plate), box(line)["width"]

    cards.first.tap()

    said = line.get_by_text("Press again")
    expect(said).to_be_visible()
    assert (box(plate), box(line)["width"]) == before
    cards.first.tap()
    wait_for_news(page, now)
    expect(said).to_have_count(0)
    assert ann.faults == []


@pytest.mark.long
def test_what_may_be_done_beside_the_hand_takes_one_touch(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, "pickpocket", has_touch=True, size=PHONE)
    now = play_until_the_turn_of_the_first(match, players, page)
    draw = page.get_by_role("button", name="Draw from the bag")
    expect(draw).not_to_have_attribute("aria-disabled", "true")

    draw.tap()

    wait_for_news(page, now)


def test_a_card_that_is_pointed_at_stays_under_the_mouse(
    site: str, browser: Browser, ann: Visitor
) -> None:
    _match, _players, page = seated(ann, browser, site)
    card = page.locator('[data-zone="hand"] button[name="move"]').nth(2)
    still, piece = box(card), box(card.locator("[data-card]"))

    page.mouse.move(still["x"] + still["width"] / 2, still["y"] + still["height"] - 2)

    page.wait_for_function(
        "([card, top]) => card.getBoundingClientRect().top <= top - 7",
        arg=[card.locator("[data-card]").element_handle(), piece["y"]],
    )
    assert box(card) == still


def test_the_last_button_of_a_result_is_in_sight_or_one_scroll_of_the_page_away(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match = tables.begun([ann.player], ["greedy"] * 2, game="stick-em", options={"rounds": 1})
    rng = Random(3)
    while (seen := tables.page(match))["status"] == "live":
        if not turns.play_bots(match, seen["version"]):
            tables.next_move(match, [ann.player], rng)
    page = ann.open(browser, site, address_of(match))
    last = page.get_by_role("link", name="Look at the table")

    for size, is_in_sight in ((PHONE, True), (LAPTOP, True), (ZOOMED, False)):
        page.set_viewport_size(size)
        sheet, lowest = page.locator(".end-match"), box(last)["y"] + box(last)["height"]
        if is_in_sight:
            assert lowest < box(sheet)["y"] + box(sheet)["height"]
        assert is_in_sight or sheet.evaluate("each => each.scrollHeight <= each.clientHeight")
    assert ann.faults == []


LAPTOP: ViewportSize = {"width": 1366, "height": 768}
ZOOMED: ViewportSize = {"width": 683, "height": 384}
"""A laptop's window at 200 %."""
