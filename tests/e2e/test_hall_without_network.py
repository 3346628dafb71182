"""A hall without network: the console goes on in the browser, and what waits is judged anew."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests import browsers, processes
from tests.callers import PASSWORD
from tests.e2e.browsers import PHONE, Visitor, visitor
from tests.tournaments.events import REPORTED, Event, assert_verified
from tournaments.services import lifecycle
from tournaments.state import Role

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]


@pytest.fixture
def olga() -> Visitor:
    """Return somebody with an account."""
    return visitor()


def event_of(*staff: Visitor, entrants: int = 8) -> Event:
    """Return an evening in its first round, with people on its staff."""
    event = Event(**REPORTED, name="Club night").enter_names(entrants).start()
    for each in staff:
        event.do(lifecycle.give_role, account=each.player.account, role=Role.ORGANISER)
    event.pair()
    return event


def at_the_desk(somebody: Visitor, browser: Browser, site: str, event: Event) -> Page:
    """Open the round in a browser, until its pages are kept."""
    page = somebody.open(browser, site, f"/organise/{event.slug}/rounds/1")
    expect(page.locator("html[data-kept]")).to_be_attached()
    return page


def panel(page: Page) -> Locator:
    """Return what says that a page is without network, and what waits."""
    return page.get_by_role("region", name="Offline")


def card(page: Page, table: int) -> Locator:
    """Return a table on the page of the round."""
    return page.locator(".card.table").filter(has=page.locator(f"#table-{table}"))


def enter(page: Page, table: int, *places: int) -> None:
    """Enter a result on the page of the round."""
    fields = card(page, table).get_by_label(re.compile("^Place of")).all()
    for field, place in zip(fields, places, strict=True):
        field.select_option(str(place))
    card(page, table).get_by_role("button", name="Save result").click()


def test_results_and_check_in_go_on_without_network_and_are_done_once_when_it_is_back(
    site: str, browser: Browser, olga: Visitor
) -> None:
    event = event_of(olga)
    page = at_the_desk(olga, browser, site, event)
    page.context.set_offline(True)

    enter(page, 1, 1, 2, 3, 4)
    expect(panel(page)).to_contain_text("The server cannot be reached.")
    expect(panel(page)).to_contain_text("Waiting to be sent: 1")
    enter(page, 2, 4, 3, 2, 1)
    expect(panel(page)).to_contain_text("Waiting to be sent: 2")
    expect(card(page, 2).get_by_text("waiting to be sent")).to_be_visible()
    expect(card(page, 2).get_by_label(re.compile("^Place of")).first).to_have_value("4")
    faults = olga.barriers()
    # A result that was entered wrongly is entered again: it takes the place of the first.
    enter(page, 2, 4, 3, 1, 2)
    expect(panel(page)).to_contain_text("Waiting to be sent: 2")
    page.get_by_role("link", name="Entrants", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Zoé")
    page.get_by_role("button", name="Add a player").click()
    expect(panel(page)).to_contain_text("Waiting to be sent: 3")
    assert [table.done for table in event.round.tables] == [False, False]

    page.context.set_offline(False)
    expect(panel(page)).to_be_hidden()
    expect(page.get_by_role("link", name="Zoé")).to_be_visible()
    assert [table.places for table in event.round.tables] == [(1, 2, 3, 4), (4, 3, 1, 2)]
    assert faults == []
    assert_verified(event)


@pytest.mark.long
def test_what_another_desk_has_overtaken_is_shown_with_both_results_and_decided_once(
    site: str, browser: Browser, olga: Visitor
) -> None:
    judge = visitor()
    event = event_of(olga, judge)
    page = at_the_desk(olga, browser, site, event)
    page.set_viewport_size(PHONE)
    page.context.set_offline(True)
    for number, places in enumerate(((4, 3, 2, 1), (1, 2, 3, 4)), start=1):
        enter(page, number, *places)
        expect(panel(page)).to_contain_text(f"Waiting to be sent: {number}")
    event.report(0, [1, 2, 3, 4])
    first, *_others, last = map(event.state.name, event.round.tables[0].seats)

    page.context.set_offline(False)
    line = panel(page).locator("[data-id]").filter(has_text="Save result, table 1")
    expect(line).to_contain_text("Someone else acted first")
    expect(line).to_contain_text(re.compile(f"Now.*1. {first}.*Yours.*1. {last}", re.DOTALL))
    expect(line).to_contain_text("What would change:")
    assert (olga.barriers(), olga.overflows()) == ([], False)
    line.get_by_role("button", name="Drop it").click()
    line.get_by_role("button", name="Restore").click()
    line.get_by_role("button", name="Do it anyway").click()

    expect(panel(page)).to_be_hidden()
    expect(page.get_by_text("All tables are finished.")).to_be_visible()
    assert [table.places for table in event.round.tables] == [(4, 3, 2, 1), (1, 2, 3, 4)]
    assert_verified(event)


@contextmanager
def served(environment: Mapping[str, str], port: int) -> Iterator[str]:
    """Serve the site on a port, which is silent before and after."""
    address = f"http://127.0.0.1:{port}"
    settings = {"DJANGO_SETTINGS_MODULE": "tests.settings", "LOG_LEVEL": "ERROR"}
    arguments = ["cutpurse.server", "--port", str(port)]
    with processes.process(arguments, {**environment, **settings}):
        processes.wait_for(f"{address}/healthz")
        yield address


@contextmanager
def profile(browser: Browser, folder: Path) -> Iterator[BrowserContext]:
    """Run a browser with a profile that outlives it."""
    context = browser.browser_type.launch_persistent_context(
        folder,
        executable_path=browsers.executable(browsers.WINDOWED),
        args=list(browsers.FLAGS),
        chromium_sandbox=False,
        locale="en-GB",
    )
    context.set_default_timeout(browsers.WAIT_MS)
    yield context
    context.close()


def sign_in(page: Page, olga: Visitor) -> None:
    """Sign in by the form of the page."""
    page.get_by_label("Name").fill(olga.player.username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


def wait_for_results(page: Page, event: Event) -> None:
    """Wait until every table has a result; those of three tables are sent one after another."""
    for _ in range(600):
        if all(table.places for table in event.round.tables):
            return
        page.wait_for_timeout(100)
    pytest.fail("no results came within a minute")


@pytest.mark.long
def test_nothing_is_lost_or_doubled_by_a_closed_browser_a_stopped_server_or_a_lost_role(
    environment: dict[str, str], browser: Browser, olga: Visitor, tmp_path: Path
) -> None:
    event = event_of(olga, entrants=12)
    at, port = f"/organise/{event.slug}/rounds/1", processes.free_port()
    with profile(browser, tmp_path) as context:
        with served(environment, port) as site:
            page = context.new_page()
            page.goto(f"{site}/sign-in?next={at}")
            sign_in(page, olga)
            expect(page.locator("html[data-kept]")).to_be_attached()
            other = context.new_page()
            other.goto(f"{site}{at}")
        for number, window in enumerate((page, other), start=1):
            enter(window, number, 1, 2, 3, 4)
            expect(panel(window)).to_contain_text(f"Waiting to be sent: {number}")
        expect(panel(page)).to_contain_text("Waiting to be sent: 2")
    with profile(browser, tmp_path) as context:
        page = context.new_page()
        page.goto(f"{site}{at}")
        expect(panel(page)).to_contain_text("Waiting to be sent: 2")
        enter(page, 3, 2, 1, 3, 4)
        expect(panel(page)).to_contain_text("Waiting to be sent: 3")
        event.do(lifecycle.give_role, account=olga.player.account, role=None)
        with served(environment, port) as site:
            expect(panel(page)).to_contain_text("You no longer have a role in this tournament.")
            page.goto(f"{site}/organise")
            expect(panel(page)).to_contain_text("Waiting to be sent: 3")
            context.clear_cookies(name="session")
            expect(panel(page)).to_contain_text("You are signed out.")
            event.do(lifecycle.give_role, account=olga.player.account, role=Role.SCOREKEEPER)
            panel(page).get_by_role("link", name="Sign in").click()
            sign_in(page, olga)
            # A page that has just come hides the panel too, before it has read what waits.
            wait_for_results(page, event)
            expect(panel(page)).to_be_hidden()

            page.goto(f"{site}/account")
            page.get_by_role("button", name="Sign out").click()
            page.wait_for_url(f"{site}/")
            kept = page.evaluate(
                "async () => (await caches.keys()).filter((n) => !['parts', 'site'].includes(n))"
            )

    assert kept == []
    assert [table.places for table in event.round.tables] == [
        *((1, 2, 3, 4), (1, 2, 3, 4), (2, 1, 3, 4))
    ]
    assert_verified(event)
