"""A ladder in a real browser: two people find one another, play, and read what it came to."""

import re
import time
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from ratings.ladder import events as e
from ratings.models import Ladder
from tests.browsers import GRAVE
from tests.e2e.browsers import DESK, PHONE, status, version, visitor
from tests.e2e.tabling import wait_for_news
from tests.ratings import ladders

pytestmark = pytest.mark.usefixtures("committed_db")

PATIENCE_S = 240.0


@pytest.mark.usefixtures("worker")
@pytest.mark.long
def test_two_people_find_a_match_play_it_and_read_why_ratings_changed(
    site: str, browser: Browser
) -> None:
    ladder = ladders.opened(name="Two by two", players={"min": 2, "max": 2})
    ann, bob = visitor(), visitor()
    desk = ann.open(browser, site, f"/ladders/{ladder.slug}")
    phone = bob.open(browser, site, "/ladders", color_scheme="dark", reduced_motion="reduce")
    phone.set_viewport_size(PHONE)
    checked = Pages()
    checked.look(desk)
    checked.look(phone)

    desk.get_by_role("button", name="Find a match").click()
    expect(desk.get_by_role("heading", name="Searching for a match")).to_be_visible()
    expect(desk.get_by_text("Nobody else is searching for the same match yet.")).to_be_visible()
    checked.look(desk)
    phone.get_by_role("link", name="Two by two").click()
    press_by_keyboard(phone, "Find a match")

    for page in (desk, phone):
        page.wait_for_url("**/matches/*")
        page.locator("#match[data-status=live]").wait_for()
    play(desk, phone)

    winner = desk.locator(".end-standings tbody tr").first.get_by_role("rowheader").inner_text()
    desk.get_by_role("link", name="Why ratings changed").click()
    expect(desk.get_by_text("Each pair of players at the table counts")).to_be_visible()
    expect(desk.get_by_role("heading", name=f"1. {winner}")).to_be_visible()
    # Who plays the first card each time may also end level with the other.
    came_to = re.compile(r"1500 → (1532 \+32\.0|1500 0\.0)")
    expect(desk.get_by_text(came_to).first).to_be_visible()
    checked.look(desk)
    phone.goto(f"/ladders/{ladder.slug}?find={bob.player.username}")
    expect(phone.locator("tr:target")).to_contain_text(bob.player.username)
    expect(phone.locator("tr.me")).to_have_count(1)
    checked.look(phone)
    phone.locator("tr.me").get_by_role("link").click()
    expect(phone.locator("circle.point")).to_have_count(1)
    checked.look(phone)
    assert Ladder.objects.get(id=ladder.id).matches.count() == 1
    assert checked.faults == []
    assert (ann.faults, bob.faults) == ([], [])


@pytest.mark.long
def test_a_challenge_reaches_the_other_wherever_they_are_and_both_are_led_to_the_table(
    site: str, browser: Browser, worker: None
) -> None:
    ladder = ladders.opened(name="The fence", kind="challenge", players={"min": 2, "max": 2})
    top, below = visitor(), visitor()
    desk = top.open(browser, site, f"/ladders/{ladder.slug}", color_scheme="dark")
    phone = below.open(browser, site, f"/ladders/{ladder.slug}", java_script_enabled=False)
    phone.set_viewport_size(PHONE)
    checked = Pages()
    for page in (desk, phone):
        page.get_by_role("button", name="Join the ladder").click()
        page.get_by_text("You are on rung").wait_for()
    desk.goto("/games")

    phone.get_by_role("link", name=f"Challenge {top.player.username}").click()
    phone.get_by_role("button", name="Challenge").click()
    phone.get_by_role("heading", name="Challenge from").wait_for()
    desk.locator("#news").get_by_role("link", name="The fence").click()
    desk.get_by_role("button", name="Accept").wait_for()
    checked.look(desk)
    desk.get_by_role("button", name="Accept").click()

    desk.get_by_role("link", name="To the match").click()
    desk.locator("#match[data-status=live]").wait_for()
    assert checked.faults == []
    assert (top.faults, below.faults) == ([], [])


class Pages:
    """What is wrong with the pages that were looked at."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def look(self, page: Page) -> None:
        """Note grave faults, and a page that is wider than its window."""
        page.wait_for_load_state()
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            self.faults.append(f"{page.url} is too wide")
        self.faults += [
            f"{page.url} {fault['id']}: {node['html'][:120]}"
            for fault in Axe().run(page).response["violations"]
            if fault["impact"] in GRAVE
            for node in fault["nodes"]
        ]


def press_by_keyboard(page: Page, name: str) -> None:
    """Reach a button by the Tab key alone, and press it."""
    button = page.get_by_role("button", name=name)
    for _ in range(60):
        if button.evaluate("element => element === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")


def play(*pages: Page) -> None:
    """Press the first card that each page offers, whenever it is its turn, until the end."""
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up and all(status(page) == "live" for page in pages):
        for page in pages:
            if page.locator(".turn-line.mine").count():
                before = version(page)
                page.locator("[data-zone=hand] button:enabled").first.click()
                wait_for_news(page, before)
        pages[0].wait_for_timeout(50)
    for page in pages:
        page.get_by_role("heading", name="Result").wait_for()


@pytest.mark.long
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_every_page_of_a_ladder_is_accessible_and_fits(
    site: str, browser: Browser, size: ViewportSize, scheme: Literal["light", "dark"]
) -> None:
    points = ladders.opened(kind="points", system="openskill", points=[10, 6, 3])
    match = ladders.played(
        points, ["somebody-with-a-long-name", "bob", "cleo", "dirk"], [1, 2, 2, 4]
    )
    rungs = ladders.opened(kind="challenge")
    ladders.record(rungs, *(e.PlayerJoined(player=f"guest:{name}", name=name) for name in "abc"))
    reader = visitor()
    checked = Pages()
    page = reader.open(browser, site, "/ladders", color_scheme=scheme)
    page.set_viewport_size(size)
    page.goto(f"/ladders/{rungs.slug}")
    page.get_by_role("button", name="Join the ladder").click()
    page.get_by_text("You are on rung 4.").wait_for()
    checked.look(page)

    for address in (
        *("/", "/ladders", f"/ladders/{points.slug}", f"/ladders/{points.slug}/matches/{match}"),
        f"/ladders/{points.slug}/players/guest:bob",
        f"/ladders/{rungs.slug}/challenge?opponent=guest:c&opponent=guest:a",
    ):
        page.goto(address)
        checked.look(page)

    assert checked.faults == []
    assert reader.faults == []
