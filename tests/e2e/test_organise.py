"""Organisers in a real browser: to the podium, a correction, a swap by keyboard, and on a phone."""

import os
import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from accounts.models import Account
from tests.browsers import GRAVE, chromium
from tests.e2e.browsers import PHONE, Visitor, visitor
from tests.tournaments.events import REPORTED, Event
from tournaments import door
from tournaments.services import lifecycle, results, rounds
from tournaments.state import Role, Status, TournamentState

pytestmark = pytest.mark.usefixtures("committed_db")

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana")
SAID = "[role=status] .messages"
"""Where a page tells what has come of an act."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Playwright keeps an event loop in this thread, which Django takes for a reason to refuse.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with chromium() as running:
        yield running
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def olga() -> Visitor:
    """Return a member of the site's staff."""
    found = visitor()
    Account.objects.filter(id=found.player.account).update(is_staff=True)
    return found


def event_of(organiser: Visitor, entrants: int) -> Event:
    """Return a tournament that has started, with a visitor among its organisers."""
    stage = {"format": "pods", "options": {"rounds": 2}}
    event = Event(**REPORTED, name="Autumn open", stages=[stage]).enter_names(entrants).start()
    event.do(lifecycle.give_role, account=organiser.player.account, role=Role.ORGANISER)
    return event


def faults(page: Page) -> list[str]:
    """Return what is gravely wrong with a page, and whether it is wider than the window."""
    found = [
        f"{page.url} {fault['id']}: {fault['nodes'][0]['html'][:120]}"
        for fault in Axe().run(page).response["violations"]
        if fault["impact"] in GRAVE
    ]
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [*found, f"{page.url} is too wide"] if wide else found


def press(page: Page, name: str) -> None:
    """Press a button, and wait for the page that tells what came of it."""
    with page.expect_navigation():
        page.get_by_role("main").get_by_role("button", name=name, exact=True).first.click()
    page.locator(SAID).wait_for()


def report(page: Page) -> None:
    """Give every table of the round on the page its result: whoever sits first wins."""
    forms = page.locator("form.result")
    for left in range(forms.count(), 0, -1):
        expect(forms).to_have_count(left)
        places = forms.first.get_by_role("combobox")
        for seat in range(places.count()):
            places.nth(seat).select_option(str(seat + 1))
        forms.first.get_by_role("button").click()
        expect(forms).to_have_count(left - 1)


def names(table: Locator) -> list[str]:
    """Return who sits at a table of a draft."""
    return table.locator(".chip .name").all_inner_texts()


def state_of(slug: str) -> TournamentState:
    return door.load(door.find(slug).id)


def test_a_tournament_is_organised_from_creation_to_podium_and_a_first_result_put_right(
    site: str, browser: Browser, olga: Visitor
) -> None:
    page = olga.open(browser, site, "/organise")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_role("link", name="Stick 'Em one-day open").click()
    page.get_by_label("Name", exact=True).fill("Autumn open")
    page.get_by_label("Rounds before the final.").first.select_option("2")
    page.get_by_label("Players at a final table; 0 for none.").first.select_option("0")
    page.get_by_label("Over the board: results are reported").check()
    page.get_by_label("Players check in").uncheck()
    grave = faults(page)
    press(page, "Make the tournament")
    slug = page.url.rpartition("/")[2]

    press(page, "Open entry")
    page.get_by_role("link", name="Entrants", exact=True).click()
    page.get_by_label("Lines").fill("\n".join(("name", *NAMES)))
    press(page, "Enter many")
    page.get_by_role("link", name="Now", exact=True).click()
    for step in ("Close entry", "Start the tournament", "Pair the next round"):
        press(page, step)
    grave += faults(page)
    press(page, "Publish")
    report(page)
    press(page, "Close the round")
    page.get_by_role("link", name="Now", exact=True).click()
    press(page, "Pair the next round")
    press(page, "Publish")
    report(page)
    press(page, "Close the round")

    page.get_by_role("link", name="Round 1", exact=True).click()
    page.get_by_role("link", name=re.compile("Put right.*table 1")).click()
    places = page.get_by_role("combobox", name="Place of")
    for seat, place in enumerate(("4", "3", "2", "1")):
        places.nth(seat).select_option(place)
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("heading", name="Correct the result: what changes")).to_be_visible()
    expect(page.get_by_text("Round 2 was paired on the old result.")).to_be_visible()
    grave += faults(page)
    assert state_of(slug).rounds[0].tables[0].places == (1, 2, 3, 4)
    page.get_by_label("Reason").fill("the sheet was upside down")
    press(page, "Confirm: Correct the result")
    assert state_of(slug).rounds[0].tables[0].places == (4, 3, 2, 1)

    page.get_by_role("link", name="Now", exact=True).click()
    press(page, "Finish the tournament")
    page.get_by_role("link", name="See the ranking").click()
    state = state_of(slug)
    assert state.status is Status.FINISHED
    first = state.name((state.final_ranking or ())[0])
    expect(page.get_by_role("row").nth(1)).to_contain_text(first)
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page.get_by_text("“the sheet was upside down”")).to_be_visible()
    assert (grave, olga.faults) == ([], [])


def test_two_players_of_a_draft_are_swapped_by_keyboard_alone(
    site: str, browser: Browser, olga: Visitor
) -> None:
    event = event_of(olga, 8)
    event.do(rounds.pair)
    page = olga.open(browser, site, f"/organise/{event.slug}/rounds/1")
    tables = page.locator(".card.table")
    before = [names(tables.nth(0)), names(tables.nth(1))]
    expect(page.locator("[data-said]")).to_have_text("Nobody is chosen.")

    def tab_to(target: Locator) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if target.evaluate("each => each === document.activeElement"):
                return
        pytest.fail("the Tab key does not lead there")

    tab_to(page.get_by_label(before[0][0], exact=False).first)
    page.keyboard.press("Space")
    expect(page.locator("[data-said]")).to_contain_text(f"{before[0][0]} is chosen.")
    tab_to(tables.nth(1).locator(".chip input").nth(1))
    page.keyboard.press("Enter")
    expect(page.locator("[data-said]")).to_contain_text("Swap changes their places.")
    tab_to(page.get_by_role("button", name="Swap"))
    page.keyboard.press("Enter")

    expect(page.locator(SAID)).to_contain_text("They have changed places.")
    assert names(tables.nth(0)) == [before[1][1], *before[0][1:]]
    assert names(tables.nth(1))[1] == before[0][0]
    # The script of the new page has to be there before anything can be dragged.
    expect(page.locator("[data-said]")).to_have_text("Nobody is chosen.")
    drag(page, tables.nth(0).locator(".chip").first, tables.nth(1).locator(".chip").nth(1))
    expect(tables.nth(0).locator(".chip .name").first).to_have_text(before[0][0])
    assert olga.faults == []


def drag(page: Page, what: Locator, onto: Locator) -> None:
    """Drag as a hand does, in many small steps: a jump is no drag for the browser."""
    what.hover()
    page.mouse.down()
    box = onto.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=12)
    onto.hover()
    page.mouse.up()


def test_without_scripts_a_draft_is_swapped_and_published_by_plain_forms(
    site: str, browser: Browser, olga: Visitor
) -> None:
    event = event_of(olga, 8)
    event.do(rounds.pair)
    first, second = (table.seats[0] for table in event.round.tables)
    page = olga.open(browser, site, f"/organise/{event.slug}/rounds/1", java_script_enabled=False)

    for number in (first, second):
        page.locator(f"input[name=pair][value='{number}']").check()
    press(page, "Swap")
    press(page, "Publish")

    assert event.round.published
    assert event.round.tables[0].seats[0] == second


def test_on_a_phone_every_page_fits_and_seeds_and_results_are_given(
    site: str, browser: Browser, olga: Visitor
) -> None:
    event, planned = event_of(olga, 8), Event(**REPORTED).enter_names(4)
    planned.do(lifecycle.give_role, account=olga.player.account, role=Role.ORGANISER)
    event.do(rounds.pair)
    event.do(rounds.publish, number=1)
    done = event.round.tables[0]
    event.do(results.report, table_id=done.id, places=[1, 2, 3, 4], scores=None)
    page = olga.open(browser, site, f"/organise/{planned.slug}/seeds", has_touch=True)
    page.set_viewport_size(PHONE)
    grave = faults(page)
    page.get_by_role("button", name="p4 up").tap()
    expect(page.locator("#live")).to_have_text("p4 is now number 3.")
    press(page, "Save this order")
    assert [planned.state.entrants[each].seed for each in (1, 2, 3, 4)] == [1, 2, 4, 3]

    at = f"/organise/{event.slug}"
    page.goto(f"{at}/rounds/1")
    grave += faults(page)
    report(page)
    assert event.round.done
    for address in (
        *("/organise", "/organise/new/template", "/organise/new/plan?game=stick-em", at),
        *(f"{at}{part}" for part in ("/entrants", "/entrants/1", "/settings", "/staff", "/log")),
        *(f"{at}{part}" for part in ("/standings", f"/tables/{done.id}", "/do/enter-many")),
        *(f"{at}/do/{act}" for act in ("void?table_id=" + str(done.id), "penalty?entrant=1")),
    ):
        page.goto(address)
        grave += faults(page)

    expect(page.get_by_role("heading", name="Give a penalty")).to_be_visible()
    assert (grave, olga.faults) == ([], [])
