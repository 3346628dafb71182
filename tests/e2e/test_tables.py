"""People at tables, in a real browser: by mouse, by keyboard, two at one table, and in a replay.

The database is the one of the site; bots move in a real worker.
"""

import time
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from matches.actors import Player
from matches.services import turns
from tests.e2e.browsers import DESK, PHONE, Visitor, address_of, status, version, visitor
from tests.e2e.tabling import wait_for_news
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")

PATIENCE_S = 240.0
MOVE_SEEN_S = 1.0
"""Within this time others see a move."""


@pytest.fixture
def bob() -> Visitor:
    return visitor()


def wait_for_turn(page: Page) -> bool:
    """Wait until it is the reader's turn; False when the match is over."""
    page.locator(".turn-line.mine, #match:not([data-status=live])").first.wait_for()
    return status(page) == "live"


BOTS = {
    "stick-em": (2, {"rounds": 1}),
    "sticky-fingers": (1, {}),
    "second-story": (4, {}),
}
"""How many bots one plays against, and by which options, so that a match is short."""

NEAR_THE_END: dict[str, Callable[[dict[str, Any]], bool]] = {
    "sticky-fingers": lambda view: max(view["money"]) >= 11,
    "second-story": lambda view: min(view["bank"].values()) <= 3,
}
"""Until when long matches are played without a browser."""


@pytest.mark.long
@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("game", BOTS)
def test_a_person_plays_to_the_end_against_bots_at_a_desk_and_on_a_phone_by_mouse_and_keyboard(
    site: str, browser: Browser, ann: Visitor, game: str
) -> None:
    bots, options = BOTS[game]
    match = tables.opened(ann.player, 1 + bots, game=game, options=options)
    page = ann.open(browser, site, address_of(match))
    page.get_by_role("button", name="Take this seat").first.click()
    page.get_by_role("button", name="Leave seat").wait_for()
    page.get_by_role("button", name="Bots take the free seats").click()
    page.locator("#match[data-status=live]").wait_for()
    if game in NEAR_THE_END:
        played_ahead(match, ann.player, NEAR_THE_END[game])
        page.reload()

    pressed = 0
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up and wait_for_turn(page):
        before = version(page)
        page.set_viewport_size(PHONE if pressed % 2 else DESK)
        if pressed % 3:
            page.locator('button[name="move"]:visible').first.click()
        else:
            wait_until_moves_are_taken(page)
            reach(page, 'button[name="move"]')
            page.keyboard.press("Enter")
        wait_for_news(page, before)
        pressed += 1

    assert pressed > 0
    expect(page.get_by_role("heading", name="Result")).to_be_visible()
    assert tables.page(match)["result"]["reason"] == "played_out"
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        assert not ann.overflows()
    # Bots pick their pain cards meanwhile; the page then sends one's own once more.
    assert [fault for fault in ann.faults if "409 (Conflict)" not in fault] == []


def played_ahead(match: UUID, player: Player, is_near: Callable[[dict[str, Any]], bool]) -> None:
    """Play without a browser until it is the player's turn near the end of the match."""
    while not ((seen := tables.page(match, player))["legal_moves"] and is_near(seen["view"])):
        assert seen["status"] == "live"
        if seen["legal_moves"]:
            tables.move(match, player, seen["legal_moves"][0], seen["version"])
        else:
            turns.play_bots(match, seen["version"])


@pytest.mark.long
@pytest.mark.usefixtures("worker")
def test_a_person_plays_pickpocket_by_keyboard_alone_at_the_width_of_a_phone(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match = tables.begun([ann.player], ["greedy", "greedy"], game="pickpocket")
    page = ann.open(browser, site, address_of(match))
    page.set_viewport_size(PHONE)

    pressed = 0
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up and wait_for_turn(page):
        before = version(page)
        wait_until_moves_are_taken(page)
        reach(page, "[data-zone=hand] button")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        wait_for_news(page, before)
        pressed += 1

    assert pressed > 3
    assert status(page) == "finished"
    assert not ann.overflows()
    assert ann.faults == []


def wait_until_moves_are_taken(page: Page) -> None:
    """Wait until no move is on its way: a press waits for that by itself, a key does not."""
    page.locator('button[name="move"]:not([aria-disabled])').first.wait_for(state="attached")


def reach(page: Page, place: str) -> None:
    """Press Tab until the focus is on what a selector names."""
    for _ in range(60):
        if page.evaluate("place => document.activeElement.matches(place)", place):
            return
        page.keyboard.press("Tab")
    message = f"{place} is not reached by keyboard"
    raise AssertionError(message)


@pytest.mark.alone(reason="moves are seen within a second")
def test_two_browsers_at_one_table_a_desk_and_a_phone_see_each_others_moves_within_a_second(
    site: str, browser: Browser, ann: Visitor, bob: Visitor
) -> None:
    match = tables.begun([ann.player, bob.player, *tables.people(1)], options={"rounds": 1})
    ann_page = ann.open(browser, site, address_of(match))
    bob_page = bob.open(browser, site, address_of(match), size=PHONE)
    bob_page.wait_for_timeout(500)

    for mover, watcher, who in (
        (ann_page, bob_page, ann.player.username),
        (bob_page, ann_page, bob.player.username),
    ):
        mover.locator("[data-zone=hand] .card-button").first.click()
        expect(mover.locator(".log .latest")).to_contain_text(f"{who} picked")
        expect(watcher.locator(".log .latest")).to_contain_text(
            f"{who} picked a pain card, face down.", timeout=MOVE_SEEN_S * 1000
        )

    assert ann.faults == bob.faults == []


def test_a_lost_connection_is_shown_and_what_was_missed_is_fetched(
    site: str, browser: Browser, ann: Visitor, bob: Visitor
) -> None:
    match = tables.begun([ann.player, bob.player, *tables.people(1)], options={"rounds": 1})
    page = ann.open(browser, site, address_of(match))
    expect(page.locator("#connection")).to_be_hidden()
    page.context.route("**/live?*", lambda route: route.abort())
    page.reload()
    expect(page.locator("#connection")).to_contain_text("Connection lost.")
    seen = tables.page(match, bob.player)
    tables.move(match, bob.player, seen["legal_moves"][0], seen["version"])

    page.context.unroute("**/live?*")

    expect(page.locator(".log .latest")).to_contain_text(f"{bob.player.username} picked")
    expect(page.locator("#connection")).to_be_hidden()


@pytest.mark.more
@pytest.mark.parametrize("has_stream", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_page_that_shows_more_than_the_server_has_is_put_right_by_stream_and_by_form(
    site: str, browser: Browser, ann: Visitor, *, has_stream: bool
) -> None:
    match = tables.begun([ann.player, *tables.people(2)], options={"rounds": 1})
    before = tables.page(match)["version"]

    def ahead(route: Route) -> None:
        answer = route.fetch()
        shown, more = (f'data-version="{number}"' for number in (before, before + 40))
        assert shown in answer.text()
        route.fulfill(response=answer, body=answer.text().replace(shown, more))

    page = ann.open(browser, site, "/")
    page.context.route(f"**{address_of(match)}", ahead, times=1)
    if not has_stream:
        page.context.route("**/live?*", lambda route: route.abort())
    page.goto(address_of(match))
    if has_stream:
        expect(page.locator("#match")).to_have_attribute("data-version", str(before))
    page.locator("[data-zone=hand] .card-button").first.click()

    expect(page.locator("#match")).to_have_attribute("data-version", str(before + 1))
    expect(page.locator(".log .latest")).to_contain_text(f"{ann.player.username} picked")


@pytest.mark.more
def test_a_double_click_moves_once_and_a_tab_that_missed_it_is_told_so(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match = tables.begun([ann.player, *tables.people(2)], options={"rounds": 1})
    page = ann.open(browser, site, address_of(match))
    behind = page.context.new_page()
    behind.goto(address_of(match))
    before = version(behind)
    behind.route(
        "**/matches/**",
        lambda route: route.abort() if route.request.method == "GET" else route.continue_(),
    )

    page.locator("[data-zone=hand] .card-button").first.dblclick()
    wait_for_news(page, before)
    behind.locator("[data-zone=hand] .card-button").last.click()

    expect(behind.locator("#problem")).to_contain_text("The match has moved on")
    expect(behind.locator("#match")).to_have_attribute("data-version", str(before + 1))
    assert tables.page(match)["version"] == before + 1


def test_without_javascript_the_same_table_is_played_by_forms(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match = tables.begun([ann.player, *tables.people(2)], options={"rounds": 1})
    page = ann.open(browser, site, address_of(match), java_script_enabled=False)

    page.locator("[data-zone=hand] .card-button").first.click()

    expect(page.locator(".turn-line")).to_contain_text("Waiting for")
    expect(page.locator(".log .latest")).to_contain_text(f"{ann.player.username} picked")


@pytest.mark.more
def test_a_replay_is_scrubbed_stepped_and_proved_at_a_desk_and_on_a_phone(
    site: str, browser: Browser, ann: Visitor
) -> None:
    players = [ann.player, *tables.people(2)]
    match = tables.begun(players, options={"rounds": 1})
    tables.play_out(match, players)
    last = tables.page(match)["version"]
    page = ann.open(browser, site, f"{address_of(match)}/replay")
    expect(page.locator("#replay")).to_have_attribute("data-at", "6")

    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".scrubber")).to_contain_text("Round 1 · trick 1")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".scrubber")).to_contain_text("Round 1 · trick 2")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".scrubber")).to_contain_text("Round 1 · trick 1")
    page.locator('input[type="range"]').fill("20")
    expect(page.locator("#replay")).to_have_attribute("data-at", "20")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-at", "21")
    assert "at=21" in page.url
    page.get_by_label("View as").select_option("1")
    expect(page.locator("#replay")).to_have_attribute("data-viewer", "1")

    page.set_viewport_size(PHONE)
    reach(page, 'input[type="range"]')
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-at", "22")
    reach(page, "[data-proof]")
    assert not ann.overflows()
    page.keyboard.press("End")
    expect(page.locator("#replay")).to_have_attribute("data-at", str(last))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay")).to_have_attribute("data-at", str(last - 1))
    page.get_by_label("Speed").select_option("350")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#replay")).to_have_attribute("data-at", str(last))

    reach(page, "[data-proof]")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text(f"the hash chain of {last} events is intact")
    assert ann.faults == []


@pytest.mark.more
def test_a_proof_that_was_tampered_with_is_told_in_the_page(
    site: str, browser: Browser, ann: Visitor
) -> None:
    players = [ann.player, *tables.people(2)]
    match = tables.begun(players, options={"rounds": 1})
    tables.play_out(match, players)
    page = ann.open(browser, site, f"{address_of(match)}/replay")

    def tamper(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined] # Playwright's route.
        lines = answer.text().replace("red-1", "red-2", 1)
        route.fulfill(response=answer, body=lines)  # type: ignore[attr-defined]

    page.route("**/log", tamper)
    page.get_by_role("button", name="Verify the draws").click()

    expect(page.locator("#verdict")).to_contain_text("Verification failed")


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_grave_at_any_table(
    site: str, browser: Browser, ann: Visitor, bob: Visitor, scheme: str
) -> None:
    people = [ann.player, bob.player, *tables.people(1)]
    addresses = [address_of(tables.opened(ann.player))]
    for game in ("stick-em", "sticky-fingers", "second-story", "pickpocket"):
        match = tables.begun(people, game=game, clock={"per_move": 3600})
        rng = Random(4)
        for _ in range(20):
            tables.next_move(match, people, rng)
        addresses.append(address_of(match))
    addresses.append(f"{addresses[-1]}/replay?at=20")
    page = ann.open(browser, site, addresses[0], color_scheme=scheme)

    for address in addresses:
        page.goto(address)
        assert ann.barriers() == []
    assert ann.faults == []
