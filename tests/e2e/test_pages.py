"""The pages in a real browser: at a desk and on a phone, by mouse, by keyboard, without scripts."""

import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browsers import DESKTOP, PHONE, Visitor

STRANGERS = (
    *("/", "/games", "/games/stick-em", "/sign-in", "/sign-up", "/forgotten", "/nowhere"),
    *("/problems", "/problems/invalid"),
)
MEMBERS = (
    *("/", "/styleguide", "/matches?status=finished", "/games/pickpocket/new"),
    *("/account", "/account/password", "/account/tokens", "/account/sessions", "/account/delete"),
)
MATCH = re.compile(r"/matches/[0-9a-f-]{36}(#main)?$")


@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.long), PHONE])
def test_a_newcomer_plays_against_bots_in_three_clicks(
    browser: Browser, site: str, size: ViewportSize
) -> None:
    visitor = Visitor()
    visitor.open(browser, site, size=size)
    visitor.sign_up()
    page = visitor.page

    card = page.get_by_role("article").filter(has_text="Stick 'Em")
    card.get_by_label("4", exact=True).check()
    card.get_by_role("button", name="Play against bots").click()

    expect(page).to_have_url(MATCH)
    page.goto("/")
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(page.locator("#turns")).to_have_text("1 turn")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    for width in (390, 683, 768, 820, 900, 1024, 1152, 1366):
        page.set_viewport_size({"width": width, "height": 844})
        menu = page.locator(".site-nav")
        hidden = menu.evaluate("menu => menu.scrollWidth - menu.clientWidth")
        assert hidden <= 1, f"at {width} the menu is cut beside the badge of a turn"
    assert visitor.faults == []


@pytest.mark.parametrize(
    ("size", "scheme", "strangers", "members"),
    [
        pytest.param(PHONE, "light", STRANGERS, MEMBERS, marks=pytest.mark.long),
        (DESKTOP, "dark", STRANGERS[:3], MEMBERS[:2]),
    ],
)
def test_every_page_is_accessible_fits_and_keeps_its_policy(  # noqa: PLR0913, PLR0917
    browser: Browser,
    site: str,
    size: ViewportSize,
    scheme: str,
    strangers: tuple[str, ...],
    members: tuple[str, ...],
) -> None:
    visitor = Visitor()
    visitor.open(browser, site, size=size, color_scheme=scheme)
    faults: list[str] = []

    def look(addresses: Iterable[str]) -> None:
        for address in addresses:
            visitor.page.goto(address)
            faults.extend(visitor.barriers())
            faults.extend([f"{address} is too wide"] if visitor.overflows() else [])

    look(strangers)
    name = visitor.sign_up()
    look((*members, f"/players/{name}"))

    # The browser itself complains of the page that does not exist.
    complaints = [said for said in visitor.faults if "404" not in said]
    assert (faults, complaints) == ([], [])


@pytest.mark.more
def test_a_match_is_opened_by_keyboard_alone(browser: Browser, site: str) -> None:
    visitor = Visitor()
    visitor.open(browser, site)
    visitor.sign_up()
    page = visitor.page
    page.goto("/games/second-story/new")

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("3", exact=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("4", exact=True)).to_be_checked()
    page.keyboard.press("Enter")

    expect(page).to_have_url(MATCH)
    expect(page.get_by_role("main")).to_contain_text("Second Story")


def test_without_scripts_pages_read_and_forms_work(browser: Browser, site: str) -> None:
    visitor = Visitor()
    page = visitor.open(browser, site, java_script_enabled=False)
    page.goto("/games/stick-em")
    expect(page.get_by_role("heading", name="SE-10")).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text("A zero never takes a trick.")

    page.get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Choose").first.click()

    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page).to_have_url(f"{site}/games/stick-em")


@pytest.mark.more
def test_a_form_that_is_sent_twice_opens_one_match(browser: Browser, site: str) -> None:
    visitor = Visitor()
    visitor.open(browser, site)
    name = visitor.sign_up()
    page = visitor.page
    page.goto("/games/second-story")

    page.get_by_role("button", name="Play against bots").dblclick()

    expect(page).to_have_url(MATCH)
    expect(page.get_by_role("log", name="What happens")).to_contain_text("The match started.")
    page.goto("/matches?status=live&game=second-story")
    expect(page.get_by_role("listitem").filter(has_text=name)).to_have_count(1)
