"""On a phone what is pressed is at least 44 px high, and no word of it is cut in any language."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from games import registry
from tests.browsers import PHONE, Visitor
from tests.e2e.browsers import address_of
from tests.matches import tables
from tests.ratings import ladders
from tests.tournaments.events import REPORTED, Event

pytestmark = pytest.mark.usefixtures("committed_db")

CLIPPED = (Path(__file__).parent / "clipped.js").read_text()
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
LANGUAGES = ("en-GB", "nl-NL", "fr-FR", "de-DE")
LONGEST_WORDS = "de-DE"
CHECK = (Path(__file__).parent / "targets.js").read_text()
STRANGERS = (
    *("/", "/games", "/sign-in", "/sign-up", "/forgotten", "/nowhere"),
    *("/matches", "/matches?status=finished", "/ladders", "/tournaments"),
)


def of_games() -> list[str]:
    """Return the pages of each game: what it is and who plays it, its rules, its lesson, an end."""
    pages = []
    for rules in registry.current_games():
        players = tables.people(rules.seats_min)
        match = tables.begun(players, game=rules.game)
        tables.play_out(match, players)
        tables.begun(players, game=rules.game)
        game = f"/games/{rules.game}"
        pages += [game, f"{game}/rulebook", f"{game}/lesson", f"{game}/lesson/2"]
        pages += [address_of(match), f"{address_of(match)}/replay?at=20"]
    return pages


def of_a_tournament() -> list[str]:
    """Return the pages of a knockout whose first round has been played."""
    event = Event(**REPORTED, stages=[{"format": "knockout"}])
    event.enter_names(8).start().play_round()
    tabs = ("", "/entrants", "/rounds", "/rounds/1", "/standings", "/bracket", "/log")
    return [f"/tournaments/{event.slug}{tab}" for tab in tabs]


def low(page: Page, address: str) -> list[str]:
    """Return what is too low on a page."""
    page.goto(address)
    found = page.evaluate(CHECK)
    assert found["checked"] > 0
    return [f"{address}: {each}" for each in found["low"]]


@pytest.mark.long
def test_whatever_is_pressed_on_a_phone_is_as_high_as_a_finger_is_wide(
    site: str, browser: Browser
) -> None:
    pages = [*STRANGERS, *of_games(), *of_a_tournament(), f"/ladders/{ladders.opened().slug}"]
    page = Visitor().open(browser, site, size=PHONE, has_touch=True)

    found = [each for address in pages for each in low(page, address)]

    assert found == []


def test_the_check_finds_what_is_too_low(site: str, browser: Browser) -> None:
    page = Visitor().open(browser, site, "/sign-in", size=PHONE, has_touch=True)
    button = page.get_by_role("main").get_by_role("button", name="Sign in")
    button.evaluate("each => Object.assign(each.style, {minHeight: '0', height: '30px'})")

    found = page.evaluate(CHECK)["low"]

    assert found == ['button "Sign in": 30 px']


@pytest.mark.parametrize(
    "language",
    [pytest.param(each, marks=[pytest.mark.long] * (each != LONGEST_WORDS)) for each in LANGUAGES],
)
def test_no_word_that_is_pressed_is_cut_on_the_smallest_phone(
    site: str, browser: Browser, language: str
) -> None:
    lessons = [f"/games/{rules.game}/lesson/3" for rules in registry.current_games()]
    page = Visitor().open(browser, site, size=SMALL_PHONE, locale=language, has_touch=True)
    found = []

    for address in ("/", "/games", "/sign-in", "/sign-up", *lessons):
        page.goto(address)
        found += [f"{address}: {each}" for each in page.evaluate(CLIPPED)]

    assert found == []


def test_the_check_finds_a_word_that_is_cut(site: str, browser: Browser) -> None:
    page = Visitor().open(browser, site, "/sign-in", size=SMALL_PHONE)
    button = page.get_by_role("main").get_by_role("button", name="Sign in")
    button.evaluate(
        "each => Object.assign(each.style, {width: '20px', padding: '0', overflow: 'hidden'})"
    )

    assert 'button "Sign in"' in page.evaluate(CLIPPED)
