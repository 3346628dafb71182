"""The site as it is installed: without network, and when something comes by push."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import browsers
from tests.e2e.browsers import visitor

pytestmark = pytest.mark.usefixtures("committed_db")
PAGES = ("/account/notifications", "/account/webhooks", "/offline", "/unsubscribe/none")
LANGUAGES = ("en", "nl", "fr", "de")


SHOWN = """async () => {
    const worker = await navigator.serviceWorker.ready;
    for (let tries = 0; tries < 300; tries += 1) {
        const all = await worker.getNotifications();
        const read = ({ title, body, tag, data }) => [title, body, tag, data.path];
        if (all.length) return all.map(read);
        await new Promise((go) => setTimeout(go, 100));
    }
    return [];
}"""
"""What the browser shows, once it shows something."""


def served_by_the_worker(page: Page) -> None:
    """Wait until the site's worker stands behind a page."""
    page.evaluate(
        "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ||"
        " new Promise((go) => navigator.serviceWorker.addEventListener('controllerchange', go)))"
        ".then(() => true)"
    )


def push(page: Page, site: str, content: object) -> None:
    """Hand the worker a message, as the browser's push service does."""
    session = page.context.new_cdp_session(page)
    found: list[Any] = []

    def keep(told: Any) -> None:
        found.append(told)

    session.on("ServiceWorker.workerRegistrationUpdated", keep)
    session.send("ServiceWorker.enable")
    page.wait_for_function("true")
    registrations = [each for told in found for each in told["registrations"]]
    (number,) = {each["registrationId"] for each in registrations if each["scopeURL"] == f"{site}/"}
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site, "registrationId": number, "data": json.dumps(content)},
    )


@pytest.mark.more
def test_a_page_without_network_is_ours_and_leads_back(site: str, browser: Browser) -> None:
    ann = visitor()
    page = ann.open(browser, site, "/")
    served_by_the_worker(page)
    page.context.set_offline(True)

    page.goto(f"{site}/ladders")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    assert ann.barriers() == []
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()

    expect(page.get_by_role("heading", name="Ladders", exact=True)).to_be_visible()


@pytest.fixture
def windowed(browser: Browser) -> Iterator[Browser]:
    """Run a browser with windows, which alone shows what comes by push."""
    with browsers.launched(browser.browser_type, browsers.WINDOWED) as running:
        yield running


@pytest.mark.more
def test_what_comes_by_push_is_shown_with_the_way_to_it(site: str, windowed: Browser) -> None:
    page = visitor().open(windowed, site, "/")
    page.context.grant_permissions(["notifications"], origin=site)
    served_by_the_worker(page)

    push(page, site, {"title": "Your turn", "body": "Pickpocket", "path": "/turns", "tag": "t"})
    shown = page.evaluate(SHOWN)

    assert shown == [["Your turn", "Pickpocket", "t", "/turns"]]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_notifications_have_no_barriers(
    site: str, browser: Browser, language: str
) -> None:
    ann = visitor()
    page = ann.open(browser, site, "/")
    page.select_option("#language", language)
    expect(page.locator(f"html[lang={language}]")).to_be_attached()

    found = {}
    for path in PAGES:
        page.goto(f"{site}{path}")
        expect(page.locator("h1")).to_be_visible()
        found[path] = ann.barriers()
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide, path

    assert all(each == [] for each in found.values()), found
