"""The first minute: from the first page, without an account, to the end of a first match."""

import secrets

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests import browsers, journeys
from tests.browsers import PHONE, Visitor

pytestmark = pytest.mark.more

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
CLICKS_MAX = 24
"""One to be dealt in, one a card, and some that came too early."""
LANGUAGES = ("en-GB", "nl-NL", "fr-FR", "de-DE")
LONGEST = "de-DE"
"""The language with the longest words."""


@pytest.mark.usefixtures("worker")
@pytest.mark.long
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["desk", "phone"])
def test_a_stranger_plays_a_first_match_to_its_end_as_a_guest_and_signs_up_where_they_are(
    browser: Browser, site: str, size: ViewportSize
) -> None:
    visitor = Visitor()
    page = visitor.open(browser, site, size=size)

    taken = journeys.first_match(page)

    print(f"first visit to first finished match: {taken}")  # noqa: T201 - The journey's figures.
    assert taken.clicks <= CLICKS_MAX
    assert taken.keystrokes == 0
    where = page.url
    page.goto("/account")
    expect(page.get_by_text("You are playing as a guest")).to_be_visible()
    page.goto(where)
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    sign_up(page, "first-minute-")
    expect(page).to_have_url(where)
    # The browser itself complains of the form that was refused.
    assert [said for said in visitor.faults if "400" not in said] == []


def sign_up(page: Page, prefix: str) -> None:
    """Fill in the form, the first time with a name that cannot be: what was typed stays."""
    name = f"{prefix}{secrets.token_hex(4)}"
    page.get_by_label("Name").fill(f"{name}!")
    page.get_by_label("Password", exact=True).fill(browsers.PASSWORD)
    send = page.get_by_role("main").get_by_role("button", name="Sign up")
    send.click()
    expect(page.get_by_text("A name cannot hold !.")).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value(f"{name}!")
    page.get_by_label("Name").fill(name)
    send.click()
    page.wait_for_url("**/matches/*")


@pytest.mark.parametrize(
    "language",
    [pytest.param(each, marks=[pytest.mark.long] * (each != LONGEST)) for each in LANGUAGES],
)
def test_all_four_games_and_the_button_that_deals_are_within_the_first_screen(
    browser: Browser, site: str, language: str
) -> None:
    visitor = Visitor()
    page = visitor.open(browser, site, locale=language)
    buttons = page.get_by_role("main").locator("form button:visible")
    games = page.get_by_role("main").get_by_role("article")

    for size in (LAPTOP, PHONE):
        page.set_viewport_size(size)

        expect(games).to_have_count(4)
        boxes = [each.bounding_box() for each in (*games.all(), *buttons.all())]
        lowest = max(box["y"] + box["height"] for box in boxes if box)
        assert len(boxes) == 9
        assert lowest <= size["height"]
        assert all(box["height"] >= 44 for box in boxes if box)
        assert not visitor.overflows()
        assert visitor.barriers() == []
    assert visitor.faults == []
